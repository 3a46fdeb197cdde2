/** The charge for delivery as the cart shows it; the server compares the amount with the charge of that moment. */
import { useState } from 'react'
import { type DeliveryRule, deliveryPaiseFor } from '../../contract/delivery-charge.ts'
import { privateApi } from '../../contract/private-endpoints.ts'
import { call } from '../api/client.ts'

export function useDeliveryCharge(loaded: DeliveryRule | null) {
  const [rule, setRule] = useState(loaded)

  /** Returns what `goodsPaise` after discounts pay for delivery, and whether that is what was shown. */
  async function reload(goodsPaise: number): Promise<{ paise: number; isAsShown: boolean }> {
    const now = await call(privateApi.deliveryCharge.ofCart)
    setRule(now)
    const paise = deliveryPaiseFor(now, goodsPaise)
    return { paise, isAsShown: paise === deliveryPaiseFor(rule, goodsPaise) }
  }

  return { rule, reload }
}
