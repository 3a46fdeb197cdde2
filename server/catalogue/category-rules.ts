/** What stands in the way of deleting a category, in words. */

const named = 5

/** Undefined where nothing does. Names the fullest subcategories; a subcategory by itself is named once. */
export function whatBlocks(
  name: string,
  subcategories: readonly { name: string; products: number }[],
): string | undefined {
  const full = subcategories
    .filter((subcategory) => subcategory.products > 0)
    .toSorted((a, b) => b.products - a.products)
  if (full.length === 0) return undefined
  const sum = full.reduce((all, subcategory) => all + subcategory.products, 0)
  const still = `'${name}' still has ${sum} ${sum === 1 ? 'product' : 'products'}`
  const rest = full.length - named
  const where = full
    .slice(0, named)
    .map((subcategory) => `${subcategory.name} (${subcategory.products})`)
    .concat(rest > 0 ? `and ${rest} more` : [])
    .join(', ')
  const list = full.length === 1 && full[0]?.name === name ? '' : `: ${where}`
  return `${still}${list}. They have to be moved or deleted by their sellers first.`
}
