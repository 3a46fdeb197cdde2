/** The page around a single form: login, registration, new password. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Leaf, X } from '../ui/icons.tsx'
import { Sprout } from '../ui/home-icons.tsx'
import { PackageCheck } from '../ui/more-icons.tsx'
import { LoadingBar } from './loading-bar.tsx'
import { Logo } from './logo.tsx'
import { useFocusOnArrival } from './use-focus-on-arrival.ts'

interface Props {
  heading: string
  text?: ReactNode
  /** The address to which the close button leads; without it there is no close button. */
  closeTo?: string
  children: ReactNode
}

export function FormPage({ heading, text, closeTo, children }: Props) {
  const main = useFocusOnArrival<HTMLElement>()
  return (
    <div className="flex min-h-dvh flex-col bg-surface sm:bg-dew">
      <LoadingBar />
      <header className="page-width flex items-center py-2.5">
        <Logo />
      </header>
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className="flex flex-1 justify-center px-4 pt-2 pb-12 sm:items-center sm:px-6 sm:pt-4 sm:pb-20"
      >
        <div className="grid w-full max-w-120 rounded-card sm:overflow-hidden sm:border sm:border-line sm:bg-surface sm:shadow-card lg:max-w-5xl lg:grid-cols-[4fr_5fr]">
          <Promises />
          <div className="relative sm:p-10 lg:px-14 lg:py-12">
            <h1 className="pr-12 text-2xl font-bold tracking-tight sm:text-3xl">{heading}</h1>
            {text && <p className="mt-1.5 text-pretty text-muted">{text}</p>}
            {closeTo && (
              <Link
                to={closeTo}
                aria-label="Close"
                className="absolute -top-1.5 -right-2 flex size-11 items-center justify-center rounded-full text-muted hover:bg-dew hover:text-ink sm:top-4 sm:right-4"
              >
                <X aria-hidden="true" className="size-5" />
              </Link>
            )}
            <div className="mt-6 noscript:[&_:is(form,button)]:hidden">
              <p className="mb-5 hidden rounded-xl bg-amber-soft px-4 py-3 text-sm noscript:block">
                This page needs JavaScript. Please switch it on and load the page again.
              </p>
              {children}
            </div>
          </div>
        </div>
      </main>
    </div>
  )
}

const points = [
  { Icon: Sprout, text: 'Ethical, sustainable brands with eco-friendly gifts' },
  { Icon: Leaf, text: 'Cruelty free and plastic free, ethically made in India' },
  { Icon: PackageCheck, text: 'A climate commitment to reduce the carbon footprint' },
]

/** What the shop stands for, beside the form on wide screens. */
function Promises() {
  return (
    <aside
      aria-label="What we stand for"
      className="relative hidden flex-col gap-9 overflow-hidden bg-forest-deep p-12 text-white lg:flex"
    >
      <svg
        viewBox="0 0 32 32"
        aria-hidden="true"
        className="absolute -right-16 -bottom-14 size-80 text-white/5"
      >
        <path d="M8 22C8 12 14 8 25 7c0 10-4 17-13 17-1 0-2 0-3-.6Z" fill="currentColor" />
      </svg>
      <p className="text-3xl/tight font-bold tracking-tight text-balance">The Green Choice of India!</p>
      <ul className="relative flex flex-col gap-5">
        {points.map(({ Icon, text }) => (
          <li key={text} className="flex items-center gap-4">
            <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-white/12">
              <Icon aria-hidden="true" className="size-5" />
            </span>
            <span className="text-balance text-white/90">{text}</span>
          </li>
        ))}
      </ul>
    </aside>
  )
}
