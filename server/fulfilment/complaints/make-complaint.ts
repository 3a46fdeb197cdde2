/** Somebody makes a complaint: with an account, or as a visitor by name and e-mail. */
import type { z } from 'zod'
import type { complaintBody, visitorBody } from '../../../contract/complaint.ts'
import { readOrderNumber } from '../../../contract/order-number.ts'
import { record } from '../../people/audit/record.ts'
import { type Guard, openGuard } from '../../people/identity/guard.ts'
import { networkLimits } from '../../people/identity/rate-limits.ts'
import type { Tx } from '../../platform/db/client.ts'
import { customerOf } from '../../platform/network.ts'
import { consumeLimit, countHits, refundLimits } from '../../platform/rate-limit.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Party } from '../../platform/http/request-context.ts'
import type { Shop } from '../../platform/shop.ts'
import { queueAcknowledgement, queueLinkMail, queueSellerAskedMail } from './mails.ts'
import {
  findLinkWanted,
  findPerson,
  findSubjectOrder,
  findSubjectProduct,
  insertComplaint,
  type MadeComplaint,
  noteLinkOpened,
  type Subject,
} from './queries.ts'
import { mailboxOf } from './rules.ts'

const day = 86_400
const tooMany = 'You have made as many complaints today as one can. Please write more to one of them.'
const tooManyLinks = 'You have asked for as many links today as one can. Please try again tomorrow.'
const noOrder = 'There is no such order of yours.'
const nothing: Subject = { orderId: null, productId: null, sellerId: null }

/** Refuses: not-found for an order of somebody else and for a product that is not on sale; too-often for a sixth one within a day. */
export async function makeComplaint(
  shop: Shop,
  { accountId, role }: Party,
  { order, product, category, words }: z.output<typeof complaintBody>,
): Promise<Acknowledged> {
  const person = await findPerson(shop.db, accountId)
  if (!person) throw notFound('There is no such account.')
  const subject = order
    ? await subjectOrder(shop, role === 'CUSTOMER' ? accountId : null, order)
    : await subjectProduct(shop, product)
  await consumeOwn(shop, accountId)
  // The seller is asked at once where a buyer complains of what they bought. Everything else the desk reads first.
  const asksSeller = subject.orderId !== null && (category === 'order' || category === 'product')
  return insert(shop, { ...person, accountId, subject, category, words, asksSeller })
}

/**
 * Reports the messages about an order, which the desk then reads. Refuses: conflict while an earlier report of the same person about them
 * is open; too-often as for any complaint.
 */
export async function reportMessages(
  shop: Shop,
  accountId: string,
  report: { subject: Subject; category: 'order' | 'seller'; words: string },
): Promise<Acknowledged> {
  const person = await findPerson(shop.db, accountId)
  if (!person) throw notFound('There is no such account.')
  await consumeOwn(shop, accountId)
  return insert(shop, { ...person, ...report, accountId, asksSeller: false, reportsMessages: true }).catch(
    async (error: unknown) => {
      if ((error as { constraint?: string }).constraint !== 'complaint_of_messages') throw error
      await refundLimits(shop.db, [ownKey(accountId)])
      throw new Refusal('conflict', 'You have reported these messages already. Our team looks at them.')
    },
  )
}

const ownKey = (accountId: string) => `complaint-made:${accountId}`
const consumeOwn = (shop: Shop, accountId: string) =>
  consumeLimit(shop.db, [{ key: ownKey(accountId), max: 5, seconds: day }], tooMany)

/** Who calls: the address of the network, what the browser has computed (contract/proof-of-work.ts), and who is logged in there. */
interface Visitor {
  accountId: string | null
  ip: string
  proof: string | undefined
}

/**
 * Whoever gave the address gets the mail: it has none of the typed words, and three a day because of one network go to an address.
 * Nobody uses up the complaints of somebody else: beyond a few each needs a proof of work. Refuses: not-found for a product that is
 * not on sale; too-often.
 */
export async function makeComplaintAsVisitor(
  shop: Shop,
  visitor: Visitor,
  { name, email, product, category, words }: z.output<typeof visitorBody>,
): Promise<Acknowledged> {
  const subject = await subjectProduct(shop, product)
  const guard = await openVisitorGuard(shop, visitor, email, 'complaint-made', tooMany)
  const asked = { visitor, guard }
  return insert(shop, { accountId: null, name, email, subject, category, words, asksSeller: false, asked })
}

