/** Whether a person may see the texts of another one that a reply contains. */
import { sql } from '../../server/platform/db/sql.ts'
import type { TestShop } from '../setup/shop.ts'
import { canaryPattern, mailOf, type Person } from './cast.ts'

/** Names the first text in a reply that is not for this reader; undefined if there is none. */
export type Sight = (reader: Person, operation: string, text: string) => Promise<string | undefined>

/** Where an administrator sees the number of a seller's bank account. */
const showsAccount = /^admin\.(bankAccount|downloadBankFile)$/

export function openSight(shop: TestShop): Sight {
  const allowed = new Set<string>()
  return async (reader, operation, text) => {
    for (const [canary, named, sellerNumber] of text.matchAll(canaryPattern)) {
      const owner = named ?? `seller${Number(sellerNumber)}`
      if (owner === reader.name) continue
      const isBank = sellerNumber !== undefined || canary.endsWith('-bank')
      const isMail = canary.endsWith('-mail')
      if (reader.role === 'ADMIN' && (!sellerNumber || showsAccount.test(operation))) continue
      if (isMail && (await isInvited(shop, reader, operation, canary))) continue
      const key = `${reader.name} ${canary}`
      if (allowed.has(key)) continue
      const isSecret = isBank || isMail
      const mayRead =
        !isSecret &&
        ((await isAsked(shop, reader, canary)) ||
          (reader.role !== 'visitor' && (await haveDealt(shop, reader, owner, canary))))
      if (!mayRead) return canary
      allowed.add(key)
    }
    return undefined
  }
}

/** Whether the reader has typed this address: of somebody whom they invite, or have invited, to the team of their shop. */
async function isInvited(
  shop: TestShop,
  { email }: Person,
  operation: string,
  canary: string,
): Promise<boolean> {
  if (operation === 'team.invite') return true
  const rows = await shop.db.query(sql`
    select from team_invitation i join account owner on owner.id = i.seller_id
    where owner.email = ${email} and i.email like ${`%${canary}%`} limit 1`)
  return operation === 'team.show' && rows.length > 0
}

/** Whether the text is of a question that was answered for everybody, or that this seller has to answer. */
async function isAsked(shop: TestShop, { email }: Person, canary: string): Promise<boolean> {
  const text = `%${canary}%`
  const rows = await shop.db.query(sql`
    select from question q join account seller on seller.id = q.seller_id
    where concat_ws(' ', q.words, q.answer) like ${text} and (q.answer is not null or seller.email = ${email}) limit 1`)
  return rows.length > 0
}

/**
 * Whether the text belongs to an order of the reader: what the buyer typed for its seller, the seller's address for the buyer of
 * a return, and what either wrote into a return or to the other. A name is for every seller that the buyer bought from, also an earlier one.
 */
async function haveDealt(
  shop: TestShop,
  { email, role }: Person,
  owner: string,
  canary: string,
): Promise<boolean> {
  const text = `%${canary}%`
  const isName = canary.endsWith('-name')
  const side = role === 'SELLER' ? sql`o.seller_id` : sql`o.customer_id`
  const rows = await shop.db.query(sql`
    select from orders o join account reader on reader.id = ${side} and reader.email = ${email}
    join seller s on s.account_id = o.seller_id
    join account buyer on buyer.id = o.customer_id
    left join return_request r on r.order_id = o.id left join return_event e on e.request_id = r.id
    where concat_ws(' ', r.words, e.note) like ${text}
      or exists (select from order_message m where m.order_id = o.id and m.words like ${text})
      or ${role === 'SELLER'}::boolean and concat_ws(' ', o.street, o.city, o.recipient_name, o.note_to_seller) like ${text}
      or ${isName}::boolean and ${role === 'SELLER'}::boolean and buyer.email = ${mailOf(owner)}
      or ${role === 'CUSTOMER'}::boolean and concat_ws(' ', s.building_no, s.street, s.landmark, s.city) like ${text}
    limit 1`)
  return rows.length > 0
}
