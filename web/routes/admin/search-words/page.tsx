/** What words of searches stand for in listings, and what people searched for and did not find. */
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import { type AdminSynonym, type SearchMiss, synonymForm } from '../../../../contract/admin-search-words.ts'
import { searchWordLimits } from '../../../../contract/catalogue-limits.ts'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { shortDate } from '../../../ui/dates.ts'
import { Plus } from '../../../ui/more-icons.tsx'
import { firstInDialog } from '../../../ui/first-in-dialog.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { ActionButton } from '../action-button.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { ListPage } from '../list-page.tsx'
import { loadList, requireAdmin } from '../require-admin.ts'
import { SearchForm } from '../search-form.tsx'

export async function loader({ request }: LoaderFunctionArgs) {
  const [loaded, misses] = await Promise.all([
    loadList(admin.synonyms, request, ['q']),
    requireAdmin(request, () => call(admin.searchMisses)),
  ])
  return { ...loaded, misses }
}

const columns: Column<AdminSynonym>[] = [
  {
    name: 'Buyers type',
    cell: ({ word }) => <span className="font-medium wrap-anywhere">{word}</span>,
  },
  { name: 'Listings say', cell: ({ meaning }) => <span className="wrap-anywhere">{meaning}</span> },
  {
    name: '',
    width: '8rem',
    end: true,
    cell: ({ id, word, meaning }) => (
      <ActionButton
        label="Delete"
        name={`Delete: ${word} finds ${meaning}`}
        busyLabel="Deleting..."
        failed="The synonym could not be deleted."
        action={() => call(admin.removeSynonym, { params: { id } })}
      />
    ),
  },
]

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const { query, misses } = loaded
  /** The word that the open dialog begins with. */
  const [adding, setAdding] = useState<string | null>(null)
  return (
    <>
      <ListPage
        heading="Search Words"
        noun="synonyms"
        text="What buyers type and what listings say for it, in any language. A search for the first finds the second, too. Neither accents nor capitals matter; other spellings of a word are found by themselves."
        loaded={loaded}
        actions={
          <Button aria-haspopup="dialog" onClick={() => setAdding('')}>
            <Plus aria-hidden="true" className="size-5" />
            Add a synonym
          </Button>
        }
        search={
          <>
            <Misses misses={misses} onAdd={setAdding} />
            <SearchForm query={query} label="Word or meaning" />
          </>
        }
        empty={{ title: 'No synonyms', text: 'Searches find only the words of listings.' }}
        rows={(synonyms, list) => (
          <DataTable label="Synonyms of searches" columns={columns} items={synonyms} list={list} />
        )}
      />
      {adding !== null && (
        <FormDialog
          title="Add a synonym"
          text={`At most ${searchWordLimits.synonymWords} words each. It counts at once.`}
          schema={synonymForm}
          initial={{ word: adding }}
          button="Add"
          busyLabel="Adding..."
          failed="The synonym could not be added."
          send={(body) => call(admin.addSynonym, { body })}
          onClose={() => setAdding(null)}
        >
          {(field) => (
            <>
              <TextField
                {...field('word')}
                ref={adding === '' ? firstInDialog : null}
                label="Buyers type"
                hint="Such as jhadu or झाड़ू"
                maxLength={searchWordLimits.synonymLength}
                autoComplete="off"
              />
              <TextField
                {...field('meaning')}
                ref={adding === '' ? null : firstInDialog}
                label="Listings say"
                hint="Such as broom"
                maxLength={searchWordLimits.synonymLength}
                autoComplete="off"
              />
            </>
          )}
        </FormDialog>
      )}
    </>
  )
}

interface MissesProps {
  misses: readonly SearchMiss[]
  onAdd: (word: string) => void
}

function Misses({ misses, onAdd }: MissesProps) {
  return (
    <details
      open={misses.length > 0}
      className="mb-5 rounded-card border border-line bg-surface px-4 shadow-card"
    >
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
        Searches without results ({misses.length})
      </summary>
      <p className="max-w-3xl pb-3 text-sm text-pretty text-muted">
        What found nothing on {searchWordLimits.searchMissDays} of the last 90 days or more and has no
        synonym. Words of letters and the day are kept, and nothing of who searched. What you dismiss is
        listed again once it found nothing on {searchWordLimits.searchMissDays} later days.
      </p>
      {misses.length > 0 && (
        <ul aria-label="Searches without results" className="divide-y divide-line border-t border-line">
          {misses.map(({ words, days, lastDay }) => (
            <li key={words} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
              <span className="min-w-0">
                <bdi className="font-medium wrap-anywhere">{words}</bdi>
                <span className="block text-sm text-muted">
                  On {days} days, last on {shortDate(lastDay)}
                </span>
              </span>
              <div className="flex flex-wrap gap-2">
                <Button
                  look="secondary"
                  aria-haspopup="dialog"
                  aria-label={`Add a synonym: ${words}`}
                  onClick={() => onAdd(words)}
                  className="px-4 text-sm"
                >
                  Add a synonym
                </Button>
                <ActionButton
                  label="Dismiss"
                  name={`Dismiss: ${words}`}
                  busyLabel="Dismissing..."
                  failed="The search could not be dismissed."
                  action={() => call(admin.dismissSearchMiss, { body: { words } })}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
