/** Memory of the server during twenty minutes of mixed load: pages, searches, calls, signing in, purchases, changed products. */
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../sandbox/random.ts'
import { createClient, type TestClient } from '../tests/setup/client.ts'
import { type Purchases, withPurchases } from './purchase-rig.ts'
import { residentMb } from './resident.ts'
import { printTable } from './table.ts'

const minutes = Number(process.env.BENCH_MINUTES ?? 20)
const visitors = 8
/** A visitor rests so long between requests: the server is busy, and not always. */
const restMs = 10
/** Below the payments that an account may make in a minute. */
const purchaseEveryMs = 2_000
const sampleMs = 5_000
const words = ['bamboo', 'soap', 'cotton', 'neem', 'brush', 'bowl', 'jute', 'clay', 'copper', 'oil']

export async function benchSoak(): Promise<void> {
  await withPurchases(async (purchases) => {
    const pid = purchases.measured.shop[0] ?? 0
    const began = performance.now()
    const over = () => performance.now() - began > minutes * 60_000
    const samples: [minute: number, mb: number][] = []
    const sample = () => samples.push([(performance.now() - began) / 60_000, residentMb(pid)])
    sample()
    const watch = setInterval(sample, sampleMs)
    let requests = 0
    const visiting = Array.from({ length: visitors }, async (_, number) => {
      const random = seededRandom(number + 1)
      while (!over()) {
        await visit(purchases, random)
        requests += 1
        await sleep(restMs)
      }
    })
    const [bought] = await Promise.all([
      purchases.buyFor(minutes * 60, purchaseEveryMs),
      changeProducts(purchases, over),
      ...visiting,
    ])
    clearInterval(watch)
    sample()
    const at = (minute: number) => (samples.findLast(([m]) => m <= minute) ?? samples[0])?.[1] ?? 0
    printTable(
      [`${minutes} minutes of mixed load, ${visitors} visitors and ${purchases.people.length} buyers`, ''],
      [
        ['requests of visitors; purchases; refused', `${requests}; ${bought.ms.length}; ${bought.refused}`],
        [
          'memory of the server: at the start, after 1/4, 1/2, 3/4, at the end',
          `${[0, 0.25, 0.5, 0.75, 1].map((share) => at(minutes * share)).join(', ')} MB`,
        ],
        ['memory at most', `${Math.max(...samples.map(([, mb]) => mb))} MB`],
        ['growth in the second half, by least squares', `${growth(samples).toFixed(2)} MB a minute`],
      ],
    )
  })
}

type Random = ReturnType<typeof seededRandom>

async function visit({ url, ids, people }: Purchases, random: Random): Promise<void> {
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!
  const word = () => pick(words)
  // Another number is another page, which is made anew and fills the page cache.
  const other = () => Math.floor(random() * 200_000)
  const buyer = () => pick(people)
  const requests: (() => Promise<unknown>)[] = [
    () => open(url, '/'),
    () => open(url, `/product/${pick(ids)}`),
    () => open(url, `/product/${pick(ids)}?made=${other()}`),
    () => open(url, `/products/category/${1 + Math.floor(random() * 6)}?made=${other()}`),
    () => open(url, `/search/${word()}-${other()}`),
    () => open(url, `/api/v1/public/product/search/${word()}?limit=24&made=${other()}`),
    () => open(url, `/api/v1/public/product/category/${1 + Math.floor(random() * 6)}?limit=24`),
    () => open(url, `/api/v1/public/product/suggest/${word().slice(0, 3)}`),
    () => buyer().get('/private/cart/get'),
    () => buyer().get('/private/wishlist/get'),
    () => buyer().get('/private/order/get/customer'),
  ]
  await pick(requests)()
}

async function open(url: string, path: string): Promise<void> {
  const answer = await fetch(url + path, { headers: { 'accept-encoding': 'br' } })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  await answer.arrayBuffer()
}

/** The demo seller signs in again and again and changes what a product costs, so that pages are dropped. */
async function changeProducts({ url }: Purchases, over: () => boolean): Promise<void> {
  for (let turn = 0; !over(); turn += 1) {
    const seller: TestClient = createClient(url)
    await seller.post('/auth/login', { email: 'seller@hariyali.test', password: 'green-demo' })
    const { body: products } = await seller.get<{ id: string }[]>('/private/product/get-by-seller')
    const id = products[turn % products.length]?.id
    const { body: form } = await seller.get(`/private/product/edit/get-form/${id}`)
    const { status, body } = await seller.post(`/private/product/edit/${id}`, {
      ...form,
      noOfUnits: 90_000 + turn,
    })
    if (status !== 200) throw new Error(`edit: ${status} ${JSON.stringify(body)}`)
    await sleep(5_000)
  }
}

/** Megabytes a minute of the straight line nearest to the second half of the samples. */
function growth(samples: readonly (readonly [minute: number, mb: number])[]): number {
  const half = samples.slice(Math.floor(samples.length / 2))
  const mean = (of: (sample: readonly [number, number]) => number) =>
    half.reduce((sum, sample) => sum + of(sample), 0) / half.length
  const [minute, mb] = [mean(([m]) => m), mean(([, size]) => size)]
  const spread = half.reduce((sum, [m]) => sum + (m - minute) ** 2, 0)
  return half.reduce((sum, [m, size]) => sum + (m - minute) * (size - mb), 0) / spread
}
