/** Timer of the night: the provider's settlements, and its balance against the ledger (docs/money.md, "The provider's account"). */
import type { Shop } from '../../platform/shop.ts'
import { balanceHere, lockAccount, saveReading } from './queries.ts'
import { readProviderDays } from './read-settlements.ts'

/** What is on its way between the two sides arrives within minutes: a difference that stays the same for so long is one. */
const certainMs = 4 * 60_000
const readings = 3

/**
 * Returns 'unfinished' where days are left to read, and where a difference may be a payment that was captured a moment ago: the
 * timer looks again after five minutes. Throws ProviderUnavailable while the provider does not respond.
 */
export async function compareBalance(shop: Shop, night: Date): Promise<'unfinished' | 'finished'> {
  if ((await readProviderDays(shop, night)) === 'unfinished') return 'unfinished'
  for (let n = 0; n < readings; n += 1) {
    const before = await balanceHere(shop.db)
    const therePaise = await shop.payments.balance()
    const after = await balanceHere(shop.db)
    // Nothing moved here while the provider was asked.
    if (before.paise === after.paise && before.lastEntry === after.lastEntry)
      return noteReading(shop, therePaise, after.paise)
  }
  return 'unfinished'
}

async function noteReading(
  shop: Shop,
  therePaise: number,
  herePaise: number,
): Promise<'unfinished' | 'finished'> {
  return shop.db.transaction(async (tx) => {
    const { now, sameSince, differsSince, ...before } = await lockAccount(tx)
    const difference = therePaise - herePaise
    const isSame = before.therePaise !== null && before.therePaise - (before.herePaise ?? 0) === difference
    const since = (isSame && sameSince) || now
    const isCertain = now.getTime() - since.getTime() >= certainMs
    await saveReading(tx, {
      therePaise,
      herePaise,
      sameSince: since,
      differsSince: difference === 0 ? null : (differsSince ?? (isCertain ? now : null)),
    })
    if (difference !== 0 && isCertain && !differsSince)
      shop.log.error({ therePaise, herePaise }, "the provider's balance is not the ledger's")
    return difference === 0 || isCertain ? 'finished' : 'unfinished'
  })
}
