import type { ReactNode, Ref } from 'react'
import type { SavedAddress } from '../../contract/address.ts'
import { Button } from '../ui/button.tsx'
import { MapPin } from '../ui/more-icons.tsx'

interface Props {
  address: SavedAddress | null
  /** The addresses could not be loaded: the button then loads them again. */
  failed: boolean
  /** The checkout was tried without an address. */
  missing: boolean
  /** What is known of the delivery there. */
  note: ReactNode
  onChange: () => void
  buttonRef: Ref<HTMLButtonElement>
}

/** The whole delivery address, however long: the buyer reads it before paying. With the button that changes it or adds the first. */
export function DeliveryBar({ address, failed, missing, note, onChange, buttonRef }: Props) {
  const wrong = missing && !address
  const words = failed
    ? 'We could not load your addresses just now.'
    : 'No address yet. Add one to check out.'
  return (
    // On a phone the address has the whole width below its label; from 640 px on all stand on one line.
    <section
      aria-label="Delivery address"
      className={`flex flex-wrap items-center justify-between gap-x-3 rounded-card border bg-surface gap-y-1 p-3 shadow-card sm:grid sm:grid-cols-[auto_1fr_auto] sm:gap-y-0 sm:px-5 ${wrong ? 'border-clay' : 'border-line'}`}
    >
      <span
        aria-hidden="true"
        className="row-span-2 mr-1 flex size-11 shrink-0 items-center justify-center rounded-full bg-leaf-soft text-forest max-sm:hidden"
      >
        <MapPin className="size-5" />
      </span>
      <p className="text-sm text-muted sm:self-end">Delivery to</p>
      <p
        className={`min-w-0 font-medium wrap-anywhere max-sm:order-last max-sm:basis-full sm:col-start-2 sm:self-start ${wrong ? 'text-clay' : ''}`}
      >
        {address ? (
          <>
            <bdi>{address.street}</bdi>, <bdi>{address.city}</bdi>, {address.state} - {address.pinCode}
          </>
        ) : (
          words
        )}
        {/* Its place is kept, so that nothing moves when it is known. */}
        {address && <span className="block min-h-5 text-sm font-normal text-muted">{note}</span>}
      </p>
      <Button
        ref={buttonRef}
        look="secondary"
        className="shrink-0 sm:col-start-3 sm:row-span-2 sm:row-start-1"
        onClick={onChange}
      >
        {address ? 'Change' : failed ? 'Try again' : 'Add address'}
      </Button>
    </section>
  )
}
