/** A seller writes a green claim: draft, changes, products, hand-in and end. Every call is one transaction that locks the claim. */
import type { GreenClaimInput } from '../../../contract/green-claim.ts'
import type { GreenClaimState } from '../../../contract/green-claim-list.ts'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { claimPrivatePictures, releasePrivatePictures } from '../../platform/media/private-picture.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  changeProducts,
  copyClaim,
  insertClaim,
  isDocumentUsed,
  lockClaim,
  moveClaim,
  setDocumentShown,
  updateClaim,
} from './queries.ts'
import { refreshSearch } from './refresh-search.ts'
import { asRefusal, writtenClaim } from './rules.ts'

const noClaim = () => notFound('There is no such claim of yours.')
const documentGone = 'The document is not there any more. Please add it again.'

/** Returns its id. Refuses: invalid for a document that the seller did not upload for it; conflict beyond the number of claims. */
export async function addClaim(shop: Shop, sellerId: string, input: GreenClaimInput): Promise<string> {
  const id = newId()
  await asRefusal(
    shop.db.transaction(async (tx) => {
      const claim = writtenClaim(input)
      await takeDocument(tx, sellerId, claim.documentKey)
      await insertClaim(tx, id, sellerId, claim)
    }),
  )
  return id
}

/** Refuses: not-found; invalid as above; conflict for a claim that is no draft and was not refused. */
export async function editClaim(
  shop: Shop,
  sellerId: string,
  id: string,
  input: GreenClaimInput,
): Promise<void> {
  await change(shop, sellerId, id, async (tx, { documentKey: before }) => {
    const claim = writtenClaim(input)
    if (claim.documentKey !== before) await takeDocument(tx, sellerId, claim.documentKey)
    await updateClaim(tx, id, sellerId, claim)
    if (claim.documentKey !== before) await dropDocument(tx, before)
  })
}

/** Returns the id of the new draft. Refuses: not-found; conflict where a draft renews the claim already. */
export async function renewClaim(shop: Shop, sellerId: string, from: string): Promise<string> {
  const id = newId()
  await change(shop, sellerId, from, (tx) => copyClaim(tx, id, sellerId, from))
  return id
}

/** Returns how many products the claim has. Refuses: not-found; conflict where it gets no more products. */
export async function attachProducts(
  shop: Shop,
  sellerId: string,
  id: string,
  picks: { add: readonly string[]; remove: readonly string[] },
): Promise<number> {
  let count = 0
  await change(shop, sellerId, id, async (tx, { state }) => {
    count = await changeProducts(tx, { id, sellerId }, picks)
    if (state === 'accepted') await refreshSearch(shop, tx, sellerId)
  })
  return count
}

/** Refuses: not-found; conflict for a claim without product or proof, or whose proof is not valid today. */
export const submitClaim = (shop: Shop, sellerId: string, id: string): Promise<void> =>
  change(shop, sellerId, id, (tx) => moveClaim(tx, id, 'submitted'))

/** Refuses: not-found; conflict for a claim that has ended. */
export const withdrawClaim = (shop: Shop, sellerId: string, id: string): Promise<void> =>
  change(shop, sellerId, id, async (tx, { state }) => {
    await moveClaim(tx, id, 'withdrawn')
    if (state === 'accepted') await refreshSearch(shop, tx, sellerId)
  })

export const showDocumentToAll = (shop: Shop, sellerId: string, id: string, shown: boolean): Promise<void> =>
  change(shop, sellerId, id, (tx) => setDocumentShown(tx, id, shown))

async function change(
  shop: Shop,
  sellerId: string,
  id: string,
  work: (tx: Tx, claim: { state: GreenClaimState; documentKey: string | null }) => Promise<void>,
): Promise<void> {
  await asRefusal(
    shop.db.transaction(async (tx) => {
      const claim = await lockClaim(tx, sellerId, id)
      if (!claim) throw noClaim()
      await work(tx, claim)
      tx.afterCommit(() => catalogueChanged(shop.db))
    }),
  )
}

async function takeDocument(tx: Tx, sellerId: string, key: string | null): Promise<void> {
  if (key !== null && !(await claimPrivatePictures(tx, sellerId, [key])))
    throw new Refusal('invalid', documentGone, { fields: { document: documentGone } })
}

/** A renewed claim has the document of the one before it: only what no claim has is released. */
async function dropDocument(tx: Tx, key: string | null): Promise<void> {
  if (key !== null && !(await isDocumentUsed(tx, key))) await releasePrivatePictures(tx, [key])
}
