/** Green claims: from the draft to the page and off it again, who decides and who sees the document. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { createClient, type TestClient } from '../../../tests/setup/client.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { untilMailed } from '../../../tests/setup/mail-subjects.ts'
import { type Admin, addAdmin, auditOf } from '../../../tests/setup/people.ts'
import { jpeg, upload } from '../../../tests/setup/pictures.ts'
import { addProduct } from '../../../tests/setup/products.ts'
import { claimInput } from '../../../tests/setup/green-claims.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { addDays, dayOf } from '../../platform/calendar.ts'
import { sql } from '../../platform/db/sql.ts'
import { announceEndingClaims, deleteOldGreenClaims, endExpiredClaims } from './end-claims.ts'

let shop: TestShop
let seller: Seller
let admin: Admin
let secondNode: TestClient
beforeAll(async () => {
  shop = await startTestShop({ pages: true })
  seller = await addSeller(shop, { companyName: 'Test Weavers' })
  admin = await addAdmin(shop, undefined, ['catalogue'])
  secondNode = createClient(await shop.secondNode())
})
afterAll(() => shop.stop())

const today = dayOf(new Date())
const gots = claimInput()
const path = '/media/v1_1/documents/image/upload'
const uploadedDocument = async (client: TestClient, bytes: Buffer) =>
  (await upload(client, bytes, { path })).body.secure_url.split('/').at(-1) as string

async function drafted(more: object = {}): Promise<{ id: string; productId: string }> {
  const { id: productId } = await addProduct(shop, { seller })
  const { status, body } = await seller.post('/private/green-claims', { ...gots, ...more })
  expect([status, body.msg]).toEqual([200, 'The draft is saved.'])
  await seller.post(`/private/green-claims/${body.id}/products`, { add: [productId] })
  return { id: body.id, productId }
}
const submit = (id: string) => seller.post(`/private/green-claims/${id}/submit`)
const claimOf = async (id: string) => (await seller.get(`/private/green-claims/${id}`)).body
const decide = async (id: string, body: object, by: TestClient = admin) =>
  by.post(`/public/admin/green-claims/${id}/decide`, { version: (await claimOf(id)).version, ...body })
async function accepted(more: object = {}) {
  const claim = await drafted(more)
  expect((await submit(claim.id)).status).toBe(200)
  expect((await decide(claim.id, { decision: 'accept' })).status).toBe(200)
  return claim
}
const shownOn = async (productId: string, client: TestClient = shop.client()) =>
  (await client.get(`/public/product/${productId}`)).body.greenClaims
const pageOf = async (productId: string, client: TestClient = shop.client()) =>
  (await client.get(`/product/${productId}`, { accept: 'text/html' })).body as string

test('a claim is on the page of its product once it is accepted, with its proof, and off it when it is withdrawn', async () => {
  const { id, productId } = await drafted()
  expect(await pageOf(productId)).not.toContain('Organic cotton')
  expect((await submit(id)).status).toBe(200)
  expect(await shownOn(productId)).toEqual([])
  const [waiting] = (await admin.get('/public/admin/green-claims')).body
  expect(waiting).toMatchObject({
    id,
    productNames: ['Bamboo Toothbrush'],
    seller: { company: 'Test Weavers' },
  })
  expect((await decide(id, { decision: 'accept' })).status).toBe(200)
  await untilMailed(shop, seller.email, 'Your claim is accepted')
  expect(await shownOn(productId)).toEqual([
    {
      wording: 'Organic cotton',
      covers: 'The whole product',
      lines: [
        expect.stringContaining('organic standard'),
        'Certified by Test Certifier',
        `GOTS scope certificate, ${gots.number}`,
        expect.stringMatching(/^Valid from \d+ \w+ 20\d\d until \d+ \w+ 20\d\d$/),
      ],
      until: gots.expiresOn,
      links: [
        { label: 'See the proof at its issuer', url: gots.link },
        { label: 'How we check claims', url: '/how-we-check-claims' },
      ],
    },
  ])
  const page = await pageOf(productId)
  expect(page).toContain('<details')
  expect(page).toContain(gots.number)
  expect(page).toMatch(/"hasCertification":\[\{"@type":"Certification","name":"Organic cotton/)
  expect((await auditOf(await addAdmin(shop), { act: 'green-claim-decided' }))[0]).toMatchObject({
    to: { kind: 'green-claim', id },
    note: 'accepted',
  })
  expect((await seller.post(`/private/green-claims/${id}/withdraw`)).status).toBe(200)
  expect(await pageOf(productId)).not.toContain('Organic cotton')
  expect((await claimOf(id)).steps.map(({ state }: any) => state)).toEqual([
    'drafted',
    'submitted',
    'accepted',
    'withdrawn',
  ])
})

test("each state says how many of the seller's own claims it has", async () => {
  await drafted()
  const { body } = await seller.get('/private/green-claims/counts')
  const listed = await Promise.all(
    body.map(async ({ state }: any) => {
      const { headers } = await seller.get(`/private/green-claims?state=${state}`)
      return { state, count: Number(headers.get('x-total-count')) }
    }),
  )
  expect(body).toEqual(listed)
  expect(body[0]).toMatchObject({ state: 'drafted', count: expect.any(Number) })
  expect(body[0].count).toBeGreaterThan(0)
  const other = await addSeller(shop)
  expect((await other.get('/private/green-claims/counts')).body[0]).toEqual({ state: 'drafted', count: 0 })
})

test('a listing that becomes another product loses its claims until somebody has looked again', async () => {
  const { id, productId } = await accepted()
  const form = (await seller.get(`/private/product/edit/get-form/${productId}`)).body
  const save = async (more: object) => {
    const { version: _, hsnCode, ...body } = form
    return seller.post(`/private/product/edit/${productId}`, {
      ...body,
      ...(hsnCode !== null && { hsnCode }),
      ...more,
    })
  }
  expect((await save({ price: form.price + 1, name: `${form.name}, soft` })).status).toBe(200)
  expect(await shownOn(productId)).toHaveLength(1)
  expect((await save({ name: 'Plastic Cup' })).status).toBe(200)
  expect(await shownOn(productId)).toEqual([])
  expect(await pageOf(productId)).not.toContain('Organic cotton')
  await untilMailed(shop, seller.email, 'We look at your claim again')
  const again = (await admin.get('/public/admin/green-claims')).body.find((one: any) => one.id === id)
  expect(again.steps.at(-1).reason).toContain('Plastic Cup')
  expect((await decide(id, { decision: 'accept' })).status).toBe(200)
  expect(await shownOn(productId)).toHaveLength(1)
})

test('a badge says what it is about, unless its wording does', async () => {
  const packaging = { code: 'plastic-free-packaging', covers: 'packaging', evidenceKind: 'test-report' }
  const { productId } = await accepted(packaging)
  const { id } = await drafted({ code: 'recyclable', covers: 'packaging', evidenceKind: 'test-report' })
  await seller.post(`/private/green-claims/${id}/products`, { add: [productId] })
  await submit(id)
  expect((await decide(id, { decision: 'accept' })).status).toBe(200)
  const badges = [...(await pageOf(productId)).matchAll(/<summary[\s\S]*?<\/summary>/g)].map(([html]) =>
    html
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  expect(badges.toSorted()).toEqual(['Plastic-free packaging', 'Recyclable The packaging'])
})

test('a short description may grow to its double, but not into that of another thing', async () => {
  const { productId } = await accepted()
  const form = (await seller.get(`/private/product/edit/get-form/${productId}`)).body
  const save = async (description: string) => {
    const { version: _, hsnCode, ...body } = form
    const edited = { ...body, ...(hsnCode !== null && { hsnCode }), description }
    return (await seller.post(`/private/product/edit/${productId}`, edited)).status
  }
  const more = 'Comes in a box of card. The handle is smooth, light and easy to hold for small hands, too.'
  expect(form.description.length).toBeLessThan(more.length)
  expect(await save(`${form.description} ${more}`)).toBe(200)
  expect(await shownOn(productId)).toHaveLength(1)
  const other = Array.from({ length: 60 }, (_, n) => `steel${n}`).join(' ')
  expect(await save(`${form.description} ${other}`)).toBe(200)
  expect(await shownOn(productId)).toEqual([])
})

test('a product without claims says nothing of plastic, animals or origin', async () => {
  const { id } = await addProduct(shop, { seller, name: 'Plain Brush' })
  const article = /<article[\s\S]*<\/article>/.exec(await pageOf(id))?.[0] ?? ''
  expect(article).toContain('Plain Brush')
  expect(article).not.toMatch(/plastic|cruelty|made in india/i)
})

test('an expired claim leaves the cached pages of both nodes at midnight in India, though no row changes', async () => {
  const { id, productId } = await accepted({ expiresOn: today })
  for (const node of [shop.client(), secondNode]) {
    expect(await shownOn(productId, node)).toHaveLength(1)
    expect(await pageOf(productId, node)).toContain('Organic cotton')
  }
  // The day of the database, by which pages leave a claim out and nodes drop them. No row changes.
  const dayIsAhead = (days: number) =>
    shop.db.execute(`create or replace function india_today() returns date language sql stable
      return (now() at time zone 'Asia/Kolkata')::date + ${days}`)
  try {
    await dayIsAhead(1)
    for (const node of [shop.client(), secondNode])
      await eventually(
        async () => [
          (await shownOn(productId, node)).length,
          (await pageOf(productId, node)).includes('Organic cotton'),
        ],
        ([claims, onPage]) => claims === 0 && !onPage,
      )
    await endExpiredClaims(shop.running.shop)
    await untilMailed(shop, seller.email, 'A claim of yours has ended')
    expect(await claimOf(id)).toMatchObject({ state: 'expired' })
  } finally {
    await dayIsAhead(0)
  }
})

test('a refused claim is changed and handed in again; what was accepted is only renewed', async () => {
  const { id, productId } = await drafted()
  await submit(id)
  expect((await decide(id, { decision: 'refuse' })).body.fields).toEqual({ reason: 'Please give a reason.' })
  expect((await decide(id, { decision: 'refuse', reason: 'The register has another number.' })).status).toBe(
    200,
  )
  await untilMailed(shop, seller.email, 'Your claim is not accepted')
  expect(await claimOf(id)).toMatchObject({ state: 'refused', reason: 'The register has another number.' })
  const edit = (of: string, more: object) =>
    seller.post(`/private/green-claims/${of}/edit`, { ...gots, ...more })
  expect((await edit(id, { number: 'CB-GOTS-2026-000124' })).status).toBe(200)
  await submit(id)
  expect((await edit(id, {})).status).toBe(409)
  await decide(id, { decision: 'accept' })
  expect((await edit(id, {})).status).toBe(409)
  const { id: second } = await addProduct(shop, { seller })
  expect((await seller.post(`/private/green-claims/${id}/products`, { add: [second] })).status).toBe(409)
  const { body: renewed } = await seller.post(`/private/green-claims/${id}/renew`)
  expect((await seller.post(`/private/green-claims/${id}/renew`)).status).toBe(409)
  await seller.post(`/private/green-claims/${renewed.id}/products`, { add: [second] })
  await submit(renewed.id)
  expect([await shownOn(productId), await shownOn(second)].map(({ length }) => length)).toEqual([1, 0])
  await decide(renewed.id, { decision: 'accept' })
  expect([await shownOn(productId), await shownOn(second)].map(({ length }) => length)).toEqual([1, 1])
  expect((await claimOf(id)).state).toBe('withdrawn')
  // Taken back: the proof turned out to be another one.
  await decide(renewed.id, { decision: 'refuse', reason: 'The certificate was withdrawn.' })
  expect(await shownOn(second)).toEqual([])
})

test('two administrators who decide one claim at once: one decision, one mail, one entry of the audit', async () => {
  const { id, productId } = await drafted()
  await submit(id)
  const { version } = await claimOf(id)
  const others = await Promise.all([addAdmin(shop, undefined, ['catalogue']), addAdmin(shop)])
  const answers = await Promise.all(
    [...others, admin].map((by, i) =>
      decide(
        id,
        { version, ...(i === 1 ? { decision: 'refuse', reason: 'No.' } : { decision: 'accept' }) },
        by,
      ),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  const { state, steps } = await claimOf(id)
  expect(steps).toHaveLength(3)
  expect(await shownOn(productId)).toHaveLength(state === 'accepted' ? 1 : 0)
  const entries = await auditOf(others[1], { act: 'green-claim-decided' })
  expect(entries.filter(({ to }) => to.id === id)).toHaveLength(1)
  // What was read before a change is not decided.
  const stale = await drafted()
  await submit(stale.id)
  expect((await decide(stale.id, { decision: 'accept', version: 1 })).status).toBe(409)
})

test('the register refuses what a kind of proof does not prove, and a claim without product, proof or valid day', async () => {
  const wrong = async (more: object) =>
    Object.keys((await seller.post('/private/green-claims', { ...gots, ...more })).body.fields ?? {})
  expect(await wrong({ code: 'plastic-free' })).toEqual(['evidenceKind'])
  expect(await wrong({ evidenceKind: 'own-declaration' })).toEqual(['evidenceKind'])
  expect(await wrong({ code: 'plastic-free-packaging', evidenceKind: 'test-report' })).toEqual(['covers'])
  expect(await wrong({ evidenceKind: 'fsc', code: 'fsc-wood', number: 'CB-1' })).toEqual(['number'])
  expect(await wrong({ covers: 'part' })).toEqual(['part'])
  expect(await wrong({ expiresOn: '' })).toEqual(['expiresOn'])
  expect(await wrong({ expiresOn: addDays(gots.issuedOn, -1) })).toEqual(['expiresOn'])
  expect(await wrong({ link: 'javascript:alert(1)' })).toEqual(['link'])
  expect(await wrong({ code: 'free' })).toEqual(['wording'])
  const { body } = await seller.post('/private/green-claims', { ...gots, link: '' })
  expect((await submit(body.id)).body.msg).toContain('at least one product')
  const { id: productId } = await addProduct(shop, { seller })
  const foreign = await addProduct(shop, {})
  await seller.post(`/private/green-claims/${body.id}/products`, { add: [productId, foreign.id] })
  expect((await claimOf(body.id)).products).toBe(1)
  expect((await submit(body.id)).body.msg).toContain('document or a link')
  const over = await drafted({ expiresOn: addDays(today, -1) })
  expect((await submit(over.id)).body.msg).toContain('not valid today')
  const other = await addSeller(shop)
  for (const call of ['edit', 'products', 'submit', 'withdraw', 'renew'])
    expect(
      (await other.post(`/private/green-claims/${over.id}/${call}`, call === 'edit' ? gots : {})).status,
    ).toBe(404)
})

test('the end of a proof is announced 30 and 7 days before, once each', async () => {
  const { id } = await accepted({ expiresOn: addDays(today, 25) })
  const told = async () => {
    await announceEndingClaims(shop.running.shop)
    await announceEndingClaims(shop.running.shop)
    return (await shop.mailSoFar(seller.email)).filter(({ subject }) => subject.includes('ends soon')).length
  }
  await eventually(told, (count) => count === 1)
  await shop.db.execute(`create or replace function india_today() returns date language sql stable
    return (now() at time zone 'Asia/Kolkata')::date + 18`)
  await eventually(told, (count) => count === 2)
  await shop.db.execute(`create or replace function india_today() returns date language sql stable
    return (now() at time zone 'Asia/Kolkata')::date`)
  expect((await claimOf(id)).state).toBe('accepted')
})

test(
  'a claim goes three years after its end, and its document with it',
  nightly('Rows of three years. retention.test.ts proves that rows go after their time each time.'),
  async () => {
    const key = await uploadedDocument(seller, await jpeg())
    const { id } = await accepted({ document: key })
    await seller.post(`/private/green-claims/${id}/withdraw`)
    expect(await deleteOldGreenClaims(shop.running.shop, 500)).toBe(0)
    await shop.db.execute('alter table green_claim disable trigger user')
    await shop.db.query(
      sql`update green_claim set state_at = now() - interval '3 years 1 day' where id = ${id}`,
    )
    await shop.db.execute('alter table green_claim enable trigger user')
    expect(await deleteOldGreenClaims(shop.running.shop, 500)).toBe(1)
    const [row] = await shop.db.query<{ used: boolean }>(
      sql`select used_at is not null as used from picture where key = ${key}`,
    )
    expect(row).toEqual({ used: false })
    expect(await brokenInvariants(shop.db)).toEqual([])
  },
)
