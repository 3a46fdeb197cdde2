/**
 * The icons of lists, products and what surrounds every page: all pages load them. Those of the home page are in `home-icons.tsx`, all
 * others in `more-icons.tsx`. They are drawn with the
 * shapes of Lucide 1.75 (https://lucide.dev; licences in `icons-license.txt`). To add one, copy the elements of its 24 by 24
 * drawing without the attributes that `icon` writes for all of them.
 */
import { type ComponentProps, createElement, type ReactElement } from 'react'

export type IconComponent = (props: ComponentProps<'svg'>) => ReactElement

/**
 * Makes a component of an icon's shapes. The component takes the attributes of an <svg> and is hidden from screen
 * readers unless it is given a label.
 */
// @__NO_SIDE_EFFECTS__
export function icon(...shapes: ReactElement[]): IconComponent {
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
      ...shapes,
    )
}

export const Check = icon(<path d="M20 6 9 17l-5-5" />)
export const ChevronDown = icon(<path d="m6 9 6 6 6-6" />)
export const ChevronLeft = icon(<path d="m15 18-6-6 6-6" />)
export const ChevronRight = icon(<path d="m9 18 6-6-6-6" />)
export const CloudOff = icon(
  <path d="M10.94 5.274A7 7 0 0 1 15.71 10h1.79a4.5 4.5 0 0 1 4.222 6.057" />,
  <path d="M18.796 18.81A4.5 4.5 0 0 1 17.5 19H9A7 7 0 0 1 5.79 5.78" />,
  <path d="m2 2 20 20" />,
)
export const Heart = icon(
  <path d="M2 9.5a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5" />,
)
export const LayoutDashboard = icon(
  <rect width="7" height="9" x="3" y="3" rx="1" />,
  <rect width="7" height="5" x="14" y="3" rx="1" />,
  <rect width="7" height="9" x="14" y="12" rx="1" />,
  <rect width="7" height="5" x="3" y="16" rx="1" />,
)
export const Leaf = icon(
  <path d="M11 20a10 10 0 0010-10 25.9 25.9 0 00-1.04-7.281 1 1 0 00-1.755-.325C15.833 5.5 13 5.5 9.8 6.1A7 7 0 0011 20" />,
  <path d="M2 21a5 5 0 012.911-4.544C7.613 15.212 8.351 15.24 11 13" />,
)
export const PackageOpen = icon(
  <path d="M12 22v-9" />,
  <path d="M15.17 2.21a1.67 1.67 0 0 1 1.63 0L21 4.57a1.93 1.93 0 0 1 0 3.36L8.82 14.79a1.655 1.655 0 0 1-1.64 0L3 12.43a1.93 1.93 0 0 1 0-3.36z" />,
  <path d="M20 13v3.87a2.06 2.06 0 0 1-1.11 1.83l-6 3.08a1.93 1.93 0 0 1-1.78 0l-6-3.08A2.06 2.06 0 0 1 4 16.87V13" />,
  <path d="M21 12.43a1.93 1.93 0 0 0 0-3.36L8.83 2.2a1.64 1.64 0 0 0-1.63 0L3 4.57a1.93 1.93 0 0 0 0 3.36l12.18 6.86a1.636 1.636 0 0 0 1.63 0z" />,
)
export const PackageX = icon(
  <path d="M12 22V12" />,
  <path d="m16.5 14.5 5 5" />,
  <path d="m16.5 19.5 5-5" />,
  <path d="M21 10.5V8a2 2 0 0 0-1-1.73l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.729l7 4a2 2 0 0 0 2 .001l.13-.074" />,
  <path d="M3.29 7 12 12l8.71-5" />,
  <path d="m7.5 4.27 8.997 5.148" />,
)
export const Search = icon(<path d="m21 21-4.34-4.34" />, <circle cx="11" cy="11" r="8" />)
export const ShoppingCart = icon(
  <path d="m2.05 2.05 1.099-.028a1 1 0 0 1 1.008.815l2.69 14.347A1 1 0 0 0 7.83 18H18" />,
  <path d="M4.563 5h16.435a1 1 0 0 1 .981 1.204l-1.026 6.226A2 2 0 0 1 18.962 14H6.25" />,
  <circle cx="18" cy="20" r="2" />,
  <circle cx="8" cy="20" r="2" />,
)
export const SlidersHorizontal = icon(
  <path d="M10 5H3" />,
  <path d="M12 19H3" />,
  <path d="M14 3v4" />,
  <path d="M16 17v4" />,
  <path d="M21 12h-9" />,
  <path d="M21 19h-5" />,
  <path d="M21 5h-7" />,
  <path d="M8 10v4" />,
  <path d="M8 12H3" />,
)
export const Store = icon(
  <path d="M15 21v-5a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v5" />,
  <path d="M17.774 10.31a1.12 1.12 0 0 0-1.549 0 2.5 2.5 0 0 1-3.451 0 1.12 1.12 0 0 0-1.548 0 2.5 2.5 0 0 1-3.452 0 1.12 1.12 0 0 0-1.549 0 2.5 2.5 0 0 1-3.77-3.248l2.889-4.184A2 2 0 0 1 7 2h10a2 2 0 0 1 1.653.873l2.895 4.192a2.5 2.5 0 0 1-3.774 3.244" />,
  <path d="M4 10.95V19a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-8.05" />,
)
export const Truck = icon(
  <path d="M14 18V6a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2v11a1 1 0 0 0 1 1h2" />,
  <path d="M15 18H9" />,
  <path d="M19 18h2a1 1 0 0 0 1-1v-3.65a1 1 0 0 0-.22-.624l-3.48-4.35A1 1 0 0 0 17.52 8H14" />,
  <circle cx="17" cy="18" r="2" />,
  <circle cx="7" cy="18" r="2" />,
)
export const UserRound = icon(<circle cx="12" cy="8" r="5" />, <path d="M20 21a8 8 0 0 0-16 0" />)
export const WifiOff = icon(
  <path d="M12 20h.01" />,
  <path d="M8.5 16.429a5 5 0 0 1 7 0" />,
  <path d="M5 12.859a10 10 0 0 1 5.17-2.69" />,
  <path d="M19 12.859a10 10 0 0 0-2.007-1.523" />,
  <path d="M2 8.82a15 15 0 0 1 4.177-2.643" />,
  <path d="M22 8.82a15 15 0 0 0-11.288-3.764" />,
  <path d="m2 2 20 20" />,
)
export const X = icon(<path d="M18 6 6 18" />, <path d="m6 6 12 12" />)
export const ZoomIn = icon(
  <circle cx="11" cy="11" r="8" />,
  <line x1="21" x2="16.65" y1="21" y2="16.65" />,
  <line x1="11" x2="11" y1="8" y2="14" />,
  <line x1="8" x2="14" y1="11" y2="11" />,
)
