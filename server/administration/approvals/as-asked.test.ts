/** What a second person confirms acts on exactly what it was asked for (decision 11): for each call that needs one. */
// @module-tag nightly: Each call that two people confirm. approvals.test.ts proves each time that it is made once, as it was asked for.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { admin } from '../../../contract/admin.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { eventually, pay, startPaying, verify } from '../../../tests/setup/buying.ts'
import type { Answer } from '../../../tests/setup/client.ts'
import { awayFrom, endRateLimits } from '../../../tests/setup/clock.ts'
import { couponInput } from '../../../tests/setup/coupons.ts'
import { brokenInvariants, untilOrdersAreFlagged } from '../../../tests/setup/invariants.ts'
import { untilWaitingForLock } from '../../../tests/setup/locks.ts'
import { addAdmin, type Admin, logIn } from '../../../tests/setup/people.ts'
import { addProduct, customerWithCart } from '../../../tests/setup/products.ts'
import { changeProfile, tokenFor } from '../../../tests/setup/profiles.ts'
import { paymentFault, resetPayments } from '../../../tests/setup/providers.ts'
import { sellOne } from '../../../tests/setup/sales.ts'
import { addSeller, newGst, type Seller } from '../../../tests/setup/sellers.ts'
import { courierSays, dayAgo, sellThreePieces, settle } from '../../../tests/setup/settling.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { record } from '../../people/audit/record.ts'
import { runAsCaller } from '../../platform/caller.ts'
import { newId } from '../../platform/db/ids.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

let shop: TestShop
/** Asks for what is confirmed too late. */
let asker: Admin
/** Confirms. */
let second: Admin
/** Does, with the second one, what comes between. */
let third: Admin
beforeAll(async () => {
  shop = await startTestShop()
  asker = await addAdmin(shop)
  second = await addAdmin(shop)
  third = await addAdmin(shop)
})
beforeEach(() => Promise.all([resetPayments(shop), endRateLimits(shop), awayFrom('midnight')]))
afterEach(async () => {
  if ((await third.get('/public/admin/hold')).body !== null)
    await agreed(third.post('/public/admin/hold/release', { note: 'All is well.' }))
  await untilOrdersAreFlagged(shop.db)
  // Purchases of the next test pay what their products cost.
  await shop.db.query(sql`delete from delivery_charge`)
  expect(await brokenInvariants(shop.db)).toEqual([])
})
afterAll(() => shop.stop())

const confirm = (id: string) => second.post(`/public/admin/approvals/${id}/confirm`)
/** What two other administrators do. */
async function agreed(call: Promise<Answer>): Promise<Answer> {
  const asked = await call
  expect([asked.status, asked.body.msg]).toEqual([202, expect.stringContaining('Another administrator')])
  const done = await confirm(asked.body.approvalId)
  expect([done.status, done.body.msg]).toEqual([200, expect.anything()])
  return done
}
const shown = async (id: string) =>
  (await second.get('/public/admin/approvals?show=all')).body.find((one: any) => one.id === id)
const rows = async (statement: Sql): Promise<string> => JSON.stringify(await shop.db.query(statement))

interface Case {
  ask: () => Promise<Answer>
  /** What happens before the confirmation. */
  change: () => Promise<unknown>
  /** What must stay as it is then. */
  state: Sql
}

type SecondPersonCall = {
  [Name in keyof typeof admin]: (typeof admin)[Name] extends { secondPerson: string } ? Name : never
}[keyof typeof admin]

let number = 20
const next = () => (number += 1)
let daysLeft = 340
const levies = ['tds', 'tcs']

async function settled(): Promise<{ seller: Seller; run: string }> {
  const seller = await addSeller(shop)
  await sellThreePieces(shop, seller, daysLeft + 5)
  return { seller, run: await settle(shop, dayAgo((daysLeft -= 3))) }
}
const makeFile = (run: string) => asker.post(`/public/admin/settlement-runs/${run}/bank-file`)
const payoutsOf = async (seller: Seller): Promise<any[]> =>
  (await asker.get(`/public/admin/payouts?q=${seller.email}`)).body.toReversed()
