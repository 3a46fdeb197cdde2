/** Visitors: how many pages they got while something failed, and how old the pages were. */
import { setTimeout as sleep } from 'node:timers/promises'
import { insist } from '../../tests/faults/world.ts'
import type { TestClient } from '../../tests/setup/client.ts'

export interface Look {
  at: number
  status: number
}

/** Asks for a page ten times a second. */
export function startVisitor(url: string): { looks: Look[]; stop(): Promise<void> } {
  let going = true
  const looks: Look[] = []
  const life = (async () => {
    while (going) {
      const at = Date.now()
      const { status } = await read(url)
      looks.push({ at, status })
      await sleep(Math.max(0, 100 - (Date.now() - at)))
    }
  })()
  return {
    looks,
    stop: () => {
      going = false
      return life
    },
  }
}

async function read(url: string): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) })
    return { status: response.status, text: await response.text() }
  } catch {
    return { status: 0, text: '' }
  }
}

/** A product whose name is a growing number, and when each number was acknowledged. */
export interface Ticker {
  /** When each change succeeded, by its number. */
  acknowledged: number[]
  stop(): Promise<void>
}

const nameOf = (n: number) => `Ticker ${10_000 + n}`

/** The seller renames the product again and again. */
export function startTicker(seller: TestClient, productId: string): Ticker {
  let going = true
  const acknowledged: number[] = []
  const life = (async () => {
    for (let n = 0; going; n += 1) {
      const form = await insist(() => seller.get(`/private/product/edit/get-form/${productId}`))
      const body = { ...form.body, name: nameOf(n) }
      const saved = await seller.post(`/private/product/edit/${productId}`, body)
      // A change without a response may have happened. Its number has no time, so it makes no page stale.
      acknowledged[n] = saved.status === 200 ? Date.now() : Number.POSITIVE_INFINITY
      await sleep(300)
    }
  })()
  return {
    acknowledged,
    stop: () => {
      going = false
      return life
    },
  }
}

export interface Ages {
  pages: number
  /** The longest time for which something newer had been acknowledged when an older page was asked for. */
  oldestMs: number
}

/** Reads the product's page from each of `urls` in turn until `until` has passed; returns how old the pages were. */
export async function measureAges(
  urlOf: () => string,
  productId: string,
  { acknowledged }: Ticker,
  until: () => boolean,
): Promise<Ages> {
  const ages: Ages = { pages: 0, oldestMs: 0 }
  while (!until()) {
    const asked = Date.now()
    const { status, text } = await read(`${urlOf()}/product/${productId}`)
    const shown = /Ticker (1\d{4})/.exec(text)?.[1]
    if (status === 200 && shown !== undefined) {
      ages.pages += 1
      const newer = acknowledged.slice(Number(shown) - 10_000 + 1).filter((time) => time <= asked)
      if (newer.length > 0) ages.oldestMs = Math.max(ages.oldestMs, asked - Math.min(...newer))
    }
    await sleep(20)
  }
  return ages
}
