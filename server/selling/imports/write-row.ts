/** Writes one row of a checked file as its form would: whole or not at all, and once, however often its job is repeated. */
import { newId } from '../../platform/db/ids.ts'
import type { Tx } from '../../platform/db/client.ts'
import { familyName } from '../../../contract/family.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { addProductIn, refuseTooManyProducts } from '../add-product.ts'
import { editProductIn } from '../edit-product.ts'
import { toProductForm } from '../present.ts'
import { findForm, lockNamedProduct } from '../../catalogue/products/own-products.ts'
import { familyPlaces } from '../../catalogue/families/list-families.ts'
import { openFamily } from '../../catalogue/families/write-family.ts'
import { familyKey } from './columns.ts'
import { pictureFinder } from './choices.ts'
import { picturesOf, productName } from './check-rows.ts'
import { type FetchingImport, fetchPictures } from './fetch-pictures.ts'
import { lockRow, namedPictures, type StoredRow, writeOutcome } from './queries.ts'
import { type Choices, readRow, type RowProblem } from './read-row.ts'

/**
 * False where the row was not to be written any more, because its import was stopped or another job wrote it. Throws only while the
 * database is away: then the row is tried again.
 */
export async function writeRow(
  shop: Shop,
  one: FetchingImport,
  { row, cells }: StoredRow,
  choices: Choices,
): Promise<boolean> {
  const { importId } = one
  try {
    if (!(await fetchPictures(shop, one, picturesOf(cells)))) return false
    return await shop.db
      .transaction(async (tx) => {
        const stored = await lockRow(tx, importId, row)
        if (stored) await writeIn(shop, tx, one, stored, choices)
        return stored !== undefined
      })
      .catch(refuseTooManyProducts)
  } catch (error) {
    if (!(error instanceof Refusal))
      shop.log.error({ err: error, importId, row }, 'row of an import not written')
    await writeOutcome(shop.db, importId, row, {
      outcome: 'refused',
      problems: error instanceof Refusal ? toProblems(error, choices) : [{ column: '', message: failed }],
    })
    return true
  }
}

const failed = 'This row could not be saved. Please send it again.'

async function writeIn(
  shop: Shop,
  tx: Tx,
  { importId, sellerId }: FetchingImport,
  stored: StoredRow,
  choices: Choices,
): Promise<void> {
  const { row, cells } = stored
  const named = familyName.safeParse(cells[familyKey])
  const open = named.success ? await openFamily(tx, sellerId, named.data) : undefined
  const join: typeof open = open && ((joining) => open(joining).catch(atFamily))
  const name = productName(cells)
  const productId = name && (await lockNamedProduct(tx, sellerId, name))
  // As it is once nobody else changes it.
  const form = productId === undefined ? undefined : await findForm(tx, sellerId, productId)
  const known = await namedPictures(tx, importId, picturesOf(cells))
  const [place] = open && form ? await familyPlaces(tx, [form.id]) : []
  const read = readRow(
    cells,
    form && toProductForm(shop.config, form),
    place,
    choices,
    pictureFinder(shop, known),
  )
  if (read.plan === 'wrong') {
    await writeOutcome(tx, importId, row, { outcome: 'refused', problems: read.problems })
    return
  }
  if (read.plan === 'add') {
    const id = newId()
    await addProductIn(shop, tx, { id, sellerId, input: read.input })
    if (read.family) await join?.({ productId: id, subcategoryId: read.input.subCategoryId, ...read.family })
    await writeOutcome(tx, importId, row, { outcome: 'added', productId: id })
    return
  }
  if (read.plan === 'change' && form) {
    await editProductIn(shop, tx, sellerId, form.id, read.input)
    if (read.family)
      await join?.({ productId: form.id, subcategoryId: read.input.subCategoryId, ...read.family })
  }
  await writeOutcome(tx, importId, row, { outcome: read.plan === 'same' ? 'same' : 'changed' })
}

function atFamily(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  throw new Refusal(error.code, error.message, { fields: { [familyKey]: error.message } })
}

function toProblems(refusal: Refusal, { headings }: Choices): RowProblem[] {
  const [field = ''] = Object.keys(refusal.fields ?? {})
  const key = { imageUrls: 'picture:1', categoryId: 'category', subCategoryId: 'subcategory' }[field] ?? field
  return [{ column: headings.get(key) ?? '', message: refusal.message }]
}
