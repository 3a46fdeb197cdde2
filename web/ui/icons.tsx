/**
 * The icons of the home page, lists and products; every page loads them. All others are in `more-icons.tsx`. They are drawn with the
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

export const BadgeCheck = icon(
  <path d="M3.85 8.62a4 4 0 0 1 4.78-4.77 4 4 0 0 1 6.74 0 4 4 0 0 1 4.78 4.78 4 4 0 0 1 0 6.74 4 4 0 0 1-4.77 4.78 4 4 0 0 1-6.75 0 4 4 0 0 1-4.78-4.77 4 4 0 0 1 0-6.76Z" />,
  <path d="m16 9-5.5 5.5L8 12" />,
)
export const Check = icon(<path d="M20 6 9 17l-5-5" />)
export const ChevronDown = icon(<path d="m6 9 6 6 6-6" />)
export const ChevronLeft = icon(<path d="m15 18-6-6 6-6" />)
export const ChevronRight = icon(<path d="m9 18 6-6-6-6" />)
export const CloudOff = icon(
  <path d="M10.94 5.274A7 7 0 0 1 15.71 10h1.79a4.5 4.5 0 0 1 4.222 6.057" />,
  <path d="M18.796 18.81A4.5 4.5 0 0 1 17.5 19H9A7 7 0 0 1 5.79 5.78" />,
  <path d="m2 2 20 20" />,
)
export const Earth = icon(
  <path d="M21.54 15H17a2 2 0 0 0-2 2v4.54" />,
  <path d="M7 3.34V5a3 3 0 0 0 3 3a2 2 0 0 1 2 2c0 1.1.9 2 2 2a2 2 0 0 0 2-2c0-1.1.9-2 2-2h3.17" />,
  <path d="M11 21.95V18a2 2 0 0 0-2-2a2 2 0 0 1-2-2v-1a2 2 0 0 0-2-2H2.05" />,
  <circle cx="12" cy="12" r="10" />,
)
export const Flower2 = icon(
  <path d="M12 5a3 3 0 1 1 3 3m-3-3a3 3 0 1 0-3 3m3-3v1M9 8a3 3 0 1 0 3 3M9 8h1m5 0a3 3 0 1 1-3 3m3-3h-1m-2 3v-1" />,
  <circle cx="12" cy="8" r="2" />,
  <path d="M12 10v12" />,
  <path d="M12 22c4.2 0 7-1.667 7-5-4.2 0-7 1.667-7 5Z" />,
  <path d="M12 22c-4.2 0-7-1.667-7-5 4.2 0 7 1.667 7 5Z" />,
)
export const Gift = icon(
  <path d="M12 7v14" />,
  <path d="M20 11v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-8" />,
  <path d="M7.5 7a1 1 0 0 1 0-5A4.8 8 0 0 1 12 7a4.8 8 0 0 1 4.5-5 1 1 0 0 1 0 5" />,
  <rect x="3" y="7" width="18" height="4" rx="1" />,
)
export const HandHeart = icon(
  <path d="M11 14h2a2 2 0 0 0 0-4h-3c-.6 0-1.1.2-1.4.6L3 16" />,
  <path d="m14.45 13.39 5.05-4.694C20.196 8 21 6.85 21 5.75a2.75 2.75 0 0 0-4.797-1.837.276.276 0 0 1-.406 0A2.75 2.75 0 0 0 11 5.75c0 1.2.802 2.248 1.5 2.946L16 11.95" />,
  <path d="m2 15 6 6" />,
  <path d="m7 20 1.6-1.4c.3-.4.8-.6 1.4-.6h4c1.1 0 2.1-.4 2.8-1.2l4.6-4.4a1 1 0 0 0-2.75-2.91" />,
)
export const Heart = icon(
  <path d="M2 9.5a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5" />,
)
export const IndianRupee = icon(
  <path d="m14 20-8-8h4c5.333 0 5.333-8 0-8" />,
  <path d="M6 4h12" />,
  <path d="M6 8h12" />,
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
export const MapPin = icon(
  <path d="M20 10c0 4.993-5.539 10.193-7.399 11.799a1 1 0 0 1-1.202 0C9.539 20.193 4 14.993 4 10a8 8 0 0 1 16 0" />,
  <circle cx="12" cy="10" r="3" />,
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
export const Pause = icon(
  <rect x="14" y="3" width="5" height="18" rx="1" />,
  <rect x="5" y="3" width="5" height="18" rx="1" />,
)
export const Play = icon(
  <path d="M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z" />,
)
export const Rabbit = icon(
  <path d="M13 16a3 3 0 0 1 2.24 5" />,
  <path d="M18 12h.01" />,
  <path d="M18 21h-8a4 4 0 0 1-4-4 7 7 0 0 1 7-7h.2L9.6 6.4a1 1 0 1 1 2.8-2.8L15.8 7h.2c3.3 0 6 2.7 6 6v1a2 2 0 0 1-2 2h-1a3 3 0 0 0-3 3" />,
  <path d="M20 8.54V4a2 2 0 1 0-4 0v3" />,
  <path d="M7.612 12.524a3 3 0 1 0-1.6 4.3" />,
)
export const Recycle = icon(
  <path d="M7 19H4.815a1.83 1.83 0 0 1-1.57-.881 1.785 1.785 0 0 1-.004-1.784L7.196 9.5" />,
  <path d="M11 19h8.203a1.83 1.83 0 0 0 1.556-.89 1.784 1.784 0 0 0 0-1.775l-1.226-2.12" />,
  <path d="m14 16-3 3 3 3" />,
  <path d="M8.293 13.596 7.196 9.5 3.1 10.598" />,
  <path d="m9.344 5.811 1.093-1.892A1.83 1.83 0 0 1 11.985 3a1.784 1.784 0 0 1 1.546.888l3.943 6.843" />,
  <path d="m13.378 9.633 4.096 1.098 1.097-4.096" />,
)
export const Search = icon(<path d="m21 21-4.34-4.34" />, <circle cx="11" cy="11" r="8" />)
export const ShieldCheck = icon(
  <path d="M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1z" />,
  <path d="m9 12 2 2 4-4" />,
)
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
export const Sprout = icon(
  <path d="M14 9.536V7a4 4 0 0 1 4-4h1.5a.5.5 0 0 1 .5.5V5a4 4 0 0 1-4 4 4 4 0 0 0-4 4c0 2 1 3 1 5a5 5 0 0 1-1 3" />,
  <path d="M4 9a5 5 0 0 1 8 4 5 5 0 0 1-8-4" />,
  <path d="M5 21h14" />,
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
