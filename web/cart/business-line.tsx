import { type ComponentType, type ComponentProps, useState } from 'react'
import type { BusinessBuyer } from '../../contract/document.ts'
import { onlyMessage, toast } from '../toast/toast.ts'
import { Button } from '../ui/button.tsx'

type Loaded = ComponentType<ComponentProps<typeof import('./business-dialog.tsx').BusinessDialog>>

interface Props {
  business: BusinessBuyer | null
  onChange: (business: BusinessBuyer | null) => void
  /** During the checkout it cannot be changed. */
  locked: boolean
}

/** Whose GST number the invoices will have; most buyers have none, so it is one line with a button. */
export function BusinessLine({ business, onChange, locked }: Props) {
  const [Form, setForm] = useState<Loaded | null>(null)

  const close = () => setForm(null)

  function edit(): void {
    if (locked) return
    import('./business-dialog.tsx').then(
      (code) => setForm(() => code.BusinessDialog),
      () => toast.error('The form could not be opened. Please try again.', onlyMessage),
    )
  }

  return (
    <section
      aria-label="GST invoice"
      className="-mt-2 flex flex-wrap items-center justify-between gap-x-4 px-3 text-sm sm:px-5"
    >
      <p className="min-w-0 text-muted wrap-anywhere">
        {business ? (
          <>
            GST invoice for <bdi className="font-medium text-ink">{business.name}</bdi>,{' '}
            <span className="whitespace-nowrap text-ink tabular-nums">{business.gstin}</span>
          </>
        ) : (
          'Buying for a business?'
        )}
      </p>
      <Button look="ghost" className="-mx-2" onClick={edit} aria-disabled={locked || undefined}>
        {business ? 'Change' : 'Add GST number'}
      </Button>
      {Form && (
        <Form
          business={business}
          onClose={close}
          onSaved={(given) => {
            onChange(given)
            close()
          }}
        />
      )}
    </section>
  )
}
