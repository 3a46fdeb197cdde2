/** Somebody makes a complaint: with an account, or as a visitor by name and e-mail. */
import type { z } from 'zod'
import type { complaintBody, visitorBody } from '../../../contract/complaint.ts'
import { readOrderNumber } from '../../../contract/order-number.ts'
import { record } from '../../people/audit/record.ts'
import { networkOf, wideNetworkOf } from '../../platform/network.ts'
import { consumeLimit } from '../../platform/rate-limit.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Session } from '../../platform/session.ts'
import type { Shop } from '../../platform/shop.ts'
import { queueAcknowledgement, queueSellerAskedMail } from './mails.ts'
import {
  findPerson,
  findSubjectOrder,
  findSubjectProduct,
  insertComplaint,
  type MadeComplaint,
  type Subject,
} from './queries.ts'

const day = 86_400
const tooMany = 'You have made as many complaints today as one can. Please write more to one of them.'
const noOrder = 'There is no such order of yours.'
const nothing: Subject = { orderId: null, productId: null, sellerId: null }

/** Refuses: not-found for an order of somebody else and for a product that is not on sale; too-often for a sixth one within a day. */
export async function makeComplaint(
  shop: Shop,
  { accountId, role }: Pick<Session, 'accountId' | 'role'>,
  { order, product, category, words }: z.output<typeof complaintBody>,
): Promise<MadeComplaint> {
  const person = await findPerson(shop.db, accountId)
  if (!person) throw notFound('There is no such account.')
  const subject = order
    ? await subjectOrder(shop, role === 'CUSTOMER' ? accountId : null, order)
    : await subjectProduct(shop, product)
  await consumeLimit(shop.db, [{ key: `complaint-made:${accountId}`, max: 5, seconds: day }], tooMany)
  // The seller is asked at once where a buyer complains of what they bought. Everything else the desk reads first.
  const asksSeller = subject.orderId !== null && (category === 'order' || category === 'product')
  return insert(shop, { ...person, accountId, subject, category, words, asksSeller })
}

/**
 * Whoever gave the address gets the mail: it has none of the typed words, and three a day go to an address. Refuses: not-found for a
 * product that is not on sale; too-often.
 */
export async function makeComplaintAsVisitor(
  shop: Shop,
  ip: string,
  { name, email, product, category, words }: z.output<typeof visitorBody>,
): Promise<MadeComplaint> {
  const subject = await subjectProduct(shop, product)
  const wide = wideNetworkOf(ip)
  await consumeLimit(
    shop.db,
    [
      { key: `complaint-ip:${networkOf(ip)}`, max: 30, seconds: day },
      ...(wide ? [{ key: `complaint-ip:${wide}`, max: 90, seconds: day }] : []),
    ],
    tooMany,
  )
  // The table of counters has no e-mail in plain text.
  const mailbox = shop.secrets.keyedHash('rate-limit', email).toString('base64url')
  await consumeLimit(shop.db, [{ key: `complaint-made:${mailbox}`, max: 3, seconds: day }], tooMany)
  return insert(shop, { accountId: null, name, email, subject, category, words, asksSeller: false })
}

async function subjectOrder(shop: Shop, customerId: string | null, typed: string): Promise<Subject> {
  const number = readOrderNumber(typed)
  const subject = number && customerId && (await findSubjectOrder(shop.db, customerId, number))
  if (!subject) throw new Refusal('not-found', noOrder, { fields: { order: noOrder } })
  return subject
}

async function subjectProduct(shop: Shop, productId: string | undefined): Promise<Subject> {
  if (productId === undefined) return nothing
  const subject = await findSubjectProduct(shop.db, productId)
  if (!subject) throw notFound('This product is not on sale.')
  return subject
}

interface Insertion extends Pick<z.output<typeof visitorBody>, 'name' | 'email' | 'category' | 'words'> {
  accountId: string | null
  subject: Subject
  asksSeller: boolean
}

async function insert(shop: Shop, { subject, asksSeller, ...complaint }: Insertion): Promise<MadeComplaint> {
  const { answerHours, decideDays, sellerHours } = shop.config.complaints
  return shop.db.transaction(async (tx) => {
    const made = await insertComplaint(tx, {
      ...complaint,
      ...subject,
      answerHours,
      decideDays,
      sellerHours: asksSeller ? sellerHours : null,
    })
    const { accountId, email, category } = complaint
    await queueAcknowledgement(shop, tx, { ...made, accountId, email }, { category, ...made })
    const seller = asksSeller && subject.sellerId && (await findPerson(tx, subject.sellerId))
    if (seller && made.sellerAnswerBy)
      await queueSellerAskedMail(shop, tx, {
        to: seller.email,
        number: made.number,
        until: made.sellerAnswerBy,
        id: made.id,
      })
    await record(tx, 'complaint-made', { target: targetOf(made), note: category })
    return made
  })
}

/** Of the audit. */
export const targetOf = ({ id, number }: { id: string; number: string }) => ({
  kind: 'complaint' as const,
  id,
  name: number,
})
