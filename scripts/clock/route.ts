/** `POST /dev/clock` `{days}` of a shop under development: lets days pass for its orders and for the payment provider's stand-in. */
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { fastForward } from './fast-forward.ts'
import type { Shop } from '../../server/platform/shop.ts'

const mostDays = 400

const answer = (status: number, body: unknown) => Response.json(body, { status })

/** Handles the call; the shop's app routes /dev only outside of production. */
export function clockRoute(
  shop: Shop,
  sandbox: Pick<Sandbox, 'fastForward'>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'POST') return answer(405, { msg: 'Use POST' })
    if (shop.config.databaseUrl)
      return answer(409, { msg: 'Time can only pass on the database that the shop starts itself' })
    const body: unknown = await request.json().catch(() => undefined)
    const days = (body as { days?: unknown } | undefined)?.days
    if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > mostDays)
      return answer(400, { msg: `days must be a whole number from 1 to ${mostDays}` })
    await fastForward(shop, days)
    sandbox.fastForward(days)
    return answer(200, { msg: `${days} days have passed` })
  }
}
