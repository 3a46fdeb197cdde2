/** The calls whose replies are the same for everybody and change only with the change log: they are served from memory. */
import { api } from '../../../contract/endpoints.ts'
import { apiBase } from '../http/http-app.ts'

const { category, figures, product, question, related, returns, review } = api
const calls = [
  category.all,
  category.allSubcategories,
  category.rows,
  category.subcategories,
  product.get,
  product.byCategory,
  product.bySubcategory,
  product.search,
  product.searchSummary,
  product.suggest,
  product.others,
  related.ofProduct,
  related.cards,
  review.ofProduct,
  question.ofProduct,
  returns.periods,
  figures.get,
].map(({ path }) => {
  const pattern = apiBase + path.replace(/\{(\w+)\}/g, ':$1')
  return { pattern, parts: pattern.split('/') }
})

/** The route pattern of a public call; undefined for any other target. */
export function publicCall(target: string): string | undefined {
  if (!target.startsWith(`${apiBase}/public/`)) return undefined
  const path = target.split('?', 1)[0] ?? ''
  // With `..` or a backslash in its path it would become another call, and one without the visitor's address, which limits of
  // attempts are counted by.
  if (new URL(path, 'http://shop.invalid').pathname !== path) return undefined
  const asked = path.split('/')
  return calls.find(
    ({ parts }) =>
      parts.length === asked.length &&
      parts.every((part, index) => part === asked[index] || (part.startsWith(':') && asked[index] !== '')),
  )?.pattern
}
