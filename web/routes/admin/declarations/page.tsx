/** What the products of each category have to declare. */
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { z } from 'zod'
import { admin } from '../../../../contract/admin.ts'
import {
  declarationLabels,
  type DeclarationNeed,
  declarationNeeds,
} from '../../../../contract/declaration.ts'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { PageHead } from '../list-page.tsx'
import { requireAdmin } from '../require-admin.ts'

export const loader = ({ request }: LoaderFunctionArgs) =>
  requireAdmin(request, async () => {
    const [needs, categories] = await Promise.all([call(admin.declarationNeeds), call(admin.categoryTree)])
    const general = needs.find(({ categoryId }) => categoryId === null)?.needs ?? []
    const rows: Row[] = categories.map(({ id, name }) => {
      const own = needs.find(({ categoryId }) => categoryId === id)
      return { id: String(id), categoryId: id, name, needs: own?.needs ?? general, isOwn: own !== undefined }
    })
    return [
      { id: 'all', categoryId: null, name: 'All other categories', needs: general, isOwn: true },
      ...rows,
    ]
  })

interface Row {
  id: string
  categoryId: number | null
  name: string
  needs: DeclarationNeed[]
  /** Whether the category has needs of its own. */
  isOwn: boolean
}

const columns: Column<Row>[] = [
  { name: 'Category', cell: ({ name }) => <span className="font-semibold">{name}</span> },
  {
    name: 'Products declare',
    width: 'minmax(0,3fr)',
    cell: ({ needs, isOwn }) =>
      isOwn ? (
        needs.map((need) => declarationLabels[need]).join(', ') || 'Nothing'
      ) : (
        <span className="text-muted">As all other categories</span>
      ),
  },
  { name: '', width: '8rem', end: true, cell: (row) => <Change row={row} /> },
]

export function Component() {
  const rows = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        heading="Declarations"
        text="What the law asks of listings by kind of goods. Sellers see what is missing; from the day of the setting DECLARATIONS_FROM incomplete listings leave sale, after a change here in the next night."
      />
      <DataTable label="Declarations" columns={columns} items={rows} />
    </>
  )
}

const schema = z.partialRecord(z.enum([...declarationNeeds, 'general']), z.string())

function Change({ row: { categoryId, name, needs, isOwn } }: { row: Row }) {
  const [editing, setEditing] = useState(false)
  const [general, setGeneral] = useState(!isOwn)
  return (
    <>
      <Button
        look="secondary"
        aria-haspopup="dialog"
        aria-label={`Change ${name}`}
        onClick={() => {
          setGeneral(!isOwn)
          setEditing(true)
        }}
        className="px-4 text-sm"
      >
        Change
      </Button>
      {editing && (
        <FormDialog
          title={name}
          text="What each product has to declare. Goods from abroad also need their importer where the maker is needed."
          schema={schema}
          button="Save"
          failed="The declarations could not be saved."
          send={(chosen) => {
            const own = declarationNeeds.filter((need) => chosen[need] !== undefined)
            const body = { categoryId, needs: chosen.general === undefined ? own : null }
            return call(admin.saveDeclarationNeeds, { body })
          }}
          onClose={() => setEditing(false)}
        >
          {() => (
            <>
              {categoryId !== null && (
                <label className="flex min-h-11 items-center gap-3 font-medium">
                  <input
                    type="checkbox"
                    name="general"
                    checked={general}
                    onChange={({ target }) => setGeneral(target.checked)}
                    className="size-5 accent-forest"
                  />
                  As all other categories
                </label>
              )}
              <fieldset disabled={general} className="grid grid-cols-1 disabled:opacity-50 sm:grid-cols-2">
                <legend className="sr-only">Products declare</legend>
                {declarationNeeds.map((need) => (
                  <label key={need} className="flex min-h-11 items-center gap-3">
                    <input
                      type="checkbox"
                      name={need}
                      defaultChecked={needs.includes(need)}
                      className="size-5 accent-forest"
                    />
                    {declarationLabels[need]}
                  </label>
                ))}
              </fieldset>
            </>
          )}
        </FormDialog>
      )}
    </>
  )
}
