import type { Settings } from '../../contract/settings.ts'
import { OutsideLink } from './outside-link.tsx'

/** The marks of the networks are drawn here: the icon set has no company marks. */
const networks = [
  {
    name: 'Facebook',
    link: 'facebook',
    path: 'M14 8.5h2.5V5.6c-.4 0-1.6-.1-2.7-.1-2.6 0-4.3 1.6-4.3 4.4v2.3H6.7v3.3h2.8V22h3.3v-6.5h2.8l.4-3.3h-3.2v-2c0-1 .3-1.7 1.2-1.7Z',
  },
  {
    name: 'Instagram',
    link: 'instagram',
    path: 'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5Zm0 2a3 3 0 0 0-3 3v8a3 3 0 0 0 3 3h8a3 3 0 0 0 3-3V8a3 3 0 0 0-3-3H8Zm4 2.6a4.4 4.4 0 1 1 0 8.8 4.4 4.4 0 0 1 0-8.8Zm0 2a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8ZM16.8 6a1.1 1.1 0 1 1 0 2.3 1.1 1.1 0 0 1 0-2.3Z',
  },
  {
    name: 'LinkedIn',
    link: 'linkedin',
    path: 'M5.4 8.9h3.1V20H5.4V8.9ZM7 3.5a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6Zm4 5.4h3v1.5c.4-.8 1.5-1.8 3.1-1.8 3.3 0 3.9 2.2 3.9 5V20h-3.1v-5.7c0-1.4 0-3.1-1.9-3.1s-2 1.5-2 3V20H11V8.9Z',
  },
  {
    name: 'X',
    link: 'x',
    path: 'M3.4 4h5l4.1 5.6L17.4 4h2.3l-6.2 7.1L20.6 20h-5l-4.5-6.1L5.8 20H3.5l6.6-7.5L3.4 4Zm3.3 1.6 9.8 12.8h.9L7.6 5.6h-.9Z',
  },
  {
    name: 'YouTube',
    link: 'youtube',
    path: 'M7 5.5h10a4 4 0 0 1 4 4v5a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4v-5a4 4 0 0 1 4-4Zm3 3.4v6.2l5.3-3.1L10 8.9Z',
  },
] as const

export function SocialLinks({ addresses }: { addresses: Settings['outsideLinks'] }) {
  return (
    <ul className="-ml-2.5 flex flex-wrap gap-1">
      {networks.map(({ name, link, path }) => (
        <li key={name}>
          <OutsideLink
            href={addresses[link]}
            className="flex size-11 items-center justify-center rounded-full"
            active="hover:bg-white/10"
          >
            <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 fill-current">
              <path d={path} />
            </svg>
            <span className="sr-only">{name}</span>
          </OutsideLink>
        </li>
      ))}
    </ul>
  )
}
