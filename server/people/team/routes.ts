/** Connects the endpoints of the teams of shops. */
import { admin } from '../../../contract/admin.ts'
import { api } from '../../../contract/endpoints.ts'
import { sellerOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'
import { joinTeam } from './join-team.ts'
import {
  changeAreas,
  inviteMember,
  removeMember,
  removeMemberOfAnyTeam,
  showTeam,
  withdrawInvitation,
} from './manage-team.ts'

export function teamRoutes(shop: Shop, route: Registrar): void {
  route(api.team.show, (context) => showTeam(shop, sellerOf(context)))
  route(api.team.invite, async (context) => {
    await inviteMember(shop, sellerOf(context), context.body)
    return { msg: `A mail is on its way to ${context.body.email}.` }
  })
  route(api.team.withdraw, async (context) => {
    await withdrawInvitation(shop, sellerOf(context), context.params.id)
    return { msg: 'The invitation is withdrawn.' }
  })
  route(api.team.changeAreas, async (context) => {
    await changeAreas(shop, sellerOf(context), context.params.id, context.body.areas)
    return { msg: 'The areas are changed.' }
  })
  route(api.team.remove, async (context) => {
    await removeMember(shop, sellerOf(context), context.params.id)
    return { msg: 'They are no longer in your team, and are logged out.' }
  })
  route(admin.removeTeamMember, async ({ params, body }) => {
    await removeMemberOfAnyTeam(shop, params.id, body.reason)
    return { msg: 'They are no longer in the team, and are logged out.' }
  })
  route(api.team.join, async ({ body }) => ({
    msg: 'Welcome to the team. Please log in.',
    email: await joinTeam(shop, body),
  }))
}
