/** Reads every listing for green words that was saved before the present patterns, or before there were any. */
import type { Tx } from '../../platform/db/client.ts'
import type { Shop } from '../../platform/shop.ts'
import { noteGreenWords } from './check-words.ts'
import { lockReading, nextListings, saveReading } from './green-word-queries.ts'
import { linesOf } from '../products/image-texts.ts'
import { patternsMark } from './green-words.ts'

/** Buyers of these products wait for a transaction. */
const batch = 20

/**
 * Goes on where an earlier night was interrupted, and does nothing once all are read: a save reads with the present patterns itself.
 * What it finds waits for administrators as what a save finds; nobody gets a mail. Safe to run twice.
 */
export async function readListingsAgain({ db }: Pick<Shop, 'db'>): Promise<void> {
  while (await db.transaction(readSome));
}

async function readSome(tx: Tx): Promise<boolean> {
  const reading = await lockReading(tx, patternsMark)
  if (reading.ended) return false
  const listings = await nextListings(tx, reading.after, batch)
  for (const { id, ...texts } of listings)
    await noteGreenWords(tx, id, { ...texts, imageTexts: linesOf(texts) })
  const isLast = listings.length < batch
  await saveReading(tx, listings.at(-1)?.id ?? reading.after, isLast)
  return !isLast
}
