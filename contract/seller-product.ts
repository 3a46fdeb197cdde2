/** A seller's own products (specification §3, §5, §7, §8; api-rules §6). */
import { z } from 'zod'
import { categoryNeeds, declaration, declarationBody, declarationNeeds } from './declaration.ts'
import { productAttributes } from './attribute.ts'
import { endpoint, workLimits } from './endpoint.ts'
import { imageTextLength } from './catalogue-limits.ts'
import { allFieldsRequired, id, message, page, searchText, storable, text } from './fields.ts'
import { keptWords } from './green-words.ts'
import { hsnCode } from './hsn.ts'
import { importLimits } from './import-limits.ts'
import { limits } from './limits.ts'
import { listingStates } from './listing-words.ts'
import { offSale } from './moderation.ts'
import { decimal, integer } from './numbers.ts'

export const selectImage = 'Please select at least one image!'
export const uploadAtMost = 'You can upload up to 5 images only.'
export const imagesAtMost = 'You can have a maximum of 5 images.'
export const foreignImage = 'Please upload this image again: it is not one of our image store.'
export const textsForImages = 'Please send one text for each image, an empty one where there is none.'
export const wrongSubcategory = 'This subcategory does not belong to the category.'
export const changedElsewhere =
  'This product was changed in another window. Please reload it and make your changes again.'

export const skuTaken = 'Another of your products has this SKU.'

export const tooManyProducts = `You have ${limits.liveProductsMax.toLocaleString('en-IN')} products on sale, and an account cannot have more. Delete those that you do not sell any more.`

const imageText = z
  .string('Please send each text of an image as text.')
  .trim()
  .max(imageTextLength, `At most ${imageTextLength} characters for each image.`)
  .refine(
    (typed) => storable(typed) && !/[\n\r]/.test(typed),
    'Please write the text of an image in one line.',
  )

const side = (label: string) => decimal(label, 0.01, limits.sideMaxCm)

function productBody(tooMany: string) {
  return z.object({
    name: text(limits.productNameLength, allFieldsRequired),
    /** The first one is the main picture. */
    imageUrls: z
      .array(z.string(foreignImage).max(1_000, foreignImage), { error: selectImage })
      .min(1, selectImage)
      .max(limits.productImages, tooMany),
    /** What is to be seen on each image, in their order, '' for none. Left out of an edit, images that stay keep theirs. */
    imageTexts: z.array(imageText).max(limits.productImages, textsForImages).optional(),
    price: decimal('Price', limits.priceMinPaise / 100, limits.priceMaxPaise / 100),
    description: text(limits.descriptionLength, allFieldsRequired),
    noOfUnits: integer('Number of units', 0, limits.unitsMax),
    details: text(limits.detailsLength, allFieldsRequired),
    categoryId: integer('Category', 1, 2_147_483_647),
    subCategoryId: integer('Subcategory', 1, 2_147_483_647),
    height: side('Height'),
    length: side('Length'),
    width: side('Width'),
    weight: decimal('Weight', 0.01, limits.weightMaxGrams),
    /** Left out of an edit, it stays as it is. */
    hsnCode: hsnCode.optional(),
    /** Why words that need a proof stay without one. Left out, earlier reasons for the same words stay. */
    keptWords: keptWords.optional(),
    /** The seller's own number. Left out of an edit, it stays as it is; null removes it. */
    sku: text(importLimits.skuLength, 'Please type the SKU, or leave it out.').nullable().optional(),
    attributes: productAttributes.optional(),
    ...declarationBody(decimal('MRP', limits.priceMinPaise / 100, limits.priceMaxPaise / 100)),
  })
}

/** A draft is on no page until its seller puts it on sale. */
export const addProductBody = productBody(uploadAtMost).extend({ draft: z.boolean().optional() })
/** `version` is what the form was loaded with; without it the last save wins. */
export const editProductBody = productBody(imagesAtMost).extend({ version: z.string().max(40).optional() })
export type ProductInput = z.output<typeof addProductBody>

export const productForm = z.object({
  id: z.string(),
  name: z.string(),
  imageUrls: z.array(z.string()),
  /** What is to be seen on each of them, '' where the seller has not said it. */
  imageTexts: z.array(z.string()),
  price: z.number(),
  description: z.string(),
  details: z.string(),
  /** Units not sold yet, including those held by unpaid checkouts. */
  noOfUnits: z.number().int(),
  categoryId: z.number().int(),
  subCategoryId: z.number().int(),
  height: z.number(),
  length: z.number(),
  width: z.number(),
  weight: z.number(),
  hsnCode: z.string().nullable(),
  sku: z.string().nullable(),
  ...declaration.shape,
  attributes: productAttributes,
  /** An administrator has hidden it or taken it down. */
  offSale: offSale.nullable(),
  /** Send it back with the edit, so that a change made meanwhile is detected. */
  version: z.string(),
})
export type ProductForm = z.output<typeof productForm>

