/** Texts of the mails about complaints. Subjects are ours; what a visitor typed stands in no mail to the address they gave. */
import {
  type ComplaintCategory,
  complaintCategoryWords,
  reopenDays,
  waitingDays,
} from '../../../contract/complaint-words.ts'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { newToken } from '../../platform/secrets.ts'
import type { Shop } from '../../platform/shop.ts'
import { type ComplaintFacts, insertLink, needsLink } from './queries.ts'

/** Who made a complaint, and how mails lead them to it. */
export interface Reader {
  id: string
  number: string
  accountId: string | null
  email: string
}

const time = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
})
const untilWords = (at: Date) => `${time.format(at)} (Indian time)`

/**
 * A visitor, and who cannot log in or is leaving, gets a new link with each mail: only the hashes of earlier ones are kept. The token
 * stands behind '#'.
 */
async function linkFor({ config }: Shop, tx: Tx, { id, number, accountId }: Reader): Promise<string> {
  const page = `${config.publicUrl}/complaints/${number}`
  if (accountId !== null && !(await needsLink(tx, accountId))) return page
  const { token, hash } = newToken()
  await insertLink(tx, id, hash)
  return `${page}#${token}`
}

export async function queueAcknowledgement(
  shop: Shop,
  tx: Tx,
  to: Reader,
  { category, answerBy, decideBy }: { category: ComplaintCategory; answerBy: Date; decideBy: Date },
): Promise<void> {
  const { brandName, legal } = shop.config
  await queueMail(shop, tx, {
    id: `complaint-made-${to.id}`,
    to: to.email,
    subject: `Your complaint ${to.number} - ${brandName}`,
    heading: 'We have your complaint',
    paragraphs: [
      `Your complaint has the number ${to.number}. A person of our team reads it, answers you, and decides.`,
    ],
    rows: [
      ['About', complaintCategoryWords[category]],
      ['First answer by', untilWords(answerBy)],
      ['Decision by', untilWords(decideBy)],
      legal && ['Grievance Officer', legal.grievanceOfficer],
    ],
    link: { label: 'Read your complaint', url: await linkFor(shop, tx, to) },
    footer:
      to.accountId === null
        ? 'The link is yours alone: who has it can read and answer your complaint. If you did not write to us, you can ignore this email.'
        : 'You can write more to us on that page.',
  })
}

/** A new link to the complaint, as who has its number and address asked for it. */
export async function queueLinkMail(shop: Shop, tx: Tx, to: Reader): Promise<void> {
  await queueMail(shop, tx, {
    id: `complaint-link-${newId()}`,
    to: to.email,
    subject: `The link to your complaint ${to.number} - ${shop.config.brandName}`,
    heading: 'The link to your complaint',
    paragraphs: ['Somebody who knows its number asked us to send the link again.'],
    link: { label: 'Read your complaint', url: await linkFor(shop, tx, to) },
    footer: 'If it was not you, you can ignore this email.',
  })
}

/** The desk has asked, and heard nothing. */
export async function queueSilentMail(
  shop: Shop,
  tx: Tx,
  to: Reader & { canReopen: boolean },
): Promise<void> {
  await queueMail(shop, tx, {
    id: `complaint-silent-${to.canReopen ? '' : 'again-'}${to.id}`,
    to: to.email,
    subject: `We have not heard from you (${to.number}) - ${shop.config.brandName}`,
    heading: 'We have not heard from you',
    paragraphs: [
      `We asked you about your complaint ${waitingDays} days ago, and take it as solved now.${to.canReopen ? ` You can open it again on its page, once, within ${reopenDays} days.` : ''}`,
    ],
    rows: [['Complaint', to.number]],
    link: { label: 'Read your complaint', url: await linkFor(shop, tx, to) },
  })
}

