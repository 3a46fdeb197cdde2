/** The product for search engines (schema.org, a JSON-LD data block). */
import type { ProductDetail } from '../../../../contract/product.ts'
import { breadcrumbData } from '../../../seo/breadcrumb-data.ts'
import { paths } from '../../../paths.ts'

/** `more` and `offer` are what reviews and declarations add to the product and its offer. */
export function productData(
  product: ProductDetail,
  origin: string,
  more?: object,
  offer?: object,
): Record<string, unknown> {
  const whole = (address: string) => new URL(address, origin).href
  const path = paths.product(product.id)
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Product',
        name: product.name,
        description: product.description,
        image: product.images.map(whole),
        sku: product.id,
        category: product.subCategoryName,
        ...product.greenClaimsData,
        ...more,
        offers: {
          '@type': 'Offer',
          url: whole(path),
          price: product.price.toFixed(2),
          priceCurrency: 'INR',
          ...offer,
          itemCondition: 'https://schema.org/NewCondition',
          availability: `https://schema.org/${product.noOfUnits > 0 ? 'InStock' : 'OutOfStock'}`,
          seller: {
            '@type': 'Organization',
            name: product.sellerCompany,
            url: whole(paths.seller(product.sellerId)),
          },
        },
      },
      breadcrumbData(origin, [
        { name: product.categoryName, path: paths.category(product.categoryId) },
        { name: product.subCategoryName, path: paths.subcategory(product.subCategoryId) },
        { name: product.name, path },
      ]),
    ],
  }
}
