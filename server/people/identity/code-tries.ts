/**
 * Whose tries a guess of a one-time code uses up, so that nobody uses up those of another. The tries of a code belong to the browser
 * that asked for it. A browser in which somebody has logged in to the account before has some of its own, and everybody else shares
 * a few. All are counted by the entered e-mail, so that an unknown one has the same. docs/security.md has the arithmetic.
 */
import type { Tx } from '../../platform/db/client.ts'
import { beginTries, consumeBegun, countHits, resetLimit } from '../../platform/rate-limit.ts'
import type { Shop } from '../../platform/shop.ts'
import { isKnownBrowser } from './browser-queries.ts'
import type { Client } from './clients.ts'
import {
  askerLimit,
  fullCodesOfADay,
  knownBrowserTries,
  sentOfADay,
  strangersOfNetwork,
  strangersTries,
  tryConsumeLimit,
} from './rate-limits.ts'
import type { CodePurpose } from './rules.ts'

/** Gives the browser that asks for a code the tries of it, and its network new ones for clients without cookies. */
export async function giveTries(
  shop: Shop,
  tx: Tx,
  purpose: CodePurpose,
  email: string,
  { ip, browser }: Client,
): Promise<void> {
  const sent = await countHits(tx, sentOfADay(shop, purpose, email))
  const limit = askerLimit(shop, purpose, email, browser)
  await beginTries(tx, limit, sent > fullCodesOfADay ? 1 : limit.max)
  const [ofNetwork] = strangersTries(shop, purpose, email, ip)
  await resetLimit(tx, ofNetwork.key)
}

/**
 * Counts a guess; false where none is left, and then it must not be compared. The counted row stays locked until the transaction ends,
 * so that guesses of one browser are serialised.
 */
export async function countGuess(
  shop: Shop,
  tx: Tx,
  purpose: CodePurpose,
  email: string,
  { ip, browser }: Client,
): Promise<boolean> {
  const asked = await consumeBegun(tx, askerLimit(shop, purpose, email, browser))
  if (asked !== undefined) return asked
  const known = await isKnownBrowser(tx, email, browser)
  const limits = known
    ? knownBrowserTries(shop, purpose, email, browser)
    : [...strangersOfNetwork(ip), ...strangersTries(shop, purpose, email, ip)]
  // One after the other: a guess that is not compared must not count for the day, nor leave rows of its e-mail.
  for (const limit of limits) if (!(await tryConsumeLimit(tx, [limit]))) return false
  return true
}
