import { Minus, Plus } from './more-icons.tsx'

interface Props {
  quantity: number
  /** The name of the product, for the labels of the buttons. */
  name: string
  onLess: () => void
  onMore: () => void
  busy?: boolean
}

const step =
  'flex size-11 items-center justify-center rounded-full text-forest hover:bg-dew disabled:text-muted'

/** The buttons minus and plus with the quantity between them. The caller handles the limits. */
export function QuantityStepper({ quantity, name, onLess, onMore, busy = false }: Props) {
  return (
    <div
      role="group"
      aria-label={`Quantity of ${name}`}
      className="inline-flex items-center rounded-full border border-edge bg-surface"
    >
      <button
        type="button"
        className={step}
        aria-label="Decrease quantity"
        aria-disabled={busy || undefined}
        onClick={() => !busy && onLess()}
      >
        <Minus aria-hidden="true" className="size-4" />
      </button>
      <output className={`min-w-8 text-center font-semibold tabular-nums ${busy ? 'text-muted' : ''}`}>
        {quantity}
      </output>
      <button
        type="button"
        className={step}
        aria-label="Increase quantity"
        aria-disabled={busy || undefined}
        onClick={() => !busy && onMore()}
      >
        <Plus aria-hidden="true" className="size-4" />
      </button>
    </div>
  )
}