const newUtr = () => `HDFCN5202611${String(next()).padStart(8, '0')}`
const csvOf = (lines: { payout: any; status: string; utr?: string }[]) =>
  `Reference,UTR,Amount,Status\r\n${lines
    .map(({ payout, status, utr = '' }) => `${payout.bankReference},${utr},332.91,${status}\r\n`)
    .join('')}`

/** A payout in a bank file. */
async function inFile() {
  const { seller, run } = await settled()
  await makeFile(run)
  const [payout] = await payoutsOf(seller)
  const path = `/public/admin/payouts/${payout.id}`
  const state = sql`
    select p.state, p.utr, (select sum(m.paise) from payout_money m where m.seller_id = p.seller_id) as money
    from payout p where p.seller_id = ${seller.id} order by p.id`
  return { seller, run, payout, path, state }
}
const failed = (path: string) => third.post(`${path}/failed`, { note: 'The bank says no.' })

function rate(path: string, body: object, table: Sql): Case {
  const add = (who: Admin, days: number) =>
    who.post(`/public/admin/rates/${path}`, { ...body, from: dayAgo(-days) })
  return {
    ask: () => add(asker, 5),
    change: () => agreed(add(third, 3)),
    state: sql`select * from ${table} order by id`,
  }
}

/** A charge from in three days on, and how to replace it from another day on. */
async function charge() {
  const body = { upToGrams: 3_000 + next(), base: 41, furtherKg: 9 }
  const add = (from: number) =>
    agreed(third.post('/public/admin/rates/shipping', { ...body, from: dayAgo(-from) }))
  await add(3)
  const [row] = await shop.db.query<{ id: number }>(
    sql`select id from shipping_charge where up_to_grams = ${body.upToGrams}`,
  )
  const state = sql`select * from shipping_charge where up_to_grams = ${body.upToGrams} order by id`
  return { path: `/public/admin/rates/shipping/${row!.id}`, add, state }
}

const policy = {
  cancelMinutes: 60,
  returnDays: 7,
  answerDays: 2,
  sendDays: 2,
  refundDays: 5,
  changeOfMind: true,
  exchanges: true,
  wayBack: 'buyer',
}
const newCategory = async (): Promise<number> =>
  (await third.post(`/public/admin/create-category/Things ${next()}`)).body.id
const savePolicy = (who: Admin, categoryId: number, returnDays: number) =>
  who.post('/public/admin/return-policies', { ...policy, categoryId, returnDays })
const policies = (id: number) => sql`select * from return_policy where category_id = ${id}`

const deliveryCharge = sql`select charge_paise, free_from_paise from delivery_charge`

/** Three orders of one payment; the refund of the first one failed. */
async function failedRefund() {
  await paymentFault(shop, 'refunds.process', 'error-500')
  const products = [await addProduct(shop), await addProduct(shop), await addProduct(shop)]
  const buyer = await customerWithCart(shop, products)
  const { body: providerOrder } = await startPaying(buyer)
  const paid = await pay(shop, providerOrder)
  expect((await verify(buyer, paid)).status).toBe(200)
  const paymentId = paid.razorpay_payment_id
  const orders = await shop.db.query<{ id: string }>(sql`
    select o.id from orders o join payment p on p.checkout_id = o.checkout_id where p.id = ${paymentId} order by o.id`)
  const refund = async (order: number) => {
    const part = { amount: 149, bears: 'shop', left: 149, note: 'Broken.' }
    expect(await third.post(`/public/admin/orders/${orders[order]!.id}/refund-part`, part)).toMatchObject({
      status: 200,
    })
  }
  const refunds = () =>
    shop.db.query<{ id: string; state: string; reason: string }>(
      sql`select id, state, reason from refund where payment_id = ${paymentId} order by id`,
    )
  await refund(0)
  const [row] = await eventually(refunds, ([one]) => one?.state === 'failed')
  const state = sql`select id, state, settled_note, attention from refund where payment_id = ${paymentId} order by id`
  return { paymentId, id: row!.id, refund, refunds, state }
}

