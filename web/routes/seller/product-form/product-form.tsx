/** The form of a product, for adding and for editing (specification §2, §5, §8). */
import type { ReactNode } from 'react'
import { allFieldsRequired } from '../../../../contract/fields.ts'
import { limits } from '../../../../contract/limits.ts'
import type { ProductInput } from '../../../../contract/seller-product.ts'
import { ApiError } from '../../../api.ts'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { CategoryFields } from './category-fields.tsx'
import {
  type addSchema,
  hasChanges,
  type FieldName,
  labels,
  readFormValues,
  type Values,
} from './form-values.ts'
import type { Choices } from './load-choices.ts'
import { LongText } from './long-text.tsx'
import { PictureField } from './picture-field.tsx'
import { useLeaveGuard } from './use-leave-guard.tsx'
import { usePictures } from './use-pictures.ts'

interface Props {
  choices: Choices
  schema: typeof addSchema
  /** What the fields begin with. */
  start: Values
  /** What is saved: leaving with anything else in the fields is asked. */
  saved: Values
  /** Said when there are more pictures than may be. */
  tooMany: string
  /** The words on the button. */
  action: string
  /** Said where a save failed and the server gave no words. */
  failed: string
  unitsHint?: string
  send: (product: ProductInput) => Promise<void>
  onSaved: () => void
  /** Told what was typed when a save met somebody else's. */
  onConflict?: (typed: Values) => void
}

export function ProductForm({ choices, start, saved, tooMany, action, failed, unitsHint, ...rest }: Props) {
  const pictures = usePictures(start.imageUrls.split('\n').filter(Boolean), choices.upload, tooMany)
  const form = useForm({
    schema: rest.schema,
    required: allFieldsRequired,
    initial: start,
    failed,
    send: async (product) => {
      const { urls, lost } = await pictures.settled()
      if (lost > 0) throw lostPictures(urls.length === 0)
      await rest.send({ ...product, imageUrls: urls })
      guard.letGo()
      rest.onSaved()
    },
    onFailed: (error) => {
      if (error.status === 409) rest.onConflict?.(typed())
    },
  })
  const typed = () => (form.props.ref.current ? readFormValues(form.props.ref.current) : saved)
  const guard = useLeaveGuard(() => hasChanges(saved, typed()))
  const text = (name: FieldName) => ({ ...form.field(name), label: labels[name] })
  const number = (name: FieldName, mode: 'decimal' | 'numeric' = 'decimal') => ({
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
        // Pictures that fail while a save waits for them change the form, too.
        const byHand = (event.target as HTMLInputElement).type !== 'hidden'
        if (byHand && problem !== null) form.setProblem(null)
      }}
      // What takes the focus below the bar at the lower edge is scrolled clear of it.
      className="[&_:is(input,textarea,select,button)]:scroll-mb-32"
    >
      <div className="grid items-start gap-4 sm:gap-6 lg:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 flex-col gap-4 sm:gap-6">
          <Section title="About the product">
            <TextField {...text('name')} autoComplete="off" />
            <LongText
              {...text('description')}
              rows={5}
              limit={limits.descriptionLength}
              hint="What it is and why somebody should have it."
            />
            <LongText
              {...text('details')}
              rows={5}
              limit={limits.detailsLength}
              hint="Lines such as 'Material: Coconut shell' are shown as a table."
            />
          </Section>
          <Card className="p-4 sm:p-6">
            <PictureField
              name="imageUrls"
              label={labels.imageUrls}
              error={form.errors.imageUrls}
              pictures={pictures}
              tooMany={tooMany}
            />
          </Card>
        </div>
        <div className="flex min-w-0 flex-col gap-4 sm:gap-6">
          <Section title="Category">
            <CategoryFields
              choices={choices}
              category={field('categoryId')}
              subcategory={field('subCategoryId')}
            />
          </Section>
          <Section title="Price and stock">
            <div className="grid grid-cols-2 items-start gap-4">
              <TextField {...number('price')} />
              <TextField {...number('noOfUnits', 'numeric')} hint={unitsHint} />
            </div>
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
      <div className="sticky bottom-0 z-10 -mx-4 mt-6 -mb-4 flex flex-col gap-3 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:-mb-8 sm:flex-row sm:items-center sm:px-6 lg:mx-0 lg:px-0">
        <div className="min-w-0 max-sm:not-has-[p]:hidden sm:flex-1">
          <FormProblem text={problem} loggedOut={form.loggedOut} />
        </div>
        <Button type="submit" busy={busy} busyLabel="Saving..." className="sm:min-w-48">
          {action}
        </Button>
      </div>
      {guard.question}
    </form>
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

/** While a save waited for them, pictures failed; which ones is said beside them. */
function lostPictures(all: boolean): ApiError {
  return new ApiError(
    400,
    all ? 'Failed to upload all images. Please try again.' : 'Image upload failed. Please try again.',
  )
}
