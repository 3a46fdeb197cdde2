import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { formatAmount } from '../../../../contract/money.ts'
import { daysInWords } from '../../../../contract/period-words.ts'
import {
  exchangeReasons,
  type ReturnReason,
  returnReasons,
  returnReasonWords,
  type ReturnWish,
} from '../../../../contract/return-words.ts'
import { askReturnBody, type ReturnOptions, returnWordsMax } from '../../../../contract/returns.ts'
import { ApiError, call } from '../../../api/client.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { serverMsgOr } from '../../../messages/failure-message.ts'
import { paths } from '../../../paths.ts'
import { PhotoField } from '../../../photos/photo-field.tsx'
import { photoIdOf, usePhotos } from '../../../photos/use-photos.ts'
import { toast } from '../../../toast/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { WishField } from './wish-field.tsx'

interface Props {
  orderId: string
  options: ReturnOptions
}

const notUploaded = 'Please remove the photos that could not be uploaded, or add them again.'

export function ReturnForm({ orderId, options }: Props) {
  const navigate = useNavigate()
  const photos = usePhotos(options.upload)
  const [reason, setReason] = useState<ReturnReason | ''>('')
  const [wish, setWish] = useState<ReturnWish>('refund')
  const { units, amounts, choose } = useAmounts(orderId, options)
  const form = useForm({
    schema: askReturnBody.omit({ photos: true }),
    initial: { units: '1' },
    failed: serverMsgOr('Your return could not be sent. Please try again.'),
    send: async (values) => {
      const { addresses, failed } = await photos.settled()
      if (failed) throw new ApiError(0, '', { fields: { photos: notUploaded } })
      const { msg } = await call(privateApi.returns.ask, {
        params: { id: orderId },
        body: { ...values, photos: addresses.map(photoIdOf) },
      })
      toast.success(msg)
      await navigate(paths.myOrders, { state: { orderId } })
    },
  })
  const photosError = (form.errors as { photos?: string }).photos
  const { error: reasonError } = form.field('reason')
  // For another reason or more pieces an exchange may not be possible; the choice is kept for when it is again.
  const isFault = reason !== '' && exchangeReasons.includes(reason)
  const wanted = isFault && units <= options.exchangeUnits ? wish : 'refund'
  return (
    <form {...form.props} className="flex flex-col gap-5">
      <Product options={options} />
      <FormProblem text={form.problem} loggedOut={form.loggedOut} />
      {options.units > 1 ? (
        <TextField
          {...form.field('units')}
          type="number"
          inputMode="numeric"
          min={1}
          max={options.units}
          label={`How many of ${options.units}?`}
          onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
        />
      ) : (
        <input type="hidden" name="units" value="1" />
      )}
      <SelectField
        name="reason"
        label="Why do you return it?"
        error={reasonError}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value as ReturnReason)}
      >
        <option value="">Please choose</option>
        {returnReasons
          .filter((one) => one !== 'changed-mind' || options.changeOfMind)
          .map((one) => (
            <option key={one} value={one}>
              {returnReasonWords[one]}
            </option>
          ))}
      </SelectField>
      {isFault && (
        <WishField
          wanted={wanted}
          onChange={setWish}
          units={units}
          exchangeUnits={options.exchangeUnits}
          error={form.field('wanted').error}
        />
      )}
      <TextArea
        {...form.field('words')}
        label="What is wrong? (optional)"
        rows={4}
        maxLength={returnWordsMax}
        hint="The seller and our team read this."
      />
      <PhotoField
        photos={photos}
        settings={options.upload}
        error={photosError}
        seenBy="Only you, the seller and our team can see them."
      />
      <Summary options={amounts} reason={reason} units={units} wanted={wanted} />
      <Button {...form.submitButton} busyLabel="Sending...">
        {wanted === 'exchange' ? 'Ask for the exchange' : 'Ask for the return'}
      </Button>
    </form>
  )
}

/** The amounts for the chosen number of pieces, from the server. */
function useAmounts(orderId: string, options: ReturnOptions) {
  const [units, setUnits] = useState(1)
  const [amounts, setAmounts] = useState<ReturnOptions | null>(options)
  function choose(wanted: number): void {
    if (!Number.isInteger(wanted) || wanted < 1 || wanted > options.units) return
    setUnits(wanted)
    setAmounts(null)
    call(privateApi.returns.options, { params: { id: orderId }, query: { units: wanted } }).then(
      (next) => setUnits((present) => (present === wanted && setAmounts(next), present)),
      () => {},
    )
  }
  return { units, amounts, choose }
}

function Product({ options: { productName, imageUrl, number } }: { options: ReturnOptions }) {
  return (
    <div className="flex gap-4">
      <div className="size-20 shrink-0 overflow-hidden rounded-xl bg-mist">
        <Picture src={imageUrl} alt="" size={80} className="size-full" />
      </div>
      <div className="min-w-0">
        <h2 className="line-clamp-3 text-lg font-semibold">{productName}</h2>
        <p className="text-sm text-muted">Order {number}</p>
      </div>
    </div>
  )
}

/** What is refunded and when, shown before the buyer asks. */
function Summary({
  options,
  reason,
  units,
  wanted,
}: {
  options: ReturnOptions | null
  reason: string
  units: number
  wanted: ReturnWish
}) {
  const changed = reason === 'changed-mind'
  const pieces = `${units} ${units === 1 ? 'piece' : 'pieces'}`
  const isExchange = wanted === 'exchange'
  return (
    <section
      aria-label="What you get back"
      className="flex flex-col gap-1.5 rounded-xl bg-leaf-soft p-4 text-sm"
    >
      <p aria-live="polite" className="text-base font-semibold">
        {!options
          ? 'Just a moment...'
          : isExchange
            ? `You get ${pieces} of the same product again.`
            : `You get back ${formatAmount(changed ? options.refundChangedMind : options.refund)} for ${pieces}.`}
      </p>
      {options && (
        <>
          <p>{wayBackText(options, reason, isExchange)}</p>
          {changed && options.deliveryKept !== undefined && (
            <p>
              The {formatAmount(options.deliveryKept)} for the delivery are not refunded, because nothing is
              wrong with the product.
            </p>
          )}
          <p>
            The seller answers within {daysInWords(options.answerDays)}, a courier fetches the goods at your
            delivery address, and{' '}
            {isExchange
              ? `the replacement is sent within ${daysInWords(options.refundDays)} of their arrival. If the product is sold out by then, you get ${formatAmount(options.refund)} back instead. `
              : `the money comes within ${daysInWords(options.refundDays)} of their arrival. `}
            <Link to={paths.returnPolicy} className="font-semibold text-forest underline">
              Returns and Exchange Policy
            </Link>
          </p>
        </>
      )}
    </section>
  )
}

function wayBackText(
  { wayBackChangedMind: paid }: ReturnOptions,
  reason: string,
  isExchange: boolean,
): string {
  if (isExchange) return 'Neither the way back nor the replacement costs you anything.'
  if (paid === 0) return 'The way back costs you nothing.'
  if (reason === '') return 'The way back costs you nothing, unless you simply changed your mind.'
  return reason === 'changed-mind'
    ? `That is the price less ${formatAmount(paid)} for the way back, which you pay because nothing is wrong with the product. It has to be unused and in its original packaging.`
    : 'The way back costs you nothing.'
}
