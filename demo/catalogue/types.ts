/** A category of the demo shop with its subcategories in shelf order. */
export type DemoCategory = {
  name: string
  /** `picture` is a picture key, see demo/pictures. */
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
  units: number
  heightCm: number
  lengthCm: number
  widthCm: number
  weightGrams: number
  /** Picture keys, the main picture first. */
  pictures: string[]
}

/** How a product is written down in the category files. */
export type ProductSource = {
  slug: string
  name: string
  seller: DemoSeller
  rupees: number
  units: number
  /** Height, length and width of the parcel-ready product in cm. */
  cm: readonly [number, number, number]
  grams: number
  description: string
  material: string
  size: string
  care: string
  origin: string
  inTheBox: string
}

export type SubcategorySource = {
  name: string
  /** The slug of the product whose main picture stands for the subcategory. */
  face: string
  products: readonly ProductSource[]
}

export type CategorySource = {
  name: string
  subcategories: readonly SubcategorySource[]
}
