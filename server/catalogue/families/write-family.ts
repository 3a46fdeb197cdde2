/** Makes, changes and dissolves families of existing listings. */
import type { FamilyInput } from '../../../contract/family.ts'
import { familyLimits, type FamilyOption } from '../../../contract/family-words.ts'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { queueJoined } from '../moderation/queries.ts'
import {
  deleteEmptyFamily,
  deleteFamily,
  deleteMembers,
  insertFamily,
  insertMembers,
  lockFamily,
  lockListings,
  lockNamedFamily,
  placesOf,
  putMember,
  updateFamily,
} from './queries.ts'

const idsOf = (members: FamilyInput['members']) => members.map(({ productId }) => productId)
const onMembers = (msg: string) => new Refusal('invalid', msg, { fields: { members: msg } })
const tooFew = 'A family needs two listings at least.'
const inAnother = 'A listing is in another family already.'

/** The listings are this seller's, of one subcategory, which is returned, and in no other family than `familyId`. */
async function checkListings(
  tx: Tx,
  sellerId: string,
  { members }: FamilyInput,
  familyId: string | null,
): Promise<number> {
  const found = await lockListings(
    tx,
    sellerId,
    members.map(({ productId }) => productId),
  )
  const [first] = found
  if (!first || found.length < members.length)
    throw onMembers('A listing is not there any more. Please reload the page.')
  if (found.some(({ subcategoryId }) => subcategoryId !== first.subcategoryId))
    throw onMembers('All listings of a family are of one subcategory.')
  if (found.some((one) => one.familyId !== null && one.familyId !== familyId))
    throw new Refusal('conflict', inAnother)
  return first.subcategoryId
}

const otherSubcategory = 'The family is of another subcategory.'
const refusals: Record<string, string> = {
  product_family_max: `You have ${familyLimits.families.toLocaleString('en-IN')} families, and an account cannot have more.`,
  family_member_pkey: inAnother,
  family_member_once: 'Another listing of the family has these values.',
  family_member_fits: otherSubcategory,
  family_member_place_check: `A family has at most ${familyLimits.members} listings.`,
}
function refuseFamily(error: unknown): never {
  const words = refusals[(error as { constraint?: string }).constraint ?? '']
  throw words === undefined ? error : new Refusal('conflict', words)
}

/**
 * In the caller's transaction, which has locked the listings. Returns the id. Refuses ('conflict') a listing that is in a family, and a
 * family beyond the limit of its seller.
 */
export async function createFamily(
  tx: Tx,
  owner: { sellerId: string; subcategoryId: number },
  { members, ...head }: FamilyInput,
): Promise<string> {
  const id = newId()
  await insertFamily(tx, id, owner, head).catch(refuseFamily)
  await insertMembers(tx, id, members).catch(refuseFamily)
  if (head.sameThing) await queueJoined(tx, idsOf(members))
  return id
}

/** Returns the id. Refuses as `createFamily`, and: invalid for listings that are not this seller's or of several subcategories. */
export async function addFamily({ db }: Shop, sellerId: string, input: FamilyInput): Promise<string> {
  if (input.members.length < 2) throw onMembers(tooFew)
  return db.transaction(async (tx) => {
    const subcategoryId = await checkListings(tx, sellerId, input, null)
    tx.afterCommit(() => catalogueChanged(db))
    return createFamily(tx, { sellerId, subcategoryId }, input)
  })
}

/** Refuses as `addFamily`, and: not-found for a family that is not this seller's; invalid for listings of another subcategory. */
export async function editFamily(
  { db }: Shop,
  sellerId: string,
  id: string,
  input: FamilyInput,
): Promise<void> {
  await db.transaction(async (tx) => {
    const family = await lockFamily(tx, sellerId, id)
    if (!family) throw notFound()
    if (input.members.length < 2) throw onMembers(tooFew)
    if ((await checkListings(tx, sellerId, input, id)) !== family.subcategoryId)
      throw onMembers('All listings of a family are of one subcategory.')
    // The options first: the values of each member have to be as many.
    await deleteMembers(tx, id)
    await updateFamily(tx, id, input)
    await insertMembers(tx, id, input.members)
    const joined = idsOf(input.members).filter((one) => !family.sameThing || !family.members.includes(one))
    if (input.sameThing) await queueJoined(tx, joined)
    tx.afterCommit(() => catalogueChanged(db))
  })
}

/** Refuses: not-found for a family that is not this seller's. */
export async function dissolveFamily({ db }: Shop, sellerId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await lockFamily(tx, sellerId, id))) throw notFound()
    await deleteMembers(tx, id)
    await deleteFamily(tx, id)
    tx.afterCommit(() => catalogueChanged(db))
  })
}

interface Joining {
  productId: string
  subcategoryId: number
  options: readonly FamilyOption[]
  /** One for each option. */
  values: readonly string[]
}

/**
 * Opens the family with this name in the caller's transaction, before it locks a listing. The function that is returned puts a listing
 * into it, and makes the family where there is none; it refuses ('conflict'): another family's listing, other options than the
 * family has, values that another listing has, and a listing of another subcategory.
 */
export async function openFamily(
  tx: Tx,
  sellerId: string,
  name: string,
): Promise<(joining: Joining) => Promise<void>> {
  const named = await lockNamedFamily(tx, sellerId, name)
  return async ({ productId, subcategoryId, options, values }) => {
    // A family without members is deleted and made anew for this product, whatever its options and subcategory were.
    const family = named && !(await deleteEmptyFamily(tx, named.id)) ? named : undefined
    const [place] = await placesOf(tx, [productId])
    if (place && place.familyId !== family?.id)
      throw new Refusal('conflict', `It is in the family '${place.name}'.`)
    const own = family?.options ?? options
    if (own.length !== options.length || !options.every((option) => own.includes(option)))
      throw new Refusal('conflict', 'The listings of this family differ by other options.')
    const id = family?.id ?? newId()
    if (!family)
      await insertFamily(
        tx,
        id,
        { sellerId, subcategoryId },
        { name, options: [...own], sameThing: false },
      ).catch(refuseFamily)
    const inOrder = own.map((option) => values[options.indexOf(option)] ?? '')
    await putMember(tx, id, productId, inOrder).catch(refuseFamily)
    if (family?.sameThing && !place) await queueJoined(tx, [productId])
  }
}
