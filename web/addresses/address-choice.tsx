import { useRef, useState } from 'react'
import type { SavedAddress } from '../../contract/address.ts'
import { Badge } from '../ui/badge.tsx'
import { firstInDialog } from '../ui/first-in-dialog.ts'
import { MapPin } from '../ui/more-icons.tsx'

interface Props {
  address: SavedAddress
  chosen: boolean
  busy: boolean
  /** Absent where the addresses are only managed and none is chosen. */
  onChoose: (() => void) | undefined
  onEdit: () => void
  /** Absent for the last address, which stays (specification §5). */
  onDelete: (() => void) | undefined
  onMakeDefault: () => void
}

const action = 'min-h-11 rounded-full px-3 text-sm font-semibold text-forest hover:bg-mist'

/** One address in the dialog, with its actions. */
export function AddressChoice({ address, chosen, busy, onChoose, onEdit, onDelete, onMakeDefault }: Props) {
  const { street, city, state, pinCode, isDefault } = address
  const whole = `${street}, ${city}`
  const [asking, setAsking] = useState(false)
  const deleteButton = useRef<HTMLButtonElement>(null)
  /** The question disappears with the pressed button: the focus goes back to where it came from. */
  function closeQuestion(): void {
    setAsking(false)
    deleteButton.current?.focus()
  }
  const Head = onChoose ? 'label' : 'div'
  return (
    <li
      aria-busy={busy}
      className={`rounded-xl border bg-surface transition-colors ${chosen ? 'border-forest ring-1 ring-forest' : 'border-line'} ${busy ? 'opacity-60' : ''}`}
    >
      <Head className="flex gap-3 px-4 pt-3.5">
        {onChoose ? (
          <input
            ref={chosen ? firstInDialog : undefined}
            type="radio"
            name="delivery-address"
            checked={chosen}
            onChange={onChoose}
            className="mt-1 size-4.5 shrink-0 accent-forest"
          />
        ) : (
          <MapPin aria-hidden="true" className="mt-1 size-4.5 shrink-0 text-forest" />
        )}
        <span className="min-w-0 flex-1">
          <bdi className="block text-left font-medium">{street}</bdi>
          <span className="block text-sm text-muted">
            <bdi>{city}</bdi>, {state} - {pinCode}
          </span>
        </span>
      </Head>
      <div className="flex flex-wrap px-2 pb-1 pl-8.5">
        <button type="button" className={action} aria-label={`Edit ${whole}`} onClick={onEdit}>
          Edit
        </button>
        {onDelete && (
          <button
            ref={deleteButton}
            type="button"
            className={action}
            aria-label={`Delete ${whole}`}
            aria-expanded={asking}
            onClick={() => setAsking(!asking)}
          >
            Delete
          </button>
        )}
        {/* The mark takes the place of the pressed button, so that nothing moves. */}
        {isDefault ? (
          <Badge color="green" className="ml-2 self-center">
            Default
          </Badge>
        ) : (
          <button
            type="button"
            className={action}
            aria-label={`Make Default: ${whole}`}
            onClick={onMakeDefault}
          >
            Make Default
          </button>
        )}
      </div>
      {asking && onDelete && (
        <div
          role="group"
          aria-label={`Delete ${whole}?`}
          className="flex flex-wrap items-center justify-between gap-x-3 rounded-b-xl border-t border-line bg-clay-soft px-4 py-1.5"
        >
          <p className="py-2 text-sm font-semibold">Delete this address?</p>
          <div className="-mx-3 flex gap-1">
            <button type="button" autoFocus className={action} onClick={closeQuestion}>
              Keep
            </button>
            <button
              type="button"
              className={`${action} text-clay!`}
              onClick={() => {
                closeQuestion()
                onDelete()
              }}
            >
              Yes, Delete
            </button>
          </div>
        </div>
      )}
    </li>
  )
}
