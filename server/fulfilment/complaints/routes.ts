/** Complaints over HTTP: of who makes them, sellers and administrators. */
import { admin } from '../../../contract/admin.ts'
import { api } from '../../../contract/endpoints.ts'
import { accountOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import { tokenHash } from '../../platform/secrets.ts'
import type { Shop } from '../../platform/shop.ts'
import { answerAsSeller, rateSolution, replyToDesk } from './answer-desk.ts'
import { assignComplaint, escalateComplaint, writeComplaint } from './desk.ts'
import { makeComplaint, makeComplaintAsVisitor } from './make-complaint.ts'
import type { MadeComplaint } from './queries.ts'
import {
  listDeskComplaints,
  listOwnComplaints,
  listSellersComplaints,
  showComplaintFigures,
  showDeskComplaint,
  showLinkedComplaint,
  showOwnComplaint,
} from './show-complaints.ts'

const sent = { msg: 'Our team has it and answers you.' }
const thanks = { msg: 'Thank you for telling us.' }
const toMade = ({ number, answerBy, decideBy }: MadeComplaint) => ({
  number,
  answerBy: answerBy.toISOString(),
  decideBy: decideBy.toISOString(),
})
const byLink = (token: string) => ({ linkHash: tokenHash(token) })

export function complaintRoutes(shop: Shop, route: Registrar): void {
  route(api.complaint.make, async (context) =>
    toMade(await makeComplaint(shop, accountOf(context), context.body)),
  )
  route(api.complaint.makeAsVisitor, async ({ ip, body }) =>
    toMade(await makeComplaintAsVisitor(shop, ip, body)),
  )
  route(api.complaint.list, (context) => listOwnComplaints(shop, accountOf(context).accountId, context.query))
  route(api.complaint.read, (context) =>
    showOwnComplaint(shop, accountOf(context).accountId, context.params.number),
  )
  route(api.complaint.reply, async (context) => {
    const { accountId } = accountOf(context)
    await replyToDesk(shop, { accountId }, context.params.id, context.body.words)
    return sent
  })
  route(api.complaint.rate, async (context) => {
    const { accountId } = accountOf(context)
    await rateSolution(shop, { accountId }, context.params.id, context.body.satisfied)
    return thanks
  })
  route(api.complaint.readByLink, ({ body }) => showLinkedComplaint(shop, byLink(body.token)))
  route(api.complaint.replyByLink, async ({ body }) => {
    await replyToDesk(shop, byLink(body.token), undefined, body.words)
    return sent
  })
  route(api.complaint.rateByLink, async ({ body }) => {
    await rateSolution(shop, byLink(body.token), undefined, body.satisfied)
    return thanks
  })
  route(api.complaint.getSeller, (context) =>
    listSellersComplaints(shop, accountOf(context).accountId, context.query),
  )
  route(api.complaint.answerAsSeller, async (context) => {
    await answerAsSeller(shop, accountOf(context).accountId, context.params.id, context.body.words)
    return { msg: 'Our team reads your answer.' }
  })

  route(admin.complaints, (context) => {
    const { mine, ...query } = context.query
    return listDeskComplaints(shop, {
      ...query,
      assignedTo: mine === undefined ? undefined : accountOf(context).accountId,
    })
  })
  route(admin.complaint, ({ params }) => showDeskComplaint(shop, params.id))
  route(admin.writeComplaint, async (context) => {
    await writeComplaint(shop, accountOf(context), context.params.id, context.body)
    return { msg: context.body.act === 'note' ? 'The note is stored.' : 'It is sent.' }
  })
  route(admin.assignComplaint, async ({ params, body }) => {
    await assignComplaint(shop, params.id, body.to)
    return { msg: body.to === null ? 'Nobody has it now.' : 'It is assigned.' }
  })
  route(admin.escalateComplaint, async (context) => {
    await escalateComplaint(shop, accountOf(context), context.params.id, context.body.note)
    return { msg: 'The owners are told.' }
  })
  route(admin.complaintFigures, () => showComplaintFigures(shop))
}
