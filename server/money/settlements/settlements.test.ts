/** Sellers are settled once a week and paid by bank file (docs/money.md, Settlements). */
import { beforeEach, describe, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { ageConfirmedLogin, ageDelivery, awayFrom } from '../../../tests/setup/clock.ts'
import { type Admin, adminPassword, auditOf } from '../../../tests/setup/people.ts'
import { asked } from '../../../tests/setup/returns.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import {
  courierSays,
  dayAgo,
  delivered,
  settle,
  takeBack,
  sellThreePieces,
} from '../../../tests/setup/settling.ts'
import { type TestShop } from '../../../tests/setup/shop.ts'
import { withShop } from '../../../tests/setup/with-shop.ts'

let shop: TestShop
let admin: Admin
withShop({ courier: false }, (made) => void ({ shop, admin } = made))
// Orders are delivered, and settled up to a day, so many days before today.
beforeEach(() => awayFrom('midnight'))

// Each test settles a period of its own, a later test a later period, because runs follow each other.
let daysLeft = 300
const nextDay = () => dayAgo((daysLeft -= 5))

const sellThree = (seller: Seller, days: number | null) => sellThreePieces(shop, seller, days)
const summaryOf = async (seller: Seller) => (await seller.get('/private/earnings')).body
const statementsOf = async (seller: Seller) => (await seller.get('/private/earnings/statements')).body
const preview = async (day: string) => (await admin.get(`/public/admin/settlement-preview?upTo=${day}`)).body
const payoutsOf = async (query: string) => (await admin.get(`/public/admin/payouts?${query}`)).body
const statusesOf = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)
let utrs = 0
const newUtr = () => `HDFCN5202611${String((utrs += 1)).padStart(8, '0')}`

