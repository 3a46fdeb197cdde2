/** The administrator changes the return policy of a category. Orders keep the terms of the day on which they were placed. */
import type { ReturnPolicy, ReturnPolicyInput } from '../../../contract/admin-returns.ts'
import { record } from '../../people/audit/record.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { categoryName, deletePolicy, listPolicyRows, upsertPolicy } from './policy-queries.ts'

const allOthers = 'All other categories'

export const listReturnPolicies = (shop: Shop): Promise<ReturnPolicy[]> => listPolicyRows(shop.db)

/** Days and minutes. Refuses: not-found for a category that does not exist. */
export async function saveReturnPolicy(shop: Shop, policy: ReturnPolicyInput): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const name = await categoryName(tx, policy.categoryId)
    if (name === undefined) throw notFound('There is no such category.')
    await upsertPolicy(tx, policy)
    await record(tx, 'return-policy-changed', {
      target: {
        kind: 'category',
        id: policy.categoryId === null ? null : String(policy.categoryId),
        name: name ?? allOthers,
      },
      note: wordsOf(policy),
    })
  })
}

/** Refuses: not-found for a category without a policy of its own. */
export async function removeReturnPolicy(shop: Shop, categoryId: number): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const name = await categoryName(tx, categoryId)
    if (!name || !(await deletePolicy(tx, categoryId)))
      throw notFound('This category has no policy of its own.')
    await record(tx, 'return-policy-changed', {
      target: { kind: 'category', id: String(categoryId), name },
      note: 'as all other categories',
    })
  })
}

function wordsOf(policy: ReturnPolicyInput): string {
  const { cancelMinutes, returnDays, answerDays, sendDays, refundDays, changeOfMind, exchanges, wayBack } =
    policy
  return `cancel ${cancelMinutes} min; return ${returnDays}, answer ${answerDays}, send ${sendDays}, refund ${refundDays} days; change of mind ${changeOfMind ? 'yes' : 'no'}, exchanges ${exchanges ? 'yes' : 'no'}, way back paid by ${wayBack}`
}
