/** The values that an attribute allows, with the other words by which search finds them. */
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { z } from 'zod'
import { admin } from '../../../../contract/admin.ts'
import { type AdminAttribute, attributeValueBody } from '../../../../contract/admin-attributes.ts'
import { attributeLimits } from '../../../../contract/catalogue-limits.ts'
import { ApiError, call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Inbox } from '../../../ui/more-icons.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { adminPaths } from '../admin-paths.ts'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { PageHead } from '../list-page.tsx'
import { requireAdmin } from '../require-admin.ts'
import { DeleteButton } from './delete-button.tsx'

export const loader = ({ request, params: { id = '' } }: LoaderFunctionArgs) =>
  requireAdmin(request, async () => {
    const attribute = (await call(admin.attributes)).find((one) => String(one.id) === id)
    if (!attribute) throw new ApiError(404, 'This attribute was not found.')
    return { ...attribute, rows: attribute.values.map((value) => ({ ...value, of: attribute })) }
  })

type Row = AdminAttribute['values'][number] & { of: AdminAttribute }

const columns: Column<Row>[] = [
  { name: 'Value', cell: ({ name }) => <span className="font-semibold">{name}</span> },
  {
    name: 'Other words',
    width: 'minmax(0,2fr)',
    long: true,
    cell: ({ synonyms }) => synonyms.join(', '),
  },
  { name: 'Place', width: '5rem', end: true, cell: ({ place }) => place },
  { name: '', width: '19rem', end: true, cell: (row) => <Actions row={row} /> },
]

export function Component() {
  const { id, name, rows } = useLoaderData<typeof loader>()
  const [adding, setAdding] = useState(false)
  return (
    <>
      <Link
        to={adminPaths.attributes()}
        className="inline-flex min-h-11 items-center text-forest underline underline-offset-4"
      >
        All attributes
      </Link>
      <PageHead
        heading={name}
        text="In this order on the form of a product and among filters. Search finds a product by the name and the other words of its values, in English and Hindi."
        actions={
          <Button look="secondary" aria-haspopup="dialog" onClick={() => setAdding(true)}>
            Add a value
          </Button>
        }
      />
      {rows.length > 0 ? (
        <DataTable label={`Values of ${name}`} columns={columns} items={rows} />
      ) : (
        <EmptyState icon={<Inbox />} title="No values" text="Sellers can choose none until you add some." />
      )}
      {adding && (
        <ValueDialog
          title={`Add a value of ${name}`}
          value={{ name: '', synonyms: [], place: Math.max(0, ...rows.map(({ place }) => place)) + 1 }}
          send={(body) => call(admin.addAttributeValue, { params: { attributeId: id }, body })}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}

function Actions({ row }: { row: Row }) {
  const [open, setOpen] = useState<'change' | 'merge'>()
  const close = () => setOpen(undefined)
  return (
    <span className="flex flex-wrap justify-end gap-2">
      <Button
        look="secondary"
        aria-haspopup="dialog"
        aria-label={`Change ${row.name}`}
        onClick={() => setOpen('change')}
        className="px-4 text-sm"
      >
        Change
      </Button>
      {row.of.values.length > 1 && (
        <Button
          look="secondary"
          aria-haspopup="dialog"
          aria-label={`Merge ${row.name}`}
          onClick={() => setOpen('merge')}
          className="px-4 text-sm"
        >
          Merge
        </Button>
      )}
      <DeleteButton
        name={row.name}
        text="Its other words go with it. To keep them, merge it into another value."
        send={() => call(admin.deleteAttributeValue, { params: { id: row.id } })}
      />
      {open === 'change' && (
        <ValueDialog
          title={row.name}
          value={row}
          send={(body) => call(admin.changeAttributeValue, { params: { id: row.id }, body })}
          onClose={close}
        />
      )}
      {open === 'merge' && <MergeDialog row={row} onClose={close} />}
    </span>
  )
}

type Value = z.output<typeof attributeValueBody>

const words = (typed: unknown) =>
  String(typed ?? '')
    .split(/[,\n]/)
    .map((word) => word.trim())
    .filter(Boolean)

const valueSchema = z.object({
  name: attributeValueBody.shape.name,
  synonyms: z.preprocess(words, attributeValueBody.shape.synonyms),
  place: z.preprocess((typed) => Number(typed || Number.NaN), attributeValueBody.shape.place),
})

interface ValueProps {
  title: string
  value: Value
  send: (value: Value) => Promise<{ msg: string }>
  onClose: () => void
}

function ValueDialog({ title, value, send, onClose }: ValueProps) {
  return (
    <FormDialog
      title={title}
      schema={valueSchema}
      initial={{ name: value.name, synonyms: value.synonyms.join(', '), place: String(value.place) }}
      button="Save"
      failed="The value could not be saved."
      send={send}
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField
            {...field('name')}
            label="Name"
            maxLength={attributeLimits.attributeValueLength}
            autoComplete="off"
          />
          <TextArea
            {...field('synonyms')}
            label="Other words"
            rows={3}
            hint="By which search finds it, parted by commas, such as sooti, कपास."
          />
          <TextField
            {...field('place')}
            label="Place in the list"
            inputMode="numeric"
            autoComplete="off"
            hint="Lower numbers come first."
          />
        </>
      )}
    </FormDialog>
  )
}

const mergeSchema = z.object({ into: z.coerce.number({ error: 'Please choose a value.' }).int().positive() })

function MergeDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  return (
    <FormDialog
      title={`Merge ${row.name}`}
      text={`Every product with ${row.name} gets the other value, which is also found by the words of this one. This cannot be undone.`}
      schema={mergeSchema}
      button="Merge"
      failed="The values could not be merged."
      send={(body) => call(admin.mergeAttributeValue, { params: { id: row.id }, body })}
      onClose={onClose}
    >
      {() => (
        <SelectField name="into" label="Other value">
          {row.of.values
            .filter(({ id }) => id !== row.id)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </SelectField>
      )}
    </FormDialog>
  )
}