test('a sale is due when the days for returns have ended; its settlement has every deduction, and is paid by the bank file', async () => {
  const seller = await addSeller(shop, { accountNo: '919876543210', fullName: 'Asha Bamboo' })
  const upTo = nextDay()
  const order = await sellThree(seller, daysLeft + 7)
  const waiting = await sellThree(seller, null)
  await courierSays(shop, waiting, 'shipped')
  expect(await summaryOf(seller)).toMatchObject({
    onHold: 332.91,
    due: 332.91,
    inPayment: 0,
    paidThisYear: 0,
  })

  expect(await preview(upTo)).toEqual({
    sellers: 1,
    paid: 1,
    payout: 332.91,
    suspended: 0,
    largest: [{ company: expect.any(String), payout: 332.91 }],
  })
  expect(await preview(dayAgo(299))).toMatchObject({ sellers: 0, paid: 0, payout: 0, largest: [] })
  expect((await preview(dayAgo(0))).fields).toHaveProperty('upTo')

  await ageConfirmedLogin(shop, admin.id)
  const start = () => admin.post('/public/admin/settlement-runs', { upTo })
  expect((await start()).body.fields).toHaveProperty('recentLogin')
  await admin.post('/private/session/confirm', { password: adminPassword })
  const { status, body } = await start()
  expect(status).toBe(200)
  const run = await eventually(
    async () => (await admin.get(`/public/admin/settlement-runs/${body.id}`)).body,
    ({ state }) => state === 'done',
  )
  expect(run).toMatchObject({ sellers: 1, lines: 1, gross: 447, payout: 332.91, carriedAfter: 0 })
  expect(run.payouts).toEqual([{ state: 'ready', count: 1, amount: 332.91 }])
  expect(await preview(upTo)).toMatchObject({ sellers: 0, payout: 0 })
  expect((await start()).status).toBe(409)
  expect((await admin.post('/public/admin/settlement-runs', { upTo: dayAgo(299) })).status).toBe(409)
  expect((await admin.post('/public/admin/settlement-runs', { upTo: dayAgo(0) })).status).toBe(400)

  const amounts = {
    gross: 447,
    reversed: 0,
    commission: 44.7,
    shipping: 50,
    gstOnFees: 17.05,
    tcs: 1.89,
    tds: 0.45,
    compensation: 0,
    net: 332.91,
  }
  const [statement] = await statementsOf(seller)
  expect(statement).toMatchObject({ upTo, lines: 1, ...amounts, carriedBefore: 0, payout: 332.91 })
  const lines = await seller.get(`/private/earnings/statements/${statement.id}/lines`)
  expect(lines.body).toMatchObject([{ kind: 'sale', orderId: order, units: 3, ...amounts }])
  expect((await seller.get(`/private/earnings/statements/${statement.id}`)).body).toEqual(statement)
  const { body: listed } = await seller.get('/private/earnings/orders')
  expect(listed.map((one: any) => [one.orderId, one.state])).toEqual([
    [waiting, 'on-hold'],
    [order, 'settled'],
  ])
  expect((await seller.get('/private/earnings/orders?state=settled')).body).toHaveLength(1)
  const { body: whole } = await seller.get(`/private/earnings/orders/${order}`)
  expect(whole).toMatchObject({ ...amounts, taxable: 378.81, gst: 68.19, rates: { commission: 10, gst: 18 } })
  expect(whole.events).toMatchObject([{ kind: 'sale', settlementId: statement.id, settledUpTo: upTo }])

  // Nobody else sees it.
  const other = await addSeller(shop)
  for (const path of [`statements/${statement.id}`, `statements/${statement.id}/lines`, `orders/${order}`])
    expect((await other.get(`/private/earnings/${path}`)).status).toBe(404)
  expect((await other.get(`/private/earnings/statements/${statement.id}/csv`)).status).toBe(404)
  expect(await statementsOf(other)).toEqual([])

  const files = await Promise.all(
    Array.from({ length: 10 }, () => admin.post(`/public/admin/settlement-runs/${body.id}/bank-file`)),
  )
  expect(files.filter(({ status: code }) => code === 200)).toHaveLength(1)
  const file = files.find(({ status: code }) => code === 200)!.body
  expect(file).toMatchObject({ payouts: 1, amount: 332.91 })
  const csv = (await admin.get(`/public/admin/bank-files/${file.id}/csv`)).body as string
  const [payout] = await payoutsOf(`runId=${body.id}`)
  expect(csv.split('\r\n')[1]).toBe(
    `"Asha Bamboo","919876543210","HDFC0000001","332.91","NEFT","${payout.bankReference}","Hariyali ${payout.bankReference}","${seller.email}"`,
  )
  expect((await admin.get(`/public/admin/bank-files?runId=${body.id}`)).body).toEqual([file])
  expect(await summaryOf(seller)).toMatchObject({ onHold: 332.91, due: 0, inPayment: 332.91 })

  const utr = newUtr()
  const pays = await Promise.all(
    Array.from({ length: 10 }, () => admin.post(`/public/admin/payouts/${payout.id}/paid`, { utr })),
  )
  expect(statusesOf(pays)).toEqual([200, ...Array(9).fill(409)])
  expect(await summaryOf(seller)).toMatchObject({ due: 0, inPayment: 0, paidThisYear: 332.91 })
  const isOfPayment = ({ subject }: { subject: string }) => subject.includes('₹332.91 were paid to you')
  const mails = await eventually(
    () => shop.mail(seller.email),
    (all) => all.some(isOfPayment),
  )
  expect(mails.find(isOfPayment)!.text).toContain(utr)
  const own = (await seller.get(`/private/earnings/statements/${statement.id}/csv`)).body as string
  expect(own).toContain(`"payment","paid","${utr}","${dayAgo(0)}"\r\n`)
  expect(own).toContain(',447,0,0,44.7,50,17.05,1.89,0.45,0,332.91')
  expect((await admin.get(`/public/admin/settlements/${statement.id}/csv`)).body).toBe(own)
  expect((await admin.get(`/public/admin/settlements?q=${seller.email}`)).body).toHaveLength(1)
  expect((await admin.get(`/public/admin/settlements/${statement.id}`)).body.seller.email).toBe(seller.email)
  expect((await admin.get(`/public/admin/settlements/${statement.id}/lines`)).body).toEqual(lines.body)
  const acts = (await auditOf(admin)).map(({ act }) => act)
  for (const act of ['settlement-started', 'bank-file-made', 'bank-file-downloaded', 'payout-paid'])
    expect(acts).toContain(act)

  // The file stays what it was. Money that came back is owed and paid again, once.
  expect((await admin.get(`/public/admin/bank-files/${file.id}/csv`)).body).toBe(csv)
  const back = { note: 'Returned: account closed' }
  expect((await admin.post(`/public/admin/payouts/${payout.id}/failed`, back)).status).toBe(200)
  expect((await admin.post(`/public/admin/payouts/${payout.id}/failed`, back)).status).toBe(409)
  expect(await summaryOf(seller)).toMatchObject({ inPayment: 332.91, paidThisYear: 0 })
  expect((await admin.get('/public/admin/money-exceptions')).body).toMatchObject([
    { kind: 'payout-failed', id: payout.id, amount: 332.91 },
  ])
  const repeatableOnes = async () =>
    (await admin.get(`/public/admin/payouts?q=${seller.email}`)).body.map(({ repeatable }: any) => repeatable)
  expect(await repeatableOnes()).toEqual([true])
  const again = await Promise.all(
    Array.from({ length: 10 }, () =>
      admin.post(`/public/admin/payouts/${payout.id}/again`, { method: 'bank' }),
    ),
  )
  expect(statusesOf(again)).toEqual([200, ...Array(9).fill(409)])
  expect((await admin.post(`/public/admin/payouts/${payout.id}/again`, { method: 'route' })).status).toBe(409)
  expect(await repeatableOnes()).toEqual([false, false])
  const second = again.find(({ status: code }) => code === 200)!.body.id
  const used = await admin.post(`/public/admin/payouts/${second}/paid`, { utr })
  expect(used).toMatchObject({ status: 409, body: { msg: expect.stringContaining('was used for payout') } })
  expect((await admin.post(`/public/admin/payouts/${second}/paid`, { utr: newUtr() })).status).toBe(200)
  expect((await admin.get('/public/admin/money-exceptions')).body).toEqual([])
})

