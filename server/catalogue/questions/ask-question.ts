/** A customer asks the seller of a product before buying it. */
import type { AskForm } from '../../../contract/question-forms.ts'
import { lockCustomer } from '../../people/lock-customer.ts'
import { publicImageUrl } from '../../platform/media/address.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { queueQuestionMail } from './mails.ts'
import { toOwnQuestion } from './present.ts'
import { countOpen, findAskedProduct, hasAsked, insertQuestion, ownQuestions } from './queries.ts'
import { askRefusal } from './rules.ts'

const noSuchProduct = () => notFound('This product is not sold here any more.')

/** Refuses ('not-found') a product that is not on sale. */
export async function showAskForm(shop: Shop, customerId: string, productId: string): Promise<AskForm> {
  const product = await findAskedProduct(shop.db, productId)
  if (!product) throw noSuchProduct()
  const { id, name, seller } = product
  const own = await ownQuestions(shop.db, customerId, productId)
  return {
    product: { id, name, seller, imageUrl: publicImageUrl(shop.config, product.imageUrl) },
    refusal: askRefusal(await countOpen(shop.db, customerId, productId)),
    own: own.map(toOwnQuestion),
  }
}

/**
 * What was sent twice, or by two clicks, is stored once. Refuses: not-found for a product that is not on sale; conflict with as many
 * open questions as a customer may have.
 */
export async function askQuestion(
  shop: Shop,
  customerId: string,
  productId: string,
  words: string,
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    // Counts what a call at the same moment stores.
    await lockCustomer(tx, customerId)
    const product = await findAskedProduct(tx, productId)
    if (!product) throw noSuchProduct()
    if (await hasAsked(tx, { customerId, productId, words })) return
    const refusal = askRefusal(await countOpen(tx, customerId, productId))
    if (refusal !== null) throw new Refusal('conflict', refusal)
    const id = await insertQuestion(tx, customerId, product, words)
    const { name: productName, sellerEmail: to } = product
    await queueQuestionMail(shop, tx, { id, to, productId, productName, words })
  })
}
