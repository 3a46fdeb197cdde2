/** An article: heading, date, key facts, sections, and a table of contents on wide screens. */
import type { ReactNode } from 'react'
import { Breadcrumb } from '../../layout/breadcrumb.tsx'
import { longDate } from '../../ui/dates.ts'
import { AskUs } from './ask-us.tsx'

export interface Section {
  /** The fragment of the section's address. */
  id: string
  title: string
  body: ReactNode
}

interface Props {
  heading: string
  intro: ReactNode
  /** The day of a text to which people agree when they register. */
  version?: string
  sections: readonly Section[]
  /** Shown above the sections, e.g. <KeyFacts>. */
  children?: ReactNode
}

/** The classes of all text below the headings. */
const textClass =
  'leading-7 [&_:is(p,ul,ol,dl,table)]:mt-3 [&_h3]:mt-6 [&_h3]:font-semibold ' +
  '[&_ul]:list-disc [&_ol]:list-decimal [&_:is(ul,ol)]:pl-5 [&_li]:mt-1.5 [&_li]:pl-1 [&_li]:marker:text-leaf ' +
  '[&_p_a]:font-medium [&_p_a]:text-forest [&_p_a]:underline [&_p_a]:underline-offset-4 ' +
  '[&_li_a]:font-medium [&_li_a]:text-forest [&_li_a]:underline [&_li_a]:underline-offset-4'

export function Article({ heading, intro, version, sections, children }: Props) {
  return (
    <>
      <div className="border-b border-line bg-dew">
        <div className="page-width pt-2 pb-8 sm:pb-10">
          <Breadcrumb steps={[]} here={heading} />
          <h1 className="mt-1 text-3xl font-bold tracking-tight sm:text-4xl">{heading}</h1>
          <p className="mt-3 max-w-2xl text-lg/7 text-muted">{intro}</p>
          <p className="mt-4 text-sm text-muted">
            August 2025 <span aria-hidden="true">·</span> Last updated:{' '}
            <time dateTime="2025-08-26" className="font-medium text-ink">
              26 August 2025
            </time>
          </p>
          {version && (
            <p className="mt-1 text-sm text-muted">
              In this wording since <time dateTime={version}>{longDate(version)}</time>: the version that you
              agree to when you register.
            </p>
          )}
        </div>
      </div>
      <div className="page-width mt-8 grid gap-x-14 sm:mt-10 lg:grid-cols-[15rem_minmax(0,44rem)]">
        <Contents sections={sections} />
        <div className="min-w-0">
          {children}
          {sections.map(({ id, title, body }) => (
            <section key={id} aria-labelledby={id} className="mt-10 first:mt-0">
              <h2 id={id} tabIndex={-1} className="scroll-mt-6 text-xl font-bold tracking-tight sm:text-2xl">
                {title}
              </h2>
              <div className={textClass}>{body}</div>
            </section>
          ))}
          <AskUs className="mt-12" />
        </div>
      </div>
    </>
  )
}

function Contents({ sections }: { sections: readonly Section[] }) {
  return (
    <nav aria-label="On this page" className="sticky top-6 hidden self-start lg:block">
      <p className="text-sm font-bold">On this page</p>
      <ul className="mt-2 border-l border-line text-sm">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="-ml-px flex min-h-9 items-center border-l-2 border-transparent py-1 pl-4 text-muted hover:border-forest hover:text-forest"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
