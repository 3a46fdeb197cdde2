/** Why a category cannot be deleted, as the text of the refusal. */

/** How many subcategories are named. */
const maxNamed = 5

/** Undefined where it can be deleted. Names the fullest subcategories; a subcategory by itself is named once. */
export function deletionObstacle(
  name: string,
  subcategories: readonly { name: string; products: number }[],
): string | undefined {
  const full = subcategories
    .filter((subcategory) => subcategory.products > 0)
    .toSorted((a, b) => b.products - a.products)
  if (full.length === 0) return undefined
  const sum = full.reduce((all, subcategory) => all + subcategory.products, 0)
  const still = `'${name}' still has ${sum} ${sum === 1 ? 'product' : 'products'}`
  const rest = full.length - maxNamed
  const where = full
    .slice(0, maxNamed)
    .map((subcategory) => `${subcategory.name} (${subcategory.products})`)
    .concat(rest > 0 ? `and ${rest} more` : [])
    .join(', ')
  const list = full.length === 1 && full[0]?.name === name ? '' : `: ${where}`
  return `${still}${list}. They have to be moved or deleted by their sellers first.`
}
