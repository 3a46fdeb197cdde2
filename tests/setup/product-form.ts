/** A seller with a picture and two subcategories, and the calls of the product form. */
import { expect } from 'vitest'
import { uploaded } from './pictures.ts'
import { addSubcategory, productInput } from './products.ts'
import { addSeller, type Seller } from './sellers.ts'
import type { TestShop } from './shop.ts'

export type ProductForm = Awaited<ReturnType<typeof openProductForm>>

export async function openProductForm(shop: TestShop) {
  const seller = await addSeller(shop)
  const subcategory = await addSubcategory(shop)
  const otherSubcategory = await addSubcategory(shop, 'Soaps')
  const picture = await uploaded(seller)
  const input = (more: object = {}) => productInput(subcategory, [picture], more)
  return {
    seller,
    subcategory,
    otherSubcategory,
    picture,
    input,
    /** Puts a product on sale; returns its id. */
    async add(more: object = {}, client: Seller = seller): Promise<string> {
      const { status, body } = await client.post('/private/product/add', input(more))
      expect([status, body.msg]).toEqual([200, 'Product added successfully!'])
      return body.id
    },
    formOf: async (id: string) => (await seller.get(`/private/product/edit/get-form/${id}`)).body,
    edit: (id: string, body: unknown, client: Seller = seller) =>
      client.post(`/private/product/edit/${id}`, body),
    detail: (id: string) => shop.client().get(`/public/product/${id}`),
    /** The ids that a search finds. */
    async found(words: string): Promise<string[]> {
      const { body } = await shop.client().get<{ id: string }[]>(`/public/product/search/${words}`)
      return body.map(({ id }) => id)
    },
  }
}
