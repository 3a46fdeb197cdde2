/** Who may write about an order, decided on plain values. */
import { orderMessageLimits } from '../../../contract/order-message-limits.ts'

export interface ThreadFacts {
  /** The order ended longer ago than both sides can write. */
  over: boolean
  /** The account of one side is deleted. */
  isLeft: boolean
  /** The other side cannot log in. */
  isSuspended: boolean
  /** Messages of the caller: all, and those after the last one of the other side. */
  own: number
  inARow: number
}

/** Why the caller cannot write now; null where they can. */
export function writeRefusal({ over, isLeft, isSuspended, own, inARow }: ThreadFacts): string | null {
  if (isLeft) return 'The account of the other side is deleted: nobody would read your message.'
  if (isSuspended)
    return 'The other side cannot log in at present: nobody would read your message. Please write to our support.'
  if (over)
    return `This order ended more than ${orderMessageLimits.daysAfter} days ago, so no more messages can be sent. Please write to our support.`
  if (own >= orderMessageLimits.most)
    return 'There are as many messages of yours about this order as there may be. Please write to our support.'
  return inARow >= orderMessageLimits.inARow
    ? `You have written ${orderMessageLimits.inARow} messages in a row. Please wait for an answer.`
    : null
}
