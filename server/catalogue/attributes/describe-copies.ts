/** The attributes of listings that are made of another one and differ from it by the options of a family. */
import type { ProductAttribute } from '../../../contract/attribute.ts'
import type { Tx } from '../../platform/db/client.ts'
import { attributesOfOptions } from './product-queries.ts'

/**
 * Tells the attributes of a copy by its values of the options. What the base says of them, such as its colour, is not true of the
 * copy, which has the attribute's value of that name instead, where there is one.
 */
export async function describeCopies(
  tx: Tx,
  base: { categoryId: number; attributes: readonly ProductAttribute[] },
  options: readonly string[],
): Promise<(values: readonly string[]) => ProductAttribute[]> {
  const ofOptions = await attributesOfOptions(tx, base.categoryId, options)
  const kept = base.attributes.filter(({ attributeId }) => !ofOptions.some(({ id }) => id === attributeId))
  return (values) => [
    ...kept,
    ...ofOptions.flatMap(({ id, at, values: allowed }) => {
      const wanted = values[at - 1]?.toLowerCase() ?? ''
      const value =
        allowed.find(({ name }) => name === wanted) ??
        allowed.find(({ synonyms }) => synonyms.includes(wanted))
      return value ? [{ attributeId: id, valueId: value.id }] : []
    }),
  ]
}
