/**
 * The icons of the shop, one in each file, so that a page loads only those that it shows. Their shapes are those of
 * Lucide 1.75 (https://lucide.dev), under the licences in LICENSE in this folder. To add one, copy the elements of
 * its 24 by 24 drawing without the attributes that `icon` writes for all of them.
 */
import { type ComponentProps, createElement, type ReactElement } from 'react'

export type IconComponent = (props: ComponentProps<'svg'>) => ReactElement

type Shape = [tag: 'circle' | 'line' | 'path' | 'polyline' | 'rect', attributes: Record<string, string>]

/**
 * Makes a component from an icon's shapes. The component takes the attributes of an <svg> and is hidden from screen
 * readers unless it is given a label.
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
