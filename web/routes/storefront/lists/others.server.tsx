/** Other products, where a page has none of its own; rendered by the server only. */
import { StaticRouter } from 'react-router'
import { api } from '../../../../contract/endpoints.ts'
import { limits } from '../../../../contract/limits.ts'
import type { ListedProduct } from '../../../../contract/product.ts'
import type { ApiClient } from '../../../api/client.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { toCard } from '../../../products/product-card.tsx'
import { ProductStrip } from '../../../products/product-strip.tsx'
import type { ServerHtml } from '../../../ui/server-html.tsx'
import { toServerHtml } from '../../../ui/to-server-html.server.ts'

export function showOthers(products: readonly ListedProduct[]): ServerHtml | null {
  if (products.length === 0) return null
  return toServerHtml(
    <section aria-labelledby="others" className="page-width">
      <h2 id="others" className="mb-5 text-xl font-bold tracking-tight sm:text-2xl">
        You may like these
      </h2>
      {/* The cards are those of other pages; without a router around them they could not be links. */}
      <StaticRouter location="/">
        <ProductStrip products={products.map(toCard)} label="Other products" />
      </StaticRouter>
    </section>,
  )
}

/** The newest products of the first category that has products; none where they cannot be loaded. */
export async function anyProducts(client: ApiClient): Promise<ListedProduct[]> {
  return (await loadOrEmpty(() => newestOfAny(client), [])).value
}

async function newestOfAny({ call, callPage }: ApiClient): Promise<ListedProduct[]> {
  for (const { id } of await call(api.category.all)) {
    const { items } = await callPage(api.product.byCategory, {
      params: { id },
      query: { limit: limits.othersShown },
    })
    if (items.length > 0) return items
  }
  return []
}