/** Somebody whom the shop does not know has paid. */
async function stranger() {
  const order = await shop.running.shop.payments.createOrder({ receipt: newId(), amountPaise: 50_000 })
  const timesOf = async () => {
    const [row] = await shop.db.query<{ times: number }>(
      sql`select times from unmatched_payment where provider_order_id = ${order}`,
    )
    return row?.times ?? 0
  }
  const pays = async (more: object) => {
    const before = await timesOf()
    await pay(shop, order, 'paid', more)
    // Several webhooks report one payment, each at its own time.
    let [last, same] = [before, 0]
    await eventually(timesOf, (times) => {
      same = times > before && times === last ? same + 1 : 0
      last = times
      return same === 4
    })
  }
  await pays({})
  return { order, again: () => pays({ again: true }) }
}

async function heldShop(): Promise<void> {
  expect((await third.post('/public/admin/hold', { note: 'Something is wrong.' })).status).toBe(200)
}

async function suspended(who: 'seller' | 'administrator') {
  const { id } = who === 'seller' ? await addSeller(shop) : await addAdmin(shop, undefined, ['support'])
  const path = `/public/admin/${who === 'seller' ? 'accounts' : 'administrators'}/${id}`
  const reason = { reason: 'Stolen.' }
  expect((await third.post(`${path}/suspend`, reason)).status).toBe(200)
  return {
    ask: () => asker.post(`${path}/reinstate`, reason),
    change: async () => {
      await agreed(third.post(`${path}/reinstate`, reason))
      expect((await third.post(`${path}/suspend`, reason)).status).toBe(200)
    },
    state: sql`select suspended_at from account where id = ${id}`,
  }
}

