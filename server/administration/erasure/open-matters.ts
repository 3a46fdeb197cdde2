/** What has to end before an account is deleted: people, couriers and banks still act on it, and money is on its way. */
import { reopenDays } from '../../../contract/complaint-words.ts'
import type { Role } from '../../../contract/endpoint.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { Shop } from '../../platform/shop.ts'
import { sql } from '../../platform/db/sql.ts'
import { isFromMailboxOf } from './mailbox.ts'

/** So many of a kind are named. */
const most = 5

/**
 * What others begin at a seller without end, while products are on sale: asking is not refused for it, because products leave sale
 * then. Only the deletion waits.
 */
const ofOthers = new Set(['selling', 'answer'])

interface OpenMatters {
  /** Before somebody can ask for the deletion. */
  first: string[]
  /** Before the deletion. */
  meanwhile: string[]
}

interface Matter {
  kind: string
  names: string[]
  count: number
}

const words: Record<string, (names: string, count: number) => string> = {
  paying: () => 'A purchase is being paid. If it is not, this ends after half an hour.',
  selling: () => 'Somebody is paying for your products. This ends after half an hour at most.',
  order: (names) => `Orders that are not finished: ${names}.`,
  return: (names) => `Returns that are open, of the orders ${names}.`,
  claim: (names) => `Parcels that did not arrive, being looked into: ${names}.`,
  complaint: (names) => `Complaints that are open: ${names}.`,
  report: () => 'Our team looks into messages about one of your orders.',
  answer: (names) => `Complaints that wait for your answer: ${names}.`,
  refund: (names) => `Refunds on their way, of the orders ${names}.`,
  dispute: (names) => `Payments that a bank disputes, of the orders ${names}.`,
  returnable: (names) => `Orders that buyers may still return: ${names}.`,
  unpaid: () => 'Money that is not paid out or settled yet.',
  payout: (_, count) => (count === 1 ? 'A payout on its way.' : `${count} payouts on their way.`),
  weight: (names) => `Weights of parcels that are not decided, of the orders ${names}.`,
  fees: () => 'Fees that are not invoiced yet: the invoice comes at the beginning of the next month.',
}

/** In sentences for the person; none: the account can be deleted. */
export async function findOpenMatters(
  { config }: Shop,
  tx: Tx,
  role: Role,
  id: string,
): Promise<OpenMatters> {
  const matters =
    role === 'SELLER' ? await ofSeller(tx, id, config.taxIdentity !== undefined) : await ofBuyer(tx, id)
  const inWords = ({ kind, names, count }: Matter) => {
    const shown = names.slice(0, most).join(', ')
    return words[kind]!(count > most ? `${shown} and ${count - most} more` : shown, count)
  }
  return {
    first: matters.filter(({ kind }) => !ofOthers.has(kind)).map(inWords),
    meanwhile: matters.filter(({ kind }) => ofOthers.has(kind)).map(inWords),
  }
}

/**
 * Complaints of the person, those too that they made as a visitor and whose mailed link was opened: anybody may have given the
 * address for others. All are deleted with the account (personal-rows.ts).
 */
const ownComplaints = (id: string) => sql`select 'complaint', c.number from complaint c
  where c.state in ('open', 'waiting') and (c.account_id = ${id} or c.link_opened_at is not null and ${isFromMailboxOf(id)})`
const named = sql`select kind, array_agg(distinct name) as names, count(distinct name) as count
  from open_matters where name is not null group by kind order by kind`

