/** SQL of accounts that their owners delete. Times are the database's. */
import type { Role } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { compile, type Sql, sql } from '../../platform/db/sql.ts'
import { isFromMailboxOf } from './mailbox.ts'

export interface LeavingAccount {
  id: string
  email: string
  role: Role
  askedAt: Date | null
  dueAt: Date | null
  /** 'restore': it was deleted after the backup that brought it back. */
  askedBy: 'owner' | 'team' | 'restore' | null
  /** The wait is over, and no suspension keeps the account. */
  isDue: boolean
  /** It was suspended after this was asked for: only a wish of an administrator who knows of it goes on. */
  isHeldBack: boolean
  keepsReviews: boolean
  /** A member of a shop's team: the shop is somebody else's. */
  isMember: boolean
  deleted: boolean
}

/**
 * A suspended account is evidence, and its owner cannot log in to keep it: only what an administrator asked for since, knowing of
 * the suspension, goes on.
 */
const goesOn = sql`(suspended_at is null or deletion_asked_by = 'restore'
  or deletion_asked_by = 'team' and deletion_asked_at >= suspended_at)`
const isDue = sql`(deletion_due_at <= now() and ${goesOn})`

const columns = sql`id, email, role, deletion_asked_at as "askedAt", deletion_due_at as "dueAt", deletion_asked_by as "askedBy",
  coalesce(${isDue}, false) as "isDue",
  coalesce(deletion_asked_at is not null and not ${goesOn}, false) as "isHeldBack", keeps_reviews as "keepsReviews", deleted_at is not null as deleted,
  exists (select from team_member m where m.account_id = account.id) as "isMember"`

export async function findLeavingAccount(db: Queryable, id: string): Promise<LeavingAccount | undefined> {
  return (await db.query<LeavingAccount>(sql`select ${columns} from account where id = ${id}`))[0]
}

/**
 * The customer or seller first, as every other transaction does: a purchase that is being settled is over, and none begins. Orders
 * of a seller wait for the end, because they refer to the row.
 */
export async function lockLeavingAccount(tx: Tx, id: string): Promise<LeavingAccount | undefined> {
  await tx.query(sql`select from customer where account_id = ${id} for update`)
  await tx.query(sql`select from seller where account_id = ${id} for update`)
  return (await tx.query<LeavingAccount>(sql`select ${columns} from account where id = ${id} for update`))[0]
}

/** Returns when the wait is over. */
export async function beginWait(
  tx: Tx,
  id: string,
  askedBy: 'owner' | 'team',
  keepReviews: boolean,
): Promise<Date | null | undefined> {
  const [row] = await tx.query<{ dueAt: Date | null }>(sql`
    update account set deletion_asked_at = now(), deletion_asked_by = ${askedBy}, keeps_reviews = ${keepReviews},
      deletion_due_at = now() + ${limits.accountDeletionDays} * interval '1 day'
    where id = ${id} returning deletion_due_at as "dueAt"`)
  return row?.dueAt
}

export async function endWait(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`
    update account set deletion_asked_at = null, deletion_due_at = null, deletion_asked_by = null, keeps_reviews = false
    where id = ${id}`)
}

/** In any order, so that those whose matters are open stand before no others. */
export async function findDueAccounts(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from account where ${isDue} and deleted_at is null order by random() limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** What a note of the audit may say of a person, the longest first, and what such a note may be about: ids and numbers. */
export async function findStrings(tx: Tx, id: string): Promise<{ strings: string[]; subjects: string[] }> {
  const strings = await tx.query<{ text: string }>(sql`
    select s.text from (
      select unnest(array[first_name || ' ' || last_name, mobile, '91' || mobile]) as text from customer where account_id = ${id}
      union all select unnest(array[company_name, mobile, '91' || mobile, street, bank_full_name]) from seller where account_id = ${id}
      union all select unnest(array[company_name, street]) from seller_identity where seller_id = ${id}
      union all select bank_full_name from seller_payee where seller_id = ${id}
      union all select street from address where customer_id = ${id}
      union all select unnest(array[street, recipient_name, recipient_mobile, '91' || recipient_mobile]) from checkout
        where customer_id = ${id}
      union all select unnest(array[street, recipient_name, recipient_mobile, '91' || recipient_mobile]) from orders
        where customer_id = ${id}) s
    where length(s.text) > 3 group by s.text order by length(s.text) desc`)
  const subjects = await tx.query<{ name: string }>(sql`
    with own as materialized (
      select o.id, o.number, o.checkout_id from orders o where o.customer_id = ${id} or o.seller_id = ${id}),
    paid as materialized (select p.id from payment p where p.checkout_id in (
      select checkout_id from own union select c.id from checkout c where c.customer_id = ${id}))
    select unnest(array[id::text, number]) as name from own
    union select id from paid
    union select f.id::text from paid join refund f on f.payment_id = paid.id
    union select d.id from paid join dispute d on d.payment_id = paid.id
    union select c.provider_order_id from checkout c where c.customer_id = ${id} and c.provider_order_id is not null
    union select r.id::text from own join return_request r on r.order_id = own.id
    union select unnest(array[c.id::text, c.number]) from complaint c
      where c.account_id = ${id} or c.seller_id = ${id} or ${isFromMailboxOf(id)}
    union select r.id::text from review r where r.customer_id = ${id} or r.seller_id = ${id}
    union select q.id::text from question q where q.customer_id = ${id} or q.seller_id = ${id}
    union select p.id::text from payout p where p.seller_id = ${id}`)
  return { strings: strings.map(({ text }) => text), subjects: subjects.map(({ name }) => name) }
}

/** The row is a pseudonym from here on: nobody logs in, and no mail arrives. The view `payee` knows by the reason who is still paid. */
export async function takeName(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`
    update account set email = 'deleted-' || id || '@deleted.invalid', password_hash = 'none', deleted_at = now(),
      suspended_at = coalesce(suspended_at, now()),
      suspended_reason = case when suspended_at is null or suspended_reason = 'Deleted by their owner before a restore.'
        then 'Deleted at their owner''s request.' else 'Suspended, then deleted.' end
    where id = ${id}`)
}

export async function forgetInAudit(
  tx: Tx,
  id: string,
  email: string,
  { strings, subjects }: { strings: readonly string[]; subjects: readonly string[] },
): Promise<void> {
  await tx.query(
    sql`select from forget_in_audit(${id}::uuid, ${email}::text, ${strings}::text[], ${subjects}::text[])`,
  )
}

/** A statement whose table is a name of the register. */
export async function runOn(tx: Tx, statement: Sql): Promise<void> {
  const { text, values } = compile(statement)
  await tx.execute(text, values)
}
