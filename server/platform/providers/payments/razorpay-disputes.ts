/** Disputes at Razorpay: their facts, and the shop's answer (providers.md §1.11). */
import { z } from 'zod'
import type { DisputePayments, ProviderDispute } from './provider.ts'
import { ProviderRefused, ProviderUnavailable, ProviderUnreadable } from './provider.ts'
import type { openRazorpayApi } from './razorpay-api.ts'
import { listBetween } from './razorpay-route.ts'

type Ask = ReturnType<typeof openRazorpayApi>['ask']

const seconds = z.int().nonnegative()
const disputeEntity = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: z.int().positive(),
  currency: z.literal('INR'),
  amount_deducted: z.int().nonnegative().nullish(),
  reason_code: z.string().nullish(),
  respond_by: seconds.nullish(),
  status: z.enum(['open', 'under_review', 'action_required', 'won', 'lost', 'closed']),
  phase: z.string().nullish(),
  created_at: seconds,
})
/** One that is not understood is named, and does not hide the others of its list. */
const listedDispute = z.union([disputeEntity, z.object({ id: z.string() })])
const documentEntity = z.object({ id: z.string() })

export function openDisputes(ask: Ask): DisputePayments {
  const pathOf = (id: string) => `/disputes/${encodeURIComponent(id)}`
  async function askDispute(method: string, id: string, path = '', body?: object): Promise<ProviderDispute> {
    const entity = await ask(method, pathOf(id) + path, listedDispute, body)
    if (!('status' in entity)) throw new ProviderUnreadable(`${method} ${pathOf(id)}: unexpected shape`)
    const dispute = toDispute(entity)
    if (dispute.id !== id) throw new ProviderUnavailable(`${method} ${pathOf(id)}: the answer is of another`)
    return dispute
  }
  return {
    async dispute(id) {
      try {
        return await askDispute('GET', id)
      } catch (error) {
        if (error instanceof ProviderRefused) return null
        throw error
      }
    },
    disputesBetween: async (from, to) =>
      (await listBetween(ask, '/disputes', listedDispute, from, to)).map((one) =>
        'status' in one ? toDispute(one) : { id: one.id, isUnreadable: true },
      ),
    acceptDispute: (id) => askDispute('POST', id, '/accept'),
    async uploadEvidence({ name, pdf }) {
      const form = new FormData()
      form.set('purpose', 'dispute_evidence')
      form.set('file', new Blob([pdf], { type: 'application/pdf' }), name)
      return (await ask('POST', '/documents', documentEntity, form)).id
    },
    contestDispute: (id, { amountPaise, summary, evidence }) =>
      askDispute('PATCH', id, '/contest', {
        amount: amountPaise,
        summary,
        ...Object.fromEntries(Object.entries(evidence).filter(([, documents]) => documents.length > 0)),
        action: 'submit',
      }),
  }
}

const states = { under_review: 'under-review', action_required: 'action-required' } as const

function toDispute(entity: z.output<typeof disputeEntity>): ProviderDispute {
  const { status } = entity
  return {
    id: entity.id,
    paymentId: entity.payment_id,
    amountPaise: entity.amount,
    takenPaise: entity.amount_deducted ?? 0,
    reasonCode: entity.reason_code ?? '',
    phase: entity.phase ?? '',
    state: status === 'under_review' || status === 'action_required' ? states[status] : status,
    respondBy: entity.respond_by ? new Date(entity.respond_by * 1_000) : null,
    raisedAt: new Date(entity.created_at * 1_000),
  }
}
