import { type ReactNode, useId } from 'react'

interface Props {
  title: string
  intro?: string
  /** With a tinted background, to divide long pages. */
  tinted?: boolean
  children: ReactNode
}

/** A section over the whole width of the page. */
export function PageSection({ title, intro, tinted = false, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={tinted ? 'bg-dew py-14 sm:py-18' : 'py-14 sm:py-18'}>
      <div className="page-width">
        <h2 id={id} className="text-2xl font-bold tracking-tight sm:text-3xl">
          {title}
        </h2>
        {intro && <p className="mt-2 max-w-2xl text-lg/7 text-muted">{intro}</p>}
        <div className="mt-7">{children}</div>
      </div>
    </section>
  )
}
