/** What the shop knows of a person: shown, downloaded, and deleted with the account. */
import { z } from 'zod'
import { endpoint, formLimits } from './endpoint.ts'
import { message } from './fields.ts'

/** Texts to which people agree when they register. */
export const consentKinds = ['terms', 'privacy'] as const
export type ConsentKind = (typeof consentKinds)[number]

/** The day from which each text has been shown. Another text is another day (server/people/consents/consents.ts). */
export const textVersions: Record<ConsentKind, string> = {
  terms: '2026-11-28',
  privacy: '2026-11-28',
}

/** A line of what is kept: in plain words, how long, and what becomes of it when the account is deleted. */
const dataLine = z.object({ what: z.string(), of: z.enum(['buyer', 'seller', 'both']), deletion: z.string() })
export type DataLine = z.output<typeof dataLine>

export const ownDataState = z.object({
  email: z.string(),
  consents: z.array(z.object({ kind: z.enum(consentKinds), version: z.string(), at: z.iso.datetime() })),
  lines: z.array(dataLine),
  /** What has to end before the deletion can be asked for. */
  open: z.array(z.string()),
  /** What others began with a seller: it only has to end before the account is deleted. */
  meanwhile: z.array(z.string()),
  /** Null while it is not asked for. */
  deletion: z
    .object({
      askedAt: z.iso.datetime(),
      dueAt: z.iso.datetime(),
      undoable: z.boolean(),
      keepReviews: z.boolean(),
    })
    .nullable(),
})
export type OwnDataState = z.output<typeof ownDataState>

export const deletionBody = z.object({ keepReviews: z.boolean() })
/** The bytes of a ZIP archive, made while they are sent. */
export const archiveReply = z.object({ pieces: z.custom<AsyncIterable<Uint8Array>>(), name: z.string() })
export const archiveLimits = [
  { max: 3, seconds: 3_600 },
  { max: 10, seconds: 86_400 },
] as const

const people = ['CUSTOMER', 'SELLER'] as const

export const ownData = {
  state: endpoint({
    method: 'GET',
    path: '/private/own-data',
    roles: people,
    areas: 'person',
    summary: 'What is kept of the caller, their consents, and whether and when their account is deleted.',
    reply: ownDataState,
  }),
  archive: endpoint({
    method: 'GET',
    path: '/private/own-data/archive',
    roles: people,
    areas: 'person',
    recentLogin: true,
    costly: ['render'],
    limits: archiveLimits,
    summary:
      'A ZIP archive of all rows that are about the caller: JSON files, and a page to read. Needs a recent login (403 with the field `recentLogin`).',
    reply: archiveReply,
    file: 'application/zip',
  }),
  askDeletion: endpoint({
    method: 'POST',
    path: '/private/own-data/deletion',
    roles: people,
    areas: 'person',
    recentLogin: true,
    costly: ['mail'],
    limits: formLimits,
    summary:
      'Ask to delete the account: it is deleted seven days later, unless that is undone. Products of a seller leave sale at once. Needs a recent login. 409, naming them, while orders, returns, claims, own complaints, refunds or payouts are open.',
    body: deletionBody,
    reply: message,
  }),
  undoDeletion: endpoint({
    method: 'POST',
    path: '/private/own-data/deletion/undo',
    roles: people,
    areas: 'person',
    costly: ['mail'],
    limits: formLimits,
    summary: 'Keep the account, until it is deleted. 409 where nothing was asked for.',
    reply: message,
  }),
}

export const privacy = {
  notice: endpoint({
    method: 'GET',
    path: '/public/privacy-notice',
    roles: ['visitor'],
    summary: 'What the shop keeps, how long, and what becomes of it when an account is deleted.',
    reply: z.array(dataLine.extend({ kept: z.array(z.string()) })),
  }),
}
