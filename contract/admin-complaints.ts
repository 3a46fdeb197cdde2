/** Administrator: the desk that answers complaints. */
import { z } from 'zod'
import { searchableList } from './admin-people.ts'
import { complaintCategories, complaintLength, complaintStates } from './complaint-words.ts'
import { endpoint, workLimits } from './endpoint.ts'
import { id, message, text } from './fields.ts'

const ADMIN = ['ADMIN'] as const
const duties = ['support'] as const
const params = z.object({ id })

const adminComplaint = z.object({
  id: z.string(),
  number: z.string(),
  category: z.enum(complaintCategories),
  state: z.enum(complaintStates),
  /** Null once it is solved. */
  dueAt: z.iso.datetime().nullable(),
  due: z.enum(['late', 'soon', 'later']),
  escalated: z.boolean(),
  assignedTo: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  order: z.string().nullable(),
  product: z.string().nullable(),
  seller: z.string().nullable(),
  /** Of the seller's answer: none was asked for, it is awaited, late, or there. */
  sellersAnswer: z.enum(['none', 'awaited', 'late', 'given']),
  words: z.string(),
  createdAt: z.iso.datetime(),
})
export type AdminComplaint = z.output<typeof adminComplaint>

const adminComplaintPage = adminComplaint.extend({
  /** Whether an account made it, or a visitor, whose address is known to be theirs once they opened the link. */
  by: z.enum(['account', 'visitor', 'visitor-not-seen']),
  answerBy: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
  decideBy: z.iso.datetime(),
  solvedAt: z.iso.datetime().nullable(),
  reopenedAt: z.iso.datetime().nullable(),
  satisfied: z.boolean().nullable(),
  messages: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['person', 'desk', 'note', 'to-seller', 'seller']),
      author: z.string().nullable(),
      at: z.iso.datetime(),
      words: z.string(),
    }),
  ),
  /** Of a report of the messages about its order: all of them, oldest first, as they were written. */
  orderMessages: z.array(
    z.object({ by: z.enum(['buyer', 'seller']), at: z.iso.datetime(), words: z.string() }),
  ),
  /** Who may take it. */
  colleagues: z.array(z.object({ id: z.string(), email: z.string() })),
})
export type AdminComplaintPage = z.output<typeof adminComplaintPage>

export const deskActs = ['answer', 'ask', 'solve', 'ask-seller', 'note', 'dismiss'] as const
export type DeskAct = (typeof deskActs)[number]

export const deskForm = z.object({
  act: z.enum(deskActs, { error: 'Please choose.' }),
  words: text(complaintLength, 'Please write something.'),
})

const figuresOfMonth = z.object({
  /** YYYY-MM, by the day on which they were made. */
  month: z.string(),
  received: z.number().int(),
  answeredInTime: z.number().int(),
  solvedInTime: z.number().int(),
  open: z.number().int(),
  satisfied: z.number().int(),
  rated: z.number().int(),
})
export type ComplaintFigures = z.output<typeof figuresOfMonth>

export const complaintShows = ['todo', 'due', ...complaintStates, 'all'] as const

export const adminComplaints = {
  complaints: endpoint({
    method: 'GET',
    path: '/public/admin/complaints',
    roles: ADMIN,
    duties,
    summary:
      'Complaints by the end of their clock, late ones first; solved ones last, newest first. `show` is `todo` (the default: open or waiting), `due` (late, or due within 24 hours), a state, or `all`. `q` is the number of a complaint or order, or an e-mail.',
    query: searchableList.extend({
      show: z.enum(complaintShows).default('todo'),
      category: z.enum(complaintCategories).optional(),
      mine: z.enum(['yes']).optional(),
    }),
    reply: z.array(adminComplaint),
    paged: true,
  }),
  complaint: endpoint({
    method: 'GET',
    path: '/public/admin/complaints/{id}',
    roles: ADMIN,
    duties,
    summary: 'One complaint with all that was said about it, notes included.',
    params,
    reply: adminComplaintPage,
  }),
  writeComplaint: endpoint({
    method: 'POST',
    path: '/public/admin/complaints/{id}/write',
    roles: ADMIN,
    duties,
    costly: ['mail'],
    limits: workLimits,
    summary:
      'Answer a complaint, ask who complains or the seller, solve it, or write a note for administrators; `dismiss` closes one of a visitor who never opened the link in the mail, and mails nobody. `seen` is the newest message that the caller has read: 409 where somebody has written since, and for a complaint that is closed; a solved one takes notes only.',
    params,
    body: deskForm.extend({ seen: id }),
    reply: message,
  }),
  assignComplaint: endpoint({
    method: 'POST',
    path: '/public/admin/complaints/{id}/assign',
    roles: ADMIN,
    duties,
    limits: workLimits,
    summary: 'Assign a complaint to an administrator who may answer it; to nobody without `to`.',
    params,
    body: z.object({ to: id.nullable() }),
    reply: message,
  }),
  escalateComplaint: endpoint({
    method: 'POST',
    path: '/public/admin/complaints/{id}/escalate',
    roles: ADMIN,
    duties,
    costly: ['mail'],
    limits: workLimits,
    summary:
      'Put a complaint before the owners of the shop, who are told by mail. 409 for one that is solved, or was put before them already.',
    params,
    body: z.object({ note: text(500, 'Please say why.') }),
    reply: message,
  }),
  complaintFigures: endpoint({
    method: 'GET',
    path: '/public/admin/complaint-figures',
    roles: ADMIN,
    duties,
    summary:
      'Complaints by the month in which they were made, the last 24 months: received, answered and solved in time, open.',
    reply: z.array(figuresOfMonth),
  }),
}
