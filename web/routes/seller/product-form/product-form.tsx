/** The form of a product, for adding and for editing (specification §2, §5, §8). */
import { type ReactNode, useRef, useState } from 'react'
import { allFieldsRequired } from '../../../../contract/fields.ts'
import {
  type GreenWordsFound,
  type KeptWords,
  type ReadField,
  readFields,
} from '../../../../contract/green-words.ts'
import { limits } from '../../../../contract/limits.ts'
import type { ProductInput } from '../../../../contract/seller-product.ts'
import { ApiError } from '../../../api/client.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import type { ActionWords } from '../../../messages/failure-message.ts'
import { sellingWords } from '../../../messages/selling.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { AttributeFields } from './attribute-fields.tsx'
import { CategoryFields } from './category-fields.tsx'
import {
  type addSchema,
  hasChanges,
  labels,
  type NamedField,
  readFormValues,
  type Values,
  withAttributes,
} from './form-values.ts'
import { GreenWordsNotes } from './green-words-notes.tsx'
import { HsnField } from './hsn-field.tsx'
import { DeclarationFields } from './declaration-fields.tsx'
import type { Choices } from './load-choices.ts'
import { LongText } from './long-text.tsx'
import { PictureField } from './picture-field.tsx'
import { useGreenWords } from './use-green-words.ts'
import { useLeaveGuard } from './use-leave-guard.tsx'
import { usePictures } from './use-pictures.ts'

interface Props {
  choices: Choices
  schema: typeof addSchema
  /** The initial values of the fields. */
  start: Values
  /** The saved values: leaving the page with other ones needs a confirmation. */
  saved: Values
  /** The message for more pictures than allowed. */
  tooMany: string
  /** The words on the save button. */
  action: string
  /** The words of a failed save. */
  failed: ActionWords
  unitsHint?: string
  /** Of a product that is edited. */
  productId?: string
  /** The state with the reasons for words that need a proof. */
  kept: [KeptWords, (kept: KeptWords) => void]
  send: (product: ProductInput) => Promise<void>
  /** Of a new product: the words on the button that keeps it as a draft. */
  draftAction?: string
  onSaved: () => void
  /** Called with the typed values where the product was changed elsewhere since it was loaded (409). */
  onConflict?: (typed: Values) => void
}