/** Nobody of the desk has decided it within a year. */
export async function queueForgottenMail(shop: Shop, tx: Tx, to: Reader): Promise<void> {
  await queueMail(shop, tx, {
    id: `complaint-forgotten-${to.id}`,
    to: to.email,
    subject: `Your complaint ${to.number} is closed - ${shop.config.brandName}`,
    heading: 'Your complaint is closed',
    paragraphs: [
      'We did not decide your complaint within a year, and close it now without a decision. We apologise for that.',
      'If something is still wrong, please make a new complaint and name the number of this one. You can also turn to a consumer commission.',
    ],
    rows: [['Complaint', to.number]],
    link: { label: 'Read your complaint', url: await linkFor(shop, tx, to) },
  })
}

const answerHeadings = {
  answer: 'We have answered your complaint',
  ask: 'We need to know more about your complaint',
  solve: 'Your complaint is solved',
} as const

/** `messageId`: of the answer that is sent. */
export async function queueAnswerMail(
  shop: Shop,
  tx: Tx,
  to: Reader & Pick<ComplaintFacts, 'reopenedAt'>,
  { act, words, messageId }: { act: keyof typeof answerHeadings; words: string; messageId: string },
): Promise<void> {
  const heading = answerHeadings[act]
  await queueMail(shop, tx, {
    id: `complaint-answer-${messageId}`,
    to: to.email,
    subject: `${heading} (${to.number}) - ${shop.config.brandName}`,
    heading,
    paragraphs: [
      words,
      act === 'solve'
        ? `Please tell us on the page of the complaint whether this satisfies you. If it does not, ${to.reopenedAt ? `please make a new complaint and name the number ${to.number}` : `you can open the complaint again there, once, within ${reopenDays} days`}.`
        : 'Please answer on the page of the complaint, not by email.',
    ],
    rows: [['Complaint', to.number]],
    link: { label: 'Read your complaint', url: await linkFor(shop, tx, to) },
  })
}

export async function queueSellerAskedMail(
  shop: Shop,
  tx: Tx,
  { to, number, until, id }: { to: string; number: string; until: Date; id: string },
): Promise<void> {
  const { brandName, publicUrl } = shop.config
  await queueMail(shop, tx, {
    id: `complaint-seller-${id}`,
    to,
    subject: `A complaint needs your answer (${number}) - ${brandName}`,
    heading: 'A complaint needs your answer',
    paragraphs: [
      `Somebody complains about an order or a product of yours. Please tell our team what you know by ${untilWords(until)}. Our team reads your answer and decides.`,
    ],
    rows: [['Complaint', number]],
    link: { label: 'See complaints', url: `${publicUrl}/seller-complaints` },
  })
}

export async function queueEscalatedMail(
  shop: Shop,
  tx: Tx,
  {
    to,
    toId,
    id,
    number,
    by,
    note,
  }: { to: string; toId: string; id: string; number: string; by: string; note: string },
): Promise<void> {
  await queueMail(shop, tx, {
    id: `complaint-escalated-${id}-${toId}`,
    to,
    subject: `Complaint ${number} is put before you - ${shop.config.brandName}`,
    heading: 'A complaint is put before you',
    paragraphs: [`${by} asks the owners of the shop to look at this complaint.`, `The reason: ${note}`],
    rows: [['Complaint', number]],
  })
}

export async function queueDueMail(
  shop: Shop,
  tx: Tx,
  { to, toId, day, late, dueSoon }: { to: string; toId: string; day: string; late: number; dueSoon: number },
): Promise<void> {
  await queueMail(shop, tx, {
    id: `complaints-due-${day}-${toId}`,
    to,
    subject: `Complaints need answers today - ${shop.config.brandName}`,
    heading: 'Complaints need answers',
    paragraphs: [
      'The law gives each complaint 48 hours to its first answer and a month to its decision. Please look at the list Complaints of the administrator’s pages.',
    ],
    rows: [
      ['Late', String(late)],
      ['Due within 24 hours', String(dueSoon - late)],
    ],
  })
}
