import type { ProductDetail } from '../../../../contract/product.ts'
import { DeliveryCheck } from '../../../delivery/delivery-check.tsx'
import { Breadcrumb } from '../../../layout/breadcrumb.tsx'
import { paths } from '../../../paths.ts'
import { AddButtons } from './add-buttons.tsx'
import { ProductArticle } from '../../../products/product-article.tsx'
import { type ServerHtml, ServerPart } from '../../../ui/server-html.tsx'

interface Props {
  product: ProductDetail
  facts: ServerHtml | undefined
  priceFacts: ServerHtml | undefined
  claims: ServerHtml | undefined
  options: ServerHtml | undefined
}

export function ProductView({ product, facts, priceFacts, claims, options }: Props) {
  const steps = [
    { name: product.categoryName, path: paths.category(product.categoryId) },
    { name: product.subCategoryName, path: paths.subcategory(product.subCategoryId) },
  ]
  return (
    <div className="page-width pt-2 sm:pt-4">
      <Breadcrumb steps={steps} here={product.name} />
      <ProductArticle
        product={product}
        facts={facts && <ServerPart html={facts} />}
        priceFacts={priceFacts && <ServerPart html={priceFacts} />}
        claims={claims && <ServerPart html={claims} />}
        options={options && <ServerPart html={options} />}
        delivery={product.noOfUnits > 0 && <DeliveryCheck productId={product.id} />}
        buttons={<AddButtons product={product} />}
      />
    </div>
  )
}
