import type { ListState } from './list-address.ts'

/** The lowest and the highest price. Text fields, because a number field discards invalid input. */
export function PriceRange({ list: { typed, errors } }: { list: ListState }) {
  const error = errors.min ?? errors.max
  const field = (name: 'min' | 'max', label: string) => (
    <label className="min-w-0 flex-1 text-sm text-muted">
      {label}
      <span className="relative mt-1 block">
        <span aria-hidden="true" className="absolute top-1/2 left-3 -translate-y-1/2 text-ink">
          ₹
        </span>
        <input
          name={name}
          defaultValue={typed[name] ?? ''}
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
          aria-label={`${label} price in rupees`}
          aria-invalid={errors[name] ? true : undefined}
          aria-describedby={error ? 'price-error' : undefined}
          className="block min-h-11 w-full rounded-xl border border-edge bg-surface py-2 pr-2 pl-7 text-ink aria-invalid:border-clay aria-invalid:ring-1 aria-invalid:ring-clay"
        />
      </span>
    </label>
  )
  return (
    <>
      <div className="flex gap-3">
        {field('min', 'Lowest')}
        {field('max', 'Highest')}
      </div>
      <p id="price-error" aria-live="polite" className="mt-1.5 text-sm text-clay empty:hidden">
        {error}
      </p>
    </>
  )
}
