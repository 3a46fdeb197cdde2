/** The marks of the three networks are drawn here: the icon set has no company marks. */
const networks = [
  {
    name: 'Facebook',
    href: 'https://www.facebook.com/',
    path: 'M14 8.5h2.5V5.6c-.4 0-1.6-.1-2.7-.1-2.6 0-4.3 1.6-4.3 4.4v2.3H6.7v3.3h2.8V22h3.3v-6.5h2.8l.4-3.3h-3.2v-2c0-1 .3-1.7 1.2-1.7Z',
  },
  {
    name: 'Instagram',
    href: 'https://www.instagram.com/',
    path: 'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5Zm0 2a3 3 0 0 0-3 3v8a3 3 0 0 0 3 3h8a3 3 0 0 0 3-3V8a3 3 0 0 0-3-3H8Zm4 2.6a4.4 4.4 0 1 1 0 8.8 4.4 4.4 0 0 1 0-8.8Zm0 2a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8ZM16.8 6a1.1 1.1 0 1 1 0 2.3 1.1 1.1 0 0 1 0-2.3Z',
  },
  {
    name: 'LinkedIn',
    href: 'https://www.linkedin.com/',
    path: 'M5.4 8.9h3.1V20H5.4V8.9ZM7 3.5a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6Zm4 5.4h3v1.5c.4-.8 1.5-1.8 3.1-1.8 3.3 0 3.9 2.2 3.9 5V20h-3.1v-5.7c0-1.4 0-3.1-1.9-3.1s-2 1.5-2 3V20H11V8.9Z',
  },
]

export function SocialLinks() {
  return (
    <ul className="-ml-2.5 flex gap-1">
      {networks.map(({ name, href, path }) => (
        <li key={name}>
          <a
            href={href}
            target="_blank"
            rel="noreferrer"
            aria-label={`${name} (opens in a new tab)`}
            className="flex size-11 items-center justify-center rounded-full hover:bg-white/10"
          >
            <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 fill-current">
              <path d={path} />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  )
}