/** A new call that needs a second person does not compile without a case here. */
const cases: Record<SecondPersonCall, () => Promise<Case>> = {
  addCommissionRule: async () =>
    rate('commission', { categoryId: await newCategory(), rate: 7 }, sql`commission_rule`),
  addShippingCharge: async () =>
    rate('shipping', { upToGrams: 2_000 + next(), base: 41, furtherKg: 9 }, sql`shipping_charge`),
  addLevyRate: async () => rate('levies', { levy: levies.pop(), rate: 0.5 }, sql`levy_rate`),
  addGstRate: async () => rate('gst', { hsnPrefix: '', valueUpTo: next(), rate: 5 }, sql`gst_rate`),
  addCoupon: async () => {
    const code = `ASKED${next()}`
    const add = (who: Admin, percent: number) =>
      who.post('/public/admin/coupons', couponInput(code, { percent }))
    return {
      ask: () => add(asker, 5),
      change: () => agreed(add(third, 7)),
      state: sql`select id from coupon where code = ${code}`,
    }
  },
  setDeliveryCharge: async () => ({
    ask: () => asker.post('/public/admin/delivery-charge', { charge: 40, freeFrom: 499 }),
    change: () => agreed(third.post('/public/admin/delivery-charge', { charge: 50 })),
    state: deliveryCharge,
  }),
  removeDeliveryCharge: async () => {
    await agreed(third.post('/public/admin/delivery-charge', { charge: 60 }))
    return {
      ask: () => asker.post('/public/admin/delivery-charge/remove'),
      change: () => agreed(third.post('/public/admin/delivery-charge', { charge: 70 })),
      state: deliveryCharge,
    }
  },
  endRate: async () => {
    const { path, add, state } = await charge()
    return {
      ask: () => asker.post(`${path}/end`, { lastDay: dayAgo(-9) }),
      change: () => add(12),
      state,
    }
  },
  withdrawRate: async () => {
    const { path, add, state } = await charge()
    return { ask: () => asker.post(`${path}/withdraw`), change: () => add(12), state }
  },
  reinstate: () => suspended('seller'),
  reinstateAdministrator: () => suspended('administrator'),
  releasePayouts: async () => {
    const seller = await addSeller(shop)
    await changeProfile(seller, { bankDetails: { accountNo: '999988887777' } })
    const path = `/public/admin/sellers/${seller.id}`
    return {
      ask: () => asker.post(`${path}/release-payouts`, { note: 'Spoke with them.' }),
      change: () => third.post(`${path}/keep-payouts-stopped`, { note: 'A thief.' }),
      state: sql`select stopped_at, released_at from payout_hold where seller_id = ${seller.id}`,
    }
  },
  payoutPaid: async () => {
    const { path, state } = await inFile()
    return {
      ask: () => asker.post(`${path}/paid`, { utr: newUtr() }),
      change: () => agreed(failed(path)),
      state,
    }
  },
  payoutFailed: async () => {
    const { path, state } = await inFile()
    return {
      ask: () => asker.post(`${path}/failed`, { note: 'The bank says no.' }),
      change: () => agreed(third.post(`${path}/paid`, { utr: newUtr() })),
      state,
    }
  },
  payAgain: async () => {
    const { seller, run, path, state } = await inFile()
    await agreed(failed(path))
    return {
      ask: () => asker.post(`${path}/again`, { method: 'bank' }),
      change: async () => {
        await agreed(third.post(`${path}/again`, { method: 'bank' }))
        await makeFile(run)
        const [, again] = await payoutsOf(seller)
        await agreed(failed(`/public/admin/payouts/${again.id}`))
      },
      state,
    }
  },
  uploadBankReply: async () => {
    const { payout, path, state } = await inFile()
    const csv = csvOf([{ payout, status: 'paid', utr: newUtr() }])
    return {
      ask: () => asker.post('/public/admin/bank-replies', { csv }),
      change: () => agreed(failed(path)),
      state,
    }
  },
  saveReturnPolicy: async () => {
    const id = await newCategory()
    return {
      ask: () => savePolicy(asker, id, 10),
      change: () => agreed(savePolicy(third, id, 20)),
      state: policies(id),
    }
  },
  removeReturnPolicy: async () => {
    const id = await newCategory()
    await agreed(savePolicy(third, id, 10))
    return {
      ask: () => asker.post(`/public/admin/return-policies/${id}/remove`),
      change: () => agreed(savePolicy(third, id, 20)),
      state: policies(id),
    }
  },
  settleRefund: async () => {
    const { id, refund, refunds, state } = await failedRefund()
    return {
      ask: () => asker.post(`/public/admin/refunds/${id}/settled`, { note: 'by bank' }),
      change: async () => {
        await refund(1)
        await eventually(refunds, (all) => all[1]?.state === 'processed')
      },
      state,
    }
  },
  answerRefund: async () => {
    const { paymentId, refund, refunds, state } = await failedRefund()
    await shop.kit(`/sandbox/payments/refunds/${paymentId}`, { amount: 14_900 })
    const all = await eventually(refunds, (found) => found.some(({ reason }) => reason === 'at-provider'))
    const { id } = all.find(({ reason }) => reason === 'at-provider')!
    await eventually(refunds, (found) => found.some((one) => one.id === id && one.state === 'processed'))
    return {
      ask: () => asker.post(`/public/admin/refunds/${id}/answer`, { answer: 'gift', note: 'So they say.' }),
      change: () => refund(1),
      state,
    }
  },
  correctParcel: async () => {
    const { orderId } = await sellOne(shop, await addSeller(shop))
    await courierSays(shop, orderId, 'shipped')
    await shop.db.query(sql`
      update shipment set booking_started_at = now(), from_place = '{}', to_place = '{}', weight_grams = 1
      where reference = ${orderId}`)
    return {
      ask: () =>
        asker.post(`/public/admin/orders/${orderId}/outcome`, {
          outcome: 'lost',
          reason: 'Nobody has it.',
          evidence: 'A letter.',
        }),
      change: () => courierSays(shop, orderId, 'delivered'),
      state: sql`select status, delivery_date is null as undelivered from orders where id = ${orderId}`,
    }
  },
  resolvePayment: async () => {
    const { order, again } = await stranger()
    return {
      ask: () =>
        asker.post(`/public/admin/unmatched-payments/${order}/resolved`, { note: 'Sent back by hand.' }),
      change: again,
      state: sql`select times, resolved_at from unmatched_payment where provider_order_id = ${order}`,
    }
  },
  inviteAdministrator: async () => {
    const email = `new-${newId()}@hariyali.test`
    const invite = (who: Admin, duties: string[]) =>
      who.post('/public/admin/administrators/invite', { email, duties })
    return {
      ask: () => invite(asker, ['owner']),
      change: () => agreed(invite(third, ['support'])),
      state: sql`select id, duties from invitation where email = ${email}`,
    }
  },
  changeDuties: async () => {
    const { id } = await addAdmin(shop, undefined, ['support'])
    const path = `/public/admin/administrators/${id}`
    return {
      ask: () => asker.post(`${path}/duties`, { duties: ['finance'] }),
      change: () => third.post(`${path}/suspend`, { reason: 'Stolen laptop.' }),
      state: sql`select duties, suspended_at from account where id = ${id}`,
    }
  },
  continueSeries: async () => {
    const gstin = newGst()
    await addSeller(shop, { GSTNumber: gstin })
    await heldShop()
    const to = (who: Admin, no: number) =>
      who.post('/public/admin/hold/series', { gstin, serial: `26-27/${String(no).padStart(6, '0')}` })
    return {
      ask: () => to(asker, 60),
      change: () => agreed(to(third, 50)),
      state: sql`select from_no, to_no from invoice_series_gap where gstin = ${gstin}`,
    }
  },
  adoptTransfers: async () => {
    const [one, two] = [await inFile(), await inFile()]
    await heldShop()
    const file = (lines: Parameters<typeof csvOf>[0]) => ({ csv: csvOf(lines) })
    const [first, other] = [one, two].map(({ payout }) => ({ payout, status: 'paid', utr: newUtr() }))
    return {
      ask: () => asker.post('/public/admin/hold/transfers', file([first!, other!])),
      change: () => agreed(third.post('/public/admin/hold/transfers', file([first!]))),
      state: two.state,
    }
  },
  releaseHold: async () => {
    await heldShop()
    const release = (who: Admin) => who.post('/public/admin/hold/release', { note: 'All is well.' })
    return {
      ask: () => release(asker),
      change: async () => {
        await agreed(release(third))
        await heldShop()
      },
      state: sql`select id, released_at from shop_hold order by held_at`,
    }
  },
}

