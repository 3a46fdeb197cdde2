/** Connects the endpoints of a person's own data: shown, downloaded, deleted. */
import { dayInWords } from '../../../contract/day-in-words.ts'
import { admin } from '../../../contract/admin.ts'
import { api } from '../../../contract/endpoints.ts'
import { accountOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import { dayOf } from '../../platform/calendar.ts'
import type { Shop } from '../../platform/shop.ts'
import { makeArchive } from './archive.ts'
import { askToDelete, undoDeletion } from './delete-account.ts'
import { listDataLines, showOwnData } from './show-own-data.ts'

export function ownDataRoutes(shop: Shop, route: Registrar): void {
  route(api.privacy.notice, async () => listDataLines())
  route(api.ownData.state, (context) => showOwnData(shop, accountOf(context).accountId))
  route(api.ownData.archive, (context) => makeArchive(shop, accountOf(context).accountId))
  route(api.ownData.askDeletion, async (context) => {
    const dueAt = await askToDelete(shop, accountOf(context).accountId, context.body)
    return { msg: `Your account will be deleted after ${dayInWords(dayOf(dueAt))}.` }
  })
  route(api.ownData.undoDeletion, async (context) => {
    await undoDeletion(shop, accountOf(context).accountId)
    return { msg: 'Your account stays.' }
  })
  route(admin.archiveOf, (context) => makeArchive(shop, context.params.id))
  route(admin.deleteAccount, async (context) => {
    const dueAt = await askToDelete(shop, context.params.id, context.body)
    return { msg: `The account will be deleted after ${dayInWords(dayOf(dueAt))}.` }
  })
  route(admin.keepAccount, async (context) => {
    await undoDeletion(shop, context.params.id, context.body.reason)
    return { msg: 'The account stays.' }
  })
}