const missing = z.array(z.enum([...declarationNeeds, 'importer']))
/** Where the listing is not on sale: what it has to declare for that. */
const missingToSell = missing.optional()

export const sellersProduct = z.object({
  id: z.string(),
  name: z.string(),
  price: z.number(),
  was: z.number().nullable(),
  imageUrl: z.string(),
  description: z.string(),
  noOfUnits: z.number().int(),
  subCategoryName: z.string(),
  subCategoryId: z.number().int(),
  sellerCompany: z.string(),
  sellerId: z.string(),
  sku: z.string().nullable(),
  /** How often it was saved. */
  version: z.number().int(),
  rating: z.number().nullable(),
  ratingCount: z.number().int(),
  /** Null for a listing that has to be completed. */
  hsnCode: z.string().nullable(),
  /** Whether it is on sale, as its seller wants. */
  state: z.enum(listingStates),
  /** When a scheduled listing comes on sale. */
  onSaleAt: z.string().nullable(),
  /** What it does not declare although its category needs it. */
  missing,
  /** It has left sale for that reason. */
  heldBack: z.boolean(),
  /** An administrator has hidden it or taken it down. */
  offSale: offSale.nullable(),
})
export type SellersProduct = z.output<typeof sellersProduct>

/** in: at least one unit; low: at least one, but below limits.lowStockBelowElsewhere; out: none. */
export const stockFilters = ['in', 'low', 'out'] as const
export type StockFilter = (typeof stockFilters)[number]

const seller = ['SELLER'] as const

export const sellerProductCalls = {
  add: endpoint({
    method: 'POST',
    path: '/private/product/add',
    roles: seller,
    areas: ['products'],
    summary: 'Put a product on sale, or keep it as a draft.',
    body: addProductBody,
    bodyMax: 150_000,
    reply: message.extend({ id: z.string(), missing: missingToSell }),
  }),
  getBySeller: endpoint({
    method: 'GET',
    path: '/private/product/get-by-seller',
    roles: seller,
    areas: ['products'],
    summary:
      'Products of the caller, newest first; filtered by words of the name or a part of the SKU, by stock, by a missing HSN code, by missing declarations, and by whether they are drafts, scheduled or hidden.',
    query: page.extend({
      search: searchText.optional(),
      stock: z.enum(stockFilters, { error: 'Stock is one of in, low and out.' }).optional(),
      hsn: z.literal('missing', { error: 'HSN is missing or left out.' }).optional(),
      declared: z.literal('missing', { error: 'Declared is missing or left out.' }).optional(),
      /** Drafts, scheduled and hidden ones. */
      state: z.literal('off-sale', { error: 'State is off-sale or left out.' }).optional(),
    }),
    reply: z.array(sellersProduct),
    paged: true,
  }),
  declarationNeeds: endpoint({
    method: 'GET',
    path: '/private/product/declaration-needs',
    roles: seller,
    areas: ['products'],
    summary: 'What products have to declare: of all categories, and of those with needs of their own.',
    reply: z.array(categoryNeeds),
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/private/product/delete/{id}',
    roles: seller,
    areas: ['products'],
    summary: 'Delete a product from the shop; existing orders keep it.',
    params: z.object({ id }),
    reply: message,
  }),
  getForm: endpoint({
    method: 'GET',
    path: '/private/product/edit/get-form/{productId}',
    roles: seller,
    areas: ['products'],
    summary: 'A product of the caller with all fields of the edit form.',
    params: z.object({ productId: id }),
    reply: productForm,
  }),
  edit: endpoint({
    method: 'POST',
    path: '/private/product/edit/{productId}',
    roles: seller,
    areas: ['products'],
    costly: ['mail', 'rows'],
    limits: workLimits,
    summary:
      'Change a product of the caller. 409 if it was changed since the form with this version was loaded. Accepted claims of a listing that becomes another product wait for review again, and a mail says so.',
    params: z.object({ productId: id }),
    body: editProductBody,
    bodyMax: 150_000,
    reply: message.extend({
      version: z.string(),
      /** How many of the units are held by unpaid checkouts. */
      heldUnits: z.number().int(),
      missing: missingToSell,
    }),
  }),
}
