import { limits } from '../../../../contract/limits.ts'
import type { ListState } from './list-address.ts'

/** A pin code and the day by which goods are to be there. The day is the browser's own field, which needs no script. */
export function ArrivesBy({ list: { typed, errors } }: { list: ListState }) {
  const error = errors.pin ?? errors.arrivesBy
  const described = (name: 'pin' | 'arrivesBy') => ({
    name,
    defaultValue: typed[name] ?? '',
    'aria-invalid': errors[name] ? true : undefined,
    'aria-describedby': 'arrives-by-words',
    className:
      'mt-1 block min-h-11 w-full rounded-xl border border-edge bg-surface px-3 py-2 text-ink aria-invalid:border-clay aria-invalid:ring-1 aria-invalid:ring-clay',
  })
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <label className="min-w-24 flex-1 text-sm text-muted">
          PIN
          <input
            {...described('pin')}
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={limits.pinCodeDigits}
          />
        </label>
        <label className="min-w-40 flex-[2] text-sm text-muted">
          Day
          <input {...described('arrivesBy')} type="date" autoComplete="off" />
        </label>
      </div>
      <p id="arrives-by-words" aria-live="polite" className="mt-1.5 text-sm text-muted">
        {error ? (
          <span className="text-clay">{error}</span>
        ) : (
          'Products for which our courier has not named a day are left out.'
        )}
      </p>
    </>
  )
}
