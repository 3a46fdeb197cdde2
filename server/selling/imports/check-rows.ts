/** Looks at rows of a file without changing anything: what each would do, or what is wrong in it. */
import { checkHsnCode } from '../../money/tax/check-hsn-code.ts'
import { familyPlaces } from '../../catalogue/families/list-families.ts'
import { findForms, type FormRow } from '../../catalogue/products/own-products.ts'
import type { Queryable } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { toProductForm } from '../present.ts'
import { pictureFinder } from './choices.ts'
import { type Cells, pictureKeys } from './columns.ts'
import { namedPictures, type StoredRow, type Verdict } from './queries.ts'
import { type Choices, readRow } from './read-row.ts'

const isId = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

export const picturesOf = (cells: Cells): string[] => pictureKeys.flatMap((key) => cells[key] ?? [])

/** What a row names its product by: its id, else its SKU. */
export function productName({ id, sku }: Cells): { id: string } | { sku: string } | undefined {
  if (id !== undefined) return isId(id) ? { id: id.toLowerCase() } : undefined
  return sku === undefined ? undefined : { sku }
}

/** The product that a row is about, among the seller's. */
async function productFinder(
  db: Queryable,
  sellerId: string,
  rows: readonly StoredRow[],
): Promise<(cells: Cells) => FormRow | undefined> {
  const names = rows.flatMap(({ cells }) => productName(cells) ?? [])
  const found = await findForms(db, sellerId, {
    ids: names.flatMap((name) => ('id' in name ? [name.id] : [])),
    skus: names.flatMap((name) => ('sku' in name ? [name.sku] : [])),
  })
  const byId = new Map(found.map((form) => [form.id, form]))
  const bySku = new Map(found.flatMap((form) => (form.sku === null ? [] : [[form.sku, form] as const])))
  return (cells) => {
    const name = productName(cells)
    return name && ('id' in name ? byId.get(name.id) : bySku.get(name.sku))
  }
}

/** Knows the codes that it was asked for before. */
export type HsnProblem = (code: string) => Promise<string | null>

export function openHsnProblem(shop: Shop): HsnProblem {
  const known = new Map<string, string | null>()
  return async (code) => {
    const before = known.get(code)
    if (before !== undefined) return before
    const problem = await shop.db
      .transaction((tx) => checkHsnCode(tx, code))
      .then(() => null)
      .catch((error: unknown) => {
        if (error instanceof Refusal) return error.message
        throw error
      })
    known.set(code, problem)
    return problem
  }
}

export async function checkRows(
  shop: Shop,
  { importId, sellerId }: { importId: string; sellerId: string },
  rows: readonly StoredRow[],
  choices: Choices,
  hsnProblem: HsnProblem,
): Promise<Verdict[]> {
  const productOf = await productFinder(shop.db, sellerId, rows)
  const names = [...new Set(rows.flatMap(({ cells }) => picturesOf(cells)))]
  const pictureOf = pictureFinder(shop, await namedPictures(shop.db, importId, names))
  const forms = rows.flatMap(({ cells }) => productOf(cells)?.id ?? [])
  const places = new Map((await familyPlaces(shop.db, forms)).map((place) => [place.productId, place]))
  const verdicts: Verdict[] = []
  for (const { row, cells } of rows) {
    const form = productOf(cells)
    const productId = form?.id ?? null
    const read = readRow(
      cells,
      form && toProductForm(shop.config, form),
      places.get(productId ?? ''),
      choices,
      pictureOf,
    )
    const code = read.plan === 'add' || read.plan === 'change' ? read.input.hsnCode : null
    // An unchanged code may have no rate any more.
    const problem = code && code !== form?.hsnCode ? await hsnProblem(code) : null
    if (problem !== null)
      verdicts.push({
        row,
        productId,
        plan: 'wrong',
        problems: [{ column: choices.headings.get('hsnCode') ?? '', message: problem }],
      })
    else
      verdicts.push({ row, productId, plan: read.plan, problems: read.plan === 'wrong' ? read.problems : [] })
  }
  return verdicts
}
