import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { ChevronRight } from '../ui/icons.tsx'

interface Props {
  /** The steps between the home page and this page. */
  steps: readonly { name: string; path: string }[]
  here: string
}

const step = 'block truncate leading-11 text-muted underline-offset-4 hover:text-forest hover:underline'

export function Breadcrumb({ steps, here }: Props) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm">
      <ol className="flex flex-wrap items-center gap-x-1.5">
        <li>
          <Link to={paths.home} className={step}>
            Home
          </Link>
        </li>
        {steps.map(({ name, path }) => (
          <li key={path} className="flex max-w-full min-w-0 items-center gap-1.5">
            <Chevron />
            <Link to={path} className={step}>
              {name}
            </Link>
          </li>
        ))}
        {/* The heading below repeats it, so phones save the line. */}
        <li aria-current="page" className="flex max-w-full min-w-0 items-center gap-1.5 max-sm:sr-only">
          <Chevron />
          <span className="truncate">{here}</span>
        </li>
      </ol>
    </nav>
  )
}

function Chevron() {
  return <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-edge" />
}
