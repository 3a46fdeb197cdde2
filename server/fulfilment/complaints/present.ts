/** Rows of complaints as the replies of the API. */
import type { AdminComplaint, AdminComplaintPage } from '../../../contract/admin-complaints.ts'
import type { ListedComplaint, SellersComplaint, ShownComplaint } from '../../../contract/complaint.ts'
import type { Administrator } from '../../people/identity/administrators.ts'
import { withoutContacts } from '../../../contract/contacts.ts'
import type { DeskPageRow, DeskRow, SellersRow } from './list-queries.ts'
import type { OwnComplaintRow, ShownComplaintRow } from './queries.ts'
import { isFull, reopenUntil } from './rules.ts'

const iso = (text: string) => new Date(text).toISOString()
const isoOrNull = (at: Date | null) => at?.toISOString() ?? null

export const toListed = (row: OwnComplaintRow): ListedComplaint => ({
  id: row.id,
  number: row.number,
  category: row.category,
  state: row.state,
  order: row.order,
  product: row.product,
  words: row.words,
  createdAt: row.createdAt.toISOString(),
  decideBy: row.decideBy.toISOString(),
})

export function toShown(row: ShownComplaintRow): ShownComplaint {
  const until = reopenUntil(row)
  const isOpen = row.state === 'open' || row.state === 'waiting'
  const full = isOpen && isFull(row.messages, 'person')
  return {
    ...toListed(row),
    answerBy: row.answerBy.toISOString(),
    answeredAt: isoOrNull(row.answeredAt),
    messages: row.messages.map(({ kind, at, words }) => ({
      by: kind === 'person' ? 'you' : 'desk',
      at: iso(at),
      words,
    })),
    answerable: isOpen ? !full : row.dismissed || (until !== null && until > row.now),
    full,
    reopenUntil: isoOrNull(until),
    satisfied: row.satisfied,
    sellerAsked: row.sellerAsked,
  }
}

export const toSellers = (row: SellersRow): SellersComplaint => ({
  id: row.id,
  number: row.number,
  category: row.category,
  order: row.order,
  product: row.product,
  answerBy: row.answerBy.toISOString(),
  late: row.late,
  answerable: row.state === 'open' || row.state === 'waiting',
  full: isFull(row.messages, 'seller'),
  messages: row.messages.map(({ kind, at, words }) => ({
    by: kind === 'person' ? 'person' : kind === 'seller' ? 'you' : 'desk',
    at: iso(at),
    words: kind === 'person' ? withoutContacts(words) : words,
  })),
})

export const toDesk = (row: DeskRow): AdminComplaint => ({
  id: row.id,
  number: row.number,
  category: row.category,
  state: row.state,
  dueAt: isoOrNull(row.dueAt),
  due: row.due,
  escalated: row.escalated,
  assignedTo: row.assignedTo,
  name: row.name,
  email: row.email,
  order: row.order,
  product: row.product,
  seller: row.seller,
  sellersAnswer: row.sellersAnswer,
  words: row.words,
  createdAt: row.createdAt.toISOString(),
})

export const toDeskPage = (row: DeskPageRow, colleagues: readonly Administrator[]): AdminComplaintPage => ({
  ...toDesk(row),
  by: row.by,
  answerBy: row.answerBy.toISOString(),
  answeredAt: isoOrNull(row.answeredAt),
  decideBy: row.decideBy.toISOString(),
  solvedAt: isoOrNull(row.solvedAt),
  reopenedAt: isoOrNull(row.reopenedAt),
  satisfied: row.satisfied,
  messages: row.messages.map(({ at, ...message }) => ({ ...message, at: iso(at) })),
  orderMessages: row.orderMessages.map(({ at, ...message }) => ({ ...message, at: iso(at) })),
  colleagues: colleagues.map(({ id, email }) => ({ id, email })),
})
