/** Administrator: the queue of listings that somebody has to look at, and the decisions about them. */
import { z } from 'zod'
import { searchableList } from './admin-people.ts'
import { declarationNeeds, shownDeclaration } from './declaration.ts'
import { endpoint, workLimits } from './endpoint.ts'
import { id, message, storable } from './fields.ts'
import { greenClaimStates } from './green-claim-list.ts'
import { greenWordsFound } from './green-words.ts'
import { listingChange } from './listing.ts'
import { listingFaults, moderationLimits } from './moderation-words.ts'

const ADMIN = ['ADMIN'] as const
const duties = ['catalogue'] as const

export const decisionActs = ['keep', 'hide', 'take-down', 'uphold'] as const
export type DecisionAct = (typeof decisionActs)[number]
export const listingStates = ['on-sale', 'hidden', 'taken-down'] as const
const whys = [
  'reported',
  'new-seller',
  'seller-record',
  'category',
  'green-words',
  'family',
  'changed',
  'appeal',
] as const
const at = z.iso.datetime()

const adminListing = z.object({
  id: z.string(),
  name: z.string(),
  /** By its seller: it waits for a decision on their record while reports are open. */
  deleted: z.boolean(),
  price: z.number(),
  imageUrls: z.array(z.string()),
  imageTexts: z.array(z.string()),
  description: z.string(),
  details: z.string(),
  subCategoryName: z.string(),
  declaration: shownDeclaration,
  missing: z.array(z.enum([...declarationNeeds, 'importer'])),
  claims: z.array(z.object({ wording: z.string(), state: z.enum(greenClaimStates) })),
  /** Words that no accepted claim settles, and why the seller keeps them. */
  greenWords: z.array(greenWordsFound.pick({ field: true, words: true, reason: true })),
  state: z.enum(listingStates),
  reason: z.enum(listingFaults).nullable(),
  note: z.string().nullable(),
  /** Why it is in the queue; empty: nobody has to look at it. */
  why: z.array(z.enum(whys)),
  waitsSince: at.nullable(),
  risk: z.enum(['high', 'medium', 'low']),
  appeal: z.string().nullable(),
  appealedAt: at.nullable(),
  /** The newest ones. `open`: not decided yet. */
  reports: z.array(
    z.object({
      reason: z.enum(listingFaults),
      words: z.string(),
      by: z.enum(['buyer', 'seller', 'visitor']),
      at,
      open: z.boolean(),
    }),
  ),
  seller: z.object({
    id: z.string(),
    company: z.string(),
    email: z.string(),
    /** Null for a seller who is suspended. */
    since: at.nullable(),
    /** Takedowns in 12 months that no appeal has undone. */
    takenDown: z.number().int(),
    /** Their newest ones, of all their listings. */
    decisions: z.array(
      z.object({
        product: z.string(),
        act: z.enum(decisionActs),
        reason: z.enum(listingFaults).nullable(),
        note: z.string(),
        at,
        undone: z.boolean(),
      }),
    ),
  }),
  /** The newest ones, the newest first. */
  changes: z.array(listingChange),
  /** What a decision sends back: `version` rises with each report, save, appeal and decision, `decided` with a decision only. */
  version: z.number().int(),
  decided: z.number().int(),
})
export type AdminListing = z.output<typeof adminListing>

/** What was decided in a month (YYYY-MM). */
const moderatedMonth = z.object({ month: z.string(), hidden: z.number().int(), takenDown: z.number().int() })
/** Decisions on a seller's listings in the last 12 months, newest first; without takedowns that an appeal has undone. */
export const moderationRecord = z.array(moderatedMonth)
export type ModerationRecord = z.output<typeof moderationRecord>

export const listingShows = ['waiting', 'hidden', 'taken-down', 'all'] as const
export type ListingShow = (typeof listingShows)[number]

export const decisionForm = z
  .object({
    act: z.enum(decisionActs, { error: 'Please choose.' }),
    reason: z.enum(listingFaults, { error: 'Please choose a reason.' }).optional(),
    note: z
      .string()
      .trim()
      .max(moderationLimits.noteLength, `At most ${moderationLimits.noteLength} characters.`)
      .refine(storable, 'This text has characters that cannot be stored.')
      .default(''),
    version: z.number().int().positive(),
    decided: z.number().int().min(0),
  })
  .refine(({ act, reason }) => act === 'keep' || act === 'uphold' || reason !== undefined, {
    path: ['reason'],
    error: 'Please choose a reason.',
  })
  .refine(({ act, note }) => act === 'keep' || note !== '', {
    path: ['note'],
    error: 'Please say what exactly is wrong.',
  })
export type Decision = z.output<typeof decisionForm>

const watched = z.array(z.number().int().positive().max(2_147_483_647)).max(1_000)

export const adminModeration = {
  listings: endpoint({
    method: 'GET',
    path: '/public/admin/listings',
    roles: ADMIN,
    duties,
    summary:
      'Listings that somebody has to look at, by risk, then those that wait longest; `show=hidden`, `taken-down` or `all` others, newest first. `q` is a product’s id or a seller’s e-mail.',
    query: searchableList.extend({ show: z.enum(listingShows).default('waiting') }),
    reply: z.array(adminListing),
    paged: true,
  }),
  watchedCategories: endpoint({
    method: 'GET',
    path: '/public/admin/watched-categories',
    roles: ADMIN,
    duties,
    summary: 'The categories of which each new listing is looked at, by their ids.',
    reply: watched,
  }),
  watchCategories: endpoint({
    method: 'POST',
    path: '/public/admin/watched-categories',
    roles: ADMIN,
    duties,
    summary:
      'Choose the categories of which each new listing, and each that comes into it by an edit, is looked at. Listings that are there already do not wait.',
    body: z.object({ categoryIds: watched }),
    reply: message,
  }),
  decideListing: endpoint({
    method: 'POST',
    path: '/public/admin/listings/{id}/decide',
    roles: ADMIN,
    duties,
    costly: ['mail'],
    limits: workLimits,
    summary:
      'Decide about a listing: `keep` finds nothing wrong and puts it back on sale; `hide` asks the seller for a change; `take-down` takes it off sale until an appeal is granted; `uphold` refuses the appeal. The seller reads reason and note. 409 for one that was decided since `decided`, and to keep one that was also changed or reported since `version`.',
    params: z.object({ id }),
    body: decisionForm,
    reply: message,
  }),
}