test('a return after the settlement is taken from the next sales; what is owed is carried and shown, and nothing below ₹1 is paid', async () => {
  const seller = await addSeller(shop)
  const order = await sellThree(seller, daysLeft + 10)
  await settle(shop, nextDay())
  await takeBack(shop, order, { units: 3, cause: 'returned' })
  // The charge for the parcel with its GST stays with the seller: 332.91 back, and 50 + 9 more.
  const early = await sellOne(shop, seller, { pricePaise: 10_000 })
  await delivered(shop, early.orderId, 3)
  await settle(shop, nextDay())
  const [owes] = await statementsOf(seller)
  expect(owes).toMatchObject({ reversed: 447, payout: 0, payment: null, lines: 1 })
  expect(owes.net).toBe(owes.carriedAfter)
  expect(owes.carriedAfter).toBeLessThan(-332)
  expect((await summaryOf(seller)).carried).toBe(owes.carriedAfter)
  const { body: balances } = await admin.get(`/public/admin/seller-balances?q=${seller.email}`)
  expect(balances).toMatchObject([{ carried: owes.carriedAfter, due: owes.carriedAfter }])
  expect(balances[0].payable).toBeCloseTo(balances[0].onHold + balances[0].due + balances[0].inPayment, 5)

  for (let n = 0; n < 2; n += 1) await sellThree(seller, daysLeft + 5)
  const upTo = nextDay()
  const expected = await preview(upTo)
  await settle(shop, upTo)
  const [paid] = await statementsOf(seller)
  expect(expected).toMatchObject({ sellers: 1, paid: 1, payout: paid.payout })
  expect(paid).toMatchObject({ gross: 894, carriedBefore: owes.carriedAfter, carriedAfter: 0 })
  expect(paid.payout).toBeCloseTo(665.82 + owes.carriedAfter, 5)
})

