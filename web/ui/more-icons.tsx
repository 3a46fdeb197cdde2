/** The icons that neither the home page nor a list nor a product shows: a first visit there does not load them. */
import { icon } from './icons.tsx'

export const ArrowLeft = icon(<path d="m12 19-7-7 7-7" />, <path d="M19 12H5" />)
export const Baby = icon(
  <path d="M10 16c.5.3 1.2.5 2 .5s1.5-.2 2-.5" />,
  <path d="M15 12h.01" />,
  <path d="M19.38 6.813A9 9 0 0 1 20.8 10.2a2 2 0 0 1 0 3.6 9 9 0 0 1-17.6 0 2 2 0 0 1 0-3.6A9 9 0 0 1 12 3c2 0 3.5 1.1 3.5 2.5s-.9 2.5-2 2.5c-.8 0-1.5-.4-1.5-1" />,
  <path d="M9 12h.01" />,
)
export const BadgeIndianRupee = icon(
  <path d="M3.85 8.62a4 4 0 0 1 4.78-4.77 4 4 0 0 1 6.74 0 4 4 0 0 1 4.78 4.78 4 4 0 0 1 0 6.74 4 4 0 0 1-4.77 4.78 4 4 0 0 1-6.75 0 4 4 0 0 1-4.78-4.77 4 4 0 0 1 0-6.76Z" />,
  <path d="M8 8h8" />,
  <path d="M8 12h8" />,
  <path d="m13 17-5-1h1a4 4 0 0 0 0-8" />,
)
export const Ban = icon(<circle cx="12" cy="12" r="10" />, <path d="M4.929 4.929 19.07 19.071" />)
export const Bell = icon(
  <path d="M10.268 21a2 2 0 0 0 3.464 0" />,
  <path d="M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 18 12.499 18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326" />,
)
export const CircleAlert = icon(
  <circle cx="12" cy="12" r="10" />,
  <line x1="12" x2="12" y1="8" y2="12" />,
  <line x1="12" x2="12.01" y1="16" y2="16" />,
)
export const CircleCheck = icon(<circle cx="12" cy="12" r="10" />, <path d="m16 9-5.5 5.5L8 12" />)
export const CircleUserRound = icon(
  <path d="M17.925 20.056a6 6 0 0 0-11.851.001" />,
  <circle cx="12" cy="11" r="4" />,
  <circle cx="12" cy="12" r="10" />,
)
export const ClipboardList = icon(
  <rect width="8" height="4" x="8" y="2" rx="1" ry="1" />,
  <path d="M16 4h2a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h2" />,
  <path d="M12 11h4" />,
  <path d="M12 16h4" />,
  <path d="M8 11h.01" />,
  <path d="M8 16h.01" />,
)
export const Clock = icon(<circle cx="12" cy="12" r="10" />, <path d="M12 6v6l4 2" />)
export const Copy = icon(
  <rect width="14" height="14" x="8" y="8" rx="2" ry="2" />,
  <path d="M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2" />,
)
export const CreditCard = icon(
  <rect width="20" height="14" x="2" y="5" rx="2" />,
  <line x1="2" x2="22" y1="10" y2="10" />,
  <path d="M6 14h2" />,
)
export const Download = icon(
  <path d="M12 15V3" />,
  <path d="M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4" />,
  <path d="m7 10 5 5 5-5" />,
)
export const ExternalLink = icon(
  <path d="M15 3h6v6" />,
  <path d="M10 14 21 3" />,
  <path d="M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6" />,
)
export const Eye = icon(
  <path d="M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0" />,
  <circle cx="12" cy="12" r="3" />,
)
export const EyeOff = icon(
  <path d="M10.733 5.076a10.744 10.744 0 0 1 11.205 6.575 1 1 0 0 1 0 .696 10.747 10.747 0 0 1-1.444 2.49" />,
  <path d="M14.084 14.158a3 3 0 0 1-4.242-4.242" />,
  <path d="M17.479 17.499a10.75 10.75 0 0 1-15.417-5.151 1 1 0 0 1 0-.696 10.75 10.75 0 0 1 4.446-5.143" />,
  <path d="m2 2 20 20" />,
)
export const FileDown = icon(
  <path d="M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2z" />,
  <path d="M14 2v5a1 1 0 0 0 1 1h5" />,
  <path d="M12 18v-6" />,
  <path d="m9 15 3 3 3-3" />,
)
export const FolderTree = icon(
  <path d="M20 10a1 1 0 0 0 1-1V6a1 1 0 0 0-1-1h-2.5a1 1 0 0 1-.8-.4l-.9-1.2A1 1 0 0 0 15 3h-2a1 1 0 0 0-1 1v5a1 1 0 0 0 1 1Z" />,
  <path d="M20 21a1 1 0 0 0 1-1v-3a1 1 0 0 0-1-1h-2.9a1 1 0 0 1-.88-.55l-.42-.85a1 1 0 0 0-.92-.6H13a1 1 0 0 0-1 1v5a1 1 0 0 0 1 1Z" />,
  <path d="M3 5a2 2 0 0 0 2 2h3" />,
  <path d="M3 3v13a2 2 0 0 0 2 2h3" />,
)
export const GraduationCap = icon(
  <path d="M21.42 10.922a1 1 0 0 0-.019-1.838L12.83 5.18a2 2 0 0 0-1.66 0L2.6 9.08a1 1 0 0 0 0 1.832l8.57 3.908a2 2 0 0 0 1.66 0z" />,
  <path d="M22 10v6" />,
  <path d="M6 12.5V16a6 3 0 0 0 12 0v-3.5" />,
)
export const HeartPulse = icon(
  <path d="M2 9.5a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5" />,
  <path d="M3.22 13H9.5l.5-1 2 4.5 2-7 1.5 3.5h5.27" />,
)
export const ImagePlus = icon(
  <path d="M16 5h6" />,
  <path d="M19 2v6" />,
  <path d="M21 11.5V19a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h7.5" />,
  <path d="m21 15-3.086-3.086a2 2 0 0 0-2.828 0L6 21" />,
  <circle cx="9" cy="9" r="2" />,
)
export const Inbox = icon(
  <polyline points="22 12 16 12 14 15 10 15 8 12 2 12" />,
  <path d="M5.45 5.11 2 12v6a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-6l-3.45-6.89A2 2 0 0 0 16.76 4H7.24a2 2 0 0 0-1.79 1.11z" />,
)
export const LifeBuoy = icon(
  <circle cx="12" cy="12" r="10" />,
  <path d="m4.93 4.93 4.24 4.24" />,
  <path d="m14.83 9.17 4.24-4.24" />,
  <path d="m14.83 14.83 4.24 4.24" />,
  <path d="m9.17 14.83-4.24 4.24" />,
  <circle cx="12" cy="12" r="4" />,
)
export const ListChecks = icon(
  <path d="M13 5h8" />,
  <path d="M13 12h8" />,
  <path d="M13 19h8" />,
  <path d="m3 17 2 2 4-4" />,
  <path d="m3 7 2 2 4-4" />,
)
export const LockKeyhole = icon(
  <circle cx="12" cy="16" r="1" />,
  <rect x="3" y="10" width="18" height="12" rx="2" />,
  <path d="M7 10V7a5 5 0 0 1 10 0v3" />,
)
export const LogOut = icon(
  <path d="m16 17 5-5-5-5" />,
  <path d="M21 12H9" />,
  <path d="M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4" />,
)
export const Mail = icon(
  <path d="m22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7" />,
  <rect x="2" y="4" width="20" height="16" rx="2" />,
)
export const MailCheck = icon(
  <path d="M22 13V6a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2v12c0 1.1.9 2 2 2h8" />,
  <path d="m22 7-8.97 5.7a1.94 1.94 0 0 1-2.06 0L2 7" />,
  <path d="m16 19 2 2 4-4" />,
)
export const MessageCircleQuestionMark = icon(
  <path d="M2.992 16.342a2 2 0 0 1 .094 1.167l-1.065 3.29a1 1 0 0 0 1.236 1.168l3.413-.998a2 2 0 0 1 1.099.092 10 10 0 1 0-4.777-4.719" />,
  <path d="M9 9.5a3 2.5 0 016 0c0 2-2 2-3 3.5" />,
  <path d="M12 17h.01" />,
)
export const Minus = icon(<path d="M5 12h14" />)
export const Monitor = icon(
  <rect width="20" height="14" x="2" y="3" rx="2" />,
  <line x1="8" x2="16" y1="21" y2="21" />,
  <line x1="12" x2="12" y1="17" y2="21" />,
)
export const Package = icon(
  <path d="M11 21.73a2 2 0 0 0 2 0l7-4A2 2 0 0 0 21 16V8a2 2 0 0 0-1-1.73l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.73z" />,
  <path d="M12 22V12" />,
  <polyline points="3.29 7 12 12 20.71 7" />,
  <path d="m7.5 4.27 9 5.15" />,
)
export const PackageCheck = icon(
  <path d="M12 22V12" />,
  <path d="m16 17 2 2 4-4" />,
  <path d="M21 11.127V8a2 2 0 0 0-1-1.73l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.729l7 4a2 2 0 0 0 2 .001l1.32-.753" />,
  <path d="M3.29 7 12 12l8.71-5" />,
  <path d="m7.5 4.27 8.997 5.148" />,
)
export const PackagePlus = icon(
  <path d="M12 22V12" />,
  <path d="M16 17h6" />,
  <path d="M19 14v6" />,
  <path d="M21 10.535V8a2 2 0 0 0-1-1.73l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.729l7 4a2 2 0 0 0 2 .001l1.675-.955" />,
  <path d="M3.29 7 12 12l8.71-5" />,
  <path d="m7.5 4.27 8.997 5.148" />,
)
export const PackageSearch = icon(
  <path d="M12 22V12" />,
  <path d="M20.27 18.27 22 20" />,
  <path d="M21 10.498V8a2 2 0 0 0-1-1.73l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.729l7 4a2 2 0 0 0 2 .001l.98-.559" />,
  <path d="M3.29 7 12 12l8.71-5" />,
  <path d="m7.5 4.27 8.997 5.148" />,
  <circle cx="18.5" cy="16.5" r="2.5" />,
)
export const Pencil = icon(
  <path d="M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497z" />,
  <path d="m15 5 4 4" />,
)
export const Plus = icon(<path d="M5 12h14" />, <path d="M12 5v14" />)
export const Printer = icon(
  <path d="M6 18H4a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-2" />,
  <path d="M6 9V3a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v6" />,
  <rect x="6" y="14" width="12" height="8" rx="1" />,
)
export const ReceiptText = icon(
  <path d="M4 2v20l2-1 2 1 2-1 2 1 2-1 2 1 2-1 2 1V2l-2 1-2-1-2 1-2-1-2 1-2-1-2 1Z" />,
  <path d="M14 8H8" />,
  <path d="M16 12H8" />,
  <path d="M13 16H8" />,
)
export const RotateCcw = icon(
  <path d="M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8" />,
  <path d="M3 3v5h5" />,
)
export const RotateCw = icon(
  <path d="M21 12a9 9 0 1 1-9-9c2.52 0 4.93 1 6.74 2.74L21 8" />,
  <path d="M21 3v5h-5" />,
)
export const ScrollText = icon(
  <path d="M15 12h-5" />,
  <path d="M15 8h-5" />,
  <path d="M19 17V5a2 2 0 0 0-2-2H4" />,
  <path d="M8 21h12a2 2 0 0 0 2-2v-1a1 1 0 0 0-1-1H11a1 1 0 0 0-1 1v1a2 2 0 1 1-4 0V5a2 2 0 1 0-4 0v2a1 1 0 0 0 1 1h3" />,
)
export const SearchX = icon(
  <path d="m13.5 8.5-5 5" />,
  <path d="m8.5 8.5 5 5" />,
  <circle cx="11" cy="11" r="8" />,
  <path d="m21 21-4.3-4.3" />,
)
export const ShieldAlert = icon(
  <path d="M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1z" />,
  <path d="M12 8v4" />,
  <path d="M12 16h.01" />,
)
export const Shirt = icon(
  <path d="M20.38 3.46 16 2a4 4 0 0 1-8 0L3.62 3.46a2 2 0 0 0-1.34 2.23l.58 3.47a1 1 0 0 0 .99.84H6v10c0 1.1.9 2 2 2h8a2 2 0 0 0 2-2V10h2.15a1 1 0 0 0 .99-.84l.58-3.47a2 2 0 0 0-1.34-2.23z" />,
)
export const ShoppingBag = icon(
  <path d="M16 10a4 4 0 0 1-8 0" />,
  <path d="M3.103 6.034h17.794" />,
  <path d="M3.4 5.467a2 2 0 0 0-.4 1.2V20a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V6.667a2 2 0 0 0-.4-1.2l-2-2.667A2 2 0 0 0 17 2H7a2 2 0 0 0-1.6.8z" />,
)
export const ShoppingBasket = icon(
  <path d="m15 11-1 9" />,
  <path d="m19 11-4-7" />,
  <path d="M2 11h20" />,
  <path d="m3.5 11 1.6 7.4a2 2 0 0 0 2 1.6h9.8a2 2 0 0 0 2-1.6l1.7-7.4" />,
  <path d="M4.5 15.5h15" />,
  <path d="m5 11 4-7" />,
  <path d="m9 11 1 9" />,
)
export const ShowerHead = icon(
  <path d="m4 4 2.5 2.5" />,
  <path d="M13.5 6.5a4.95 4.95 0 0 0-7 7" />,
  <path d="M15 5 5 15" />,
  <path d="M14 17v.01" />,
  <path d="M10 16v.01" />,
  <path d="M13 13v.01" />,
  <path d="M16 10v.01" />,
  <path d="M11 20v.01" />,
  <path d="M17 14v.01" />,
  <path d="M20 11v.01" />,
)
export const Smartphone = icon(
  <rect width="14" height="20" x="5" y="2" rx="2" ry="2" />,
  <path d="M12 18h.01" />,
)
export const Trash2 = icon(
  <path d="M10 11v6" />,
  <path d="M14 11v6" />,
  <path d="M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6" />,
  <path d="M3 6h18" />,
  <path d="M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2" />,
)
export const Trees = icon(
  <path d="M10 10v.2A3 3 0 0 1 8.9 16H5a3 3 0 0 1-1-5.8V10a3 3 0 0 1 6 0Z" />,
  <path d="M7 16v6" />,
  <path d="M13 19v3" />,
  <path d="M12 19h8.3a1 1 0 0 0 .7-1.7L18 14h.3a1 1 0 0 0 .7-1.7L16 9h.2a1 1 0 0 0 .8-1.7L13 3l-1.4 1.5" />,
)
export const TrendingUp = icon(<path d="M16 7h6v6" />, <path d="m22 7-8.5 8.5-5-5L2 17" />)
export const TriangleAlert = icon(
  <path d="m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3" />,
  <path d="M12 9v4" />,
  <path d="M12 17h.01" />,
)
export const Undo2 = icon(
  <path d="M9 14 4 9l5-5" />,
  <path d="M4 9h10.5a5.5 5.5 0 0 1 5.5 5.5a5.5 5.5 0 0 1-5.5 5.5H11" />,
)
export const Upload = icon(
  <path d="M12 3v12" />,
  <path d="m17 8-5-5-5 5" />,
  <path d="M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4" />,
)
export const UserRoundX = icon(
  <path d="m16.5 16.5 5 5" />,
  <path d="M2 21a8 8 0 0 1 11.531-7.18" />,
  <path d="m21.5 16.5-5 5" />,
  <circle cx="10" cy="8" r="5" />,
)
export const Users = icon(
  <path d="M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2" />,
  <path d="M16 3.128a4 4 0 0 1 0 7.744" />,
  <path d="M22 21v-2a4 4 0 0 0-3-3.87" />,
  <circle cx="9" cy="7" r="4" />,
)
export const Utensils = icon(
  <path d="M3 2v7c0 1.1.9 2 2 2h4a2 2 0 0 0 2-2V2" />,
  <path d="M7 2v20" />,
  <path d="M21 15V2a5 5 0 0 0-5 5v6c0 1.1.9 2 2 2h3Zm0 0v7" />,
)
export const ZoomOut = icon(
  <circle cx="11" cy="11" r="8" />,
  <line x1="21" x2="16.65" y1="21" y2="16.65" />,
  <line x1="8" x2="14" y1="11" y2="11" />,
)
export const MapPin = icon(
  <path d="M20 10c0 4.993-5.539 10.193-7.399 11.799a1 1 0 0 1-1.202 0C9.539 20.193 4 14.993 4 10a8 8 0 0 1 16 0" />,
  <circle cx="12" cy="10" r="3" />,
)