test('there is a case for every call that needs a second person', () => {
  const declared = Object.entries(endpoints).filter(([, spec]) => spec.secondPerson)
  expect(declared.map(([name]) => name.replace('admin.', '')).toSorted()).toEqual(
    Object.keys(cases).toSorted(),
  )
})

describe.each(Object.entries(cases))('%s', (_name, prepare) => {
  test('is made where nothing has changed', async () => {
    const { ask } = await prepare()
    const asked = await ask()
    expect(asked.status).toBe(202)
    expect(await shown(asked.body.approvalId)).toMatchObject({ state: 'waiting', changed: false })
    const done = await confirm(asked.body.approvalId)
    expect([done.status, done.body.msg]).toEqual([200, expect.anything()])
  })

  test('does nothing where what it is about has changed, for good, and says so before', async () => {
    const { ask, change, state } = await prepare()
    const asked = await ask()
    expect(asked.status).toBe(202)
    await change()
    const before = await rows(state)
    const waiting = await shown(asked.body.approvalId)
    const done = await confirm(asked.body.approvalId)
    expect([done.status, done.body.msg]).toEqual([409, expect.stringMatching(/has changed since|already/)])
    expect(await rows(state)).toBe(before)
    expect(waiting).toMatchObject({ state: 'waiting', changed: true })
    expect(await shown(asked.body.approvalId)).toMatchObject({ state: 'failed', outcome: done.body.msg })
    expect((await confirm(asked.body.approvalId)).status).toBe(409)
  })
})

