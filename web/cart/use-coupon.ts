/** The coupon of the cart: what it saves is always the server's answer for the cart as it is there. */
import { useEffect, useEffectEvent, useState } from 'react'
import type { CartItem } from '../../contract/cart.ts'
import type { CartCouponReply } from '../../contract/coupon.ts'
import { paise } from '../../contract/money.ts'
import { privateApi } from '../../contract/private-endpoints.ts'
import { call } from '../api/client.ts'

interface Cart {
  lines: readonly CartItem[]
  settled(): Promise<void>
}

export function useCoupon({ lines, settled }: Cart) {
  const [coupon, setCoupon] = useState<CartCouponReply | null>(null)

  /** Returns the coupon, and whether it saves what was shown. */
  async function reload(): Promise<{ coupon: CartCouponReply | null; isAsShown: boolean }> {
    await settled()
    const now = await call(privateApi.coupon.ofCart)
    setCoupon(now)
    return { coupon: now, isAsShown: (now?.saving ?? 0) === (coupon?.saving ?? 0) }
  }

  const key = lines.map(({ productId, quantity, price }) => `${productId} ${quantity} ${price}`).join()
  // Without it the last answer stays: the check before the payment asks again.
  const refresh = useEffectEvent(() => void reload().catch(() => undefined))
  useEffect(() => {
    if (key !== '') refresh()
  }, [key])

  return { coupon, savingPaise: paise(coupon?.saving ?? 0), set: setCoupon, reload }
}
