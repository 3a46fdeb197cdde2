/**
 * After a change of a seller's name or bank account their payouts wait, and a mail has a link for whoever did not make it
 * (docs/money.md, "Versions").
 */
import { bankAccountFingerprint } from './bank-account.ts'
import { record } from '../audit/record.ts'
import { indianTime } from '../../platform/calendar.ts'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { deletePasswordProofs, deleteSessions } from '../identity/session-queries.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'
import { type CallFacts, requireAsAsked } from '../../platform/second-person.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  endHolds,
  findHolds,
  insertHold,
  lockHoldOfToken,
  lockHolds,
  presentVersions,
  stopByToken,
} from './hold-queries.ts'
import { queueDetailsChangedMail } from './mails.ts'
import { findSeller, lockSeller, type SellerRow } from './queries.ts'

/**
 * In the transaction of a change of what is printed (`name`) or of where money goes (`bank`): payouts wait from now on, the owner
 * gets the link, and the audit knows the account by a fingerprint.
 */
export async function holdPayouts(
  shop: Shop,
  tx: Tx,
  before: SellerRow & { accountId: string },
  changed: { name: boolean; bank: boolean },
): Promise<void> {
  const { accountId: sellerId, email } = before
  const target = { kind: 'account' as const, id: sellerId, name: email }
  if (changed.bank) {
    const after = await findSeller(tx, sellerId)
    const note =
      after &&
      `account ${bankAccountFingerprint(shop.secrets, after)}, before ${bankAccountFingerprint(shop.secrets, before)}`
    await record(tx, 'bank-account-changed', { target, ...(note && { note }) })
  }
  if (changed.name) await record(tx, 'seller-name-changed', { target })
  const versions = await presentVersions(tx, sellerId)
  const hold = {
    sellerId,
    identityId: changed.name ? versions.identityId : null,
    payeeId: changed.bank ? versions.payeeId : null,
    hours: shop.config.payoutHoldHours,
  }
  const { token, hash } = newToken()
  const id = newId()
  const until = await insertHold(tx, { ...hold, id, tokenHash: hash })
  await queueDetailsChangedMail(shop, tx, { to: email, token, until, changed })
}

/**
 * Whoever has the mail says that the change was not theirs: payouts wait for an administrator and every session ends. What was
 * changed stays; an administrator sees it among the exceptions. Refuses: invalid for a token that is unknown, used or over.
 */
export async function stopPayouts(shop: Shop, token: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const hold = await lockHoldOfToken(tx, tokenHash(token))
    if (!hold)
      throw new Refusal(
        'invalid',
        'This link was used before, or its time is over. Please write to us at once.',
      )
    const { id, sellerId, email } = hold
    await stopByToken(tx, id)
    await deleteSessions(tx, sellerId)
    await deletePasswordProofs(tx, sellerId)
    await record(tx, 'payouts-stopped', {
      actor: { id: null, name: 'link in a mail' },
      target: { kind: 'account', id: sellerId, name: email },
    })
  })
}

/**
 * What a second administrator has to know: whose payouts wait for what, and to which account they would go. Refuses: not-found;
 * conflict where no payout waits.
 */
export async function payoutHoldFacts(tx: Tx, sellerId: string, note: string): Promise<CallFacts> {
  const seller = await findSeller(tx, sellerId)
  if (!seller) throw notFound('There is no such seller.')
  const holds = await findHolds(tx, sellerId)
  if (holds.length === 0) throw notHeld()
  const stopped = holds.filter(({ stoppedAt }) => stoppedAt)
  return {
    lines: [
      { label: 'Seller', value: `${seller.companyName}, ${seller.email}` },
      { label: 'Account', value: `${seller.bankFullName}, …${seller.bankAccountLast4}, ${seller.ifscCode}` },
      ...holds
        .filter(({ stoppedAt }) => !stoppedAt)
        .map(({ beganAt, until }) => ({
          label: 'Payouts wait',
          value: `because of a change on ${indianTime(beganAt)}, until ${indianTime(until)}`,
        })),
      ...stopped.map(({ beganAt, stoppedAt }) => ({
        label: 'Payouts are stopped',
        value: `on ${indianTime(stoppedAt!)} by the seller's link or an administrator, after a change on ${indianTime(beganAt)}`,
      })),
      { label: 'Reason', value: note },
    ],
    version: [sellerId, await presentVersions(tx, sellerId), holds],
  }
}

const notHeld = () => new Refusal('conflict', 'The payouts of this seller are not held.')

/**
 * An administrator ends the wait of a seller's payouts, or makes it last until somebody ends it. The caller has checked for a
 * recent login. Refuses: not-found; conflict where no payout waits.
 */
export async function decidePayoutHold(
  shop: Shop,
  sellerId: string,
  { act, note }: { act: 'release' | 'keep'; note: string },
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const seller = await lockSeller(tx, sellerId)
    if (!seller) throw notFound('There is no such seller.')
    const holds = await lockHolds(tx, sellerId)
    await requireAsAsked(tx)
    if (holds.length === 0) throw notHeld()
    await endHolds(tx, holds, act)
    await record(tx, act === 'release' ? 'payouts-released' : 'payouts-kept', {
      target: { kind: 'account', id: sellerId, name: seller.email },
      note,
    })
  })
}
