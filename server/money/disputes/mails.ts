/** Mails about a dispute: to every administrator at once, to the sellers of its orders and to the buyer. */
import type { DisputeKind, DisputeState } from '../../../contract/admin-disputes.ts'
import { formatAmount, rupees } from '../../../contract/money.ts'
import { emailsOfAdministrators } from '../../people/identity/accounts.ts'
import { singleRow, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import type { Shop } from '../../platform/shop.ts'

const reasonWords: Record<DisputeKind, string> = {
  'not-received': 'Goods not received',
  'not-as-described': 'Goods not as described',
  fraud: 'Payment not authorised',
  other: 'Another reason',
}

interface ToldDispute {
  id: string
  paymentId: string
  amountPaise: number
  kind: DisputeKind
  state: DisputeState
  respondBy: Date | null
  /** How often it was opened again: its mails are no repetitions. */
  reopened: number
}

const timeFormat = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
})

const headings: Record<DisputeState, string> = {
  open: 'A payment is disputed',
  'action-required': 'The bank wants more evidence',
  'under-review': 'The bank examines the evidence',
  won: 'A dispute is won',
  lost: 'A dispute is lost',
  closed: 'A dispute is closed',
}

/** The beginning of the ids of its mails. */
const roundOf = ({ id, reopened }: ToldDispute): string =>
  reopened === 0 ? `dispute-${id}` : `dispute-${id}-again-${reopened}`

/** To every administrator, once: of a dispute that the shop cannot place. */
export async function queueUnplacedMails(
  shop: Shop,
  tx: Tx,
  { id, paymentId, amountPaise }: { id: string; paymentId: string | null; amountPaise: number | null },
): Promise<void> {
  for (const to of await emailsOfAdministrators(tx))
    await queueMail(shop, tx, {
      id: `dispute-${id}-unplaced-${to}`,
      to,
      subject: `A dispute without its order - ${shop.config.brandName}`,
      heading: 'A dispute without its order',
      paragraphs: [
        paymentId === null
          ? 'The payment provider reports a dispute that the shop cannot read. Please answer it in the dashboard of the provider: without an answer the money is lost.'
          : "A buyer's bank disputes a payment that the shop does not know. Please answer it in the dashboard of the provider: without an answer the money is lost.",
      ],
      rows: [
        ['Dispute', id],
        paymentId !== null && ['Payment', paymentId],
        amountPaise !== null && ['Amount', formatAmount(rupees(amountPaise))],
      ],
    })
}

/** In the transaction that stores the state. The caller has stored the shares. */
export async function queueDisputeMails(shop: Shop, tx: Tx, dispute: ToldDispute): Promise<void> {
  await queueAdministratorMails(shop, tx, dispute)
  await queueSellerMails(shop, tx, dispute)
  await queueBuyerMail(shop, tx, dispute)
}

async function queueAdministratorMails(shop: Shop, tx: Tx, dispute: ToldDispute): Promise<void> {
  const { id, paymentId, amountPaise, kind, state, respondBy } = dispute
  const needsAnswer = state === 'open' || state === 'action-required'
  const amount = formatAmount(rupees(amountPaise))
  const until = respondBy ? timeFormat.format(respondBy) : 'the day that the payment provider names'
  for (const to of await emailsOfAdministrators(tx))
    await queueMail(shop, tx, {
      id: `${roundOf(dispute)}-${state}-${to}`,
      to,
      subject: `${headings[state]}: ${amount} - ${shop.config.brandName}`,
      heading: headings[state],
      paragraphs: [
        needsAnswer
          ? `A buyer's bank disputes a payment. Please accept or contest it until ${until} on the page Money, Disputes: without an answer the money is lost.`
          : 'What follows for orders and sellers is on the page Money, Disputes.',
      ],
      rows: [
        ['Dispute', id],
        ['Payment', paymentId],
        ['Amount', amount],
        ['Reason', reasonWords[kind]],
        respondBy && needsAnswer && ['Answer until', until],
      ],
    })
}

