/** Messages about orders over HTTP. */
import { api } from '../../../contract/endpoints.ts'
import { partyOf, sellerOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import { listSellersThreads, reportThread, seeMessages, sendMessage, showThread } from './write-message.ts'

export function orderMessageRoutes(shop: Shop, route: Registrar): void {
  route(api.orderMessages.read, (context) => showThread(shop, partyOf(context), context.params.id))
  route(api.orderMessages.send, async (context) => {
    await sendMessage(shop, partyOf(context), context.params.id, context.body.words)
    return { msg: 'Your message is sent.' }
  })
  route(api.orderMessages.see, async (context) => {
    await seeMessages(shop, partyOf(context), context.params.id, context.body.last)
    return { msg: 'Noted.' }
  })
  route(api.orderMessages.report, async (context) => {
    const number = await reportThread(shop, partyOf(context), context.params.id, context.body.words)
    return { msg: `Our team looks at it: complaint ${number}.`, number }
  })
  route(api.orderMessages.getSeller, (context) => listSellersThreads(shop, sellerOf(context), context.query))
}
