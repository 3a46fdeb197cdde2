/** Complaints as who made them, sellers and administrators read them. */
import { z } from 'zod'
import type {
  AdminComplaint,
  AdminComplaintPage,
  ComplaintFigures,
} from '../../../contract/admin-complaints.ts'
import type { ListedComplaint, SellersComplaint, ShownComplaint } from '../../../contract/complaint.ts'
import {
  type CursorFormat,
  idCursor,
  keysetPage,
  type Page,
  type PageRequest,
} from '../../platform/keyset-page.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { listDesk } from './desk.ts'
import {
  countDesk,
  countDeskByState,
  countOwn,
  countSellers,
  type DeskFilter,
  type DeskRow,
  type DuePosition,
  findDeskRow,
  listDeskRows,
  listOwnRows,
  listSellersRows,
  readFigures,
} from './list-queries.ts'
import { toDesk, toDeskPage, toListed, toSellers, toShown } from './present.ts'
import { noteOpened } from './make-complaint.ts'
import { type Complainant, findOwnComplaint } from './queries.ts'

/** Refuses ('invalid') a malformed cursor. */
export const listOwnComplaints = (
  { db }: Shop,
  accountId: string,
  query: PageRequest,
): Promise<Page<ListedComplaint>> =>
  keysetPage(query, idCursor, {
    rows: (limit, before) => listOwnRows(db, accountId, limit, before),
    count: () => countOwn(db, accountId),
    toItem: toListed,
  })

/** Refuses ('not-found') somebody else's. */
export async function showOwnComplaint(
  { db }: Shop,
  accountId: string,
  number: string,
): Promise<ShownComplaint> {
  return shown(await findOwnComplaint(db, { accountId }, number.toUpperCase()))
}

/** The complaint of a mailed link, whose first use shows that the address is the visitor's. Refuses ('not-found') an unknown token. */
export async function showLinkedComplaint(
  shop: Shop,
  who: Complainant & { linkHash: Buffer },
  ip: string,
): Promise<ShownComplaint> {
  const complaint = shown(await findOwnComplaint(shop.db, who))
  await noteOpened(shop, who.linkHash, ip)
  return complaint
}

function shown(row: Awaited<ReturnType<typeof findOwnComplaint>>): ShownComplaint {
  if (!row) throw notFound('There is no such complaint of yours.')
  return toShown(row)
}

/** Refuses ('invalid') a malformed cursor. */
export const listSellersComplaints = (
  { db }: Shop,
  sellerId: string,
  query: PageRequest,
): Promise<Page<SellersComplaint>> =>
  keysetPage(query, idCursor, {
    rows: (limit, before) => listSellersRows(db, sellerId, limit, before),
    count: () => countSellers(db, sellerId),
    toItem: toSellers,
  })

const dueTime = z.iso.datetime({ precision: 6 })

/** The end of the clock to the microsecond, and the id. */
const dueCursor: CursorFormat<DeskRow, DuePosition> = {
  start: { due: '-infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
  write: ({ dueText, id }) => Buffer.from(`${dueText}|${id}`).toString('base64url'),
  read(cursor) {
    const [due = '', id] = Buffer.from(cursor, 'base64url').toString().split('|')
    const isTime = due === 'infinity' || (due.startsWith('20') && dueTime.safeParse(due).success)
    const uuid = z.uuid().safeParse(id)
    return isTime && uuid.success ? { due, id: uuid.data } : null
  },
}

/** Refuses ('invalid') a malformed cursor. */
export const listDeskComplaints = (
  { db }: Shop,
  { limit, cursor, ...filter }: PageRequest & DeskFilter,
): Promise<Page<AdminComplaint>> =>
  keysetPage({ limit, cursor }, dueCursor, {
    rows: (max, position) => listDeskRows(db, filter, max, position),
    count: () => countDesk(db, filter),
    toItem: toDesk,
  })

export const countDeskStates = ({ db }: Shop) => countDeskByState(db)

/** Refuses: not-found. */
export async function showDeskComplaint({ db }: Shop, id: string): Promise<AdminComplaintPage> {
  const [row, colleagues] = await Promise.all([findDeskRow(db, id), listDesk(db)])
  if (!row) throw notFound('There is no such complaint.')
  return toDeskPage(row, colleagues)
}

export const showComplaintFigures = ({ db }: Shop): Promise<ComplaintFigures[]> => readFigures(db)
