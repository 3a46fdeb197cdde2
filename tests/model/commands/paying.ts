/** Payments at the provider, and how the shop hears of them. */
import fc from 'fast-check'
import { verify, type WidgetAnswer } from '../../setup/buying.ts'
import { command, done, type ModelCommand, often, type Real } from '../command.ts'
import { type Attempt, type Model, nth, type Payment } from '../model.ts'

const back = fc.nat(3)

/** Undefined where the provider refuses, as a second payment of a paid order. */
async function charge({ world }: Real, { orderId }: Attempt, body: object): Promise<any> {
  const response = await world.shop.client().request(`/dev/payments/${orderId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status === 409) return undefined
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return response.json()
}

function learnPayment(model: Model, attempt: Attempt, answer: WidgetAnswer | undefined, paise: number): void {
  if (!answer) return
  const id = answer.razorpay_payment_id
  const known = model.paymentOf(id)
  if (known) Object.assign(known, { failed: false, answer, paise })
  else model.payments.push({ id, attempt, paise, failed: false, answer, strayPaise: 0, outcome: null })
}

/** The whole price is paid; the shop is not told. */
export async function payAttempt(
  model: Model,
  real: Real,
  attempt: Attempt,
): Promise<WidgetAnswer | undefined> {
  const answer: WidgetAnswer | undefined = await charge(real, attempt, { outcome: 'paid' })
  learnPayment(model, attempt, answer, attempt.totalPaise)
  return answer
}

const payable = (model: Model, { which }: { which: number }): boolean =>
  model.attempts.length > 0 && model.isPayable(nth(model.attempts, which))

/** Pays in one of the ways that the provider has; nothing is told to the shop. */
function paying(name: string, body: (attempt: Attempt) => object) {
  return command({
    name,
    params: fc.record({ which: back }),
    can: payable,
    async run({ which }, model, real) {
      const attempt = nth(model.attempts, which)
      const more: { amount?: number } = body(attempt)
      const answer = await charge(real, attempt, { outcome: 'paid', ...more })
      learnPayment(model, attempt, answer, more.amount ?? attempt.totalPaise)
    },
  })
}

export const payFails = command({
  name: 'PaymentFails',
  params: fc.record({ which: back }),
  can: payable,
  async run({ which }, model, real) {
    const attempt = nth(model.attempts, which)
    const answer = await charge(real, attempt, { outcome: 'failed' })
    const id: string | undefined = answer?.error.metadata.payment_id
    if (id === undefined) return
    model.payments.push({
      id,
      attempt,
      paise: attempt.totalPaise,
      failed: true,
      answer: null,
      strayPaise: 0,
      outcome: null,
    })
  },
})

/** The bank confirms a payment that it had refused. */
export const payLate = command({
  name: 'FailedPaymentIsTakenLate',
  params: fc.record({ which: back }),
  can: (model, { which }) => {
    const failed = model.payments.filter((payment) => payment.failed)
    return failed.length > 0 && model.isPayable(nth(failed, which).attempt)
  },
  async run({ which }, model, real) {
    const { attempt } = nth(
      model.payments.filter((payment) => payment.failed),
      which,
    )
    learnPayment(
      model,
      attempt,
      await charge(real, attempt, { outcome: 'paid', late: true }),
      attempt.totalPaise,
    )
  },
})

const hasPaid = (model: Model) => paid(model).length > 0
const paid = (model: Model): (Payment & { answer: WidgetAnswer })[] =>
  model.payments.filter((payment): payment is Payment & { answer: WidgetAnswer } => payment.answer !== null)

const verifyPayment = command({
  name: 'Verify',
  params: fc.record({ which: back }),
  can: hasPaid,
  async run({ which }, model, { world }) {
    const { answer, attempt } = nth(paid(model), which)
    done(await verify(world.buyers[attempt.buyer]!.client, answer))
  },
})

const verifyByStranger = command({
  name: 'VerifyByStranger',
  params: fc.record({ which: back, forged: fc.boolean() }),
  can: hasPaid,
  async run({ which, forged }, model, { world }) {
    const { answer, attempt } = nth(paid(model), which)
    const who = forged ? attempt.buyer : (attempt.buyer + 1) % world.buyers.length
    const sent = forged ? { ...answer, razorpay_signature: 'f'.repeat(64) } : answer
    if (done(await verify(world.buyers[who]!.client, sent)))
      throw new Error('a forged or strange answer was taken')
  },
})

const entity = ({ id, attempt }: Payment) => ({
  payment: { entity: { id, order_id: attempt.orderId, status: 'captured' } },
})
const capturedEvents = ['payment.captured', 'order.paid', 'payment.authorized'] as const

/** Missing, repeated, late and shuffled webhooks are this command, run never, often, late and in any order. */
const webhook = command({
  name: 'WebhookOfPayment',
  params: fc.record({
    which: back,
    event: fc.constantFrom(...capturedEvents),
    times: fc.constantFrom(1, 1, 2),
  }),
  can: (model) => model.payments.length > 0,
  async run({ which, event, times }, model, { world }) {
    const payment = nth(model.payments, which)
    for (let i = 0; i < times; i += 1) await world.paymentWebhook({ event, payload: entity(payment) })
  },
})

const forgedWebhook = command({
  name: 'ForgedWebhook',
  params: fc.record({ which: back }),
  can: (model) => model.payments.length > 0,
  async run({ which }, model, { world }) {
    const body = { event: 'payment.captured', payload: entity(nth(model.payments, which)) }
    const { status } = await world.paymentWebhook(body, true)
    if (status !== 400) throw new Error(`a forged webhook was answered ${status}`)
  },
})

/** The page and the webhook come at the same moment. */
const verifyAndWebhook = command({
  name: 'VerifyAndWebhookAtOnce',
  params: fc.record({ which: back }),
  can: hasPaid,
  async run({ which }, model, { world }) {
    const payment = nth(paid(model), which)
    const { attempt, answer } = payment
    const { client } = world.buyers[attempt.buyer]!
    await world.paymentWebhook({ event: 'order.paid', payload: entity(payment) })
    const answers = await Promise.all([verify(client, answer), verify(client, answer), world.workJobs()])
    answers.forEach((one) => one && done(one))
  },
})

export const refundAtProvider = command({
  name: 'RefundInDashboard',
  params: fc.record({ which: back, part: fc.boolean(), told: fc.boolean() }),
  can: (model) => model.payments.some(({ outcome }) => outcome === 'order'),
  async run({ which, part, told }, model, { world }) {
    const payment = nth(
      model.payments.filter(({ outcome }) => outcome === 'order'),
      which,
    )
    const response = await world.shop.client().request(`/sandbox/payments/refunds/${payment.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(part ? { amount: 100 } : {}),
    })
    // All of it went back before.
    if (!response.ok) return
    payment.strayPaise += ((await response.json()) as { amount: number }).amount
    // After seven days the timers do not ask any more: only the nightly comparison would find a refund whose webhook is lost then.
    if (told || !model.isPayable(payment.attempt))
      await world.paymentWebhook({ event: 'refund.processed', payload: entity(payment) })
  },
})

