/** Sellers who may list but not sell until an administrator has seen their documents, which nobody else sees. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cartOf, eventually, startPaying } from '../../../tests/setup/buying.ts'
import { createClient, type TestClient } from '../../../tests/setup/client.ts'
import { ageConfirmedLogin, agePictures } from '../../../tests/setup/clock.ts'
import { brokenInvariants } from '../../../tests/setup/invariants.ts'
import { inLineFor } from '../../../tests/setup/locks.ts'
import { untilMailed } from '../../../tests/setup/mail-subjects.ts'
import { type Admin, addAdmin, auditOf } from '../../../tests/setup/people.ts'
import { jpeg, upload } from '../../../tests/setup/pictures.ts'
import { addProduct } from '../../../tests/setup/products.ts'
import { changeProfile } from '../../../tests/setup/profiles.ts'
import { addSeller, newGst, registerSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { gstCheckCharacter } from '../../../contract/gstin.ts'
import { undertakingVersion } from '../../../contract/seller.ts'
import { sql } from '../../platform/db/sql.ts'
import { removeUnusedPictures } from '../../platform/media/remove-unused.ts'
import { deleteOldSellerDocuments } from './send-documents.ts'

let shop: TestShop
let admin: Admin
let nodes: TestClient[]
beforeAll(async () => {
  shop = await startTestShop({ pages: true, env: { SELLER_APPROVAL: 'documents' } })
  admin = await addAdmin(shop, undefined, ['support'])
  nodes = [shop.client(), createClient(await shop.secondNode({ SELLER_APPROVAL: 'documents' }))]
})
afterEach(async () => expect(await brokenInvariants(shop.db)).toEqual([]))
afterAll(() => shop.stop())

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF')
const uploadedDocument = async (client: TestClient, bytes: Buffer = pdf) =>
  (await upload(client, bytes, { path: '/media/v1_1/documents/image/upload' })).body.secure_url
    .split('/')
    .at(-1) as string
const documentsOf = async (client: TestClient) => ({
  'gst-certificate': await uploadedDocument(client),
  'cancelled-cheque': await uploadedDocument(client),
  identity: await uploadedDocument(client),
})
const send = (seller: Seller, documents: object) => seller.post('/private/seller-approval', documents)
async function submitted(more: object = {}): Promise<Seller> {
  const seller = await addSeller(shop, { undertaking: undertakingVersion, ...more })
  expect((await send(seller, await documentsOf(seller))).status).toBe(200)
  return seller
}
const stateOf = async (seller: Seller) => (await seller.get('/private/seller-approval')).body
const queued = async (seller: Seller, show = 'submitted') =>
  (await admin.get(`/public/admin/seller-approvals?show=${show}&q=${seller.email}`)).body[0]
const decide = async (seller: Seller, body: object, by: TestClient = admin) =>
  by.post(`/public/admin/sellers/${seller.id}/decide-approval`, body)
const approve = async (seller: Seller) =>
  decide(seller, { decision: 'approve', version: (await queued(seller)).version })

test('goods of a seller are nowhere until they are approved, and everywhere at once after; a refusal takes them away again', async () => {
  const seller = await registerSeller(shop, { companyName: 'Kettle Works', undertaking: undertakingVersion })
  const { id } = await addProduct(shop, { seller, name: 'Zinc Kettle' })
  expect((await seller.get('/private/product/get-by-seller')).body).toHaveLength(1)
  expect(await stateOf(seller)).toMatchObject({ state: 'waiting', reason: null, documents: [] })
  const buyer = await shop.customer()
  const { body: form } = await seller.get(`/private/product/edit/get-form/${id}`)
  /** Where each node shows the product or its seller. */
  const places = () =>
    Promise.all(
      nodes.flatMap((node) => [
        ...[
          `/public/product/category/${form.categoryId}`,
          `/public/product/sub_category/${form.subCategoryId}`,
          `/public/product/seller/${seller.id}`,
          '/public/product/search/kettle',
          '/public/product/search/zinc%20kettle',
        ].map(async (path) => (await node.get(path)).body.some((one: any) => one.id === id)),
        ...[`/public/product/${id}`, `/public/seller/${seller.id}`].map(
          async (path) => (await node.get(path)).status === 200,
        ),
        ...[`/product/${id}`, `/seller/${seller.id}`].map(
          async (path) => (await node.get(path, { accept: 'text/html' })).status === 200,
        ),
        ...['/search/kettle', `/products/category/${form.categoryId}`].map(async (path) =>
          ((await node.get(path, { accept: 'text/html' })).body as string).includes('Zinc Kettle'),
        ),
      ]),
    )
  const everywhere = (shown: boolean) => eventually(places, (all) => all.every((one) => one === shown))
  const cartAdd = () => buyer.post('/private/cart/add', { id, quantity: 1 })
  expect(new Set(await places())).toEqual(new Set([false]))
  expect((await cartAdd()).status).toBe(404)
  expect((await buyer.post(`/private/wishlist/add/${id}`)).status).toBe(404)

  expect((await send(seller, await documentsOf(seller))).body.msg).toContain('tell you by mail')
  expect(new Set(await places())).toEqual(new Set([false]))
  expect((await approve(seller)).status).toBe(200)
  await everywhere(true)
  await untilMailed(shop, seller.email, 'Your shop is open')
  expect((await cartAdd()).status).toBe(200)
  expect(await cartOf(buyer)).toHaveLength(1)

  expect((await changeProfile(seller, { companyName: 'Another Works' })).status).toBe(200)
  const { version } = await queued(seller, 'changed')
  expect((await decide(seller, { decision: 'refuse', version, reason: 'Another business.' })).status).toBe(
    200,
  )
  await everywhere(false)
  expect((await buyer.post('/private/order/check', [])).body).toMatchObject({
    status: 'false',
    msg: expect.stringContaining('Zinc Kettle'),
  })
  expect((await startPaying(buyer)).status).toBe(409)
  await untilMailed(shop, seller.email, 'Your shop is not approved')
  expect(await stateOf(seller)).toMatchObject({ state: 'refused', reason: 'Another business.' })
})

