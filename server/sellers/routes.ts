/** Connects the endpoints of sellers; cookies and messages are handled here only. */
import { api } from '../../contract/endpoints.ts'
import { accountOf } from '../http/request-context.ts'
import type { Registrar } from '../http/register.ts'
import { setProofCookie, setSignUpCookie } from '../identity/cookies.ts'
import type { Shop } from '../shop.ts'
import { showBankAccount } from './bank-account.ts'
import { addProduct } from './add-product.ts'
import { deleteProduct } from './delete-product.ts'
import { editProduct } from './edit-product.ts'
import { editSellerProfile } from './edit-profile.ts'
import { listOwnProducts } from './list-own-products.ts'
import { showProductForm } from './show-product-form.ts'
import { signUpSeller } from './sign-up-seller.ts'

export function sellerRoutes(shop: Shop, route: Registrar): void {
  route(api.auth.sellerSignup, async (context) => {
    const { proofToken, signUpToken, gstDoubt } = await signUpSeller(shop, {
      ...context.body,
      ip: context.ip,
    })
    setProofCookie(shop, context, proofToken)
    setSignUpCookie(shop, context, signUpToken)
    return { msg: 'We have sent an OTP to your email. Please verify it to continue.', gstDoubt }
  })

  route(api.profile.editSeller, async (context) => {
    const gstDoubt = await editSellerProfile(shop, accountOf(context), context.body)
    return { msg: 'Your profile has been successfully updated.', gstDoubt }
  })
  route(api.profile.bankAccount, (context) => showBankAccount(shop, accountOf(context).accountId))

  route(api.product.add, async (context) => {
    const id = await addProduct(shop, accountOf(context).accountId, context.body)
    return { msg: 'Product added successfully!', id }
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
