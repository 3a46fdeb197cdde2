/** private/products/bulk-edit: price, stock or state of many products, or their end, each in a transaction of its own. */
import type { EditedRow, ListingEdit } from '../../contract/bulk-edit.ts'
import { addProductBody, changedElsewhere } from '../../contract/seller-product.ts'
import { changeStateIn } from '../catalogue/listing-states/change-state.ts'
import { findForm, lockProduct } from '../catalogue/products/own-products.ts'
import { removeFromSale } from '../catalogue/products/save-product.ts'
import type { Tx } from '../platform/db/client.ts'
import { notFound, Refusal } from '../platform/refusal.ts'
import type { Shop } from '../platform/shop.ts'
import { editProductIn } from './edit-product.ts'
import { toProductForm } from './present.ts'
import { newPrice, newUnits } from './rules.ts'

interface Row {
  id: string
  version: number
  edit: ListingEdit
}

/** Refuses nothing as a whole: each row of the result says why its product is as it was. */
export async function bulkEdit(shop: Shop, sellerId: string, rows: readonly Row[]): Promise<EditedRow[]> {
  const edited: EditedRow[] = []
  for (const row of rows) edited.push(await editRow(shop, sellerId, row))
  return edited
}

async function editRow(shop: Shop, sellerId: string, { id, version, edit }: Row): Promise<EditedRow> {
  try {
    return await shop.db.transaction(async (tx) => {
      const before = await lockProduct(tx, sellerId, id)
      if (!before) throw notFound('It is not among your products any more.')
      if (before.version !== version) throw new Refusal('conflict', changedElsewhere)
      if (edit.what === 'delete') {
        await removeFromSale(shop, tx, sellerId, id)
        return { id, version, undo: null, problem: null }
      }
      const undo =
        edit.what === 'state'
          ? await editState(shop, tx, sellerId, id, edit)
          : await editValue(shop, tx, sellerId, id, edit)
      const after = await lockProduct(tx, sellerId, id)
      return { id, version: after?.version ?? version, undo, problem: null }
    })
  } catch (error) {
    if (!(error instanceof Refusal)) {
      // The rows before this one are saved, and their undo would be lost.
      shop.log.error({ err: error, productId: id }, 'row of a bulk edit not saved')
      return { id, version, undo: null, problem: 'This could not be saved. Please try again.' }
    }
    return { id, version, undo: null, problem: error.message }
  }
}

type StateEdit = Extract<ListingEdit, { what: 'state' }>
type ValueEdit = Exclude<ListingEdit, { what: 'state' | 'delete' }>

async function editState(
  shop: Shop,
  tx: Tx,
  sellerId: string,
  id: string,
  { to, onSaleAt }: StateEdit,
): Promise<StateEdit | null> {
  const before = await changeStateIn(shop, tx, sellerId, id, { state: to, onSaleAt })
  if (before.state === to && !onSaleAt) return null
  return { what: 'state', to: before.state, onSaleAt: before.onSaleAt?.toISOString() ?? null }
}

/** The caller has locked the product. Saves its form with the new value, so that every rule of the form holds. */
async function editValue(
  shop: Shop,
  tx: Tx,
  sellerId: string,
  id: string,
  edit: ValueEdit,
): Promise<ListingEdit | null> {
  const row = await findForm(tx, sellerId, id)
  if (!row) throw notFound()
  const { hsnCode, ...form } = toProductForm(shop.config, row)
  const price = newPrice(form.price, edit)
  const noOfUnits = newUnits(form.noOfUnits, edit)
  if (price === form.price && noOfUnits === form.noOfUnits) return null
  if (noOfUnits < 0) throw new Refusal('invalid', `There are only ${form.noOfUnits} units.`)
  const read = addProductBody.safeParse({ ...form, price, noOfUnits, ...(hsnCode && { hsnCode }) })
  if (!read.success) throw new Refusal('invalid', read.error.issues[0]?.message ?? changedElsewhere)
  // With what the form showed: pieces held then may be paid since, without a lock of the product.
  await editProductIn(shop, tx, sellerId, id, { ...read.data, version: form.version })
  return price === form.price
    ? { what: 'stock-by', units: form.noOfUnits - noOfUnits }
    : { what: 'price', to: form.price }
}
