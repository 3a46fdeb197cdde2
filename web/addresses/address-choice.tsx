import { MapPin } from '../ui/icons/map-pin.ts'
import type { SavedAddress } from '../../contract/address.ts'
import { Badge } from '../ui/badge.tsx'
import { firstInDialog } from '../ui/first-in-dialog.ts'

interface Props {
  address: SavedAddress
  chosen: boolean
  busy: boolean
  /** Absent where the addresses are only managed and none is chosen. */
  onChoose: (() => void) | undefined
  onEdit: () => void
  onDelete: () => void
  onMakeDefault: () => void
}

const action = 'min-h-11 rounded-full px-3 text-sm font-semibold text-forest hover:bg-mist'

/** One address in the dialog, with its actions. */
export function AddressChoice({ address, chosen, busy, onChoose, onEdit, onDelete, onMakeDefault }: Props) {
  const { street, city, state, pinCode, isDefault } = address
  const whole = `${street}, ${city}`
  const Head = onChoose ? 'label' : 'div'
  return (
    <li
      aria-busy={busy}
      className={`rounded-xl border bg-white transition-colors ${chosen ? 'border-forest ring-1 ring-forest' : 'border-line'} ${busy ? 'opacity-60' : ''}`}
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
        {isDefault && (
          <span>
            <Badge color="green">Default</Badge>
          </span>
        )}
      </Head>
      <div className="flex flex-wrap px-2 pb-1 pl-8.5">
        <button type="button" className={action} aria-label={`Edit ${whole}`} onClick={onEdit}>
          Edit
        </button>
        <button type="button" className={action} aria-label={`Delete ${whole}`} onClick={onDelete}>
          Delete
        </button>
        {!isDefault && (
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
    </li>
  )
}