describe('a release of payouts', () => {
  const balanceOf = async (email: string) =>
    (await second.get(`/public/admin/seller-balances?q=${email}`)).body[0].held
  const stopped = { until: null }
  async function asked() {
    const seller = await addSeller(shop)
    await changeProfile(seller, { bankDetails: { accountNo: '999988887777' } })
    const note = { note: 'Spoke with them.' }
    const { body } = await asker.post(`/public/admin/sellers/${seller.id}/release-payouts`, note)
    return { seller, id: body.approvalId as string }
  }

  test("is void after the seller's 'This was not me', and the card says that payouts are stopped", async () => {
    const { seller, id } = await asked()
    const token = await tokenFor(shop, seller)
    expect((await shop.client().post('/auth/stop-payouts', { token })).status).toBe(200)
    const done = await confirm(id)
    expect([done.status, await balanceOf(seller.email)]).toEqual([409, stopped])
    const again = await asker.post(`/public/admin/sellers/${seller.id}/release-payouts`, {
      note: 'They say so.',
    })
    const { facts } = await shown(again.body.approvalId)
    expect(facts).toContainEqual({
      label: 'Payouts are stopped',
      value: expect.stringContaining("seller's link"),
    })
    expect((await confirm(again.body.approvalId)).status).toBe(200)
    expect(await balanceOf(seller.email)).toBeNull()
  })

  test('is for one bank account, though another one has the same last digits at the same branch', async () => {
    const { seller, id } = await asked()
    await logIn(seller, seller.email)
    expect((await changeProfile(seller, { bankDetails: { accountNo: '111122227777' } })).status).toBe(200)
    expect((await confirm(id)).status).toBe(409)
    expect(await balanceOf(seller.email)).toEqual({ until: expect.any(String) })
  })

  test('that is confirmed while a stop is being stored waits for it, and is void', async () => {
    const { seller, id } = await asked()
    let done: Promise<Answer> | undefined
    await shop.db.transaction(async (tx) => {
      await tx.query(sql`update payout_hold set stopped_at = now() where seller_id = ${seller.id}`)
      done = confirm(id)
      await untilWaitingForLock(shop)
    })
    expect((await done!).status).toBe(409)
    expect(await balanceOf(seller.email)).toEqual(stopped)
  })
})

test('an unmatched payment that is told again while its resolution is confirmed stays open', async () => {
  const { order } = await stranger()
  const path = `/public/admin/unmatched-payments/${order}/resolved`
  const { body } = await asker.post(path, { note: 'Sent back by hand.' })
  let done: Promise<Answer> | undefined
  await shop.db.transaction(async (tx) => {
    await tx.query(sql`update unmatched_payment set times = times + 1 where provider_order_id = ${order}`)
    done = confirm(body.approvalId)
    await untilWaitingForLock(shop)
  })
  expect((await done!).status).toBe(409)
  expect((await second.get(`/public/admin/unmatched-payments?q=${order}`)).body).toHaveLength(1)
})

