/** Connects the endpoints by which owners manage administrators, and the one that accepts an invitation. */
import { admin } from '../../../contract/admin.ts'
import { api } from '../../../contract/endpoints.ts'
import { accountOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import { acceptInvitation } from './accept-invitation.ts'
import {
  administratorFacts,
  changeDuties,
  invitationFacts,
  inviteAdministrator,
  reinstateAdministrator,
  removeAdministrator,
  showAdministrators,
  suspendAdministrator,
  withdrawInvitation,
} from './administrators.ts'

export function administratorRoutes(shop: Shop, route: Registrar): void {
  route(admin.administrators, (context) => showAdministrators(shop, accountOf(context)))
  route(
    admin.inviteAdministrator,
    async (context) => {
      await inviteAdministrator(shop, accountOf(context), context.body)
      return { msg: `The invitation is on its way to ${context.body.email}.` }
    },
    (tx, { body }) => invitationFacts(tx, body),
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
    (tx, { params, body }) =>
      administratorFacts(tx, params.id, [{ label: 'May do then', value: body.duties.join(', ') }]),
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
    (tx, { params, body }) => administratorFacts(tx, params.id, [{ label: 'Reason', value: body.reason }]),
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
