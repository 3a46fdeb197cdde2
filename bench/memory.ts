/** Memory of the server when its page cache is full. */
import { setTimeout as sleep } from 'node:timers/promises'
import { startDemoShop } from './demo-shop.ts'
import { residentMb } from './resident.ts'
import { printTable } from './table.ts'

const addresses = 20_000
const connections = 16

export async function benchMemory(): Promise<void> {
  const shop = await startDemoShop()
  try {
    await visit(shop.url)
    await sleep(2_000)
    const before = residentMb(shop.pid)
    let [next, most] = [0, 0]
    const watch = setInterval(() => (most = Math.max(most, residentMb(shop.pid))), 20)
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (next < addresses) {
          const address = `${shop.url}/search/soap-${(next += 1)}`
          // The second request promotes the page to the protected segment of the cache.
          await visit(address)
          await visit(address)
        }
      }),
    )
    clearInterval(watch)
    await sleep(5_000)
    const after = residentMb(shop.pid)
    printTable(
      [`${addresses} different pages, each twice, ${connections} at once`, ''],
      [['memory of the server: before, at most, afterwards', `${before}, ${most}, ${after} MB`]],
    )
  } finally {
    await shop.stop()
  }
}

async function visit(url: string): Promise<void> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  await answer.arrayBuffer()
}