export function ProductForm({ choices, start, saved, tooMany, action, failed, unitsHint, ...rest }: Props) {
  const draft = useRef(false)
  const [categoryId, setCategoryId] = useState(start.categoryId)
  const pictures = usePictures(
    start.imageUrls.split('\n').filter(Boolean),
    start.imageTexts.split('\n'),
    choices.upload,
    tooMany,
  )
  const form = useForm({
    schema: withAttributes(rest.schema, choices.attributes),
    required: allFieldsRequired,
    initial: start,
    failed,
    send: async (product) => {
      // From the press on: an upload that fails while words are looked at is lost for this save, too.
      const settled = pictures.settled()
      const open = await green.unanswered(saved)
      if (open.length > 0) throw unansweredWords(open)
      const { urls, texts, lost } = await settled
      if (lost > 0) throw lostPictures(urls.length === 0)
      await rest.send({
        ...product,
        imageUrls: urls,
        imageTexts: texts,
        keptWords: green.kept,
        ...(draft.current && { draft: true }),
      })
      guard.allowLeaving()
      rest.onSaved()
    },
    onFailed: (error) => {
      if (error.status === 409) rest.onConflict?.(typed())
    },
  })
  const typed = () => (form.props.ref.current ? readFormValues(form.props.ref.current) : saved)
  const guard = useLeaveGuard(() => hasChanges(saved, typed()))
  const green = useGreenWords(form.props.ref, rest.productId, rest.kept)
  const text = (name: NamedField) => ({ ...form.field(name), label: labels[name] })
  const number = (name: NamedField, mode: 'decimal' | 'numeric' = 'decimal') => ({
    ...text(name),
    inputMode: mode,
    autoComplete: 'off',
  })
  const { field, problem, busy } = form
  return (
    <form
      {...form.props}
      onInput={(event) => {
        form.props.onInput(event)
        green.onInput(event)
        // Only typing clears the problem: a failed upload changes the hidden entry, which fires this event, too.
        const byHand = (event.target as HTMLInputElement).type !== 'hidden'
        if (byHand && problem !== null) form.setProblem(null)
      }}
      // Elements that get the focus are scrolled clear of the bar at the lower edge.
      className="[&_:is(input,textarea,select,button)]:scroll-mb-32"
    >
      <div className="grid items-start gap-4 sm:gap-6 lg:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 flex-col gap-4 sm:gap-6">
          <Section title="About the product">
            <TextField {...text('name')} autoComplete="off" />
            <GreenWordsNotes field="name" green={green} />
            <LongText
              {...text('description')}
              rows={5}
              limit={limits.descriptionLength}
              hint="What it is and why somebody should have it."
            />
            <GreenWordsNotes field="description" green={green} />
            <LongText
              {...text('details')}
              rows={5}
              limit={limits.detailsLength}
              hint="Lines such as 'Material: Coconut shell' are shown as a table."
            />
            <GreenWordsNotes field="details" green={green} />
          </Section>
          <Card className="flex flex-col gap-4 p-4 sm:p-6">
            <PictureField
              name="imageUrls"
              textName="imageTexts"
              label={labels.imageUrls}
              error={
                pictures.allFailed && form.errors.imageUrls
                  ? sellingWords.uploadAllImages.failure
                  : form.errors.imageUrls
              }
              textError={form.errors.imageTexts}
              pictures={pictures}
              tooMany={tooMany}
            />
            <GreenWordsNotes field="imageTexts" green={green} />
          </Card>
        </div>
        <div className="flex min-w-0 flex-col gap-4 sm:gap-6">
          <Section title="Category">
            <CategoryFields
              choices={choices}
              category={field('categoryId')}
              onCategory={setCategoryId}
              subcategory={field('subCategoryId')}
            />
          </Section>
          <Section title="Price and stock">
            <div className="grid grid-cols-2 items-start gap-4">
              <TextField
                {...number('price')}
                hint={rest.productId && 'Outside of a sale. Sales are under Prices in your list.'}
              />
              <TextField {...number('noOfUnits', 'numeric')} hint={unitsHint} />
            </div>
            <HsnField {...text('hsnCode')} />
            <TextField
              {...text('sku')}
              autoComplete="off"
              hint="Your own number for it. Buyers do not see it."
            />
          </Section>
          <Section title="Parcel" text="Packed and ready to ship: the courier's charge goes by it.">
            <div className="grid grid-cols-2 items-start gap-4">
              <TextField {...number('height')} />
              <TextField {...number('width')} />
              <TextField {...number('length')} />
              <TextField {...number('weight')} />
            </div>
          </Section>
        </div>
      </div>
      <AttributeFields
        attributes={choices.attributes ?? []}
        categoryId={categoryId}
        field={field}
        error={form.errors.attributes}
      />
      <div className="mt-4 sm:mt-6">
        <Section
          title="Declarations"
          text="What the law asks of listings. What is marked as needed belongs to this category; you can complete it later."
        >
          <DeclarationFields field={field} categoryId={categoryId} needs={choices.needs} />
        </Section>
      </div>
      <SaveBar
        problem={problem}
        loggedOut={form.loggedOut}
        busy={busy}
        action={action}
        draftAction={rest.draftAction}
        onPress={(asDraft) => (draft.current = asDraft)}
      />
      {guard.question}
    </form>
  )
}

interface SaveBarProps {
  problem: string | null
  loggedOut: boolean
  busy: boolean
  action: string
  draftAction: string | undefined
  onPress: (asDraft: boolean) => void
}

/** The save button at the lower edge of the screen, with the words of what failed. */
function SaveBar({ problem, loggedOut, busy, action, draftAction, onPress }: SaveBarProps) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-6 -mb-4 flex flex-col gap-3 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:-mb-8 sm:flex-row sm:items-center sm:px-6 lg:mx-0 lg:px-0">
      <div className="min-w-0 max-sm:not-has-[p]:hidden sm:flex-1">
        <FormProblem text={problem} loggedOut={loggedOut} />
      </div>
      {draftAction && (
        <Button type="submit" look="secondary" disabled={busy} onClick={() => onPress(true)}>
          {draftAction}
        </Button>
      )}
      <Button
        type="submit"
        busy={busy}
        busyLabel="Saving..."
        onClick={() => onPress(false)}
        className="max-sm:-order-1 sm:min-w-48"
      >
        {action}
      </Button>
    </div>
  )
}

function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <Card className="p-4 sm:p-6">
      <section className="flex flex-col gap-4">
        <div>
          <h2 className="text-lg font-semibold">{title}</h2>
          {text && <p className="text-sm text-muted">{text}</p>}
        </div>
        {children}
      </section>
    </Card>
  )
}

/** The error of a save whose pictures could not be uploaded; the picture field names them. */
function lostPictures(all: boolean): ApiError {
  return new ApiError(400, all ? sellingWords.uploadAllImages.failure : sellingWords.uploadSomeImages.failure)
}

function unansweredWords(open: readonly GreenWordsFound[]): ApiError {
  const wordsOf = (field: ReadField) =>
    open.filter((one) => one.field === field).map(({ words }) => `‘${words}’`)
  const fields = readFields.filter((field) => wordsOf(field).length > 0)
  return new ApiError(400, 'Some words need a proof, other words, or your reason to keep them.', {
    fields: Object.fromEntries(
      fields.map((field) => [field, `Please choose below what becomes of ${wordsOf(field).join(', ')}.`]),
    ),
  })
}
