/** The form of the business for which somebody buys; loaded when it is opened first. */
import { businessBuyer, type BusinessBuyer } from '../../contract/document.ts'
import { limits } from '../../contract/limits.ts'
import { useForm } from '../forms/use-form.ts'
import { Button } from '../ui/button.tsx'
import { CapitalsField } from '../ui/capitals-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { firstInDialog } from '../ui/first-in-dialog.ts'
import { TextField } from '../ui/text-field.tsx'

interface Props {
  business: BusinessBuyer | null
  /** Null takes the business away again. */
  onSaved: (business: BusinessBuyer | null) => void
  onClose: () => void
}

export function BusinessDialog({ business, onSaved, onClose }: Props) {
  const form = useForm({
    schema: businessBuyer,
    ...(business && { initial: business }),
    send: async (given) => onSaved(given),
  })
  return (
    <Dialog open title="GST Invoice for a Business" onClose={onClose} closeOnBackdrop={false}>
      <form {...form.props} className="flex flex-col gap-4">
        <p className="text-sm text-muted">
          Name and GST number are printed on the invoices of this purchase. They cannot be added after the
          payment.
        </p>
        <TextField
          {...form.field('name')}
          label="Business Name"
          hint="As registered for GST"
          autoComplete="organization"
          maxLength={limits.companyLength}
          ref={firstInDialog}
          autoFocus
        />
        <CapitalsField {...form.field('gstin')} label="GST Number" hint="15 characters" />
        <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={business ? () => onSaved(null) : onClose}>
            {business ? 'Remove' : 'Cancel'}
          </Button>
          <Button type="submit">Save</Button>
        </div>
      </form>
    </Dialog>
  )
}
