/** What the pages say: what is kept of a person, and what becomes of it when they leave. Made from the list of personal rows. */
import type { DataLine, OwnDataState } from '../../../contract/own-data.ts'
import { findConsents } from '../../people/consents/consents.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { type RetainedTable, retainedTables } from '../retention/retained-tables.ts'
import { findOpenMatters } from './open-matters.ts'
import { personalRows, type PersonalRows, teamWords } from './personal-rows.ts'
import { findLeavingAccount } from './queries.ts'

interface NoticeLine extends DataLine {
  kept: string[]
}

/** One line for rows with the same words. */
export function listDataLines(): NoticeLine[] {
  const groups = new Map<string, { rules: PersonalRows[]; kept: Set<string> }>()
  for (const [table, rules] of Object.entries(personalRows))
    for (const rule of rules) {
      const group = groups.get(rule.what) ?? { rules: [], kept: new Set() }
      group.rules.push(rule)
      group.kept.add(retainedTables[table as RetainedTable].kept)
      groups.set(rule.what, group)
    }
  return [...groups].map(([what, { rules, kept }]) => {
    const of = rules[0]?.of ?? 'both'
    return {
      what,
      of: rules.every((rule) => rule.of === of) ? of : 'both',
      kept: ownTimes([...kept]),
      deletion: deletionWords(rules),
    }
  })
}

/** 'As long as its order' says something only where nothing says more. */
function ownTimes(kept: string[]): string[] {
  const own = kept.filter((time) => !/^as long as its [\w ]+$/.test(time))
  return own.length > 0 ? own : kept
}

function deletionWords(rules: readonly PersonalRows[]): string {
  const left = new Set<string>()
  const kept = new Map<string, string>()
  for (const { deletion } of rules) {
    if (deletion.does === 'emptied') left.add(deletion.left)
    if (deletion.does === 'kept') kept.set(deletion.why, deletion.time)
    if (deletion.does === 'renamed') return deletion.words
  }
  const law = [...kept].map(([why, time]) => `for ${time} (${why})`).join('; ')
  const rest = [...left].join('; ')
  if (law) return rest ? `Stays ${law}; of some of it only ${rest}.` : `Stays ${law}.`
  return rest ? `Deleted, except ${rest}.` : 'Deleted.'
}

/** Refuses: not-found. */
export async function showOwnData(shop: Shop, accountId: string): Promise<OwnDataState> {
  const account = await findLeavingAccount(shop.db, accountId)
  if (!account) throw notFound()
  const { email, role, askedAt, dueAt, askedBy, keepsReviews, isMember } = account
  const consents = await findConsents(shop.db, accountId)
  const { first, meanwhile } = await shop.db.transaction((tx) => findOpenMatters(shop, tx, role, accountId))
  const side = role === 'SELLER' ? 'seller' : 'buyer'
  // What is the shop's is not theirs.
  const isTheirs = ({ of, what }: NoticeLine) =>
    of === 'both' || (isMember ? what === teamWords : of === side)
  return {
    email,
    consents: consents.map(({ at, ...consent }) => ({ ...consent, at: at.toISOString() })),
    lines: listDataLines()
      .filter(isTheirs)
      .map(({ what, of, deletion }) => ({ what, of, deletion })),
    open: first,
    meanwhile,
    deletion:
      askedAt && dueAt
        ? {
            askedAt: askedAt.toISOString(),
            dueAt: dueAt.toISOString(),
            undoable: askedBy !== 'restore',
            keepReviews: keepsReviews,
          }
        : null,
  }
}
