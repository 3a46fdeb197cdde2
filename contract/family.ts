/** Families: listings of one seller that differ by an option or a few (server/catalogue/families/). */
import { z } from 'zod'
import { id, plainText } from './fields.ts'
import { familyLimits, familyOptionKeys } from './family-words.ts'
import { addProductBody } from './seller-product.ts'

const option = z.enum(familyOptionKeys, { error: 'Please choose an option.' })

/** The family of a product in a list: the card stands for all its members. */
export const listedFamily = z.object({
  familyId: z.string(),
  members: z.number().int(),
  /** The lowest price of those in stock, or of all where none is. */
  from: z.number(),
  /** Whether all of them have this price. */
  onePrice: z.boolean(),
  /** How many values each option has, and the first of them. */
  options: z.array(z.object({ option, count: z.number().int(), values: z.array(z.string()) })),
  /** '3 sizes, 2 colours', and of the one option that they differ by the values: ': 100 g, 250 g, 500 g'. */
  counts: z.string(),
  values: z.string(),
  /** Colours of the first values of the option 'colour', as #rrggbb. */
  swatches: z.array(z.string()),
})
export type ListedFamily = z.output<typeof listedFamily>

/** One that the page of a product leads to; the product itself is among them. */
const familyMember = z.object({
  productId: z.string(),
  /** One for each option of the family. */
  values: z.array(z.string()),
  price: z.number(),
  soldOut: z.boolean(),
})
export type FamilyMember = z.output<typeof familyMember>

/** The family of a product, with the members that are on sale. */
export const shownFamily = z.object({
  familyId: z.string(),
  name: z.string(),
  options: z.array(option),
  /** The reviews of all members are shown together. */
  sameThing: z.boolean(),
  members: z.array(familyMember),
})
export type ShownFamily = z.output<typeof shownFamily>

const wrongOptions = 'Please choose one to three different options.'
const oneValueEach = 'Please fill in every value.'
const twice = 'Two listings have the same values.'

/** Two spellings of the same letters are one value. */
export const optionValue = plainText(familyLimits.valueLength, oneValueEach).normalize('NFC')
export const familyName = plainText(familyLimits.nameLength, 'Please name the family.').normalize('NFC')
const values = z.array(optionValue).min(1, oneValueEach).max(familyLimits.options, wrongOptions)
const options = z
  .array(option)
  .min(1, wrongOptions)
  .max(familyLimits.options, wrongOptions)
  .refine((chosen) => new Set(chosen).size === chosen.length, wrongOptions)

/** As the database compares them. */
export const valuesKey = (all: readonly string[]): string =>
  JSON.stringify(all.map((one) => one.toLowerCase()))

interface WithValues {
  options: readonly string[]
  members: readonly { values: readonly string[] }[]
}
const haveValues = ({ options, members }: WithValues) =>
  members.every((member) => member.values.length === options.length)
const differ = ({ members }: WithValues) =>
  new Set(members.map((member) => valuesKey(member.values))).size === members.length

const head = {
  name: familyName,
  options,
  sameThing: z.boolean(),
}

export const familyBody = z
  .object({
    ...head,
    members: z
      .array(z.object({ productId: id, values }))
      .max(familyLimits.members, `A family has at most ${familyLimits.members} listings.`)
      .refine(
        (members) => new Set(members.map(({ productId }) => productId)).size === members.length,
        'A listing is in the family twice.',
      ),
  })
  .refine(haveValues, { error: oneValueEach, path: ['members'] })
  .refine(differ, { error: twice, path: ['members'] })
export type FamilyInput = z.output<typeof familyBody>

const { price, mrp, netQuantity, weight, noOfUnits } = addProductBody.shape

/** A listing for each combination that is offered, made of the `base` listing with its own price, MRP, quantity, weight and stock. */
export const familyMatrixBody = z
  .object({
    ...head,
    base: id,
    members: z
      .array(
        z.object({
          values,
          /** The base listing itself has these values: it stays as it is. */
          isBase: z.boolean().default(false),
          price,
          mrp,
          netQuantity,
          weight,
          noOfUnits,
        }),
      )
      .min(1, 'Please offer at least one combination.')
      .max(familyLimits.cells, `At most ${familyLimits.cells} listings at once.`),
  })
  .refine(haveValues, { error: oneValueEach, path: ['members'] })
  .refine(differ, { error: twice, path: ['members'] })
  .refine(({ members }) => members.filter(({ isBase }) => isBase).length <= 1, {
    error: 'The base listing has one place only.',
    path: ['members'],
  })
export type FamilyMatrixInput = z.output<typeof familyMatrixBody>

export const ownFamilyRow = z.object({
  id: z.string(),
  name: z.string(),
  options: z.array(option),
  sameThing: z.boolean(),
  members: z.number().int(),
  subCategoryName: z.string(),
})
export type OwnFamilyRow = z.output<typeof ownFamilyRow>

export const familyChoice = z.object({
  id: z.string(),
  name: z.string(),
  imageUrl: z.string(),
  price: z.number(),
  noOfUnits: z.number().int(),
  subCategoryId: z.number().int(),
  subCategoryName: z.string(),
})
export type FamilyChoice = z.output<typeof familyChoice>

export const ownFamily = z.object({
  id: z.string(),
  name: z.string(),
  options: z.array(option),
  sameThing: z.boolean(),
  subCategoryId: z.number().int(),
  subCategoryName: z.string(),
  members: z.array(familyChoice.extend({ values: z.array(z.string()), onSale: z.boolean() })),
})
export type OwnFamily = z.output<typeof ownFamily>
