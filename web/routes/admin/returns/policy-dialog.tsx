import { z } from 'zod'
import { admin } from '../../../../contract/admin.ts'
import { type ReturnPolicy, returnPolicyBody } from '../../../../contract/admin-returns.ts'
import { limits } from '../../../../contract/limits.ts'
import { call } from '../../../api/client.ts'
import { FormDialog } from '../../../forms/form-dialog.tsx'
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
  [
    'refundDays',
    `Refund within (days of receipt; more than ${limits.refundDays} count as ${limits.refundDays})`,
  ],
] as const

export function PolicyDialog({ policy, categories, onClose }: Props) {
  return (
    <FormDialog
      title={policy.categoryName ?? 'Return policy'}
      schema={formSchema}
      initial={{
        cancelMinutes: String(policy.cancelMinutes),
        returnDays: String(policy.returnDays),
        answerDays: String(policy.answerDays),
        sendDays: String(policy.sendDays),
        refundDays: String(policy.refundDays),
      }}
      button="Save"
      busyLabel="Saving..."
      failed="The policy could not be saved."
      send={({ categoryId, changeOfMind, exchanges, ...rest }) =>
        call(admin.saveReturnPolicy, {
          body: {
            ...rest,
            categoryId: categoryId === '' ? null : Number(categoryId),
            changeOfMind: changeOfMind === 'yes',
            exchanges: exchanges === 'yes',
          },
        })
      }
      onClose={onClose}
    >
      {(field) => (
        <>
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
            <TextField key={name} {...field(name)} label={label} type="number" inputMode="numeric" min={0} />
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
        </>
      )}
    </FormDialog>
  )
}
