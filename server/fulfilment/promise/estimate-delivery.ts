/** Whether and when products arrive at a pin code, from what the courier said within a day, or says now. */
import type { DeliveryEstimate } from '../../../contract/delivery.ts'
import type { Db, Queryable } from '../../platform/db/client.ts'
import {
  type CourierRoute,
  CourierRefused,
  CourierUnavailable,
} from '../../platform/providers/courier/provider.ts'
import { customerOf } from '../../platform/network.ts'
import { consumeLimit } from '../../platform/rate-limit.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { type DeliveryRow, deliveryRows, storeAnswer, type Wanted } from './queries.ts'
import { notDelivered, promiseFor } from './rules.ts'

/** So many pairs of pin codes the courier is asked for by one call; of the others only known answers are told. */
const askedMax = 10
/**
 * Questions of a minute that have no stored answer. The courier counts the calls of an account, and bookings need theirs: above
 * these limits nothing is said of the delivery.
 */
const questionsOfNetwork = { max: 60, seconds: 60 }
const questionsOfAll = { max: 300, seconds: 60 }

/** An answer of the courier; undefined where there is none. */
type Answer = number | null | undefined

/** Never fails because of the courier: without its answer nothing is said. `ip` is the visitor's address. */
export async function estimateDelivery(
  shop: Shop,
  { pinCode, items }: { pinCode: string; items: readonly Wanted[] },
  ip: string,
): Promise<DeliveryEstimate[]> {
  const rows = await deliveryRows(shop.db, pinCode, items)
  const unknown = new Map(rows.filter((row) => !row.answeredAt).map((row) => [keyOf(row), row]))
  const asked = await Promise.all(
    [...unknown]
      .slice(0, askedMax)
      .map(async ([key, route]) => [key, await ask(shop, key, route, ip)] as const),
  )
  const answers = new Map<string, Answer>(asked)
  const now = new Date()
  return rows.map((row) => toEstimate(now, row, row.answeredAt ? row.transitDays : answers.get(keyOf(row))))
}

function toEstimate(now: Date, { productId, handlingDays }: DeliveryRow, answer: Answer): DeliveryEstimate {
  return {
    productId,
    delivered: answer === undefined ? null : answer !== null,
    by: typeof answer === 'number' ? promiseFor(now, { handlingDays, transitDays: answer }).promisedBy : null,
  }
}

const keyOf = ({ fromPin, toPin, weightGrams }: CourierRoute) => `courier ${fromPin} ${toPin} ${weightGrams}`

/** The questions under way. One process may run several shops (tests do). */
const underWay = new WeakMap<Db, Map<string, Promise<Answer>>>()

/** Asks once for all requests of this process that wait for the same answer. */
function ask(shop: Shop, key: string, route: CourierRoute, ip: string): Promise<Answer> {
  const questions = underWay.get(shop.db) ?? new Map<string, Promise<Answer>>()
  underWay.set(shop.db, questions)
  const question =
    questions.get(key) ?? askAndStore(shop, route, ip).finally(() => void questions.delete(key))
  questions.set(key, question)
  return question
}

async function askAndStore(
  shop: Shop,
  { fromPin, toPin, weightGrams }: CourierRoute,
  ip: string,
): Promise<Answer> {
  try {
    // One after the other: a network that is over its limit takes nothing from the others.
    await consumeLimit(shop.db, [{ key: `courier-question:${customerOf(ip)}`, ...questionsOfNetwork }])
    await consumeLimit(shop.db, [{ key: 'courier-question', ...questionsOfAll }])
    const transitDays = await shop.courier.transitDays({ fromPin, toPin, weightGrams })
    await storeAnswer(shop.db, { fromPin, toPin, weightGrams }, transitDays)
    return transitDays
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too-often') return undefined
    if (!(error instanceof CourierUnavailable || error instanceof CourierRefused)) throw error
    shop.log.debug({ err: error }, 'the courier does not say how long it needs')
    return undefined
  }
}

/** Why these products cannot be sent to this pin code; null where the courier has not clearly said so. Asks nobody. */
export async function findDeliveryProblem(
  db: Queryable,
  pinCode: string,
  items: readonly Wanted[],
): Promise<string | null> {
  const refused = (await deliveryRows(db, pinCode, items)).find(
    ({ answeredAt, transitDays }) => answeredAt !== null && transitDays === null,
  )
  return refused ? notDelivered(refused.name, pinCode) : null
}
