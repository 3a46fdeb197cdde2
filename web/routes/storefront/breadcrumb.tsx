import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'

interface Props {
  /** Between home and here. */
  steps: readonly { name: string; path: string }[]
  here: string
}

const step = 'inline-flex min-h-11 items-center text-muted underline-offset-4 hover:text-forest hover:underline'

export function Breadcrumb({ steps, here }: Props) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm">
      <ol className="flex flex-wrap items-center gap-x-1.5">
        {[{ name: 'Home', path: paths.home }, ...steps].map(({ name, path }) => (
          <li key={path} className="flex items-center gap-1.5">
            <Link to={path} className={step}>
              {name}
            </Link>
            <ChevronRight aria-hidden="true" className="size-4 text-edge" />
          </li>
        ))}
        <li aria-current="page" className="max-w-full truncate max-sm:sr-only">
          {here}
        </li>
      </ol>
    </nav>
  )
}
