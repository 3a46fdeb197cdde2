import { useNavigate } from 'react-router'
import { z } from 'zod'
import { review as reviewCalls } from '../../../../contract/review.ts'
import { reviewLimits } from '../../../../contract/review-words.ts'
import { reviewBody, type ReviewForm } from '../../../../contract/review-forms.ts'
import { ApiError, call } from '../../../api/client.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { serverMsgOr } from '../../../messages/failure-message.ts'
import { paths } from '../../../paths.ts'
import { PhotoField } from '../../../photos/photo-field.tsx'
import { usePhotos } from '../../../photos/use-photos.ts'
import { toast } from '../../../toast/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { TextArea } from '../../../ui/text-area.tsx'

const notUploaded = 'Please remove the photos that could not be uploaded, or add them again.'
const fields = z.object({
  stars: z.coerce.number('Please choose 1 to 5 stars.').pipe(reviewBody.shape.stars),
  words: reviewBody.shape.words,
  anonymous: z.literal('on').optional(),
})

export function WriteReview({
  form: { orderId, number, product, own, author, upload },
}: {
  form: ReviewForm
}) {
  const navigate = useNavigate()
  const photos = usePhotos(upload, own?.imageUrls)
  const form = useForm({
    schema: fields,
    initial: { words: own?.words ?? '' },
    failed: serverMsgOr('Your review could not be saved. Please try again.'),
    send: async ({ stars, words, anonymous }) => {
      const { addresses, failed } = await photos.settled()
      if (failed) throw new ApiError(0, '', { fields: { imageUrls: notUploaded } })
      const body = { stars, words, imageUrls: addresses, anonymous: anonymous === 'on' }
      const { msg, productId } = own
        ? await call(reviewCalls.edit, { params: { id: own.id }, body })
        : await call(reviewCalls.write, { params: { id: orderId }, body })
      toast.success(msg)
      await navigate(`${paths.product(productId)}?sort=newest#reviews`)
    },
  })
  const photosError = (form.errors as { imageUrls?: string }).imageUrls
  return (
    <form {...form.props} className="flex flex-col gap-5">
      <div className="flex gap-4">
        <div className="size-20 shrink-0 overflow-hidden rounded-xl bg-mist">
          <Picture src={product.imageUrl} alt="" size={80} className="size-full" />
        </div>
        <div className="min-w-0">
          <h2 className="line-clamp-3 text-lg font-semibold">{product.name}</h2>
          <p className="text-sm text-muted">Order {number}</p>
        </div>
      </div>
      <FormProblem text={form.problem} loggedOut={form.loggedOut} />
      <StarsField chosen={own?.stars} error={form.field('stars').error} />
      <TextArea
        {...form.field('words')}
        label="What should others know?"
        rows={6}
        maxLength={reviewLimits.length}
        hint="What you like, what you do not, how you use it. No telephone numbers and addresses, please."
      />
      <PhotoField photos={photos} settings={upload} error={photosError} seenBy="Everybody can see them." />
      <label className="flex min-h-11 items-center gap-2.5 text-sm">
        <input
          type="checkbox"
          name="anonymous"
          defaultChecked={own?.anonymous ?? false}
          className="size-5 shrink-0 accent-forest"
        />
        <span>
          Show me as “A buyer” instead of “<bdi>{author}</bdi>”
        </span>
      </label>
      <p className="text-sm text-muted">
        Everybody can read your review, also a bad one. The seller may answer, and you can change it later.
      </p>
      <Button {...form.submitButton} busyLabel="Saving...">
        {own ? 'Save my review' : 'Send my review'}
      </Button>
    </form>
  )
}

const meanings = ['Bad', 'Poor', 'All right', 'Good', 'Very good']

function StarsField({ chosen, error }: { chosen: number | undefined; error: string | undefined }) {
  return (
    <fieldset aria-describedby={error ? 'stars-error' : undefined}>
      <legend className="mb-1.5 text-sm font-medium">How many stars?</legend>
      <div className="flex flex-wrap gap-x-2 gap-y-1">
        {meanings.map((meaning, index) => (
          <label
            key={meaning}
            className="flex min-h-11 items-center gap-2 rounded-full border border-edge bg-surface px-3.5 text-sm has-checked:border-forest has-checked:bg-leaf-soft has-focus-visible:outline-2 has-focus-visible:outline-leaf"
          >
            <input
              type="radio"
              name="stars"
              value={index + 1}
              defaultChecked={chosen === index + 1}
              className="size-4.5 accent-forest"
            />
            <span>
              {index + 1} <span className="text-amber">★</span> {meaning}
            </span>
          </label>
        ))}
      </div>
      <p id="stars-error" aria-live="polite" className="mt-1.5 text-sm text-clay empty:hidden">
        {error}
      </p>
    </fieldset>
  )
}
