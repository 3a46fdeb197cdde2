/**
 * The pictograms of the shop, one a file, so that a page loads only those that it shows. Their shapes are those of
 * Lucide 1.75 (https://lucide.dev), under the licences in LICENSE beside this file. A new one is copied from there:
 * the elements of its drawing of 24 by 24, without the attributes that all share and `icon` writes.
 */
import { type ComponentProps, createElement, type ReactElement } from 'react'

export type IconComponent = (props: ComponentProps<'svg'>) => ReactElement

type Shape = [tag: 'circle' | 'line' | 'path' | 'polyline' | 'rect', attributes: Record<string, string>]

/**
 * Makes a component of an icon's shapes. It takes the attributes of an <svg>, its size among them as a class, and is
 * decoration unless told otherwise: words beside it say what it means.
 */
// @__NO_SIDE_EFFECTS__
export function icon(...shapes: Shape[]): IconComponent {
  const children = shapes.map(([tag, attributes]) => createElement(tag, attributes))
  return (props) =>
    createElement(
      'svg',
      {
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...props,
      },
      ...children,
    )
}
