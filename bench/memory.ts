/** Memory of the shop on one core after it has made pages, and after its page cache is full. */
import { setTimeout as sleep } from 'node:timers/promises'
import { productsOf } from './buyers.ts'
import { residentMb } from './processes.ts'
import { load } from './requests.ts'
import { type BenchShop, withShops } from './shops.ts'
import { comparison, comparisonHead, type Side } from './sides.ts'
import type { Table } from './table.ts'

const seconds = 20
const callers = 16

export async function benchMemory(sides: readonly Side[]): Promise<Table[]> {
  const seen: (readonly [name: string, mb: number])[][] = []
  // One after the other: each has the machine for itself.
  for (const side of sides)
    await withShops([side], async ([shop]) => void (shop && seen.push(await memoryOf(shop))))
  const names = seen[0]?.map(([name]) => name) ?? []
  return [
    {
      head: comparisonHead('MB of the server process', sides),
      rows: names.map((name, row) =>
        comparison(
          name,
          seen.map((one) => one[row]?.[1] ?? 0),
        ),
      ),
    },
  ]
}

async function memoryOf({ url, pid }: BenchShop): Promise<(readonly [string, number])[]> {
  const products = await productsOf(url)
  const anyone = Array<string>(callers).fill('')
  const started = residentMb(pid)
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, residentMb(pid))), 50)
  const made = products.map(({ id }) => `/product/${id}?made=1`)
  await load(url, { name: 'made', paths: made }, anyone, seconds)
  await sleep(3_000)
  const afterPages = residentMb(pid)
  const mostByPages = most
  // Different addresses, which the cache keeps.
  const searches = Array.from({ length: 20_000 }, (_, i) => `/search/soap-${i}`)
  await load(url, { name: 'kept', paths: searches }, anyone, seconds)
  clearInterval(watch)
  await sleep(3_000)
  return [
    ['after the start', started],
    [`after ${seconds} s of first visits of product pages`, afterPages],
    ['… at most meanwhile', mostByPages],
    [`after ${seconds} s of searches whose pages are kept`, residentMb(pid)],
    ['… at most in all', most],
  ]
}
