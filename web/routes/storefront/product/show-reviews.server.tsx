/** Loads and renders the parts of a product's page that need no script: what it declares, what is proven, products beside it, questions and reviews. */
import { question as questionCalls } from '../../../../contract/question.ts'
import { questionLimits } from '../../../../contract/question-words.ts'
import { related as relatedCalls } from '../../../../contract/related.ts'
import { review as reviewCalls } from '../../../../contract/review.ts'
import type { ProductDetail } from '../../../../contract/product.ts'
import { reviewSorts } from '../../../../contract/review-words.ts'
import type { ApiClient } from '../../../api/client.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { fromCursor, noRows } from '../../../lists/from-cursor.ts'
import { GreenClaims } from '../../../products/green-claims.tsx'
import { Price } from '../../../products/price.tsx'
import { toServerHtml } from '../../../ui/to-server-html.server.ts'
import { attributesData, declaredData, Declarations, offerData, PriceFacts } from './declarations.server.tsx'
import { Questions } from './questions.server.tsx'
import { familyData, FamilyOptions } from './family.server.tsx'
import { BoughtTogether, ProductLinks, Similar, SoldOutNote } from './related.server.tsx'
import { ProductFacts, ratingData, Reviews } from './reviews.server.tsx'

export async function showReviews(shop: ApiClient, product: ProductDetail, request: Request) {
  const { searchParams, origin } = new URL(request.url)
  const sort = reviewSorts.find((one) => one === searchParams.get('sort')) ?? 'helpful'
  const [{ value: related }, { value: questions }, { value: page }] = await Promise.all([
    loadOrEmpty(() => shop.call(relatedCalls.ofProduct, { params: { id: product.id } }), {
      subCategoryId: product.subCategoryId,
      boughtTogether: [],
      similar: [],
    }),
    loadOrEmpty(
      () =>
        shop.callPage(questionCalls.ofProduct, {
          params: { id: product.id },
          query: { limit: questionLimits.shown },
        }),
      noRows,
    ),
    loadOrEmpty(
      () =>
        fromCursor(request, (cursor) =>
          shop.callPage(reviewCalls.ofProduct, { params: { id: product.id }, query: { sort, cursor } }),
        ),
      noRows,
    ),
  ])
  return {
    facts: toServerHtml(
      <>
        {/* On phones the price stands here, too, with what belongs to it: the bar at the lower edge has no room for that. */}
        <div className="lg:hidden">
          <Price rupees={product.price} was={product.was} className="text-xl" />
          <PriceFacts product={product} />
        </div>
        <ProductFacts product={product} />
        <SoldOutNote product={product} related={related} />
      </>,
    ),
    priceFacts: toServerHtml(<PriceFacts product={product} />),
    claims: toServerHtml(<GreenClaims claims={product.greenClaims} />),
    ...(product.family && {
      options: toServerHtml(
        <FamilyOptions family={product.family} productId={product.id} away={product.backOn !== undefined} />,
      ),
    }),
    declared: toServerHtml(
      <>
        {product.noOfUnits === 0 && <Similar product={product} related={related} />}
        <Declarations product={product} />
        <ProductLinks product={product} related={related} />
      </>,
    ),
    list: toServerHtml(
      <>
        <BoughtTogether related={related} />
        {product.noOfUnits > 0 && <Similar product={product} related={related} />}
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
