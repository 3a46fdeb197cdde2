/** The calls of sellers; cookies and words stop here. */
import { api } from '../../contract/endpoints.ts'
import { accountOf } from '../http/call.ts'
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

export function sellerRoutes(shop: Shop, on: Registrar): void {
  on(api.auth.sellerSignup, async (call) => {
    const { proofToken, mark, gstDoubt } = await signUpSeller(shop, { ...call.body, ip: call.ip })
    setProofCookie(shop, call, proofToken)
    setSignUpCookie(shop, call, mark)
    return { msg: 'We have sent an OTP to your email. Please verify it to continue.', gstDoubt }
  })

  on(api.profile.editSeller, async (call) => {
    const gstDoubt = await editSellerProfile(shop, accountOf(call), call.body)
    return { msg: 'Your profile has been successfully updated.', gstDoubt }
  })
  on(api.profile.bankAccount, (call) => showBankAccount(shop, accountOf(call).accountId))

  on(api.product.add, async (call) => {
    const id = await addProduct(shop, accountOf(call).accountId, call.body)
    return { msg: 'Product added successfully!', id }
  })
  on(api.product.getBySeller, (call) => listOwnProducts(shop, accountOf(call).accountId, call.query))
  on(api.product.getForm, (call) => showProductForm(shop, accountOf(call).accountId, call.params.productId))
  on(api.product.edit, async (call) => {
    const done = await editProduct(shop, accountOf(call).accountId, call.params.productId, call.body)
    return { msg: 'Product updated successfully!', ...done }
  })
  on(api.product.delete, async (call) => {
    await deleteProduct(shop, accountOf(call).accountId, call.params.id)
    return { msg: 'Product Deleted Successfully' }
  })
}
