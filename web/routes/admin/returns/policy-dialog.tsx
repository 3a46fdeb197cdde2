import { useRevalidator } from 'react-router'
import { z } from 'zod'
import { admin } from '../../../../contract/admin.ts'
import { type ReturnPolicy, returnPolicyBody } from '../../../../contract/admin-returns.ts'
import { limits } from '../../../../contract/limits.ts'
import { call } from '../../../api/client.ts'
import { useRecentLogin } from '../../../forms/confirm-login.tsx'
import { FormProblem } from '../../../forms/form-problem.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { serverMsgOr } from '../../../messages/failure-message.ts'
import { toast } from '../../../toast/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'

interface Props {
  /** The values to start with. */
  policy: ReturnPolicy
  /** The categories to choose from, for a new policy; without them the policy's own is changed. */
  categories?: readonly { id: number; name: string }[]
  onClose: () => void
}

const formSchema = returnPolicyBody.omit({ categoryId: true, changeOfMind: true, exchanges: true }).extend({
  categoryId: z.string(),
  changeOfMind: z.enum(['yes', 'no']),
  exchanges: z.enum(['yes', 'no']),
})

const numbers = [
  ['cancelMinutes', 'Cancel within (minutes)'],
  ['returnDays', 'Return within (days of delivery, 0: no returns)'],
  ['answerDays', 'Seller answers within (days)'],
  ['sendDays', 'Buyer sends within (days)'],
  ['refundDays', `Refund within (days of receipt, ${limits.refundDays} at most count)`],
] as const

export function PolicyDialog({ policy, categories, onClose }: Props) {
  const { revalidate } = useRevalidator()
  const withRecentLogin = useRecentLogin()
  const form = useForm({
    schema: formSchema,
    initial: {
      cancelMinutes: String(policy.cancelMinutes),
      returnDays: String(policy.returnDays),
      answerDays: String(policy.answerDays),
      sendDays: String(policy.sendDays),
      refundDays: String(policy.refundDays),
    },
    failed: serverMsgOr('The policy could not be saved.'),
    send: async ({ categoryId, changeOfMind, exchanges, ...rest }) => {
      const body = {
        ...rest,
        categoryId: categoryId === '' ? null : Number(categoryId),
        changeOfMind: changeOfMind === 'yes',
        exchanges: exchanges === 'yes',
      }
      const done = await withRecentLogin(() => call(admin.saveReturnPolicy, { body }))
      if (!done) return
      toast.success(done.msg)
      onClose()
      await revalidate()
    },
  })
  return (
    <Dialog open title={policy.categoryName ?? 'Return policy'} onClose={onClose} closeOnBackdrop={false}>
      <form {...form.props} className="flex flex-col gap-4">
        <FormProblem text={form.problem} loggedOut={form.loggedOut} />
        {categories ? (
          <SelectField name="categoryId" label="Category" defaultValue={categories[0]?.id}>
            {categories.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        ) : (
          <input type="hidden" name="categoryId" value={policy.categoryId ?? ''} />
        )}
        {numbers.map(([name, label]) => (
          <TextField
            key={name}
            {...form.field(name)}
            label={label}
            type="number"
            inputMode="numeric"
            min={0}
          />
        ))}
        <SelectField
          name="changeOfMind"
          label="May a buyer return what they do not like?"
          defaultValue={policy.changeOfMind ? 'yes' : 'no'}
        >
          <option value="yes">Yes</option>
          <option value="no">No, only what is faulty or late</option>
        </SelectField>
        <SelectField
          name="exchanges"
          label="May a buyer exchange what is faulty?"
          defaultValue={policy.exchanges ? 'yes' : 'no'}
        >
          <option value="yes">Yes, while there is stock</option>
          <option value="no">No, it is refunded</option>
        </SelectField>
        <SelectField
          name="wayBack"
          label="Who pays the way back of what is not faulty?"
          defaultValue={policy.wayBack}
        >
          <option value="buyer">Buyer</option>
          <option value="seller">Seller</option>
        </SelectField>
        <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button {...form.submitButton} busyLabel="Saving...">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
