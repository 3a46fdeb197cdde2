/** Large numbers side by side. */
import type { LoaderFunctionArgs } from 'react-router'
import { api } from '../../../contract/endpoints.ts'
import type { ShopFigures } from '../../../contract/figures.ts'
import { apiIn } from '../../api/client.ts'
import { withErrorPage } from '../../api/page-error.ts'

/** The `loader` of a page with figures of the shop. */
export const loadFigures = ({ context }: LoaderFunctionArgs): Promise<ShopFigures> =>
  withErrorPage(() => apiIn(context).call(api.figures.get))

interface Props {
  /** Those without a value are left out. */
  figures: readonly (readonly [value: string | null, name: string])[]
  label: string
}

const columns: Record<number, string> = {
  1: 'grid-cols-1',
  2: 'grid-cols-[repeat(auto-fit,minmax(8rem,1fr))]',
  3: 'grid-cols-3',
  4: 'grid-cols-2 sm:grid-cols-4',
}

export function Figures({ figures, label }: Props) {
  const known = figures.filter(([value]) => value !== null)
  if (known.length === 0) return null
  return (
    <dl aria-label={label} className={`grid gap-x-4 gap-y-7 ${columns[known.length]}`}>
      {known.map(([value, name]) => (
        <div key={name} className="flex flex-col-reverse justify-end text-center">
          <dt className="text-sm text-muted sm:text-base">{name}</dt>
          <dd className="text-2xl font-bold tracking-tight text-forest sm:text-4xl">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
