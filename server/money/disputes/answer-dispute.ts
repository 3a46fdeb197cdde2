/** The shop's answer to a disputed payment. Each call to the provider is between two transactions, never in one. */
import { record } from '../../people/audit/record.ts'
import { requireNotHeld } from '../../platform/hold/held.ts'
import type { ProviderDispute } from '../../platform/providers/payments/provider.ts'
import { ProviderRefused, ProviderUnavailable } from '../../platform/providers/payments/provider.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { importDispute } from './import-dispute.ts'
import { clearAnswer, lockToAnswer, saveAnswer } from './list-queries.ts'

/**
 * Stores the answer, lets `send` give it to the provider, and stores what became of the dispute. Killed in between, the sweep or
 * a webhook finds out what the provider knows. Refuses: not-found; conflict for a dispute that needs no answer, that is being
 * answered, or whose answer the provider refuses; unavailable while the provider does not respond.
 */
export async function answerDispute(
  shop: Shop,
  id: string,
  { answer, words }: { answer: 'accepted' | 'contested'; words: string | null },
  send: (amountPaise: number) => Promise<ProviderDispute>,
): Promise<void> {
  await requireNotHeld(shop.db)
  const amountPaise = await beginAnswer(shop, id, answer, words)
  let reported: ProviderDispute
  try {
    reported = await send(amountPaise)
  } catch (error) {
    await clearAnswer(shop.db, id)
    if (error instanceof ProviderRefused) {
      shop.log.warn({ err: error, disputeId: id }, 'answer to a dispute refused')
      throw new Refusal(
        'conflict',
        'The payment provider does not take this answer. Its time may be over, or it was answered in the dashboard.',
      )
    }
    if (error instanceof ProviderUnavailable)
      throw new Refusal(
        'unavailable',
        'The payment provider does not respond. Please look at this page again in some minutes, and answer again if it still needs an answer.',
      )
    throw error
  }
  await importDispute(shop, reported)
}

function beginAnswer(
  shop: Shop,
  id: string,
  answer: 'accepted' | 'contested',
  words: string | null,
): Promise<number> {
  return shop.db.transaction(async (tx) => {
    const dispute = await lockToAnswer(tx, id)
    if (!dispute) throw notFound('There is no such dispute.')
    if (dispute.state !== 'open' && dispute.state !== 'action-required')
      throw new Refusal('conflict', 'This dispute needs no answer any more.')
    if (dispute.isBeingAnswered)
      throw new Refusal(
        'conflict',
        'This dispute is being answered at this moment. Please look again in a minute.',
      )
    await saveAnswer(tx, id, answer, words)
    await record(tx, `dispute-${answer}`, { target: { kind: 'dispute', id, name: id }, note: words ?? '' })
    return dispute.amountPaise
  })
}
