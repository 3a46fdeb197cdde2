/** Whether a call waits for another transaction that has made a call and is still open, in PostgreSQL and in memory. */
import type { Db } from '../../../server/platform/db/client.ts'
import { codeOf } from '../../../server/platform/db/connection-errors.ts'
import type { Call } from './calls.ts'
import type { Twin } from './twin.ts'

const undone = new Error('undone')
const ignoreUndone = (error: unknown) => {
  if (error !== undone) throw error
}

/** Opens a transaction that makes the call, and leaves it open until the returned function is called. */
async function hold(db: Db, call: Call, onHeld: () => void): Promise<() => Promise<void>> {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { promise: held, resolve: isHeld } = Promise.withResolvers<void>()
  const ended = db
    .transaction(async (tx) => {
      await call(tx)
      isHeld()
      onHeld()
      await mayEnd
      throw undone
    })
    .catch(ignoreUndone)
  await Promise.race([held, ended])
  return async () => {
    end()
    await ended
  }
}

export async function waitsInPostgres({ postgres }: Twin, held: Call, asked: Call): Promise<boolean> {
  const release = await hold(postgres, held, () => {})
  let waits = false
  try {
    await postgres.transaction(async (tx) => {
      await tx.execute("set local lock_timeout = '40ms'")
      try {
        await asked(tx)
      } catch (error) {
        waits = codeOf(error) === '55P03'
        if (!waits) throw error
      }
      throw undone
    })
  } catch (error) {
    ignoreUndone(error)
  } finally {
    await release()
  }
  return waits
}

export async function waitsInMemory({ memory, scheduler }: Twin, held: Call, asked: Call): Promise<boolean> {
  let release: (() => Promise<void>) | undefined
  const holding = hold(memory, held, () => scheduler.waitsOutside()).then((found) => (release = found))
  const settled = () => new Promise(setImmediate)
  for (await settled(); await scheduler.step(); await settled());
  await holding
  let isDone = false
  const asking = memory
    .transaction(async (tx) => {
      await asked(tx)
      isDone = true
      throw undone
    })
    .catch(ignoreUndone)
  for (await settled(); await scheduler.step(); await settled());
  const waits = !isDone
  const released = release?.()
  for (await settled(); await scheduler.step(); await settled());
  await Promise.all([released, asking])
  return waits
}
