/** Administrator: the arrangement of the home page, its preview and its earlier versions. */
import { z } from 'zod'
import { homePageLimits } from './catalogue-limits.ts'
import { endpoint, workLimits } from './endpoint.ts'
import { message } from './fields.ts'
import { homeSections, shownHomePage } from './home-page.ts'

const common = { roles: ['ADMIN'], duties: ['catalogue'] } as const

const version = z.number().int().min(0).max(2_147_483_647)
const saved = message.extend({ version })
const conflict = '409 where somebody else has changed it since it was loaded.'

export const arrangedHomePage = z.object({
  /** Of the arrangement that is edited; each change raises it. */
  version,
  sections: homeSections,
  /** Whether `sections` differ from what is published. */
  isDraft: z.boolean(),
  /** Null: the home page of the specification. */
  published: z.object({ id: z.number().int(), at: z.iso.datetime() }).nullable(),
  /** What was published before, newest first. */
  earlier: z.array(z.object({ id: z.number().int(), at: z.iso.datetime(), sections: z.number().int() })),
  /** The hand-picked products of `sections`. */
  products: z.array(
    z.object({ id: z.string(), name: z.string(), imageUrl: z.string(), onSale: z.boolean() }),
  ),
})
export type ArrangedHomePage = z.output<typeof arrangedHomePage>

export const adminHomePage = {
  homePage: endpoint({
    ...common,
    method: 'GET',
    path: '/public/admin/home-page',
    summary: 'The arrangement of the home page that is edited, and what was published.',
    reply: arrangedHomePage,
  }),
  saveHomePage: endpoint({
    ...common,
    method: 'POST',
    path: '/public/admin/home-page',
    limits: workLimits,
    summary: `Save the arrangement without publishing it. ${conflict}`,
    body: z.object({ version, sections: homeSections }),
    bodyMax: 450_000,
    reply: saved,
  }),
  publishHomePage: endpoint({
    ...common,
    method: 'POST',
    path: '/public/admin/home-page/publish',
    limits: workLimits,
    summary: `Show the saved arrangement to everybody. The ${homePageLimits.earlierMax} before it are kept. ${conflict}`,
    body: z.object({ version }),
    reply: saved,
  }),
  takeBackHomePage: endpoint({
    ...common,
    method: 'POST',
    path: '/public/admin/home-page/take-back',
    limits: workLimits,
    summary: `Edit an arrangement that was published, or with null the home page of the specification; what was edited is dropped, and nothing is published yet. ${conflict}`,
    body: z.object({ version, id: z.number().int().positive().max(2_147_483_647).nullable() }),
    reply: saved,
  }),
  previewHomePage: endpoint({
    ...common,
    method: 'GET',
    path: '/public/admin/home-page/preview',
    summary: 'The sections of the edited arrangement that are shown at a moment.',
    query: z.object({ at: z.iso.datetime({ offset: true }) }),
    reply: shownHomePage,
  }),
}
