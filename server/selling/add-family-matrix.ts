/** private/families/matrix: one family of new listings, made of one listing. */
import type { FamilyMatrixInput } from '../../contract/family.ts'
import { limits } from '../../contract/limits.ts'
import type { ProductInput } from '../../contract/seller-product.ts'
import { describeCopies } from '../catalogue/attributes/describe-copies.ts'
import { createFamily } from '../catalogue/families/write-family.ts'
import { findForm, lockProduct } from '../catalogue/products/own-products.ts'
import { newId } from '../platform/db/ids.ts'
import { notFound, Refusal } from '../platform/refusal.ts'
import type { Shop } from '../platform/shop.ts'
import { addProductIn, refuseTooManyProducts } from './add-product.ts'
import { toProductForm } from './present.ts'

type Cell = FamilyMatrixInput['members'][number]

/**
 * All listings or none; each is added as one of a form is. Returns the ids of the family and of its listings in their order. Refuses as
 * `addProduct`, and: not-found for a base that is not this seller's; conflict for one that is in a family and has a place in this one;
 * invalid for a name that its values make too long.
 */
export async function addFamilyMatrix(
  shop: Shop,
  sellerId: string,
  input: FamilyMatrixInput,
): Promise<{ id: string; productIds: string[] }> {
  const { base, ...family } = input
  const members = family.members.map((cell) => ({ cell, productId: cell.isBase ? base : newId() }))
  if (members.length < 2) throw onMembers('A family needs two listings at least.')
  const id = await shop.db
    .transaction(async (tx) => {
      const form = (await lockProduct(tx, sellerId, base)) && (await findForm(tx, sellerId, base))
      if (!form) throw notFound()
      // The number is the base's own.
      const { hsnCode, sku: _, ...fields } = toProductForm(shop.config, form)
      const describe = await describeCopies(tx, form, input.options)
      for (const { cell, productId } of members) {
        if (cell.isBase) continue
        const attributes = describe(cell.values)
        // The base declares its own size.
        const size = cell.values[input.options.indexOf('size')] ?? fields.size
        const copy = copyOf({ ...fields, ...(hsnCode && { hsnCode }), attributes, size }, input.name, cell)
        await addProductIn(shop, tx, { id: productId, sellerId, input: copy, already: form.images })
      }
      return createFamily(
        tx,
        { sellerId, subcategoryId: form.subcategoryId },
        { ...family, members: members.map(({ cell, productId }) => ({ productId, values: cell.values })) },
      )
    })
    .catch(refuseTooManyProducts)
  return { id, productIds: members.map(({ productId }) => productId) }
}

const onMembers = (msg: string) => new Refusal('invalid', msg, { fields: { members: msg } })

function copyOf(base: ProductInput, familyName: string, { values, isBase: _, ...own }: Cell): ProductInput {
  const name = `${familyName}, ${values.join(', ')}`
  if (name.length > limits.productNameLength)
    throw onMembers(
      `The name '${name}' is too long: at most ${limits.productNameLength} characters with its values.`,
    )
  const given = Object.entries(own).filter(([, value]) => value !== undefined)
  const netUnit = own.netQuantity === null ? null : base.netUnit
  return { ...base, ...Object.fromEntries(given), netUnit, name }
}