const calls = [
  'orders.create',
  'orders.payments',
  'payments.get',
  'payments.capture',
  'refunds.create',
] as const
const providerFault = command({
  name: 'ProviderFails',
  params: fc.record({
    call: fc.constantFrom(...calls),
    fault: fc.constantFrom('error-500', 'lost-answer', 'lost-request'),
  }),
  async run({ call, fault }, _, { world }) {
    await world.shop.kit('/sandbox/payments/faults', { call, fault, times: 1 })
  },
})

const pay = paying('Pay', () => ({}))
export const payOtherAmount = paying('PayAnotherAmount', ({ totalPaise }) => ({ amount: totalPaise + 100 }))

/** The ordinary purchase, so that many orders live on: paid, and the page tells the shop. */
export const payAndVerify = command({
  name: 'PayAndVerify',
  params: fc.record({ which: back }),
  can: payable,
  async run({ which }, model, real) {
    const attempt = nth(model.attempts, which)
    const answer = await payAttempt(model, real, attempt)
    if (answer) done(await verify(real.world.buyers[attempt.buyer]!.client, answer))
  },
})

export const payingCommands: fc.Arbitrary<ModelCommand>[] = [
  ...often(3, pay),
  ...often(5, payAndVerify),
  payOtherAmount,
  paying('PayAgain', () => ({ again: true })),
  paying('PayUncaptured', () => ({ capture: false })),
  ...often(2, payFails),
  ...often(2, payLate),
  ...often(3, verifyPayment),
  verifyByStranger,
  webhook,
  webhook,
  forgedWebhook,
  verifyAndWebhook,
  refundAtProvider,
  providerFault,
]
