/** The form of a slide or a banner: picture, texts, link and dates. */
import { useState } from 'react'
import { z } from 'zod'
import { homePageLimits } from '../../../../contract/catalogue-limits.ts'
import { type HomeSlide, homeSlide } from '../../../../contract/home-page.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { PictureUpload } from '../picture-upload.tsx'
import { PeriodFields } from './period-fields.tsx'
import { fromField, pathOf, toField } from './section-words.ts'

const schema = z.preprocess((typed) => {
  const { from, until, link, ...rest } = typed as Record<string, unknown>
  return { ...rest, link: pathOf(link), from: fromField(from), until: fromField(until) }
}, homeSlide) as unknown as z.ZodType<HomeSlide, Record<keyof HomeSlide, string>>

interface Props {
  title: string
  value: HomeSlide
  send: (value: HomeSlide) => Promise<{ msg: string }>
  onClose: () => void
}

export function PictureDialog({ title, value, send, onClose }: Props) {
  const [imageUrl, setImageUrl] = useState(value.imageUrl)
  return (
    <FormDialog
      title={title}
      schema={schema}
      initial={{ ...value, from: toField(value.from), until: toField(value.until) }}
      button="Save"
      busyLabel="Saving..."
      failed="It could not be saved."
      send={send}
      onClose={onClose}
    >
      {(field) => (
        <>
          <div className="flex flex-col gap-2">
            <div className="aspect-video w-full overflow-hidden rounded-xl border border-line bg-mist">
              {imageUrl && <img src={imageUrl} alt="" className="size-full object-cover" />}
            </div>
            <div className="flex flex-wrap items-center gap-3">
              <PictureUpload onUploaded={setImageUrl} />
              <p className="flex-1 basis-48 text-sm text-muted">
                Landscape, 16:9, 960 × 540 pixels or more. Of other formats the frame shows the middle.
              </p>
            </div>
            <input type="hidden" name="imageUrl" value={imageUrl} />
            <p role="alert" className="text-sm text-clay empty:hidden">
              {!imageUrl && field('imageUrl').error}
            </p>
          </div>
          <TextField
            {...field('alt')}
            label="What the picture shows"
            hint="Read to people who do not see it."
            maxLength={homePageLimits.altLength}
            autoComplete="off"
          />
          <TextField
            {...field('heading')}
            label="Heading (optional)"
            maxLength={homePageLimits.headingLength}
            autoComplete="off"
          />
          <TextField
            {...field('text')}
            label="Text (optional)"
            maxLength={homePageLimits.textLength}
            autoComplete="off"
          />
          <TextField
            {...field('link')}
            label="Link to a page of the shop (optional)"
            hint="Such as /products/category/3 or /search/diya"
            autoComplete="off"
          />
          <PeriodFields field={field} />
        </>
      )}
    </FormDialog>
  )
}
