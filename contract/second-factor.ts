/** The authenticator app of a seller or an administrator: set up, recovery codes, switched off. */
import { z } from 'zod'
import { secondFactorCode } from './auth.ts'
import { anyDuty, endpoint, formLimits } from './endpoint.ts'
import { message } from './fields.ts'

export const codeBody = z.object({ code: secondFactorCode })
const roles = ['SELLER', 'ADMIN'] as const

export const secondFactorState = z.object({
  on: z.boolean(),
  /** Whether the shop requires one of the caller. */
  required: z.boolean(),
  recoveryCodesLeft: z.number().int(),
})
export type SecondFactorState = z.output<typeof secondFactorState>

export const secondFactor = {
  state: endpoint({
    method: 'GET',
    path: '/private/second-factor',
    roles,
    areas: 'person',
    duties: anyDuty,
    beforeSecondFactor: true,
    summary: 'Whether the caller has an authenticator app, and how many recovery codes are left.',
    reply: secondFactorState,
  }),
  begin: endpoint({
    method: 'POST',
    path: '/private/second-factor/begin',
    roles,
    areas: 'person',
    duties: anyDuty,
    beforeSecondFactor: true,
    summary:
      'A new secret for the authenticator app, shown once; it takes effect with `confirm`. Needs a recent login. 409 while one is on.',
    reply: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/private/second-factor/confirm',
    roles,
    areas: 'person',
    duties: anyDuty,
    costly: ['hash', 'mail'],
    limits: formLimits,
    beforeSecondFactor: true,
    summary:
      'Switch the second factor on with a code of the app. Every other session of the account ends. Returns the recovery codes, shown once.',
    body: codeBody,
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/private/second-factor/recovery-codes',
    roles,
    areas: 'person',
    duties: anyDuty,
    costly: ['hash', 'mail'],
    limits: formLimits,
    summary:
      'New recovery codes; the earlier ones become void. Needs a code and a recent login. Every other session of the account ends.',
    body: codeBody,
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  remove: endpoint({
    method: 'POST',
    path: '/private/second-factor/remove',
    roles,
    areas: 'person',
    duties: anyDuty,
    costly: ['hash', 'mail'],
    limits: formLimits,
    summary:
      'Switch the second factor off. Needs a code and a recent login. Every other session of the account ends.',
    body: codeBody,
    reply: message,
  }),
}
