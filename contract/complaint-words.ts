/** What complaints are about, and their states. */
export const complaintCategories = [
  'order',
  'product',
  'seller',
  'payment',
  'account',
  'privacy',
  'other',
] as const
export type ComplaintCategory = (typeof complaintCategories)[number]

export const complaintCategoryWords: Record<ComplaintCategory, string> = {
  order: 'An order or delivery',
  product: 'A product or a statement on it',
  seller: 'A seller',
  payment: 'A payment or refund',
  account: 'My account',
  privacy: 'My personal data',
  other: 'Something else',
}

export const complaintStates = ['open', 'waiting', 'solved', 'closed'] as const
export type ComplaintState = (typeof complaintStates)[number]

/** For who complains. */
export const complaintStateWords: Record<ComplaintState, string> = {
  open: 'We work on it',
  waiting: 'Waits for your answer',
  solved: 'Solved',
  closed: 'Closed',
}

/** So long after it was solved a complaint can be opened again, once. */
export const reopenDays = 14
/** A complaint that waits so long for an answer of who made it counts as solved. */
export const waitingDays = 30
/** So long before the end of its clock a complaint needs attention. */
export const dueSoonHours = 24
/** The most messages of each side of one complaint. The desk may write more. */
export const complaintMessagesMax = 200
export const complaintLength = 5_500
