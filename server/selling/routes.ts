/** Connects the endpoints of a seller's own products. */
import { api } from '../../contract/endpoints.ts'
import type { Registrar } from '../platform/http/register.ts'
import { accountOf } from '../platform/http/request-context.ts'
import type { Shop } from '../platform/shop.ts'
import { addFamilyMatrix } from './add-family-matrix.ts'
import { addProduct } from './add-product.ts'
import { deleteProduct } from './delete-product.ts'
import { editProduct } from './edit-product.ts'
import { listOwnProducts } from './list-own-products.ts'
import { showProductForm } from './show-product-form.ts'

export function sellingRoutes(shop: Shop, route: Registrar): void {
  route(api.product.add, async (context) => {
    const done = await addProduct(shop, accountOf(context).accountId, context.body)
    return { msg: 'Product added successfully!', ...done }
  })
  route(api.family.addMatrix, async (context) => {
    const done = await addFamilyMatrix(shop, accountOf(context).accountId, context.body)
    return { msg: 'The family is made.', ...done }
  })
  route(api.product.getBySeller, (context) =>
    listOwnProducts(shop, accountOf(context).accountId, context.query),
  )
  route(api.product.getForm, (context) =>
    showProductForm(shop, accountOf(context).accountId, context.params.productId),
  )
  route(api.product.edit, async (context) => {
    const done = await editProduct(shop, accountOf(context).accountId, context.params.productId, context.body)
    return { msg: 'Product updated successfully!', ...done }
  })
  route(api.product.delete, async (context) => {
    await deleteProduct(shop, accountOf(context).accountId, context.params.id)
    return { msg: 'Product Deleted Successfully' }
  })
}
