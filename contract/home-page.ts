/** The home page: its sections as an administrator arranges them, and as visitors get them at a moment. */
import { z } from 'zod'
import { homePageLimits } from './catalogue-limits.ts'
import { endpoint } from './endpoint.ts'
import { id, plainText } from './fields.ts'
import { listedProduct } from './product.ts'

const { headingLength, textLength, altLength, linkLength } = homePageLimits

export const noShopPage = 'Please give the path of a page of the shop, such as /search/diya.'
const shopPage =
  /^\/(?:(?:products\/(?:category|sub-category)\/\d{1,9}|(?:product|seller)\/[0-9a-f-]{36}|search\/[^\s/\\?#\p{Cc}]+|shipping-policy|privacy-policy|privacy-notice|terms-and-conditions|return-and-refund-policy|undertaking|how-we-check-claims|faqs|contact|support|help|about|careers|register|register-seller)(?:\?[\w.,:%&=+~-]*)?)?$/u

/** Empty: no link. A path has neither scheme nor host: nothing leads out of the shop. */
const link = z
  .string()
  .trim()
  .max(linkLength, `At most ${linkLength} characters.`)
  .refine((path) => path === '' || shopPage.test(path), noShopPage)

const optionalText = (max: number) => z.union([z.literal(''), plainText(max, '')])
const time = z.iso.datetime({ offset: true, error: 'Please give a day and a time.' }).nullable()
export const endsBefore = 'It must end after it begins.'
const endsAfterBegin = ({ from, until }: { from: string | null; until: string | null }) =>
  from === null || until === null || Date.parse(from) < Date.parse(until)

/** When it is shown: null on either side means without a begin, or without an end. */
const period = { from: time, until: time }
const picture = {
  imageUrl: z.string().min(1, 'Please upload a picture.').max(500),
  alt: plainText(altLength, 'Please say what the picture shows.'),
  heading: optionalText(headingLength),
  text: optionalText(textLength),
  link,
}

export const homeSlide = z
  .object({ ...picture, ...period })
  .refine(endsAfterBegin, { path: ['until'], message: endsBefore })
export type HomeSlide = z.output<typeof homeSlide>

export const rowKinds = ['category', 'subcategory', 'newest', 'offer', 'rated', 'picked'] as const
export type RowKind = (typeof rowKinds)[number]

/** Tells sections apart while they are moved. `hidden`: kept, and not shown. */
const every = { key: z.string().regex(/^[a-z0-9]{1,12}$/), hidden: z.boolean() }
const number = z.number().int().positive().max(2_147_483_647).nullable()
export const homeRow = z
  .object({
    ...every,
    kind: z.literal('row'),
    of: z.enum(rowKinds),
    /** Present where the row shows a category or a subcategory. */
    categoryId: number,
    subcategoryId: number,
    /** Those that are hand-picked, in this order. */
    products: z
      .array(id)
      .max(homePageLimits.pickedMax, `At most ${homePageLimits.pickedMax} products.`)
      .refine((ids) => new Set(ids).size === ids.length, 'Each product once.'),
    heading: plainText(headingLength, 'Please give the row a heading.'),
    ...period,
  })
  .refine(endsAfterBegin, { path: ['until'], message: endsBefore })
  .refine(({ of, categoryId }) => of !== 'category' || categoryId !== null, {
    path: ['categoryId'],
    message: 'Please choose a category.',
  })
  .refine(({ of, subcategoryId }) => of !== 'subcategory' || subcategoryId !== null, {
    path: ['subcategoryId'],
    message: 'Please choose a subcategory.',
  })
  .refine(({ of, products }) => of !== 'picked' || products.length > 0, {
    path: ['products'],
    message: 'Please choose at least one product.',
  })
export type HomeRow = z.output<typeof homeRow>
const homeBanner = z
  .object({ ...every, kind: z.literal('banner'), ...picture, ...period })
  .refine(endsAfterBegin, { path: ['until'], message: endsBefore })

export const homeSection = z.discriminatedUnion('kind', [
  /** While none of its slides is shown, the nine of the specification are. */
  z.object({
    ...every,
    kind: z.literal('slides'),
    slides: z
      .array(homeSlide)
      .max(homePageLimits.slidesMax, `There are ${homePageLimits.slidesMax} slides at most.`),
  }),
  homeBanner,
  homeRow,
  /** A row of the newest products of each category. */
  z.object({ ...every, kind: z.literal('categories') }),
  /** The strip 'Why {brand}?'. */
  z.object({ ...every, kind: z.literal('why') }),
  /** The banner with the value cards. */
  z.object({ ...every, kind: z.literal('values') }),
])
export type HomeSection = z.output<typeof homeSection>

/** The home page of the specification. */
export const defaultSections: HomeSection[] = [
  { key: 'slides', kind: 'slides', hidden: false, slides: [] },
  { key: 'categories', kind: 'categories', hidden: false },
  { key: 'why', kind: 'why', hidden: false },
  { key: 'values', kind: 'values', hidden: false },
]

const isOnce = (sections: readonly HomeSection[]) =>
  defaultSections.every(({ kind }) => sections.filter((one) => one.kind === kind).length === 1) &&
  new Set(sections.map(({ key }) => key)).size === sections.length

export const homeSections = z
  .array(homeSection)
  .max(homePageLimits.sectionsMax, `There are ${homePageLimits.sectionsMax} sections at most.`)
  .refine(isOnce, 'The sections of the specification are there once each; hide what is not to be shown.')

const shownPicture = z.object({
  imageUrl: z.string(),
  alt: z.string(),
  heading: z.string(),
  text: z.string(),
  link: z.string(),
})
export type ShownPicture = z.output<typeof shownPicture>

export const shownSection = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('slides'), slides: z.array(shownPicture) }),
  shownPicture.extend({ kind: z.literal('banner') }),
  z.object({
    kind: z.literal('row'),
    key: z.string(),
    heading: z.string(),
    categoryId: z.number().nullable(),
    subcategoryId: z.number().nullable(),
    products: z.array(listedProduct),
  }),
  z.object({ kind: z.enum(['categories', 'why', 'values']) }),
])
export type ShownSection = z.output<typeof shownSection>

/** `hasRows`: rows of products are arranged, also where none of their products is on sale. */
export const shownHomePage = z.object({ hasRows: z.boolean(), sections: z.array(shownSection) })
export type ShownHomePage = z.output<typeof shownHomePage>

/** Only the server calls it, for the page: no script of visitors has it (web/bundling/slim-contract.ts). */
export const homePage = {
  show: endpoint({
    method: 'GET',
    path: '/public/home-page',
    roles: ['visitor'],
    summary: 'The sections of the home page that are shown, in their order, with their products.',
    reply: shownHomePage,
  }),
}
