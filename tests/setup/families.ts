/** Families of one seller's listings, made and read by calls. */
import type { FamilyOption } from '../../contract/family-words.ts'
import type { ListedProduct } from '../../contract/product.ts'
import { addProduct, type TestSubcategory } from './products.ts'
import type { Seller } from './sellers.ts'
import type { TestShop } from './shop.ts'
import { itemsOf } from './walk-pages.ts'

export interface WantedMember {
  values: string[]
  rupees: number
  units?: number
}

export const sizes = (...all: [string, number, number?][]): WantedMember[] =>
  all.map(([size, rupees, units]) => ({ values: [size], rupees, ...(units !== undefined && { units }) }))

export type Families = ReturnType<typeof openFamilies>

export function openFamilies(shop: TestShop, seller: Seller) {
  /** Listings of one subcategory, in this order, as a family. */
  async function addFamily(
    place: TestSubcategory,
    wanted: readonly WantedMember[],
    more: { name?: string; options?: FamilyOption[]; sameThing?: boolean } = {},
  ): Promise<{ id: string; members: string[] }> {
    const { name = 'Neem Soap', options = ['size'], sameThing = false } = more
    const members: { productId: string; values: string[] }[] = []
    for (const { values, rupees, units = 20 } of wanted) {
      const { id } = await addProduct(shop, {
        seller,
        subcategory: place,
        name: `${name}, ${values.join(', ')}`,
        pricePaise: rupees * 100,
        units,
      })
      members.push({ productId: id, values })
    }
    const { status, body } = await seller.post('/private/families', { name, options, sameThing, members })
    if (status !== 200 || body.msg !== 'The family is made.')
      throw new Error(`families: ${status} ${JSON.stringify(body)}`)
    return { id: body.id, members: members.map(({ productId }) => productId) }
  }
  const familyOf = async (id: string) => (await seller.get(`/private/families/${id}`)).body
  const listOf = ({ subCategoryId }: TestSubcategory, query = '') =>
    itemsOf<ListedProduct>(shop.client(), `/public/product/sub_category/${subCategoryId}?${query}`)
  return {
    addFamily,
    familyOf,
    listOf,
    /** Saves the family with what is changed. */
    async save(id: string, change: object) {
      const { name, options, sameThing, members } = await familyOf(id)
      return seller.post(`/private/families/${id}/edit`, {
        name,
        options,
        sameThing,
        members: members.map((member: any) => ({ productId: member.id, values: member.values })),
        ...change,
      })
    },
    detail: async (id: string) => (await shop.client().get(`/public/product/${id}`)).body,
    idsOf: async (place: TestSubcategory, query = '') => (await listOf(place, query)).map(({ id }) => id),
    html: async (path: string) => (await fetch(shop.url + path)).text(),
  }
}
