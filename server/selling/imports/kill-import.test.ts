/** A process that is killed in the middle of an import: each row is written whole and once, or refused with its reason. */
// @module-tag nightly: It kills and starts processes. imports.test.ts proves how rows are written each time.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../tests/setup/buying.ts'
import { compiledScripts } from '../../../tests/setup/compiled-scripts.ts'
import { freePort } from '../../../tests/setup/free-port.ts'
import { importOf, sendFile, untilImport } from '../../../tests/setup/imports.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { uploaded } from '../../../tests/setup/pictures.ts'
import { addSubcategory, productInput } from '../../../tests/setup/products.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { csvLine } from '../../platform/csv.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

const script = fileURLToPath(new URL('../../../tests/setup/shop-process.ts', import.meta.url))
/** Rows of each kind, and how often the process is killed while they are written. */
const [each, changes, kills] = [200, 60, 6]

let shop: TestShop
let seller: Seller
let worker: ChildProcess
beforeAll(async () => {
  shop = await startTestShop({ env: { SHOP_ROLE: 'web' } })
  seller = await addSeller(shop)
})
afterAll(async () => {
  worker?.kill('SIGKILL')
  await shop.stop()
})

/** A node with jobs, in a process of its own. */
async function startWorker(): Promise<void> {
  const { dataDir, databaseUrl, payment, courier, smtpUrl } = shop.running.shop.config
  const task = {
    port: await freePort(),
    publicUrl: shop.url,
    dataDir,
    databaseUrl,
    payment,
    courier,
    smtpUrl,
  }
  worker = spawn(process.execPath, [script, JSON.stringify(task)], {
    env: { ...process.env, ...compiledScripts },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(worker.stdout!, 'data')
}

async function killAndStart(): Promise<void> {
  expect(worker.exitCode).toBeNull()
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  // The queue does this itself once a job has been active for longer than it may.
  await shop.db.query(sql`
    update pgboss.job set state = 'retry', start_after = now() where name = 'import-products' and state = 'active'`)
  await startWorker()
}

const headings = ['SKU', 'Product Name', 'Category', 'Subcategory', 'Price (₹)', 'Number of Units']
const more = ['Description', 'Details', 'Height (cm)', 'Width (cm)', 'Length (cm)', 'Weight (gm)']
const last = ['Picture 1', 'Family', 'Option: Size']

/** New products, members of families, those that only a write finds wrong, and changes, one after the other. */
function linesOf(picture: string): string[] {
  const line = (sku: string, n: number, shown: string, family: (string | number)[] = []) => {
    const place = ['Imported Brushes', 'Brushes of wood']
    const texts = [`A brush of beech, number ${n}.`, 'Material: beech']
    return csvLine([sku, `Brush ${n}`, ...place, 100 + n, 5, ...texts, 2, 3, 20, 80, shown, ...family])
  }
  return Array.from({ length: each }, (_, n) => [
    line(`NEW-${n}`, n, picture),
    line(`MEMBER-${n}`, n, picture, [`Family ${Math.floor(n / 10)}`, `${n % 10} cm`]),
    line(`TWICE-${n}`, n, picture, [`Family ${Math.floor(n / 10)}`, `${n % 10} cm`]),
    // Twenty of a host are refused by its address, the others because it has failed so often.
    line(`LOST-${n}`, n, `https://10.0.0.1/${n}.jpg`),
    n < changes ? csvLine([`OLD-${n}`, '', '', '', 500 + n, 7]) : '',
  ]).flat()
}
const total = 4 * each + changes

const count = async (query: Sql) => (await shop.db.query<{ count: number }>(query))[0]?.count
const broken = (what: Sql) => shop.db.query(what)

test('kill -9 at random moments: each row is written once or refused, and each product is complete', async () => {
  const place = await addSubcategory(shop, 'Imported Brushes', 'Brushes of wood')
  const picture = await uploaded(seller)
  for (let n = 0; n < changes; n += 1)
    await seller.post('/private/product/add', productInput(place, [picture], { sku: `OLD-${n}` }))
  await startWorker()
  const { body } = await sendFile(
    seller,
    csvLine([...headings, ...more, ...last]) + linesOf(picture).join(''),
  )
  const { id } = body
  await sleep(Math.random() * 500)
  await killAndStart()
  expect(await untilImport(seller, id, 'checked')).toMatchObject({ rows: total, wrong: 0, toChange: changes })

  await seller.post(`/private/product-imports/${id}/run`)
  const written = async () => {
    const { added, changed, refused } = await importOf(seller, id)
    return added + changed + refused
  }
  for (let kill = 0; kill < kills; kill += 1) {
    const before = await written()
    await eventually(written, (rows) => rows > before)
    await sleep(Math.random() * 150)
    await killAndStart()
  }
  // Otherwise the last ones killed nothing.
  expect(await written()).toBeLessThan(total)
  expect(
    await eventually(
      () => importOf(seller, id),
      ({ state }) => state === 'done',
    ),
  ).toMatchObject({
    added: 2 * each,
    changed: changes,
    refused: 2 * each,
  })

  const rows = await shop.db.query<{
    kind: string
    outcome: string
    problem: string | null
    count: number
  }>(sql`
    select split_part(cells ->> 'sku', '-', 1) as kind, outcome, regexp_replace(problems -> 0 ->> 'message', '\\d+', 'n', 'g') as problem,
      count(*)::int as count
    from product_import_row where import_id = ${id} group by 1, 2, 3 order by 1, 2, 3`)
  expect(rows.filter(({ kind }) => kind !== 'LOST' && kind !== 'TWICE' && kind !== 'MEMBER')).toEqual([
    { kind: 'NEW', outcome: 'added', problem: null, count: each },
    { kind: 'OLD', outcome: 'changed', problem: null, count: changes },
  ])
  const reasons = rows.flatMap(({ outcome, problem }) => (outcome === 'refused' ? [problem ?? ''] : []))
  expect([...new Set(reasons)].toSorted()).toEqual([
    'Another listing of the family has these values.',
    'This address cannot be fetched: it is none of the public internet.',
    'n.n.n.n has not given n pictures of this file: no more are fetched from it.',
  ])

  // Each added row has one product, which names it, and no product is of no row.
  expect(
    await count(sql`
      select count(*)::int as count from product_import_row r join product p on p.id = r.product_id and p.sku = r.cells ->> 'sku'
      where r.import_id = ${id} and r.outcome = 'added'`),
  ).toBe(2 * each)
  const live = sql`p.seller_id = ${seller.id} and p.deleted_at is null`
  expect(await count(sql`select count(*)::int as count from product p where ${live}`)).toBe(
    2 * each + changes,
  )
  expect(await count(sql`select count(*)::int as count from family_member`)).toBe(each)
  // A row that changes a product saves it once.
  expect(
    await shop.db.query(sql`
      select p.sku from product p where ${live} and p.sku like 'OLD-%'
        and (p.version, p.price_paise, p.units) <> (2, 50000 + 100 * split_part(p.sku, '-', 2)::int, 7)`),
  ).toEqual([])
  // What is found of a product is what its row says.
  expect(
    await broken(sql`
      (select w.word, w.score, p.id from product p, search_words_of(p.search, p.units > 0) w where ${live}
        except select word, score, product_id from product_word)
      union all (select s.word, s.score, s.product_id from product_word s join product p on p.id = s.product_id where ${live}
        except select w.word, w.score, p.id from product p, search_words_of(p.search, p.units > 0) w where ${live})`),
  ).toEqual([])
  expect(
    await broken(sql`
      select p.id from product p, product_facets(p) f where ${live} and not exists (
        select from product_facet k where k.product_id = p.id and k.facets = f.facets)`),
  ).toEqual([])
  expect(
    await broken(sql`
      select p.id from product p where ${live} and p.sku !~ '^OLD-'
        and (not p.search @@ to_tsquery('simple', 'beech') or p.search_text <> lower(p.name))`),
  ).toEqual([])
  expect(
    await broken(sql`
      select p.id from product p cross join unnest(p.images) image
      where ${live} and not exists (select from picture k where image like '%' || k.key || '%' and k.used_at is not null)`),
  ).toEqual([])
  expect(await brokenInvariants(shop.db)).toEqual([])
}, 600_000)
