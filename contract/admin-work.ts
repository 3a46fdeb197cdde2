/** Work that did not get done by itself: failed jobs and mail that is still here. */
import { z } from 'zod'
import { searched } from './admin-people.ts'
import { endpoint } from './endpoint.ts'
import { id, message } from './fields.ts'

const ADMIN = ['ADMIN'] as const
const params = z.object({ id })

/** `about` names what the job carries (never texts), `orderId` its order where it is about one. */
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
 * `waiting` mail is tried again by itself; `failed` mail is not. Where no key of the shop opens it, `unreadable` says so
 * in words, and nobody knows `to` and `subject`.
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

export const adminWork = {
  failedJobs: endpoint({
    method: 'GET',
    path: '/public/admin/failed-jobs',
    roles: ADMIN,
    mutates: false,
    summary:
      'Jobs that were given up, newest first; mail has a list of its own. `q` is a part of the name of a job or of an id that it carries.',
    query: searched,
    reply: z.array(failedJob),
    paged: true,
  }),
  retryJob: endpoint({
    method: 'POST',
    path: '/public/admin/failed-jobs/{id}/retry',
    roles: ADMIN,
    mutates: true,
    summary: 'Give a failed job one more try, now. 404 for one that has not failed.',
    params,
    reply: message,
  }),
  unsentMail: endpoint({
    method: 'GET',
    path: '/public/admin/unsent-mail',
    roles: ADMIN,
    mutates: false,
    summary: 'Mail that could not be handed over yet or was given up, newest first.',
    query: searched.omit({ q: true }),
    reply: z.array(unsentMail),
    paged: true,
  }),
  readMail: endpoint({
    method: 'GET',
    path: '/public/admin/unsent-mail/{id}',
    roles: ADMIN,
    mutates: false,
    summary:
      'One of them with its text; codes in it are not shown. Each reading is written down. 409 for one that cannot be opened.',
    params,
    reply: unsentMail.extend({ to: z.string(), subject: z.string(), text: z.string() }),
  }),
  retryMail: endpoint({
    method: 'POST',
    path: '/public/admin/unsent-mail/{id}/retry',
    roles: ADMIN,
    mutates: true,
    summary:
      'Send a mail that was given up again. 404 for one that was not; 409 for one that cannot be opened or holds a code that is no longer valid.',
    params,
    reply: message,
  }),
}
