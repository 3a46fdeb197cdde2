/** Everybody at work at once, until told to stop. */
import { setTimeout as sleep } from 'node:timers/promises'
import { flows } from './flows.ts'
import { forgetAttempts, type World } from './world.ts'

export interface Traffic {
  /** Waits until `more` further orders were acknowledged; false after `seconds`. */
  progress(more: number, seconds: number): Promise<boolean>
  /** Lets each buyer finish the flow in progress. */
  stop(): Promise<void>
}

/** Each buyer chooses one flow after the other by their own random numbers. */
export function startTraffic(world: World, names: readonly string[] = Object.keys(flows)): Traffic {
  let going = true
  const lives = world.buyers.map(async (buyer, index) => {
    // Rare flows begin at once with somebody, whatever chance says.
    let next: string | undefined = names[index % names.length]
    while (going) {
      const name = next ?? names[Math.floor(buyer.random() * names.length)] ?? ''
      next = undefined
      // The stand-ins and the database are asked past the proxies: an error here is a killed database.
      await flows[name]?.(world, buyer).catch(() => sleep(100))
      // A flow that is refused at once must not spin.
      await sleep(10)
    }
  })
  const forgetting = setInterval(() => {
    // The database may be down: the next time will do.
    void forgetAttempts(world.cluster, 20).catch(() => {})
  }, 10_000)
  return {
    async progress(more, seconds) {
      const goal = world.acknowledged.orders.size + more
      for (const end = Date.now() + seconds * 1_000; Date.now() < end; await sleep(20))
        if (world.acknowledged.orders.size >= goal) return true
      return false
    },
    async stop() {
      going = false
      clearInterval(forgetting)
      await Promise.all(lives)
    },
  }
}
