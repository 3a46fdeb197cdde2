/** The green header of a page about the company. */
import type { ReactNode } from 'react'

interface Props {
  heading: string
  text: string
  /** Buttons. */
  children: ReactNode
  /** Lower, for a page whose work begins below it. */
  low?: boolean
}

export function Hero({ heading, text, children, low = false }: Props) {
  return (
    <div className="relative overflow-hidden bg-forest-deep text-white [&_:focus-visible]:outline-white">
      <svg
        viewBox="0 0 32 32"
        aria-hidden="true"
        className="absolute -top-10 -right-24 size-96 text-white/5 sm:-right-6"
      >
        <path d="M8 22C8 12 14 8 25 7c0 10-4 17-13 17-1 0-2 0-3-.6Z" fill="currentColor" />
      </svg>
      <div className={`page-width relative ${low ? 'py-8 sm:py-10' : 'py-14 sm:py-20'}`}>
        <h1
          className={`max-w-3xl text-3xl/tight font-bold tracking-tight ${low ? 'sm:text-4xl/tight' : 'sm:text-5xl/tight'}`}
        >
          {heading}
        </h1>
        <p className={`max-w-2xl text-white/90 ${low ? 'mt-2 text-base/7' : 'mt-4 text-lg/8'}`}>{text}</p>
        <div className={`flex flex-wrap gap-3 ${low ? 'mt-5' : 'mt-7'}`}>{children}</div>
      </div>
    </div>
  )
}

const heroButton =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-full px-6 py-2 text-center font-semibold transition-colors'

/** Buttons on dark green. */
export const heroButtons = {
  primary: `${heroButton} bg-white text-forest-deep hover:bg-white/90`,
  secondary: `${heroButton} border border-white/70 text-white hover:bg-white/10`,
}
