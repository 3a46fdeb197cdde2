/** What every page needs to know of the shop itself. Nothing secret. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const settingsReply = z.object({
  brandName: z.string(),
  supportEmail: z.string(),
  /** The domain of careers@ and hello@. */
  companyEmailDomain: z.string(),
  /** The business behind the shop; null until its operator names it. */
  legal: z.object({ name: z.string(), address: z.string(), grievanceOfficer: z.string() }).nullable(),
  /** The public key id and the checkout script of the payment provider. */
  payment: z.object({ keyId: z.string(), scriptUrl: z.string() }),
})
export type Settings = z.output<typeof settingsReply>

export const settings = {
  get: endpoint({
    method: 'GET',
    path: '/public/settings',
    roles: ['visitor'],
    changes: false,
    summary: "The shop's name, e-mail addresses and public payment settings.",
    reply: settingsReply,
  }),
}
