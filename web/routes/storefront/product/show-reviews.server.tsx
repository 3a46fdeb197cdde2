/** Loads and renders the parts of a product's page that need no script: questions and reviews, what is proven, and what it declares. */
import { question as questionCalls } from '../../../../contract/question.ts'
import { questionLimits } from '../../../../contract/question-words.ts'
import { review as reviewCalls } from '../../../../contract/review.ts'
import type { ProductDetail } from '../../../../contract/product.ts'
import { reviewSorts } from '../../../../contract/review-words.ts'
import type { ApiClient } from '../../../api/client.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { fromCursor } from '../../../lists/from-cursor.ts'
import { GreenClaims } from '../../../products/green-claims.tsx'
import { toServerHtml } from '../../../ui/to-server-html.server.ts'
import { attributesData, declaredData, Declarations, offerData, PriceFacts } from './declarations.server.tsx'
import { Questions } from './questions.server.tsx'
import { familyData, FamilyOptions } from './family.server.tsx'
import { ProductFacts, ratingData, Reviews } from './reviews.server.tsx'

export async function showReviews(shop: ApiClient, product: ProductDetail, request: Request) {
  const { searchParams, origin } = new URL(request.url)
  const sort = reviewSorts.find((one) => one === searchParams.get('sort')) ?? 'helpful'
  const { value: questions } = await loadOrEmpty(
    () =>
      shop.callPage(questionCalls.ofProduct, {
        params: { id: product.id },
        query: { limit: questionLimits.shown },
      }),
    { items: [], total: 0, next: null },
  )
  const { value: page } = await loadOrEmpty(
    () =>
      fromCursor(request, (cursor) =>
        shop.callPage(reviewCalls.ofProduct, { params: { id: product.id }, query: { sort, cursor } }),
      ),
    { items: [], total: 0, next: null },
  )
  return {
    facts: toServerHtml(
      <>
        <div className="lg:hidden">
          <PriceFacts product={product} />
        </div>
        <ProductFacts product={product} />
      </>,
    ),
    priceFacts: toServerHtml(<PriceFacts product={product} />),
    claims: toServerHtml(<GreenClaims claims={product.greenClaims} />),
    ...(product.family && {
      options: toServerHtml(<FamilyOptions family={product.family} productId={product.id} />),
    }),
    declared: toServerHtml(<Declarations product={product} />),
    list: toServerHtml(
      <>
        <Questions product={product} page={questions} />
        <Reviews product={product} page={page} sort={sort} later={searchParams.has('cursor')} />
      </>,
    ),
    data: {
      ...ratingData(product, page.items),
      ...attributesData(product),
      ...declaredData(product.declaration),
      ...familyData(product.family, product.id, origin),
    },
    offer: offerData(product),
  }
}