test('a document is seen by its seller and, once it was sent, by administrators who look after people, each time in the audit', async () => {
  const seller = await addSeller(shop)
  const documents = await documentsOf(seller)
  const key = documents.identity
  const [other, finance, catalogue] = [
    await addSeller(shop),
    await addAdmin(shop, undefined, ['finance']),
    await addAdmin(shop, undefined, ['catalogue']),
  ]
  const people = [seller, admin, other, finance, catalogue, await shop.customer(), shop.client()]
  const seen = (path: string) =>
    Promise.all(people.map(async (who) => (await who.get(`${path}${key}`)).status))
  expect(await seen('/private/seller-documents/')).toEqual([200, 404, 404, 403, 403, 403, 401])
  await send(seller, documents)
  expect(await seen('/private/seller-documents/')).toEqual([200, 200, 404, 403, 403, 403, 401])
  const late = await addAdmin(shop, undefined, ['support'])
  await ageConfirmedLogin(shop, late.id)
  const asked = await late.get(`/private/seller-documents/${key}`)
  expect([asked.status, Object.keys(asked.body.fields)]).toEqual([403, ['recentLogin']])
  // No other way to private files has it.
  expect(await seen('/private/green-claim-documents/')).toEqual([200, 403, 404, 403, 404, 403, 401])
  expect((await shop.client().get(`/media/p/${key}/960.avif`)).status).toBe(404)
  const owner = await addAdmin(shop)
  const entries = await auditOf(owner, { act: 'seller-document-opened' })
  expect(entries.filter(({ to }) => to.id === seller.id)).toMatchObject([
    { by: { name: admin.email }, note: 'identity' },
  ])
  // Documents of another seller, of a claim already, and one file as two documents.
  const stolen = await send(other, { ...(await documentsOf(other)), identity: key })
  expect([stolen.status, Object.keys(stolen.body.fields)]).toEqual([400, ['identity']])
  const own = await documentsOf(other)
  expect((await send(other, { ...own, identity: own['gst-certificate'] })).status).toBe(400)
  expect(Object.keys((await send(other, { identity: '' })).body.fields).toSorted()).toEqual([
    'cancelled-cheque',
    'gst-certificate',
    'identity',
  ])
  expect(await stateOf(other)).toMatchObject({ state: 'waiting' })
})

