/** Return policies: the general one, and those of single categories. An order keeps the policy of its day. */
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import type { ReturnPolicy } from '../../../../contract/admin-returns.ts'
import { daysInWords, minutesInWords } from '../../../../contract/period-words.ts'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { useRecentLogin } from '../../../forms/confirm-login.tsx'
import { may } from '../may.ts'
import { ActionButton } from '../action-button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { PageHead } from '../list-page.tsx'
import { requireAdmin } from '../require-admin.ts'
import { PolicyDialog } from './policy-dialog.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  requireAdmin(request, async () => {
    const [policies, categories] = await Promise.all([call(admin.returnPolicies), call(admin.categoryTree)])
    return { policies, categories: categories.map(({ id, name }) => ({ id, name })) }
  })

type Row = ReturnPolicy & { id: string }

const columns: Column<Row>[] = [
  {
    name: 'Category',
    width: 'minmax(0,1.5fr)',
    cell: ({ categoryName }) => (
      <span className="font-semibold">{categoryName ?? 'All other categories'}</span>
    ),
  },
  {
    name: 'Cancel within',
    cell: ({ cancelMinutes }) => (cancelMinutes === 0 ? 'Not possible' : minutesInWords(cancelMinutes)),
  },
  {
    name: 'Return within',
    cell: ({ returnDays }) => (returnDays === 0 ? 'No returns' : daysInWords(returnDays)),
  },
  { name: 'Answer within', cell: ({ answerDays }) => daysInWords(answerDays) },
  { name: 'Send within', cell: ({ sendDays }) => daysInWords(sendDays) },
  { name: 'Refund within', cell: ({ refundDays }) => daysInWords(refundDays) },
  { name: 'Change of mind', cell: ({ changeOfMind }) => (changeOfMind ? 'Yes' : 'No') },
  { name: 'Exchanges', cell: ({ exchanges }) => (exchanges ? 'Yes' : 'No') },
  { name: 'Pays the way back', cell: ({ wayBack }) => (wayBack === 'buyer' ? 'Buyer' : 'Seller') },
  { name: '', width: '12rem', end: true, cell: (policy) => <PolicyActions policy={policy} /> },
]

export function Component() {
  const { policies, categories } = useLoaderData<typeof loader>()
  const [adding, setAdding] = useState(false)
  const without = categories.filter(({ id }) => !policies.some(({ categoryId }) => categoryId === id))
  const general = policies.find(({ categoryId }) => categoryId === null)
  return (
    <>
      <PageHead
        heading="Return policies"
        text="How long and on what terms products may be cancelled and returned. A change holds for orders that are placed from then on. The policy pages and FAQs tell the periods of all other categories at once."
        actions={
          without.length > 0 &&
          may(admin.saveReturnPolicy) && (
            <Button look="secondary" aria-haspopup="dialog" onClick={() => setAdding(true)}>
              Policy for a category
            </Button>
          )
        }
      />
      <DataTable
        label="Return policies"
        columns={columns}
        items={policies.map((policy) => ({ ...policy, id: String(policy.categoryId ?? 'all') }))}
      />
      {adding && general && (
        <PolicyDialog policy={general} categories={without} onClose={() => setAdding(false)} />
      )}
    </>
  )
}

function PolicyActions({ policy }: { policy: Row }) {
  const [editing, setEditing] = useState(false)
  const { categoryId } = policy
  const withRecentLogin = useRecentLogin()
  if (!may(admin.saveReturnPolicy)) return null
  return (
    <span className="flex flex-wrap justify-end gap-2">
      <Button
        look="secondary"
        aria-haspopup="dialog"
        onClick={() => setEditing(true)}
        className="px-4 text-sm"
      >
        Change
      </Button>
      {categoryId !== null && (
        <ActionButton
          label="Remove"
          busyLabel="Removing..."
          action={() => withRecentLogin(() => call(admin.removeReturnPolicy, { params: { categoryId } }))}
          failed="The policy could not be removed."
        />
      )}
      {editing && <PolicyDialog policy={policy} onClose={() => setEditing(false)} />}
    </span>
  )
}