const sellerWords: Partial<Record<DisputeState, string>> = {
  open: "The buyer's bank disputes the payment of this order. Its money waits until the bank has decided. Please keep every proof of the delivery, and do not hand the parcel over if the courier does not have it yet.",
  won: 'The bank has decided for the shop. The money of this order is settled as usual.',
  closed: 'The bank has closed the dispute. The money of this order is settled as usual.',
}

async function queueSellerMails(shop: Shop, tx: Tx, dispute: ToldDispute): Promise<void> {
  const { id, state } = dispute
  const words = sellerWords[state]
  if (!words) return
  const orders = await tx.query<{ number: string; email: string; company: string; paise: number }>(sql`
    select o.number, s.email, s.company_name as company, n.share_paise as paise
    from dispute_order n join placed_order o on o.id = n.order_id join payee s on s.id = o.seller_id
    where n.dispute_id = ${id} order by o.id`)
  for (const { number, email, company, paise } of orders)
    await queueMail(shop, tx, {
      id: `${roundOf(dispute)}-${state}-${number}`,
      to: email,
      subject: `${headings[state]}: order ${number} - ${shop.config.brandName}`,
      heading: headings[state],
      paragraphs: [`Hello ${company},`, words],
      rows: [
        ['Order', number],
        ['Disputed', formatAmount(rupees(paise))],
      ],
      footer: `If you have questions, please write to ${shop.config.supportEmail}.`,
    })
}

/** How a lost dispute ended for a seller, once it is counted. */
export async function queueLostMail(
  shop: Shop,
  tx: Tx,
  lost: { disputeId: string; orderId: string; paise: number; bears: 'seller' | 'shop' },
): Promise<void> {
  const { number, email, company } = singleRow(
    await tx.query<{ number: string; email: string; company: string }>(sql`
      select o.number, s.email, s.company_name as company from placed_order o join payee s on s.id = o.seller_id
      where o.id = ${lost.orderId}`),
  )
  await queueMail(shop, tx, {
    id: `dispute-${lost.disputeId}-lost-${number}`,
    to: email,
    subject: `${headings.lost}: order ${number} - ${shop.config.brandName}`,
    heading: headings.lost,
    paragraphs: [
      `Hello ${company},`,
      lost.bears === 'seller'
        ? 'The bank has decided for the buyer and has taken the money back. By the terms of the shop you bear it: the sale is reversed, with its fees, in your next settlement.'
        : 'The bank has decided for the buyer and has taken the money back. The shop bears it: nothing changes for you.',
    ],
    rows: [
      ['Order', number],
      ['Taken back', formatAmount(rupees(lost.paise))],
    ],
    footer: `If you have questions, please write to ${shop.config.supportEmail}.`,
  })
}

const buyerWords: Partial<Record<DisputeState, string>> = {
  open: 'Your bank has told us that you dispute this payment. Until it has decided we cannot refund or cancel anything of it, so that no money goes back twice. If this is a misunderstanding, please tell your bank, and write to us: often we can help at once.',
  won: 'Your bank has closed your dispute of this payment: the payment stands. Refunds that waited for it go on now.',
  lost: 'Your bank has given you the disputed money back. It is not refunded a second time.',
  closed: 'Your bank has closed your dispute of this payment. Refunds that waited for it go on now.',
}

async function queueBuyerMail(shop: Shop, tx: Tx, dispute: ToldDispute): Promise<void> {
  const { paymentId, amountPaise, state } = dispute
  const words = buyerWords[state]
  if (!words) return
  const { email } = singleRow(
    await tx.query<{ email: string }>(sql`
      select c.buyer_email as email from payment p join purchase c on c.id = p.checkout_id where p.id = ${paymentId}`),
  )
  await queueMail(shop, tx, {
    id: `${roundOf(dispute)}-${state}-buyer`,
    to: email,
    subject: `Your dispute of a payment at ${shop.config.brandName}`,
    heading: state === 'open' ? 'Your bank asks about a payment' : 'Your bank has decided',
    paragraphs: [words],
    rows: [
      ['Payment', paymentId],
      ['Amount', formatAmount(rupees(amountPaise))],
    ],
    link: { label: 'See your orders', url: `${shop.config.publicUrl}/my-orders` },
    footer: `If you have questions, please write to ${shop.config.supportEmail}.`,
  })
}