test('the queue has who waits longest first, with what to compare; a refused seller sends again, and nobody decides what they did not read', async () => {
  const first = await submitted({ companyName: 'First Works' })
  const second = await addSeller(shop, { companyName: 'Second Works', undertaking: undertakingVersion })
  const cheque = await uploadedDocument(second, await jpeg())
  const sent = await send(second, { ...(await documentsOf(second)), 'cancelled-cheque': cheque })
  expect(sent.status).toBe(200)
  const all = (await admin.get('/public/admin/seller-approvals')).body
  const ids = all.map(({ seller }: any) => seller.id)
  expect(ids.indexOf(first.id)).toBeLessThan(ids.indexOf(second.id))
  const page = await admin.get('/public/admin/seller-approvals?limit=1')
  expect(page.body.map(({ seller }: any) => seller.id)).toEqual([ids[0]])
  const waiting = await queued(second)
  expect(waiting).toMatchObject({
    state: 'submitted',
    changed: false,
    pan: expect.stringMatching(/^AAPFU\d{4}F$/),
    seller: { companyName: 'Second Works', bankDetails: { accountNo: 'XXXXXX9012' } },
  })
  expect(waiting.documents.map(({ kind, type }: any) => [kind, type])).toEqual([
    ['cancelled-cheque', 'picture'],
    ['gst-certificate', 'pdf'],
    ['identity', 'pdf'],
  ])
  const { version } = waiting
  expect((await decide(second, { decision: 'refuse', version })).body.fields).toEqual({
    reason: 'Please give a reason.',
  })
  // What is read before another name or other documents is not decided.
  await changeProfile(second, { companyName: 'Other Works' })
  expect((await decide(second, { decision: 'approve', version })).status).toBe(409)
  const { version: renamed } = await queued(second)
  await send(second, await documentsOf(second))
  expect((await decide(second, { decision: 'approve', version: renamed })).status).toBe(409)
  const reason = 'The cheque is of somebody else.'
  const { version: newest } = await queued(second)
  expect((await decide(second, { decision: 'refuse', version: newest, reason })).status).toBe(200)
  const before = await stateOf(second)
  expect(before).toMatchObject({ state: 'refused', reason })
  // Two documents stay, one is another one.
  const kept = Object.fromEntries(before.documents.map(({ kind, key }: any) => [kind, key]))
  const another = await uploadedDocument(second)
  expect((await send(second, { ...kept, 'cancelled-cheque': another })).status).toBe(200)
  expect((await stateOf(second)).reason).toBeNull()
  expect((await approve(second)).status).toBe(200)
  expect((await send(second, await documentsOf(second))).status).toBe(409)
  expect(
    (await admin.get('/public/admin/all-sellers?state=not-approved')).body.map(({ id }: any) => id),
  ).toContain(first.id)
  await ageConfirmedLogin(shop, admin.id)
  const late = await decide(first, { decision: 'approve', version: (await queued(first)).version })
  expect([late.status, Object.keys(late.body.fields)]).toEqual([403, ['recentLogin']])
  admin = await addAdmin(shop, undefined, ['support'])
})

test('of two submissions at once the later one counts, whichever it is: its documents stay and the others go; a double click is one', async () => {
  const seller = await addSeller(shop, { undertaking: undertakingVersion })
  const sets = [await documentsOf(seller), await documentsOf(seller)] as const
  const keysOf = (documents: object): string[] => Object.values(documents)
  const usedNow = async () =>
    (
      await shop.db.query<{ key: string }>(sql`
        select key from picture where key = any(${sets.flatMap(keysOf)}::text[]) and used_at is not null`)
    ).map(({ key }) => key)
  expect((await send(seller, sets[0])).status).toBe(200)
  const { version } = await queued(seller)
  const atOnce = (all: (() => Promise<unknown>)[]) =>
    inLineFor(shop, (tx) => tx.query(sql`select from seller where account_id = ${seller.id} for update`), all)
  const twice = await atOnce([() => send(seller, sets[0]), () => send(seller, sets[0])])
  expect(twice.map(({ status }: any) => status)).toEqual([200, 200])
  expect((await queued(seller)).version).toBe(version)
  for (const order of [
    [1, 1],
    [0, 1],
    [1, 0],
    [0, 0],
  ] as const) {
    // The documents that an earlier submission replaced are unused: a page that is open still has the newest ones.
    const answers = await atOnce(order.map((which) => () => send(seller, sets[which])))
    const statuses = answers.map(({ status }: any) => status)
    const stays = (await stateOf(seller)).documents.map(({ key }: any) => key)
    expect([order, statuses, (await usedNow()).toSorted()]).toEqual([order, [200, 200], stays.toSorted()])
    expect(stays.toSorted()).toEqual(keysOf(sets[order[1]]).toSorted())
  }
  await agePictures(shop)
  await removeUnusedPictures(shop.running.shop)
  for (const key of keysOf(sets[0]))
    expect((await seller.get(`/private/seller-documents/${key}`)).status).toBe(200)
  for (const key of keysOf(sets[1]))
    expect((await seller.get(`/private/seller-documents/${key}`)).status).toBe(404)
})

