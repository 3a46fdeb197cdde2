/** What administrators do with a complaint: write, assign, put it before the owners. */
import type { z } from 'zod'
import { admin } from '../../../contract/admin.ts'
import type { DeskAct } from '../../../contract/admin-complaints.ts'
import { mayCall } from '../../../contract/endpoint.ts'
import { record } from '../../people/audit/record.ts'
import { type Administrator, findWhoMay, listAdministrators } from '../../people/identity/administrators.ts'
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Session } from '../../platform/session.ts'
import type { Shop } from '../../platform/shop.ts'
import { queueAnswerMail, queueEscalatedMail, queueSellerAskedMail } from './mails.ts'
import { targetOf } from './make-complaint.ts'
import {
  type ComplaintFacts,
  insertMessage,
  lockComplaint,
  type MessageKind,
  setAnswered,
  setAssigned,
  setDismissed,
  setEscalated,
  setSellerAsked,
  setSolved,
} from './queries.ts'

/** More administrators than any shop has. */
const administratorsMax = 500

/** Everybody who may answer complaints now, by e-mail. */
export async function listDesk(db: Queryable): Promise<Administrator[]> {
  const all = await listAdministrators(db, administratorsMax)
  return all.filter(({ suspendedAt, duties }) => !suspendedAt && mayCall(admin.writeComplaint, duties))
}

async function lock(tx: Tx, id: string): Promise<ComplaintFacts> {
  const facts = await lockComplaint(tx, id)
  if (!facts) throw notFound('There is no such complaint.')
  return facts
}

const kinds: Record<DeskAct, MessageKind> = {
  answer: 'desk',
  ask: 'desk',
  solve: 'desk',
  'ask-seller': 'to-seller',
  note: 'note',
  dismiss: 'note',
}

/**
 * Who has not seen the newest message writes nothing: of two administrators who answer at once the second one reads the first answer,
 * and so is every word of the person read. Refuses: not-found; conflict, also for a solved one that is more than noted on.
 */
export async function writeComplaint(
  shop: Shop,
  { email: author }: Pick<Session, 'email'>,
  id: string,
  { act, words, seen }: z.output<typeof admin.writeComplaint.body>,
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const facts = await lock(tx, id)
    if (act !== 'note') requireOpen(facts)
    if (act === 'dismiss' && !facts.unproven)
      throw new Refusal('conflict', 'Somebody reads this complaint: please answer it.')
    if (facts.lastMessage !== seen)
      throw new Refusal(
        'conflict',
        'Somebody has written meanwhile. Please read it; what you typed is still here.',
      )
    const messageId = await insertMessage(tx, { complaintId: id, kind: kinds[act], author, words })
    if (act === 'ask-seller') await askSeller(shop, tx, facts, messageId)
    if (act === 'answer' || act === 'ask') await setAnswered(tx, id, act === 'ask' ? 'waiting' : 'open')
    if (act === 'solve') await setSolved(tx, id)
    if (act === 'dismiss') await setDismissed(tx, id)
    if (act === 'answer' || act === 'ask' || act === 'solve')
      await queueAnswerMail(shop, tx, facts, { act, words, messageId })
    await record(tx, 'complaint-written', { target: targetOf(facts), note: act })
  })
}

function requireOpen({ state }: ComplaintFacts): void {
  if (state === 'solved' || state === 'closed')
    throw new Refusal('conflict', 'This complaint is solved already. Only who made it can open it again.')
}

async function askSeller(shop: Shop, tx: Tx, facts: ComplaintFacts, messageId: string): Promise<void> {
  const { id, number, sellerEmail } = facts
  if (sellerEmail === null) throw new Refusal('conflict', 'This complaint concerns no seller.')
  const until = await setSellerAsked(tx, id, shop.config.complaints.sellerHours)
  await queueSellerAskedMail(shop, tx, { to: sellerEmail, number, until, id: messageId })
}

/** Refuses: not-found for the complaint, and for an administrator who may not answer it. */
export async function assignComplaint(shop: Shop, id: string, to: string | null): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const facts = await lock(tx, id)
    const taker = to === null ? null : await findWhoMay(tx, to, admin.writeComplaint)
    if (taker === undefined)
      throw notFound('There is no such administrator, or they may not answer complaints.')
    await setAssigned(tx, id, taker)
    await record(tx, 'complaint-assigned', { target: targetOf(facts), note: taker?.email ?? 'nobody' })
  })
}

/** The owners are told by mail. Refuses: not-found; conflict for one that is solved, or was put before them. */
export async function escalateComplaint(
  shop: Shop,
  { email: by }: Pick<Session, 'email'>,
  id: string,
  note: string,
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const facts = await lock(tx, id)
    requireOpen(facts)
    if (facts.escalated) throw new Refusal('conflict', 'This complaint was put before the owners already.')
    await setEscalated(tx, id)
    await insertMessage(tx, {
      complaintId: id,
      kind: 'note',
      author: by,
      words: `Put before the owners: ${note}`,
    })
    for (const { id: toId, email: to, duties } of await listDesk(tx))
      if (duties.includes('owner'))
        await queueEscalatedMail(shop, tx, { to, toId, id, number: facts.number, by, note })
    await record(tx, 'complaint-escalated', { target: targetOf(facts), note })
  })
}
