/** A preview of the seller's product as buyers see it, with disabled buttons (specification §2). */
import { type ClientLoaderFunctionArgs, Link, type MetaFunction, useLoaderData } from 'react-router'
import { dayInWords } from '../../../../contract/day-in-words.ts'
import { privateApi } from '../../../../contract/private-endpoints.ts'
import { call } from '../../../api/client.ts'
import { nullIfMissing } from '../../../api/null-if-missing.ts'
import { PrivateFallback } from '../../../layout/private-fallback.tsx'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { paths } from '../../../paths.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Heart, ShoppingCart } from '../../../ui/icons.tsx'
import { Pencil } from '../../../ui/more-icons.tsx'
import { GreenClaims } from '../../../products/green-claims.tsx'
import { ProductArticle } from '../../../products/product-article.tsx'
import { requireSeller } from '../require-seller.ts'
import { ProductMissing } from '../product-missing.tsx'
import { SellerPage } from '../seller-page.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Product Preview' })

export function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  const id = params.id ?? ''
  return requireSeller(request, () =>
    loadOrEmpty(() => nullIfMissing(call(privateApi.listing.preview, { params: { id } })), null),
  )
}

export function HydrateFallback() {
  return <PrivateFallback wide heading="Product Preview" />
}

export default function SellerProductViewPage() {
  const { value: product, failed } = useLoaderData<typeof clientLoader>()
  return (
    <SellerPage heading="Product Preview" backTo={paths.manageProducts}>
      {product ? (
        <>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-x-3 rounded-card bg-leaf-soft py-2 pr-2 pl-4 text-sm text-forest">
            <p className="py-1.5">
              {product.onSale
                ? 'This is how buyers see your product.'
                : 'Buyers do not see this product at present. This is how it will look; your list of products says why.'}
            </p>
            <Link to={paths.editProduct(product.id)} className={buttonClass('ghost', 'shrink-0 px-4')}>
              <Pencil aria-hidden="true" className="size-4.5" />
              Edit Product
            </Link>
          </div>
          <ProductArticle
            product={product}
            heading="h2"
            claims={<GreenClaims claims={product.greenClaims} />}
            buttons={<DisabledButtons units={product.noOfUnits} backOn={product.backOn} />}
          />
        </>
      ) : (
        <ProductMissing failed={failed} />
      )}
    </SellerPage>
  )
}

function DisabledButtons({ units, backOn }: { units: number; backOn: string | undefined }) {
  const shape = 'px-2! max-sm:gap-1.5 max-sm:text-[0.9375rem] max-sm:[&_svg]:size-4.5'
  return (
    <div className="grid grid-cols-2 gap-3">
      <Button look="secondary" disabled className={shape}>
        <Heart aria-hidden="true" className="size-5" />
        Add to Wishlist
      </Button>
      <Button disabled className={shape}>
        {units > 0 && <ShoppingCart aria-hidden="true" className="size-5" />}
        {units > 0 ? 'Add to Cart' : backOn ? `Back on ${dayInWords(backOn)}` : 'Out of Stock'}
      </Button>
    </div>
  )
}