/** The reply does not say whether there is such a complaint. Refuses: too-often. */
export async function sendLink(
  shop: Shop,
  visitor: Visitor,
  { email, number }: { email: string; number: string },
): Promise<void> {
  const guard = await openVisitorGuard(shop, visitor, email, 'complaint-link', tooManyLinks)
  await shop.db.transaction(async (tx) => {
    await guard.consume(tx)
    const found = await findLinkWanted(tx, { email, number: number.toUpperCase() })
    // Complaints that somebody else makes with this address do not use up its links.
    if (!found || !(await takeMail(tx, `complaint-link-mail:${found.id}`))) return
    if (found.unproven && !(await takeStrangersMail(shop, tx, email, visitor))) return
    await queueLinkMail(shop, tx, found)
    await record(tx, 'complaint-link-sent', { target: targetOf(found) })
  })
}

/** The table of counters has no e-mail in plain text. */
const mailboxKey = (shop: Shop, email: string) =>
  shop.secrets.keyedHash('rate-limit', mailboxOf(email)).toString('base64url')

const openVisitorGuard = (
  shop: Shop,
  { ip, proof }: Visitor,
  email: string,
  what: string,
  refusal: string,
): Promise<Guard> =>
  openGuard(
    shop,
    email,
    {
      own: [],
      shared: [
        { key: `${what}:${mailboxKey(shop, email)}`, max: 3, maxWithProof: Infinity, seconds: day },
        ...networkLimits('complaint-ip', ip, { max: 30, maxWithProof: 1_000, seconds: day }),
      ],
    },
    proof,
    refusal,
  )

/** Mail that a visitor causes, who may have given anybody's address: three a day. False where no more goes there today. */
const takeMail = async (tx: Tx, key: string): Promise<boolean> =>
  (await countHits(tx, { key, seconds: day })) <= 3

async function takeAcknowledgement(shop: Shop, tx: Tx, email: string, visitor: Visitor): Promise<boolean> {
  const key = `complaint-mail:${mailboxKey(shop, email)}:${customerOf(visitor.ip)}`
  return (await takeMail(tx, key)) && (await takeStrangersMail(shop, tx, email, visitor))
}

const strangersKey = (shop: Shop, email: string) => `complaint-strangers-mail:${mailboxKey(shop, email)}`
const networksKey = (shop: Shop, email: string, ip: string) =>
  `${strangersKey(shop, email)}:${customerOf(ip)}`

/**
 * About complaints whose link was never opened a mailbox gets ten mails a day because of one network, however many complaints somebody
 * makes with its address, and fifty in all: a stranger does not use up those of whoever has the address. Who is logged in with it is
 * no stranger.
 */
async function takeStrangersMail(
  shop: Shop,
  tx: Tx,
  email: string,
  { accountId, ip }: Visitor,
): Promise<boolean> {
  const person = accountId === null ? undefined : await findPerson(tx, accountId)
  if (person && mailboxOf(person.email) === mailboxOf(email)) return true
  // What goes beyond the part of a network does not count for the others.
  if ((await countHits(tx, { key: networksKey(shop, email, ip), seconds: day })) > 10) return false
  return (await countHits(tx, { key: strangersKey(shop, email), seconds: day })) <= 50
}

/** A complaint is read by its link, so its maker has the mailbox: its mails count neither in all nor for this network. */
export async function noteOpened(shop: Shop, linkHash: Buffer, ip: string): Promise<void> {
  const opened = await noteLinkOpened(shop.db, linkHash)
  if (!opened) return
  const keys = [strangersKey(shop, opened.email), networksKey(shop, opened.email, ip)]
  await refundLimits(shop.db, keys, opened.mails)
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
  reportsMessages?: boolean
  asked?: { guard: Guard; visitor: Visitor }
}

interface Acknowledged extends MadeComplaint {
  mailed: boolean
}

async function insert(
  shop: Shop,
  { subject, asksSeller, reportsMessages = false, asked, ...complaint }: Insertion,
): Promise<Acknowledged> {
  const { answerHours, decideDays, sellerHours } = shop.config.complaints
  return shop.db.transaction(async (tx) => {
    await asked?.guard.consume(tx)
    const made = await insertComplaint(tx, {
      ...complaint,
      ...subject,
      answerHours,
      decideDays,
      reportsMessages,
      sellerHours: asksSeller ? sellerHours : null,
    })
    const { accountId, email, category } = complaint
    const mailed = !asked || (await takeAcknowledgement(shop, tx, email, asked.visitor))
    if (mailed) await queueAcknowledgement(shop, tx, { ...made, accountId, email }, { category, ...made })
    const seller = asksSeller && subject.sellerId && (await findPerson(tx, subject.sellerId))
    if (seller && made.sellerAnswerBy)
      await queueSellerAskedMail(shop, tx, {
        to: seller.email,
        number: made.number,
        until: made.sellerAnswerBy,
        id: made.id,
      })
    await record(tx, 'complaint-made', { target: targetOf(made), note: category })
    return { ...made, mailed }
  })
}

/** What an audit entry about a complaint names. */
export const targetOf = ({ id, number }: { id: string; number: string }) => ({
  kind: 'complaint' as const,
  id,
  name: number,
})
