/** Connects the endpoints of a seller's own products. */
import { api } from '../../contract/endpoints.ts'
import type { Registrar } from '../platform/http/register.ts'
import { sellerOf } from '../platform/http/request-context.ts'
import type { Shop } from '../platform/shop.ts'
import { addFamilyMatrix } from './add-family-matrix.ts'
import { addProduct } from './add-product.ts'
import { bulkEdit } from './bulk-edit.ts'
import { deleteProduct } from './delete-product.ts'
import { editProduct } from './edit-product.ts'
import { listOwnProducts } from './list-own-products.ts'
import { showProductForm } from './show-product-form.ts'

export function sellingRoutes(shop: Shop, route: Registrar): void {
  route(api.product.add, async (context) => {
    const done = await addProduct(shop, sellerOf(context), context.body)
    return { msg: 'Product added successfully!', ...done }
  })
  route(api.family.addMatrix, async (context) => {
    const done = await addFamilyMatrix(shop, sellerOf(context), context.body)
    return { msg: 'The family is made.', ...done }
  })
  route(api.product.getBySeller, (context) => listOwnProducts(shop, sellerOf(context), context.query))
  route(api.product.getForm, (context) => showProductForm(shop, sellerOf(context), context.params.productId))
  route(api.product.edit, async (context) => {
    const done = await editProduct(shop, sellerOf(context), context.params.productId, context.body)
    return { msg: 'Product updated successfully!', ...done }
  })
  route(api.bulkEdit.edit, (context) => bulkEdit(shop, sellerOf(context), context.body.rows))
  route(api.product.delete, async (context) => {
    await deleteProduct(shop, sellerOf(context), context.params.id)
    return { msg: 'Product Deleted Successfully' }
  })
}
