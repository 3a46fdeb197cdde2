/** Administrator: timers, failed jobs, unsent mail and broken invariants. */
import { z } from 'zod'
import { searchableList } from './admin-people.ts'
import { endpoint, workLimits } from './endpoint.ts'
import { id, message } from './fields.ts'

const ADMIN = ['ADMIN'] as const
const params = z.object({ id })

/** `about` lists the ids in the job's data (never texts); `orderId` is the order that it belongs to, if any. */
export const failedJob = z.object({
  id: z.string(),
  name: z.string(),
  about: z.string(),
  orderId: z.string().nullable(),
  tries: z.number().int(),
  error: z.string(),
  createdAt: z.iso.datetime(),
  failedAt: z.iso.datetime().nullable(),
})
export type FailedJob = z.output<typeof failedJob>

/**
 * `waiting` mail is retried automatically; `failed` mail is not. If no key of the shop can decrypt the mail, `unreadable`
 * says so in words, and `to` and `subject` are null.
 */
export const unsentMail = z.object({
  id: z.string(),
  to: z.string().nullable(),
  subject: z.string().nullable(),
  unreadable: z.string().nullable(),
  state: z.enum(['waiting', 'failed']),
  tries: z.number().int(),
  error: z.string(),
  createdAt: z.iso.datetime(),
})
export type UnsentMail = z.output<typeof unsentMail>

/**
 * Invariants of money and stock that do not hold, as the shop's own check found them. Each with the view of the database that
 * lists its rows, and the first three of them; `orderId` and `settlementId` are what they belong to, where it is known.
 */
export const brokenInvariants = z.object({
  checkedAt: z.iso.datetime(),
  /** The check has not finished for too long, so its findings may be out of date. */
  isStale: z.boolean(),
  broken: z.array(
    z.object({
      invariant: z.string(),
      view: z.string(),
      count: z.number().int(),
      since: z.iso.datetime(),
      rows: z.array(
        z.object({ id: z.string(), orderId: z.string().nullable(), settlementId: z.string().nullable() }),
      ),
    }),
  ),
})
export type BrokenInvariants = z.output<typeof brokenInvariants>

/**
 * `unfinished` goes on soon, and `failed` is repeated after a pause. `seconds` is how long the last run took, null while one is under
 * way; `succeededAt` is when the last run that succeeded began.
 */
export const timerState = z.object({
  name: z.string(),
  schedule: z.string(),
  state: z.enum(['waiting', 'running', 'unfinished', 'done', 'failed']),
  startedAt: z.iso.datetime().nullable(),
  seconds: z.number().nullable(),
  succeededAt: z.iso.datetime().nullable(),
  error: z.string().nullable(),
})
export type TimerState = z.output<typeof timerState>

/** How many of the deliveries that were promised for these days came in time. Late ones may still be on their way. */
export const keptPromises = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  promised: z.number().int(),
  inTime: z.number().int(),
  late: z.number().int(),
})
export type KeptPromises = z.output<typeof keptPromises>

export const adminWork = {
  timers: endpoint({
    method: 'GET',
    path: '/public/admin/timers',
    roles: ADMIN,
    duties: ['finance', 'support'],
    summary: 'What the shop does by the clock: when each timer runs, and how its last run ended.',
    reply: z.array(timerState),
  }),
  keptPromises: endpoint({
    method: 'GET',
    path: '/public/admin/kept-promises',
    roles: ADMIN,
    duties: ['finance', 'support'],
    summary:
      'How many of the deliveries that were promised for the last 30 days came in time; without orders that were cancelled or refunded before they arrived.',
    reply: keptPromises,
  }),
  brokenInvariants: endpoint({
    method: 'GET',
    path: '/public/admin/broken-invariants',
    roles: ADMIN,
    duties: ['finance', 'support'],
    summary: 'Invariants of money and stock that do not hold. Empty unless something is wrong.',
    reply: brokenInvariants,
  }),
  failedJobs: endpoint({
    method: 'GET',
    path: '/public/admin/failed-jobs',
    roles: ADMIN,
    duties: ['support'],
    summary:
      'Jobs that have used up their retries, newest first; mail has a list of its own. `q` is a part of the name of a job or of an id in its data.',
    query: searchableList,
    reply: z.array(failedJob),
    paged: true,
  }),
  retryJob: endpoint({
    method: 'POST',
    path: '/public/admin/failed-jobs/{id}/retry',
    roles: ADMIN,
    duties: ['support'],
    summary: 'Retry a failed job once, now. 404 for one that has not failed.',
    params,
    reply: message,
  }),
  unsentMail: endpoint({
    method: 'GET',
    path: '/public/admin/unsent-mail',
    roles: ADMIN,
    duties: ['support'],
    summary: 'Mail that the mail server has not accepted yet or that was given up, newest first.',
    query: searchableList.omit({ q: true }),
    reply: z.array(unsentMail),
    paged: true,
  }),
  readMail: endpoint({
    method: 'GET',
    path: '/public/admin/unsent-mail/{id}',
    roles: ADMIN,
    duties: ['support'],
    summary:
      'One unsent mail with its text; codes in it are not shown. Each reading is written to the audit. 409 for one that cannot be decrypted.',
    params,
    reply: unsentMail.extend({ to: z.string(), subject: z.string(), text: z.string() }),
  }),
  retryMail: endpoint({
    method: 'POST',
    path: '/public/admin/unsent-mail/{id}/retry',
    roles: ADMIN,
    duties: ['support'],
    costly: ['mail'],
    limits: workLimits,
    summary:
      'Send a given-up mail again. 404 for one that was not given up; 409 for one that cannot be decrypted or contains a code that has expired.',
    params,
    reply: message,
  }),
}
