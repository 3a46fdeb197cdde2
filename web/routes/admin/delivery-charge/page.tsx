/** What a purchase pays for delivery: off, or a charge below a sum. */
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import { deliveryChargeBody } from '../../../../contract/delivery-charge-calls.ts'
import { formatRupees } from '../../../../contract/money.ts'
import { call } from '../../../api/client.ts'
import { useRecentLogin } from '../../../forms/confirm-login.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ActionButton } from '../action-button.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { PageHead } from '../list-page.tsx'
import { MoneyNav } from '../money-nav.tsx'
import { requireAdmin } from '../require-admin.ts'

export const loader = ({ request }: LoaderFunctionArgs) =>
  requireAdmin(request, async () => ({ rule: await call(admin.deliveryCharge) }))

export function Component() {
  const { rule } = useLoaderData<typeof loader>()
  const [changing, setChanging] = useState(false)
  const withRecentLogin = useRecentLogin()
  return (
    <>
      <MoneyNav />
      <PageHead
        heading="Delivery charge"
        text="What a buyer pays for the delivery of a purchase. It is part of the price of the goods: it is spread over the products by what they cost, taxed like them, and belongs to their sellers."
        actions={
          <>
            {rule && (
              <ActionButton
                label="Charge nothing"
                busyLabel="Please wait..."
                action={() => withRecentLogin(() => call(admin.removeDeliveryCharge))}
                failed="The charge could not be removed."
              />
            )}
            <Button aria-haspopup="dialog" onClick={() => setChanging(true)}>
              {rule ? 'Change' : 'Charge for delivery'}
            </Button>
          </>
        }
      />
      <dl className="grid max-w-2xl grid-cols-1 gap-4 rounded-card border border-line bg-surface p-4 sm:grid-cols-2 sm:p-5">
        <div>
          <dt className="text-sm text-muted">For a purchase</dt>
          <dd className="text-lg font-semibold tabular-nums">
            {rule ? formatRupees(rule.charge) : 'Delivery included'}
          </dd>
        </div>
        <div>
          <dt className="text-sm text-muted">Free from, after discounts</dt>
          <dd className="text-lg font-semibold tabular-nums">
            {rule?.freeFrom ? formatRupees(rule.freeFrom) : rule ? 'Never free' : 'Always free'}
          </dd>
        </div>
      </dl>
      {changing && (
        <FormDialog
          title="Delivery charge"
          text="It holds for payments that begin from now on. Who is at the payment already pays what they were shown."
          schema={deliveryChargeBody}
          initial={{ charge: String(rule?.charge ?? ''), freeFrom: String(rule?.freeFrom ?? '') }}
          button="Save"
          busyLabel="Saving..."
          failed="The charge could not be saved."
          send={(body) => call(admin.setDeliveryCharge, { body })}
          onClose={() => setChanging(false)}
        >
          {(field) => (
            <>
              <TextField
                {...field('charge')}
                label="Charge for a purchase (₹)"
                inputMode="decimal"
                maxLength={8}
                autoComplete="off"
              />
              <TextField
                {...field('freeFrom')}
                label="Free from (₹)"
                hint="What the products cost after discounts. Empty: never free."
                inputMode="decimal"
                maxLength={10}
                autoComplete="off"
              />
            </>
          )}
        </FormDialog>
      )}
    </>
  )
}
