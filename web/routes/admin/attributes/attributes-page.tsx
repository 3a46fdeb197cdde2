/** What products are described by, and which categories ask for it. */
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import type { AdminAttribute } from '../../../../contract/admin-attributes.ts'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { adminPaths } from '../admin-paths.ts'
import { PageHead } from '../list-page.tsx'
import { requireAdmin } from '../require-admin.ts'
import { DeleteButton } from './delete-button.tsx'
import { AddAttribute, type Category, ChangeAttribute } from './attribute-dialogs.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  requireAdmin(request, async () => {
    const [attributes, tree] = await Promise.all([call(admin.attributes), call(admin.categoryTree)])
    const categories: Category[] = tree.map(({ id, name }) => ({ id, name }))
    return { categories, rows: attributes.map((attribute) => ({ ...attribute, categories })) }
  })

type Row = AdminAttribute & { categories: Category[] }

const valuesShown = 6

const kindWords = ({ kind, unit, multiple }: AdminAttribute) =>
  kind === 'number' ? `Number${unit ? `, ${unit}` : ''}` : multiple ? 'Several values' : 'A single value'

const columns: Column<Row>[] = [
  {
    name: 'Attribute',
    cell: (row) => (
      <>
        <span className="block font-semibold">{row.name}</span>
        <span className="block text-sm text-muted">{kindWords(row)}</span>
      </>
    ),
  },
  {
    name: 'Values',
    width: 'minmax(0,2fr)',
    long: true,
    cell: ({ id, kind, name, values }) =>
      kind === 'choice' && (
        <>
          {values
            .slice(0, valuesShown)
            .map((value) => value.name)
            .join(', ')}{' '}
          <Link
            to={adminPaths.attribute(String(id))}
            className="inline-flex min-h-11 items-center font-medium whitespace-nowrap table:min-h-0 text-forest underline underline-offset-4"
          >
            {values.length === 0 ? 'Add values' : `All ${values.length}`}
            <span className="sr-only"> of {name}</span>
          </Link>
        </>
      ),
  },
  {
    name: 'Asked by',
    width: 'minmax(0,2fr)',
    long: true,
    cell: ({ askedBy, categories }) =>
      categories
        .filter(({ id }) => askedBy.some(({ categoryId }) => categoryId === id))
        .map(({ name }) => name)
        .join(', ') || <span className="text-muted">No category</span>,
  },
  { name: 'Filters lists', width: '6rem', cell: ({ filters }) => (filters ? 'Yes' : 'No') },
  { name: '', width: '13rem', end: true, cell: (row) => <Actions row={row} /> },
]

export function Component() {
  const { rows, categories } = useLoaderData<typeof loader>()
  const [adding, setAdding] = useState(false)
  return (
    <>
      <PageHead
        heading="Attributes"
        text="What sellers say of their products in your words, such as material and colour. The form of a product asks for those of its category; search finds the names and other words of values."
        actions={
          <Button look="secondary" aria-haspopup="dialog" onClick={() => setAdding(true)}>
            Add an attribute
          </Button>
        }
      />
      <DataTable label="Attributes" columns={columns} items={rows} />
      {adding && <AddAttribute categories={categories} onClose={() => setAdding(false)} />}
    </>
  )
}

function Actions({ row }: { row: Row }) {
  const [editing, setEditing] = useState(false)
  return (
    <span className="flex flex-wrap justify-end gap-2">
      <Button
        look="secondary"
        aria-haspopup="dialog"
        aria-label={`Change ${row.name}`}
        onClick={() => setEditing(true)}
        className="px-4 text-sm"
      >
        Change
      </Button>
      <DeleteButton
        name={row.name}
        text="Its values and their other words go with it."
        send={() => call(admin.deleteAttribute, { params: { attributeId: row.id } })}
      />
      {editing && (
        <ChangeAttribute attribute={row} categories={row.categories} onClose={() => setEditing(false)} />
      )}
    </span>
  )
}
