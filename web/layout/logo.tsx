import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { useSettings } from '../settings.ts'

/** The shop's logo and name, a link to the home page. */
export function Logo({ className = '' }: { className?: string }) {
  const { brandName } = useSettings()
  return (
    <Link
      to={paths.home}
      className={`inline-flex min-h-11 min-w-0 items-center gap-2 text-forest ${className}`}
    >
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8 shrink-0 max-[22.4rem]:size-7">
        <rect width="32" height="32" rx="9" fill="currentColor" />
        <path
          d="M8 22C8 12 14 8 25 7c0 10-4 17-13 17-1 0-2 0-3-.6M8 26c1-6 5-10 11-13"
          fill="none"
          className="stroke-surface"
          strokeWidth="2.4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className="truncate text-xl font-bold tracking-tight max-[22.4rem]:text-lg">{brandName}</span>
    </Link>
  )
}