test('a document whose files were removed by mistake stops no clean-up of other pictures', async () => {
  const seller = await submitted()
  const [named, unused] = [(await stateOf(seller)).documents[0].key, await uploadedDocument(seller)]
  const left = async () =>
    (
      await shop.db.query<{ key: string }>(
        sql`select key from picture where key = any(${[named, unused]}::text[])`,
      )
    ).map(({ key }) => key)
  await shop.db.query(sql`
    update picture set used_at = null, removed_at = now() - interval '3 hours', files_gone_at = now() - interval '2 hours'
    where key = any(${[named, unused]}::text[])`)
  await removeUnusedPictures(shop.running.shop)
  expect(await left()).toEqual([named])
})

test('two administrators who decide one seller at once: one decision, one entry of the audit', async () => {
  const seller = await submitted()
  const { version } = await queued(seller)
  const others = await Promise.all([addAdmin(shop, undefined, ['support']), addAdmin(shop)])
  const answers = await Promise.all(
    [...others, admin].map((by, i) =>
      decide(
        seller,
        { version, ...(i === 1 ? { decision: 'refuse', reason: 'No.' } : { decision: 'approve' }) },
        by,
      ),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  const { state } = await stateOf(seller)
  const winner = answers.findIndex(({ status }) => status === 200)
  expect(state).toBe(winner === 1 ? 'refused' : 'approved')
  const entries = await auditOf(others[1])
  expect(
    entries.filter(({ act, to }) => to?.id === seller.id && /^seller-(approved|refused)$/.test(act)),
  ).toHaveLength(1)
})

test("'Verified' is said of what an administrator has seen: not of another name, nor of a seller whom the setting approved", async () => {
  const seller = await submitted()
  await approve(seller)
  const verified = async (one: Seller) => (await shop.client().get(`/public/seller/${one.id}`)).body.verified
  const page = async (one: Seller) =>
    (await shop.client().get(`/seller/${one.id}`, { accept: 'text/html' })).body as string
  expect(await verified(seller)).toBe(true)
  expect(await page(seller)).toContain('Verified seller')
  expect(await queued(seller, 'changed')).toBeUndefined()
  await changeProfile(seller, { bankDetails: { accountNo: '999988887777' } })
  expect(await verified(seller)).toBe(false)
  await eventually(
    () => page(seller),
    (html) => !html.includes('Verified seller'),
  )
  const changed = await queued(seller, 'changed')
  expect(changed).toMatchObject({ state: 'approved', changed: true, lacksDocuments: true })
  // The documents of before do not show the new account.
  expect((await decide(seller, { decision: 'approve', version: changed.version })).status).toBe(409)
  expect(await verified(seller)).toBe(false)
  expect((await send(seller, await documentsOf(seller))).status).toBe(200)
  const sent = await queued(seller, 'changed')
  expect(sent).toMatchObject({ lacksDocuments: false })
  expect((await decide(seller, { decision: 'approve', version: sent.version })).status).toBe(200)
  expect(await verified(seller)).toBe(true)
  expect((await decide(seller, { decision: 'approve', version: sent.version })).status).toBe(409)

  const { config } = shop.running.shop
  let before: Seller
  config.sellerApproval = 'automatic'
  try {
    before = await addSeller(shop)
    expect(await stateOf(before)).toMatchObject({ state: 'approved', seen: false, automatic: true })
    expect(await verified(before)).toBe(false)
    expect(await page(before)).not.toContain('Verified seller')
  } finally {
    config.sellerApproval = 'documents'
  }
  expect(await stateOf(before)).toMatchObject({ state: 'approved', seen: false, automatic: false })
  // An administrator may ask for documents all the same.
  const { version } = await queued(before, 'approved')
  expect((await decide(before, { decision: 'approve', version })).status).toBe(409)
  expect((await decide(before, { decision: 'refuse', version, reason: 'Who are you?' })).status).toBe(200)
  expect(await stateOf(before)).toMatchObject({ state: 'refused' })
})

test('an approved seller who changes sends new documents: goods stay on sale, and the approval is of what was sent', async () => {
  const seller = await submitted()
  await addProduct(shop, { seller })
  await approve(seller)
  expect(await stateOf(seller)).toMatchObject({ state: 'approved', seen: true })
  const before = await documentsOf(seller)
  expect((await send(seller, before)).status).toBe(409)
  await changeProfile(seller, { companyName: 'Renamed Works' })
  expect(await stateOf(seller)).toMatchObject({ state: 'approved', seen: false })
  const old = await queued(seller, 'changed')
  const { version } = old
  expect(old.documents.map(({ waits }: any) => waits)).toEqual([false, false, false])
  // Those with which they were approved show nothing of the change; some of them may stay.
  const seen = Object.fromEntries(old.documents.map(({ kind, key }: any) => [kind, key]))
  expect((await send(seller, seen)).status).toBe(409)
  const swapped = { ...seen, identity: seen['cancelled-cheque'], 'cancelled-cheque': seen.identity }
  expect((await send(seller, swapped)).status).toBe(400)
  expect(await queued(seller, 'changed')).toMatchObject({ lacksDocuments: true, version })
  expect((await send(seller, { ...seen, identity: await uploadedDocument(seller) })).status).toBe(200)
  const partly = (await queued(seller, 'changed')).documents
  expect(partly.map(({ waits }: any) => waits)).toEqual([false, false, true])
  expect(partly.slice(0, 2)).toEqual(old.documents.slice(0, 2))
  const documents = await documentsOf(seller)
  for (const answer of await Promise.all([send(seller, documents), send(seller, documents)]))
    expect(answer.status).toBe(200)
  const changed = await queued(seller, 'changed')
  expect(changed).toMatchObject({ state: 'approved', version: version + 2 })
  expect(changed.documents.map(({ waits }: any) => waits)).toEqual([true, true, true])
  expect(changed.documents.map(({ key }: any) => key).toSorted()).toEqual(Object.values(documents).toSorted())
  expect((await shop.client().get(`/public/seller/${seller.id}`)).body.verified).toBe(false)
  expect((await decide(seller, { decision: 'approve', version })).status).toBe(409)
  expect((await decide(seller, { decision: 'approve', version: changed.version })).status).toBe(200)
  expect((await shop.client().get(`/public/seller/${seller.id}`)).body.verified).toBe(true)
  expect(await stateOf(seller)).toMatchObject({ state: 'approved', seen: true })
  await untilMailed(shop, seller.email, 'We have checked your business')
})

test('a seller whom the setting approved is verified by documents, without being closed first', async () => {
  const { config } = shop.running.shop
  config.sellerApproval = 'automatic'
  const seller = await addSeller(shop, { undertaking: undertakingVersion }).finally(
    () => (config.sellerApproval = 'documents'),
  )
  expect(await queued(seller, 'changed')).toBeUndefined()
  expect((await send(seller, await documentsOf(seller))).status).toBe(200)
  const { state, version } = await queued(seller, 'changed')
  expect(state).toBe('approved')
  expect((await decide(seller, { decision: 'approve', version })).status).toBe(200)
  expect((await shop.client().get(`/public/seller/${seller.id}`)).body.verified).toBe(true)
  // Nor is what they are next verified without documents of it.
  config.sellerApproval = 'automatic'
  try {
    await changeProfile(seller, { companyName: 'Renamed Looms' })
    const changed = await queued(seller, 'changed')
    expect(changed.lacksDocuments).toBe(true)
    expect((await decide(seller, { decision: 'approve', version: changed.version })).status).toBe(409)
  } finally {
    config.sellerApproval = 'documents'
  }
})

test('another PAN is another person: the goods leave sale until somebody has seen their documents', async () => {
  const seller = await submitted()
  const { id } = await addProduct(shop, { seller })
  const onSale = () =>
    Promise.all(nodes.map(async (node) => (await node.get(`/public/product/${id}`)).status))
  const everywhere = (status: number) => eventually(onSale, (all) => all.every((one) => one === status))
  await approve(seller)
  await everywhere(200)
  const { gst } = (await seller.get('/private/profile')).body
  const branch = `${gst.slice(0, 12)}2Z`
  expect((await changeProfile(seller, { gst: branch + gstCheckCharacter(branch) })).status).toBe(200)
  expect(await stateOf(seller)).toMatchObject({ state: 'approved', seen: false })
  expect(await onSale()).toEqual([200, 200])
  expect((await changeProfile(seller, { gst: newGst() })).status).toBe(200)
  await everywhere(404)
  expect(await stateOf(seller)).toMatchObject({ state: 'waiting', seen: false })
  await untilMailed(shop, seller.email, 'Your shop is closed until we have checked your new details')
  expect((await send(seller, await documentsOf(seller))).status).toBe(200)
  await approve(seller)
  await everywhere(200)
  // With documents that wait, they wait with them.
  await changeProfile(seller, { companyName: 'New Owner' })
  await send(seller, await documentsOf(seller))
  await changeProfile(seller, { gst: newGst() })
  expect(await stateOf(seller)).toMatchObject({ state: 'submitted' })
  await everywhere(404)
  // Where the setting approves everybody, it is a change like others.
  await approve(seller)
  shop.running.shop.config.sellerApproval = 'automatic'
  await changeProfile(seller, { gst: newGst() }).finally(
    () => (shop.running.shop.config.sellerApproval = 'documents'),
  )
  expect(await stateOf(seller)).toMatchObject({ state: 'approved', seen: false })
})

test('no change of the seller holds a refusal up; one of before the last approval is not carried out', async () => {
  const seller = await submitted()
  const { version: first } = await queued(seller)
  await changeProfile(seller, { companyName: 'Moving Works' })
  await send(seller, await documentsOf(seller))
  expect((await decide(seller, { decision: 'refuse', version: first, reason: 'No.' })).status).toBe(200)
  expect((await decide(seller, { decision: 'refuse', version: first, reason: 'No.' })).status).toBe(409)
  await send(seller, await documentsOf(seller))
  const { version: second } = await queued(seller)
  await approve(seller)
  expect((await decide(seller, { decision: 'refuse', version: second, reason: 'No.' })).status).toBe(409)
  const { version: third } = await queued(seller, 'approved')
  await changeProfile(seller, { companyName: 'Moved Works' })
  expect((await decide(seller, { decision: 'refuse', version: third, reason: 'Fraud.' })).status).toBe(200)
  expect(await stateOf(seller)).toMatchObject({ state: 'refused', reason: 'Fraud.' })
})

test('the database lets nobody be approved who has sent nothing', async () => {
  const seller = await addSeller(shop)
  const set = (state: string) =>
    shop.db.query(sql`update seller set approval = ${state} where account_id = ${seller.id}`)
  await expect(set('approved')).rejects.toMatchObject({ constraint: 'seller_approval_moves' })
  await expect(set('submitted')).rejects.toMatchObject({ constraint: 'seller_approval_documents' })
})

test('documents go 180 days after the decision; those that wait for one stay', async () => {
  const [waiting, decided] = [await submitted(), await submitted()]
  const { documents } = await stateOf(decided)
  await approve(decided)
  expect(await deleteOldSellerDocuments(shop.running.shop, 500)).toBe(0)
  await shop.db.query(sql`
    update seller_document set sent_at = now() - interval '1 year', decided_at = decided_at - interval '180 days 1 hour'
    where seller_id = any(${[waiting.id, decided.id]}::uuid[])`)
  expect(await deleteOldSellerDocuments(shop.running.shop, 500)).toBe(3)
  expect((await stateOf(waiting)).documents).toHaveLength(3)
  expect(await stateOf(decided)).toMatchObject({ state: 'approved', documents: [] })
  const keys = documents.map(({ key }: any) => key)
  expect(
    await shop.db.query(sql`select from picture where key = any(${keys}::text[]) and used_at is null`),
  ).toHaveLength(3)
})
