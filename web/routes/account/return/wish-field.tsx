import type { ReturnWish } from '../../../../contract/return-words.ts'

interface Props {
  wanted: ReturnWish
  onChange: (wanted: ReturnWish) => void
  units: number
  /** How many can be exchanged: there is stock for them, and the terms allow it. */
  exchangeUnits: number
  error: string | undefined
}

const wishes: { value: ReturnWish; label: string; text: string }[] = [
  { value: 'refund', label: 'Refund', text: 'Your money back' },
  { value: 'exchange', label: 'Exchange', text: 'The same product again' },
]

/** Money back, or the same product again. Where an exchange is not possible it shows why. */
export function WishField({ wanted, onChange, units, exchangeUnits, error }: Props) {
  if (units > exchangeUnits)
    return (
      <p className="text-sm text-muted">
        <input type="hidden" name="wanted" value="refund" />
        {exchangeUnits === 0
          ? 'This product cannot be exchanged just now, so you get your money back.'
          : `Only ${exchangeUnits} ${exchangeUnits === 1 ? 'piece' : 'pieces'} can be exchanged just now, so you get your money back for ${units}.`}
      </p>
    )
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-sm font-medium">What would you like?</legend>
      <div className="grid grid-cols-2 gap-3">
        {wishes.map(({ value, label, text }) => (
          <label
            key={value}
            className="flex min-h-14 cursor-pointer items-center gap-3 rounded-xl border border-edge bg-surface px-4 py-2.5 has-checked:border-forest has-checked:bg-leaf-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf"
          >
            <input
              type="radio"
              name="wanted"
              value={value}
              checked={wanted === value}
              onChange={() => onChange(value)}
              className="size-5 shrink-0 accent-forest"
            />
            <span className="min-w-0 font-semibold">
              {label}
              <span className="block text-sm font-normal text-muted">{text}</span>
            </span>
          </label>
        ))}
      </div>
      {error && <p className="text-sm text-clay">{error}</p>}
    </fieldset>
  )
}