test('of two calls about one payout that are confirmed at once one is made', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { payout, path, seller } = await inFile()
    const csv = csvOf([{ payout, status: 'paid', utr: newUtr() }])
    const asked = [
      await asker.post(`${path}/failed`, { note: 'The bank says no.' }),
      await asker.post('/public/admin/bank-replies', { csv }),
    ]
    const done = await Promise.all(
      asked.map(({ body }, n) =>
        (n === 0 ? second : third).post(`/public/admin/approvals/${body.approvalId}/confirm`),
      ),
    )
    expect(done.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const [{ state }] = await payoutsOf(seller)
    expect(state).toBe(done[0]!.status === 200 ? 'failed' : 'paid')
  }
})

test('a call that cannot be decrypted any more is shown as one that cannot be confirmed', async () => {
  const { body } = await asker.post('/public/admin/administrators/invite', {
    email: `new-${newId()}@hariyali.test`,
    duties: ['support'],
  })
  await shop.db.query(sql`update approval set call_sealed = 'of a lost key' where id = ${body.approvalId}`)
  expect(await shown(body.approvalId)).toMatchObject({ state: 'waiting', changed: true })
})

test('a reply of the bank is shown with every unusual row, with what is known here, and as a whole file', async () => {
  const sellers: Seller[] = []
  for (let n = 0; n < 24; n += 1) {
    const seller = await addSeller(shop)
    await sellThreePieces(shop, seller, daysLeft + 5)
    sellers.push(seller)
  }
  const run = await settle(shop, dayAgo((daysLeft -= 3)))
  await makeFile(run)
  const payouts: any[] = (await Promise.all(sellers.map(payoutsOf))).map(([payout]) => payout)
  const [paid, refused] = payouts.slice(-2)
  const utr = newUtr()
  await agreed(third.post(`/public/admin/payouts/${paid.id}/paid`, { utr }))
  const csv = csvOf([
    ...payouts.slice(0, -2).map((payout) => ({ payout, status: 'paid', utr: newUtr() })),
    { payout: paid, status: 'returned', utr },
    { payout: refused, status: 'failed' },
  ])
  const { body } = await asker.post('/public/admin/bank-replies', { csv })
  const { facts, file } = await shown(body.approvalId)
  const valueOf = (label: string) => facts.find((one: any) => one.label === label)?.value
  expect(facts.slice(0, 4)).toEqual([
    { label: 'Paid', value: expect.stringMatching(/^22 of .*7,324\.02/) },
    { label: 'Failed', value: expect.stringMatching(/^1 of .*332\.91/) },
    { label: 'Returned', value: expect.stringMatching(/^1 of .*332\.91/) },
    { label: 'Known before', value: expect.stringMatching(/^0 of/) },
  ])
  expect(valueOf(paid.bankReference)).toMatch(new RegExp(`RETURNED.*here: PAID.*UTR ${utr}`))
  expect(valueOf(refused.bankReference)).toMatch(/FAILED.*here: in a bank file/)
  expect(valueOf('And')).toMatch(/^2 more/)
  expect(file).toBe(true)
  const path = `/public/admin/approvals/${body.approvalId}/file`
  expect(await second.get(path)).toMatchObject({ status: 200, body: csv })
  const support = await addAdmin(shop, undefined, ['support'])
  expect((await support.get(path)).status).toBe(404)
  expect((await confirm(body.approvalId)).body.msg).toBe('22 paid, 2 failed, 0 known before.')
  const other = await asker.post('/public/admin/administrators/invite', {
    email: `new-${newId()}@hariyali.test`,
    duties: ['support'],
  })
  expect((await second.get(`/public/admin/approvals/${other.body.approvalId}/file`)).status).toBe(404)
})

test('the audit refuses the entry of a confirmed call whose transaction did not compare', async () => {
  const confirms = {
    askedBy: { id: crypto.randomUUID(), name: 'a@hariyali.test' },
    isAsAsked: async () => true,
    comparedIn: new WeakSet(),
  }
  const caller = { actor: null, ip: null, userAgent: null, requestId: null, confirms }
  await expect(
    runAsCaller(caller, () => shop.db.transaction((tx) => record(tx, 'payout-paid'))),
  ).rejects.toThrow('requireAsAsked')
})
