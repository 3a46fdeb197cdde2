/** The seller says what the parcel weighs, and adds photos of the scale. */
import { useRevalidator } from 'react-router'
import { privateApi } from '../../../../../contract/private-endpoints.ts'
import type { UploadSettings } from '../../../../../contract/settings.ts'
import { kilograms } from '../../../../../contract/weight-words.ts'
import { disputeWeightBody, type WeightReply } from '../../../../../contract/weights.ts'
import { ApiError, call } from '../../../../api/client.ts'
import { FormProblem } from '../../../../forms/form-problem.tsx'
import { useForm } from '../../../../forms/use-form.ts'
import { serverMsgOr } from '../../../../messages/failure-message.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { TextArea } from '../../../../ui/text-area.tsx'
import { PhotoField } from '../../../../photos/photo-field.tsx'
import { photoIdOf, usePhotos } from '../../../../photos/use-photos.ts'
import { sellerToast } from '../../seller-toast.tsx'

interface Props {
  item: WeightReply
  upload: UploadSettings
  onClose: () => void
}

const notUploaded = 'Please remove the photos that could not be uploaded, or add them again.'
const noPhoto = 'Please add a photo of the parcel on the scale.'

export function DisputeDialog({ item: { id, order, appliedGrams }, upload, onClose }: Props) {
  const { revalidate } = useRevalidator()
  const photos = usePhotos(upload)
  const form = useForm({
    schema: disputeWeightBody.omit({ photos: true }),
    failed: serverMsgOr('The weight could not be disputed. Please try again.'),
    send: async (values) => {
      const { addresses, failed } = await photos.settled()
      if (failed || addresses.length === 0)
        throw new ApiError(0, '', { fields: { photos: failed ? notUploaded : noPhoto } })
      const body = { ...values, photos: addresses.map(photoIdOf) }
      const { msg } = await call(privateApi.weights.dispute, { params: { id }, body })
      sellerToast.success('Weight disputed', msg)
      onClose()
      await revalidate()
    },
  })
  return (
    <Dialog open title="Dispute the weight" onClose={onClose} closeOnBackdrop={false}>
      <form {...form.props} className="flex flex-col gap-4">
        <p className="text-muted">
          Order {order.number}: the courier says {kilograms(appliedGrams)}. Our team compares it with your
          photo and decides. Nothing is charged before.
        </p>
        <FormProblem text={form.problem} loggedOut={form.loggedOut} />
        <TextArea {...form.field('words')} label="What did you measure?" rows={3} maxLength={500} />
        <PhotoField
          photos={photos}
          settings={upload}
          error={(form.errors as { photos?: string }).photos}
          seenBy="Only you and our team can see them."
          required
        />
        <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button {...form.submitButton} busyLabel="Sending...">
            Dispute
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
