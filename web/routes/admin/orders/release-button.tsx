/** Lets the stopped parcel of a suspended seller go on. */
import { admin, type AdminOrder } from '../../../../contract/admin.ts'
import { call } from '../../../api/client.ts'
import { NoteButton } from '../note-button.tsx'

export function ReleaseButton({ order: { id, sellerCompany } }: { order: AdminOrder }) {
  return (
    <NoteButton
      title="Release parcel"
      label="Reason"
      required="Please give a reason."
      button="Release parcel"
      failed="The parcel could not be released."
      send={(note) => call(admin.releaseParcel, { params: { id }, body: { note } })}
    >
      The courier is booked for it, with all orders in it. {sellerCompany} cannot log in: send them the label
      that appears here.
    </NoteButton>
  )
}
