/** The courier's webhook: its token proves the sender; what it tells moves the parcel forward (api-rules §4). */
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { moveParcel } from './move-parcel.ts'
import { findOrderOfParcel } from './parcel-queries.ts'

/** Refuses ('invalid') a wrong token and what is no notice. News of a parcel that is not ours are only taken note of. */
export async function takeCourierNotice(shop: Shop, rawBody: Buffer, headers: Headers): Promise<void> {
  const notice = readNotice(shop, rawBody, headers)
  const orderId = await findOrderOfParcel(shop.db, notice)
  if (!orderId) {
    shop.log.warn({ codes: notice.news.map((one) => one.code) }, 'a courier notice names no order of ours')
    return
  }
  for (const news of notice.news) await moveParcel(shop, orderId, news, 'webhook')
}

function readNotice(shop: Shop, rawBody: Buffer, headers: Headers) {
  try {
    const notice = shop.courier.readNotice(rawBody, headers)
    if (notice) return notice
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Refusal('invalid', 'The token does not match.')
}
