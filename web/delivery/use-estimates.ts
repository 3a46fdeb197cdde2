/** When products arrive at a pin code, asked after the page has loaded and again when what is wanted changes. */
import { useEffect, useState } from 'react'
import type { DeliveryEstimate } from '../../contract/delivery.ts'
import { api } from '../../contract/endpoints.ts'
import { limits } from '../../contract/limits.ts'
import { call } from '../api/client.ts'

interface Wanted {
  productId: string
  quantity: number
}

interface Estimates {
  /** Whether the shop has answered for this pin code, or could not. */
  answered: boolean
  /** By product; a product without an estimate has the general period. */
  of: ReadonlyMap<string, DeliveryEstimate>
}

const none: Estimates = { answered: false, of: new Map() }
/** The quantity of a cart's line is often pressed several times. */
const pauseMs = 300

export function useEstimates(pin: string | null, wanted: readonly Wanted[]): Estimates {
  const [answer, setAnswer] = useState<{ pin: string; estimates: Estimates } | null>(null)
  const items = JSON.stringify(
    wanted.slice(0, limits.estimatesMax).map(({ productId, quantity }) => ({ productId, quantity })),
  )

  useEffect(() => {
    if (pin === null || items === '[]') return
    const outdated = new AbortController()
    const { signal } = outdated
    const ask = async () => {
      const body = { pinCode: pin, items: JSON.parse(items) as Wanted[] }
      const estimates = await call(api.delivery.estimate, { body, signal }).catch((error: unknown) => {
        if (!signal.aborted) console.info('No delivery days.', error)
        return []
      })
      if (signal.aborted) return
      setAnswer({
        pin,
        estimates: { answered: true, of: new Map(estimates.map((one) => [one.productId, one])) },
      })
    }
    const timer = setTimeout(() => void ask(), pauseMs)
    return () => {
      clearTimeout(timer)
      outdated.abort()
    }
  }, [pin, items])

  // While the answer for another quantity is on its way, the former one stays; one for another pin code does not.
  return answer?.pin === pin ? answer.estimates : none
}
