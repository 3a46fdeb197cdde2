/** What one person's flood costs others: mail that waits behind theirs, and pages beside their log-ins. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../tests/setup/client.ts'
import { quantile } from './quantile.ts'
import { type BenchShop, withShops } from './shops.ts'
import { comparison, comparisonHead, type Side } from './sides.ts'
import type { Table } from './table.ts'

const edits = 600
const connections = 100
const pages = 100
const quickMs = 300
/** A real mail server takes about as long for each mail. */
const smtpMs = 200
const password = 'green-demo'

export async function benchFloods(sides: readonly Side[]): Promise<Table[]> {
  const rows: string[][] = []
  await withShops(sides, async (shops) => {
    const logins = []
    for (const shop of shops) logins.push(await besideLogins(shop))
    const codes = []
    for (const shop of shops) codes.push(await codeAfterEdits(shop))
    const row = <T>(name: string, all: readonly T[], figure: (one: T) => number, digits = 0) =>
      rows.push(comparison(name, all.map(figure), digits))
    row(`pages of ${pages} answered in under ${quickMs} ms`, logins, ({ quick }) => quick)
    row('… refused with 503', logins, ({ refused }) => refused)
    row('… median, ms', logins, ({ ms }) => quantile(ms, 0.5), 1)
    row('… 95 %, ms', logins, ({ ms }) => quantile(ms, 0.95), 1)
    row('log-ins that were let in', logins, ({ statuses }) => statuses[200] ?? 0)
    row('… refused with 429 or 503', logins, ({ statuses }) => (statuses[429] ?? 0) + (statuses[503] ?? 0))
    row(`of ${edits} changes of bank details, made`, codes, ({ made }) => made)
    row('seconds until a newcomer has the code', codes, ({ seconds }) => seconds, 1)
  })
  const what = `${connections} connections log one buyer in; one seller changes the bank details ${edits} times`
  return [{ head: comparisonHead(what, sides), rows }]
}

/** Pages that no cache has, ten a second, while a hundred connections log in with the right password without a pause. */
async function besideLogins({ url }: BenchShop) {
  let over = false
  const statuses: Record<number, number> = {}
  const flood = Promise.all(
    Array.from({ length: connections }, async () => {
      while (!over) {
        const client = createClient(url)
        const { status } = await client.post('/auth/login', { email: 'buyer@hariyali.test', password })
        statuses[status] = (statuses[status] ?? 0) + 1
      }
    }),
  )
  await sleep(1_000)
  const ms: number[] = []
  let refused = 0
  let quick = 0
  await Promise.all(
    Array.from({ length: pages }, async (_, i) => {
      await sleep(i * 100)
      const began = performance.now()
      const answer = await fetch(`${url}/products/category/${1 + (i % 8)}?made=${i}`)
      await answer.arrayBuffer()
      const took = performance.now() - began
      ms.push(took)
      if (answer.status === 503) refused += 1
      else if (took < quickMs) quick += 1
    }),
  )
  over = true
  await flood
  return { ms, refused, quick, statuses }
}

async function codeAfterEdits({ url, controlUrl }: BenchShop) {
  const kit = createClient(controlUrl)
  await kit.post('/sandbox/mail/faults', { mode: 'slow', ms: smtpMs })
  const seller = createClient(url)
  await seller.post('/auth/login', { email: 'seller@hariyali.test', password })
  const { body: profile } = await seller.get('/private/profile')
  let made = 0
  let next = 0
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let i = next++; i < edits; i = next++) {
        const bankDetails = { ...profile.bankDetails, accountNo: String(100_000_000_000 + i) }
        const { status } = await seller.post('/private/profile/edit-seller', { ...profile, bankDetails })
        if (status === 200) made += 1
      }
    }),
  )
  const email = 'newcomer@bench.hariyali.test'
  const began = performance.now()
  const names = { firstName: 'New', lastName: 'Comer', mobile: '9000000000' }
  const { status } = await createClient(url).post('/auth/customer/signup', { ...names, email, password })
  if (status !== 200) throw new Error(`sign-up: ${status}`)
  while ((await kit.get(`/dev/mailbox.json?to=${email}`)).body.length === 0) await sleep(50)
  const seconds = (performance.now() - began) / 1_000
  await kit.post('/sandbox/mail/faults', { mode: 'normal', times: 1 })
  return { made, seconds }
}
