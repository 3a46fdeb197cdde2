import { MapPin } from '../ui/icons/map-pin.ts'
import type { Ref } from 'react'
import type { SavedAddress } from '../../contract/address.ts'
import { Button } from '../ui/button.tsx'

interface Props {
  address: SavedAddress | null
  /** The checkout was tried without an address. */
  missing: boolean
  onChange: () => void
  buttonRef: Ref<HTMLButtonElement>
}

/** The delivery address, with the button that changes it. */
export function DeliveryBar({ address, missing, onChange, buttonRef }: Props) {
  const wrong = missing && !address
  return (
    <section
      aria-label="Delivery address"
      className={`flex items-center gap-3 rounded-card border bg-white p-3 shadow-card sm:px-5 ${wrong ? 'border-clay' : 'border-line'}`}
    >
      <span
        aria-hidden="true"
        className="flex size-11 shrink-0 items-center justify-center rounded-full bg-leaf-soft text-forest max-sm:hidden"
      >
        <MapPin className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-sm text-muted">Delivery to</p>
        {address ? (
          <p className="line-clamp-2 font-medium">
            <bdi>{address.street}</bdi>, <bdi>{address.city}</bdi>, {address.state} - {address.pinCode}
          </p>
        ) : (
          <p className={`font-medium ${wrong ? 'text-clay' : ''}`}>No address yet. Add one to check out.</p>
        )}
      </div>
      <Button ref={buttonRef} look="secondary" className="shrink-0" onClick={onChange}>
        Change
      </Button>
    </section>
  )
}
