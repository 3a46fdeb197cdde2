/** What stands in the way of deleting a category, in words. */

const named = 5

/** Undefined where nothing does. Names the fullest subcategories; a subcategory by itself is named once. */
export function whatBlocks(
  name: string,
  shelves: readonly { name: string; products: number }[],
): string | undefined {
  const full = shelves.filter((shelf) => shelf.products > 0).toSorted((a, b) => b.products - a.products)
  if (full.length === 0) return undefined
  const sum = full.reduce((all, shelf) => all + shelf.products, 0)
  const still = `'${name}' still has ${sum} ${sum === 1 ? 'product' : 'products'}`
  const rest = full.length - named
  const where = full
    .slice(0, named)
    .map((shelf) => `${shelf.name} (${shelf.products})`)
    .concat(rest > 0 ? `and ${rest} more` : [])
    .join(', ')
  const list = full.length === 1 && full[0]?.name === name ? '' : `: ${where}`
  return `${still}${list}. They have to be moved or deleted by their sellers first.`
}