test(
  'an order with an open return waits, and one that came back before it was delivered is settled at once with the cost of its parcel',
  nightly('Two more dates at which an order is due. When a sale is due is proved above each time.'),
  async () => {
    const [held, lost] = [await addSeller(shop), await addSeller(shop)]
    const { orderId, buyer } = await sellOne(shop, held, { pricePaise: 14_900, quantity: 3, units: 10 })
    await delivered(shop, orderId)
    const openReturn = await asked(buyer, orderId)
    await ageDelivery(shop, orderId, daysLeft + 20)
    const undelivered = await sellThree(lost, null)
    await courierSays(shop, undelivered, 'shipped')
    await takeBack(shop, undelivered, { units: 3, cause: 'undelivered' })
    await settle(shop, nextDay())
    expect(await statementsOf(held)).toEqual([])
    expect((await held.get('/private/earnings/orders')).body).toMatchObject([
      { held: true, state: 'on-hold' },
    ])
    expect(await statementsOf(lost)).toMatchObject([
      { lines: 2, gross: 447, reversed: 447, commission: 0, shipping: 50, tcs: 0, tds: 0, payout: 0 },
    ])
    expect((await buyer.post(`/private/returns/${openReturn}/withdraw`)).status).toBe(200)
    await settle(shop, nextDay())
    expect(await statementsOf(held)).toMatchObject([{ lines: 1, payout: 332.91 }])
  },
)

