/** Complaints over HTTP: of who makes them, sellers and administrators. */
import { admin } from '../../../contract/admin.ts'
import type { DeskAct } from '../../../contract/admin-complaints.ts'
import { api } from '../../../contract/endpoints.ts'
import { proofHeader } from '../../../contract/proof-of-work.ts'
import { accountOf, partyOf, type RequestContext, sellerOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import { tokenHash } from '../../platform/secrets.ts'
import type { Shop } from '../../platform/shop.ts'
import { answerAsSeller, rateSolution, replyToDesk } from './answer-desk.ts'
import { assignComplaint, escalateComplaint, writeComplaint } from './desk.ts'
import { makeComplaint, makeComplaintAsVisitor, sendLink } from './make-complaint.ts'
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
const written: Partial<Record<DeskAct, string>> = {
  note: 'The note is stored.',
  dismiss: 'The complaint is closed. Nobody gets a mail.',
}
const thanks = { msg: 'Thank you for telling us.' }
const toMade = ({ number, answerBy, decideBy, mailed }: Awaited<ReturnType<typeof makeComplaint>>) => ({
  number,
  mailed,
  answerBy: answerBy.toISOString(),
  decideBy: decideBy.toISOString(),
})
const visitorOf = ({ session, ip, headers }: Pick<RequestContext, 'session' | 'ip' | 'headers'>) => ({
  accountId: session?.partyId ?? null,
  ip,
  proof: headers.get(proofHeader) ?? undefined,
})
const byLink = (token: string) => ({ linkHash: tokenHash(token) })

export function complaintRoutes(shop: Shop, route: Registrar): void {
  route(api.complaint.make, async (context) =>
    toMade(await makeComplaint(shop, partyOf(context), context.body)),
  )
  route(api.complaint.makeAsVisitor, async (context) =>
    toMade(await makeComplaintAsVisitor(shop, visitorOf(context), context.body)),
  )
  route(api.complaint.sendLink, async (context) => {
    await sendLink(shop, visitorOf(context), context.body)
    return { msg: 'If the number and the email belong together, a mail with the link is on its way.' }
  })
  route(api.complaint.list, (context) => listOwnComplaints(shop, partyOf(context).accountId, context.query))
  route(api.complaint.read, (context) =>
    showOwnComplaint(shop, partyOf(context).accountId, context.params.number),
  )
  route(api.complaint.reply, async (context) => {
    const { accountId } = partyOf(context)
    await replyToDesk(shop, { accountId }, context.params.id, context.body.words)
    return sent
  })
  route(api.complaint.rate, async (context) => {
    const { accountId } = partyOf(context)
    await rateSolution(shop, { accountId }, context.params.id, context.body.satisfied)
    return thanks
  })
  route(api.complaint.readByLink, ({ body, ip }) => showLinkedComplaint(shop, byLink(body.token), ip))
  route(api.complaint.replyByLink, async ({ body }) => {
    await replyToDesk(shop, byLink(body.token), undefined, body.words)
    return sent
  })
  route(api.complaint.rateByLink, async ({ body }) => {
    await rateSolution(shop, byLink(body.token), undefined, body.satisfied)
    return thanks
  })
  route(api.complaint.getSeller, (context) => listSellersComplaints(shop, sellerOf(context), context.query))
  route(api.complaint.answerAsSeller, async (context) => {
    await answerAsSeller(shop, sellerOf(context), context.params.id, context.body.words)
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
    return { msg: written[context.body.act] ?? 'It is sent.' }
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
