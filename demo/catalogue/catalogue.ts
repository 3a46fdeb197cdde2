import { babyAndKids } from './baby-and-kids.ts'
import { bagsAndFashion } from './bags-and-fashion.ts'
import { bathAndBody } from './bath-and-body.ts'
import { faceCare } from './face-care.ts'
import { festiveAndGifting } from './festive-and-gifting.ts'
import { foodAndDrink } from './food-and-drink.ts'
import { garden } from './garden.ts'
import { hairCare } from './hair-care.ts'
import { hsnCodeOf } from './hsn-codes.ts'
import { homeAndDecor } from './home-and-decor.ts'
import { homeCleaning } from './home-cleaning.ts'
import { kitchenAndDining } from './kitchen-and-dining.ts'
import { personalCare } from './personal-care.ts'
import { petCare } from './pet-care.ts'
import { demoSellers as sellers } from './sellers.ts'
import { stationery } from './stationery.ts'
import type { CategorySource, DemoCategory, DemoProduct, DemoSeller, ProductSource } from './types.ts'

const picturesPerProduct = 3

const sources: readonly CategorySource[] = [
  bathAndBody,
  hairCare,
  faceCare,
  personalCare,
  kitchenAndDining,
  homeCleaning,
  homeAndDecor,
  garden,
  foodAndDrink,
  babyAndKids,
  petCare,
  stationery,
  bagsAndFashion,
  festiveAndGifting,
]

export const demoSellers: readonly DemoSeller[] = sellers

export const demoCategories: readonly DemoCategory[] = sources.map((category) => ({
  name: category.name,
  subcategories: category.subcategories.map((subcategory) => ({
    name: subcategory.name,
    picture: pictureName(subcategory.pictureOf, 1),
  })),
}))

export const demoProducts: readonly DemoProduct[] = sources.flatMap((category) =>
  category.subcategories.flatMap((subcategory) =>
    subcategory.products.map((product) => ({
      slug: product.slug,
      name: product.name,
      sellerEmail: product.seller.email,
      category: category.name,
      subcategory: subcategory.name,
      priceRupees: product.rupees,
      description: product.description,
      details: detailLines(product),
      size: product.size,
      units: product.units,
      heightCm: product.cm[0],
      lengthCm: product.cm[1],
      widthCm: product.cm[2],
      weightGrams: product.grams,
      hsnCode: hsnCodeOf(product.slug, subcategory.name),
      pictures: Array.from({ length: picturesPerProduct }, (_, index) =>
        pictureName(product.slug, index + 1),
      ),
    })),
  ),
)

function detailLines(product: ProductSource): string {
  return [
    `Material: ${product.material}`,
    `Size: ${product.size}`,
    `Care: ${product.care}`,
    `Origin: ${product.origin}`,
    `In the box: ${product.inTheBox}`,
  ].join('\n')
}

/** The name of a folder in demo/pictures; number 1 is the main picture. */
function pictureName(slug: string, number: number): string {
  return `${slug}-${number}`
}
