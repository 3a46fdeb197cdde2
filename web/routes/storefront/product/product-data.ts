/** The product as search engines read it (schema.org, a JSON-LD data block). */
import type { ProductDetail } from '../../../../contract/product.ts'
import { paths } from '../../../paths.ts'
import type { RootData } from '../../../settings.ts'

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

export function productData(product: ProductDetail, matches: Matches): Record<string, unknown> {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
  const whole = (address: string) => new URL(address, root?.origin ?? 'http://shop.invalid').href
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.description,
    image: product.images.map(whole),
    category: product.subCategoryName,
    offers: {
      '@type': 'Offer',
      url: whole(paths.product(product.id)),
      price: product.price.toFixed(2),
      priceCurrency: 'INR',
      availability: product.noOfUnits > 0 ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
      seller: { '@type': 'Organization', name: product.sellerCompany },
    },
  }
}
