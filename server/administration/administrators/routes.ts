/** Connects the endpoints by which owners manage administrators, and the one that accepts an invitation. */
import { admin } from '../../../contract/admin.ts'
import { api } from '../../../contract/endpoints.ts'
import { showAdministrator } from '../../people/identity/administrators.ts'
import { notFound } from '../../platform/refusal.ts'
import { accountOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import { acceptInvitation } from './accept-invitation.ts'
import {
  changeDuties,
  inviteAdministrator,
  reinstateAdministrator,
  removeAdministrator,
  showAdministrators,
  suspendAdministrator,
  withdrawInvitation,
} from './administrators.ts'

export function administratorRoutes(shop: Shop, route: Registrar): void {
  /** Refuses: not-found. */
  const who = async (id: string) => {
    const administrator = await showAdministrator(shop.db, id)
    if (!administrator) throw notFound('There is no such administrator.')
    return administrator
  }
  route(admin.administrators, (context) => showAdministrators(shop, accountOf(context)))
  route(
    admin.inviteAdministrator,
    async (context) => {
      await inviteAdministrator(shop, accountOf(context), context.body)
      return { msg: `The invitation is on its way to ${context.body.email}.` }
    },
    ({ body }) => [
      { label: 'Email', value: body.email },
      { label: 'May do', value: body.duties.join(', ') },
    ],
  )
  route(admin.withdrawInvitation, async (context) => {
    await withdrawInvitation(shop, context.params.id)
    return { msg: 'The invitation is withdrawn.' }
  })
  route(
    admin.changeDuties,
    async (context) => {
      await changeDuties(shop, accountOf(context), context.params.id, context.body.duties)
      return { msg: 'The roles are changed.' }
    },
    async ({ params, body }) => {
      const { email, duties } = await who(params.id)
      return [
        { label: 'Administrator', value: email },
        { label: 'May do now', value: duties.join(', ') },
        { label: 'May do then', value: body.duties.join(', ') },
      ]
    },
  )
  route(admin.suspendAdministrator, async (context) => {
    await suspendAdministrator(shop, accountOf(context), context.params.id, context.body.reason)
    return { msg: 'The administrator is suspended.' }
  })
  route(
    admin.reinstateAdministrator,
    async (context) => {
      await reinstateAdministrator(shop, accountOf(context), context.params.id, context.body.reason)
      return { msg: 'The administrator can log in again.' }
    },
    async ({ params, body }) => {
      const { email, duties, suspendedReason } = await who(params.id)
      return [
        { label: 'Administrator', value: email },
        { label: 'May do', value: duties.join(', ') },
        { label: 'Suspended because', value: suspendedReason ?? 'Not suspended' },
        { label: 'Reason', value: body.reason },
      ]
    },
  )
  route(admin.removeAdministrator, async (context) => {
    await removeAdministrator(shop, accountOf(context), context.params.id, context.body.reason)
    return { msg: 'The administrator is removed.' }
  })
  route(api.auth.acceptInvitation, async ({ body }) => ({
    msg: 'Your password is set. Please log in.',
    email: await acceptInvitation(shop, body),
  }))
}
