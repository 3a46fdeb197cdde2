/** The administrator changes the return policy of a category. Orders keep the terms of the day on which they were placed. */
import type { ReturnPolicy, ReturnPolicyInput } from '../../../contract/admin-returns.ts'
import { limits } from '../../../contract/limits.ts'
import type { GeneralPeriods } from '../../../contract/returns.ts'
import { record } from '../../people/audit/record.ts'
import { readChangesNow } from '../../platform/page-cache/watch-changes.ts'
import { notFound } from '../../platform/refusal.ts'
import { type CallFacts, requireAsAsked } from '../../platform/second-person.ts'
import type { Shop } from '../../platform/shop.ts'
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

const allOthers = 'All other categories'

/** Of products whose category has no policy of its own. No refund takes longer than the shop promises. */
export async function showPeriods(shop: Shop): Promise<GeneralPeriods> {
  const rows = await shop.db.reads.query<GeneralPeriods>(sql`
    select p.cancel_minutes as "cancelMinutes", p.return_days as "returnDays", p.answer_days as "answerDays",
      p.send_days as "sendDays", least(p.refund_days, ${limits.refundDays}::int) as "refundDays",
      exists (select from return_policy c
        where (c.cancel_minutes, c.return_days, c.answer_days, c.send_days, c.refund_days)
          <> (p.cancel_minutes, p.return_days, p.answer_days, p.send_days, p.refund_days)) as "othersDiffer"
    from return_policy p where p.category_id is null`)
  return singleRow(rows)
}

export const listReturnPolicies = (shop: Shop): Promise<ReturnPolicy[]> => listPolicyRows(shop.db)

/** Days and minutes. Refuses: not-found for a category that does not exist. */
export async function saveReturnPolicy(shop: Shop, policy: ReturnPolicyInput): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const name = await categoryName(tx, policy.categoryId)
    if (name === undefined) throw notFound('There is no such category.')
    await lockPolicies(tx)
    await requireAsAsked(tx)
    await upsertPolicy(tx, policy)
    await record(tx, 'return-policy-changed', {
      target: {
        kind: 'category',
        id: policy.categoryId === null ? null : String(policy.categoryId),
        name: name ?? allOthers,
      },
      note: wordsOf(policy),
    })
    tx.afterCommit(() => readChangesNow(shop.db))
  })
}

/** Refuses: not-found for a category without a policy of its own. */
export async function removeReturnPolicy(shop: Shop, categoryId: number): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const name = await categoryName(tx, categoryId)
    await lockPolicies(tx)
    await requireAsAsked(tx)
    if (!name || !(await deletePolicy(tx, categoryId)))
      throw notFound('This category has no policy of its own.')
    await record(tx, 'return-policy-changed', {
      target: { kind: 'category', id: String(categoryId), name },
      note: 'as all other categories',
    })
    tx.afterCommit(() => readChangesNow(shop.db))
  })
}

/** What a second administrator has to know about a change of a policy; undefined removes it. Refuses: not-found. */
export async function policyFacts(
  tx: Tx,
  categoryId: number | null,
  after: ReturnPolicyInput | undefined,
): Promise<CallFacts> {
  const policies = await listPolicyRows(tx)
  const before = policies.find((policy) => policy.categoryId === categoryId)
  const general = policies.find((policy) => policy.categoryId === null)
  const name = before?.categoryName ?? (await categoryName(tx, categoryId))
  if (name === undefined) throw notFound('There is no such category.')
  const asOthers = `As all other categories${general ? `: ${wordsOf(general)}` : ''}`
  return {
    lines: [
      { label: 'Category', value: name ?? allOthers },
      { label: 'Now', value: before ? wordsOf(before) : asOthers },
      { label: 'Then', value: after ? wordsOf(after) : asOthers },
    ],
    version: [before ?? null, general ?? null],
  }
}

/** Readers do not wait. */
const lockPolicies = (tx: Tx) => tx.query(sql`lock table return_policy in share row exclusive mode`)

function wordsOf(policy: ReturnPolicyInput): string {
  const { cancelMinutes, returnDays, answerDays, sendDays, refundDays, changeOfMind, exchanges, wayBack } =
    policy
  return `cancel ${cancelMinutes} min; return ${returnDays}, answer ${answerDays}, send ${sendDays}, refund ${refundDays} days; change of mind ${changeOfMind ? 'yes' : 'no'}, exchanges ${exchanges ? 'yes' : 'no'}, way back paid by ${wayBack}`
}

async function listPolicyRows(db: Queryable): Promise<ReturnPolicy[]> {
  return db.query(sql`
    select p.category_id as "categoryId", c.name as "categoryName", p.cancel_minutes as "cancelMinutes",
      p.return_days as "returnDays", p.answer_days as "answerDays", p.send_days as "sendDays", p.refund_days as "refundDays",
      p.change_of_mind as "changeOfMind", p.exchanges, p.way_back as "wayBack"
    from return_policy p left join category_name c on c.id = p.category_id
    order by p.category_id is not null, c.name`)
}

/** The name of the category; null for all others, undefined for a category that does not exist. */
async function categoryName(tx: Tx, id: number | null): Promise<string | null | undefined> {
  if (id === null) return null
  return (
    singleRow(await tx.query<{ name: string | null }>(sql`select lock_category(${id}) as name`)).name ??
    undefined
  )
}

async function upsertPolicy(tx: Tx, policy: ReturnPolicyInput): Promise<void> {
  await tx.query(sql`
    insert into return_policy as p (category_id, cancel_minutes, return_days, answer_days, send_days, refund_days,
      change_of_mind, exchanges, way_back)
    values (${policy.categoryId}, ${policy.cancelMinutes}, ${policy.returnDays}, ${policy.answerDays}, ${policy.sendDays},
      ${policy.refundDays}, ${policy.changeOfMind}, ${policy.exchanges}, ${policy.wayBack})
    on conflict (category_id) do update set cancel_minutes = excluded.cancel_minutes, return_days = excluded.return_days,
      answer_days = excluded.answer_days, send_days = excluded.send_days, refund_days = excluded.refund_days,
      change_of_mind = excluded.change_of_mind, exchanges = excluded.exchanges, way_back = excluded.way_back`)
}

async function deletePolicy(tx: Tx, categoryId: number): Promise<boolean> {
  const rows = await tx.query(sql`delete from return_policy where category_id = ${categoryId} returning 1`)
  return rows.length === 1
}
