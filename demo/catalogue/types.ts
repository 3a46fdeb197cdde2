/** A category of the demo shop with its subcategories in display order. */
export type DemoCategory = {
  name: string
  /** `picture` is the name of a folder in demo/pictures. */
  subcategories: { name: string; picture: string }[]
}

export type DemoSeller = {
  email: string
  companyName: string
  gst: string
  mobile: string
  address: {
    buildingNo: string
    street: string
    landmark: string
    pinCode: string
    city: string
    state: string
  }
  bankDetails: { fullName: string; accountNo: string; ifsccode: string }
}

export type DemoProduct = {
  slug: string
  name: string
  sellerEmail: string
  category: string
  subcategory: string
  priceRupees: number
  description: string
  details: string
  size: string
  units: number
  heightCm: number
  lengthCm: number
  widthCm: number
  weightGrams: number
  hsnCode: string | null
  /** Names of folders in demo/pictures, the main picture first. */
  pictures: string[]
}

/** A product as the category files define it. */
export type ProductSource = {
  slug: string
  name: string
  seller: DemoSeller
  rupees: number
  units: number
  /** Height, length and width of the packed product in cm. */
  cm: readonly [number, number, number]
  grams: number
  description: string
  material: string
  size: string
  care: string
  origin: string
  inTheBox: string
}

type SubcategorySource = {
  name: string
  /** Slug of the product whose main picture is the subcategory's picture. */
  pictureOf: string
  products: readonly ProductSource[]
}

export type CategorySource = {
  name: string
  subcategories: readonly SubcategorySource[]
}
