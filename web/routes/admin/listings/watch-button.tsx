/** Chooses the categories of which each new listing is looked at. */
import { useState } from 'react'
import { z } from 'zod'
import { admin } from '../../../../contract/admin.ts'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { may } from '../may.ts'

const watchForm = z.record(z.string(), z.string())

interface WatchProps {
  categories: { id: number; name: string; watched: boolean }[]
}

export function WatchButton({ categories }: WatchProps) {
  const [editing, setEditing] = useState(false)
  if (!may(admin.watchCategories)) return null
  return (
    <>
      <Button look="secondary" aria-haspopup="dialog" onClick={() => setEditing(true)}>
        Categories to look at
      </Button>
      {editing && (
        <FormDialog
          title="Categories to look at"
          text="Each new listing of these categories waits here, while it is on sale."
          schema={watchForm}
          button="Save"
          failed="The categories could not be saved."
          send={(chosen) => {
            const categoryIds = categories
              .map(({ id }) => id)
              .filter((id) => chosen[`category-${id}`] !== undefined)
            return call(admin.watchCategories, { body: { categoryIds } })
          }}
          onClose={() => setEditing(false)}
        >
          {() => (
            <fieldset className="grid grid-cols-1 sm:grid-cols-2">
              <legend className="sr-only">Categories</legend>
              {categories.map(({ id, name, watched }) => (
                <label key={id} className="flex min-h-11 items-center gap-3">
                  <input
                    type="checkbox"
                    name={`category-${id}`}
                    defaultChecked={watched}
                    className="size-5 accent-forest"
                  />
                  <span className="min-w-0 wrap-anywhere">{name}</span>
                </label>
              ))}
            </fieldset>
          )}
        </FormDialog>
      )}
    </>
  )
}