function ofBuyer(tx: Tx, id: string): Promise<Matter[]> {
  return tx.query<Matter>(sql`
    with own as materialized (select o.id, o.number, o.status, o.checkout_id from orders o where o.customer_id = ${id}),
    paid as materialized (select p.id, p.checkout_id from payment p join checkout c on c.id = p.checkout_id
      where c.customer_id = ${id}),
    open_matters as (
      select 'paying' as kind, c.id::text as name from checkout c where c.customer_id = ${id} and c.state = 'open'
      union all select 'order', number from own where status in ('pending', 'processing', 'shipped')
      union all select 'return', own.number from own join return_request r on r.order_id = own.id where r.is_open
      union all select 'claim', own.number from own join delivery_claim d on d.order_id = own.id where d.ended_at is null
      union all ${ownComplaints(id)}
      union all select 'report', own.number from own join complaint c on c.order_id = own.id
        where c.reports_messages and (c.state in ('open', 'waiting') or c.state = 'solved' and c.reopened_at is null
          and c.solved_at > now() - ${reopenDays}::int * interval '1 day')
      union all select 'refund', coalesce((select min(own.number) from own where own.checkout_id = paid.checkout_id), f.payment_id)
        from paid join refund f on f.payment_id = paid.id where f.state in ('scheduled', 'accepted', 'failed') and f.settled_note is null
      union all select 'dispute', coalesce((select min(own.number) from own where own.checkout_id = paid.checkout_id), d.payment_id)
        from paid join dispute d on d.payment_id = paid.id where d.is_open)
    ${named}`)
}

/** `invoiced`: the shop has a GST number, and so invoices its fees. Less than a rupee is never paid out (run-queries.ts). */
function ofSeller(tx: Tx, id: string, invoiced: boolean): Promise<Matter[]> {
  return tx.query<Matter>(sql`
    with own as materialized (
      select o.id, o.number, o.status, o.checkout_id, o.delivery_date from orders o where o.seller_id = ${id}),
    open_matters as (
      select 'selling' as kind, c.id::text as name from checkout_line l join checkout c on c.id = l.checkout_id
        where l.seller_id = ${id} and c.state = 'open'
      union all select 'order', number from own where status in ('pending', 'processing', 'shipped')
      union all select 'return', own.number from own join return_request r on r.order_id = own.id where r.is_open
      union all select 'returnable', own.number from own left join order_terms t on t.order_id = own.id
        where own.status = 'completed' and own.delivery_date + coalesce(t.return_days, 7) * interval '1 day' > now()
      union all select 'claim', own.number from own join delivery_claim d on d.order_id = own.id where d.ended_at is null
      union all ${ownComplaints(id)}
      union all select 'answer', c.number from complaint c
        where c.seller_id = ${id} and c.state in ('open', 'waiting')
          and c.seller_answer_by is not null and c.seller_answered_at is null
      union all select 'report', own.number from own join complaint c on c.order_id = own.id
        where c.reports_messages and (c.state in ('open', 'waiting') or c.state = 'solved' and c.reopened_at is null
          and c.solved_at > now() - ${reopenDays}::int * interval '1 day')
      union all select 'refund', own.number from own join refund f on f.order_id = own.id
        where f.state in ('scheduled', 'accepted', 'failed') and f.settled_note is null
      union all select 'dispute', own.number from own join dispute_order x on x.order_id = own.id
        join dispute d on d.id = x.dispute_id where d.is_open
      union all select 'unpaid', 'money' where exists (select from unsettled_entry u where u.seller_id = ${id})
        or abs(coalesce((select sum(p.amount_paise) from posting p where p.seller_id = ${id}), 0)) >= 100
      union all select 'payout', p.id::text from payout p where p.seller_id = ${id} and p.state not in ('paid', 'failed', 'returned')
      union all select 'weight', own.number from own join weight_difference w on w.order_id = own.id
        where w.state in ('announced', 'disputed')
      union all select 'fees', 'fees' where ${invoiced}::boolean and exists (select from shop_fee f join own on own.id = f.order_id
        where f.payer = 'seller' and f.happened_at >= (select (next_month::timestamp at time zone 'Asia/Kolkata') from shop_document_progress)
          and not exists (select from shop_document_fee d where d.entry_id = f.entry_id and d.part = f.part)))
    ${named}`)
}