describe("the bank's reply", () => {
  const reply = (rows: string[]) => `\uFEFFReference,UTR,Amount,Status\r\n${rows.join('\r\n')}\r\n`
  const upload = (csv: string) => admin.post('/public/admin/bank-replies', { csv })
  async function threeInFile() {
    const sellers = [await addSeller(shop), await addSeller(shop), await addSeller(shop)]
    for (const seller of sellers) await sellThree(seller, daysLeft + 5)
    const run = await settle(shop, nextDay())
    await admin.post(`/public/admin/settlement-runs/${run}/bank-file`)
    return { run, payouts: await payoutsOf(`runId=${run}`) }
  }

  test('pays and fails its payouts, all rows or none, once', async () => {
    const { run, payouts } = await threeInFile()
    const [first, second, third] = payouts.map((one: any) => one.bankReference)
    const [a, b, c] = [newUtr(), newUtr(), newUtr()]
    const wrong = await upload(
      reply([
        `${first},${a},332.91,paid`,
        `${second},${b},332.90,paid`,
        `HP99999999,${c},332.91,paid`,
        `${third},${a},332.91,paid`,
        `nonsense,${c},332.91,paid`,
        `${first},short,332.91,paid`,
        `${first},,332.91,maybe`,
      ]),
    )
    expect(wrong.status).toBe(400)
    expect(Object.keys(wrong.body.fields)).toEqual([
      'line 3',
      'line 4',
      'line 5',
      'line 6',
      'line 7',
      'line 8',
    ])
    expect(wrong.body.fields['line 3']).toBe(`Payout ${second} is 332.91 rupees, not 332.90.`)
    expect((await payoutsOf(`runId=${run}&state=in-file`)).length).toBe(3)

    const good = reply([
      `"${first}",${a},"332.91",Success`,
      `${second},${b},332.91,PAID`,
      `${third},,332.91,rejected`,
    ])
    const both = await Promise.all([upload(good), upload(good)])
    expect(statusesOf(both)).toEqual([200, 409])
    expect(both.find(({ status }) => status === 200)!.body).toMatchObject({ paid: 2, failed: 1, known: 0 })
    const twice = await upload(good)
    expect(twice).toMatchObject({
      status: 409,
      body: { msg: expect.stringContaining('was uploaded before') },
    })
    // A later file repeats known rows, and uses a UTR for another payout.
    expect((await upload(reply([`${first},${a},332.91,paid`]))).body).toMatchObject({ paid: 0, known: 1 })
    const used = await upload(reply([`${second},${a},332.91,paid`]))
    expect(used.body.fields['line 2']).toContain('was used for payout')
    const states = (await payoutsOf(`runId=${run}`)).map((one: any) => one.state)
    expect(states.toSorted()).toEqual(['failed', 'paid', 'paid'])
    expect((await payoutsOf(`q=${a}`)).map((one: any) => one.bankReference)).toEqual([first])
    expect((await payoutsOf(`q=${first}`)).map((one: any) => one.reference)).toEqual([a])
  })

  test(
    'may repeat what the bank said before, also of what failed or came back, but says nothing of a payout in no file',
    nightly('Replies of the bank that repeat. All rows or none, once, is proved above each time.'),
    async () => {
      const { run, payouts } = await threeInFile()
      const [first, second, third] = payouts.map((one: any) => one.bankReference)
      const [a, b] = [newUtr(), newUtr()]
      const morning = [`${first},${a},332.91,paid`, `${second},,332.91,failed`]
      expect((await upload(reply(morning))).body).toMatchObject({ paid: 1, failed: 1 })
      expect((await upload(reply([`${first},,332.91,returned`]))).body).toMatchObject({ failed: 1 })
      // The file of the evening has the rows of the whole day.
      const evening = await upload(reply([...morning, `${third},${b},332.91,paid`]))
      expect(evening.body).toMatchObject({ paid: 1, failed: 0, known: 2 })
      const states = Object.fromEntries(
        (await payoutsOf(`runId=${run}`)).map((one: any) => [one.bankReference, one.state]),
      )
      expect(states).toEqual({ [first]: 'returned', [second]: 'failed', [third]: 'paid' })
      // With another UTR it is another transfer: the bank has paid it after all.
      expect((await upload(reply([`${first},${newUtr()},332.91,paid`]))).body).toMatchObject({ paid: 1 })

      const again = (await admin.post(`/public/admin/payouts/${payouts[1].id}/again`, { method: 'bank' }))
        .body.id
      const waiting = (await payoutsOf(`runId=${run}&state=ready`))[0]
      expect(waiting.id).toBe(again)
      for (const row of [
        `${waiting.bankReference},,332.91,failed`,
        `${waiting.bankReference},${newUtr()},332.91,paid`,
      ])
        expect((await upload(reply([row]))).body.fields['line 2']).toContain('is in no bank file yet')
    },
  )

  test('is refused where it is no such file', async () => {
    for (const csv of [
      '',
      'a,b\r\n1,2',
      'Reference,UTR,Amount,Status\r\n',
      'Reference,UTR,Amount,Status\r\n"open',
    ])
      expect((await upload(csv)).status, csv).toBe(400)
    const long = Array.from({ length: 5_001 }, (_, i) => `HP${i},${'A'.repeat(16)},1,paid`)
    expect((await upload(reply(long))).status).toBe(400)
    expect(
      (await admin.post('/public/admin/payouts/00000000-0000-7000-8000-000000000000/paid', { utr: newUtr() }))
        .status,
    ).toBe(404)
  })
})

test.each(['0000-01-01', '0001-01-01', '2026-02-31', '9999-12-31', '2026-13-01'])(
  'the day %s, which no calendar of the shop has, is refused wherever a day is asked for',
  async (day) => {
    const answers = [
      await admin.post('/public/admin/settlement-runs', { upTo: day }),
      await admin.get(`/public/admin/reconciliations?cursor=${day}`),
      await admin.get(`/public/admin/reconciliations/${day}`),
      await admin.post(`/public/admin/reconciliations/${day}`),
      await admin.get(`/public/admin/audit?from=${day}`),
      await admin.post('/public/admin/rates/levies', { levy: 'tds', rate: 1, from: day }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400))
  },
)
