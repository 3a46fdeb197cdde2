/** The form of who receives the parcel, and of the note to the seller; loaded when it is opened first. */
import { limits } from '../../contract/limits.ts'
import { type DeliveryWishes, deliveryWishesForm, type Recipient } from '../../contract/recipient.ts'
import { useForm } from '../forms/use-form.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DigitsField } from '../ui/digits-field.tsx'
import { firstInDialog } from '../ui/first-in-dialog.ts'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'

interface Props {
  wishes: DeliveryWishes
  account: Recipient | null
  onSaved: (wishes: DeliveryWishes) => void
  onClose: () => void
}

export function RecipientDialog({ wishes, account, onSaved, onClose }: Props) {
  const { name = '', mobile = '' } = wishes.recipient ?? account ?? {}
  const form = useForm({
    schema: deliveryWishesForm,
    initial: { name, mobile, note: wishes.note ?? '' },
    send: async ({ note, gift, ...recipient }) => {
      // The account's own name is the default and nothing to keep.
      const isOwn = recipient.name === account?.name && recipient.mobile === account.mobile
      onSaved({ recipient: isOwn ? undefined : recipient, note: note || undefined, gift: gift !== undefined })
    },
  })
  return (
    <Dialog open title="Who receives it?" onClose={onClose} closeOnBackdrop={false}>
      <form {...form.props} className="flex flex-col gap-4">
        <TextField
          {...form.field('name')}
          label="Name"
          hint="The courier asks for this person"
          autoComplete="shipping name"
          maxLength={limits.nameLength}
          ref={firstInDialog}
          autoFocus
        />
        <DigitsField
          {...form.field('mobile')}
          digits={limits.mobileDigits}
          label="Mobile"
          autoComplete="shipping tel-national"
        />
        <TextArea
          {...form.field('note')}
          label="Note to the seller (optional)"
          hint={`At most ${limits.noteToSellerLength} characters`}
          maxLength={limits.noteToSellerLength}
          rows={3}
        />
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name="gift"
            defaultChecked={wishes.gift}
            className="size-5 shrink-0 accent-forest"
          />
          A gift: no prices in the parcel
        </label>
        <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Save</Button>
        </div>
      </form>
    </Dialog>
  )
}
