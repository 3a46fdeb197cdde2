/** The parts of `npm run bench`; README.md says what they measure. */
import { benchFloods } from './floods.ts'
import { benchGreenWords } from './green-words.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchMemory } from './memory.ts'
import { benchOverload } from './overload.ts'
import { benchRequests } from './requests.ts'
import { benchRelevance, benchSearch } from './search.ts'
import type { Side } from './sides.ts'
import { benchStart } from './start.ts'
import type { Table } from './table.ts'
import { benchTrust } from './trust.ts'
import { benchVisits } from './visits.ts'

export const parts: Record<string, (sides: readonly Side[]) => Promise<Table[]>> = {
  requests: benchRequests,
  memory: benchMemory,
  start: benchStart,
  overload: benchOverload,
  floods: benchFloods,
  visits: benchVisits,
  lighthouse: benchLighthouse,
  search: benchSearch,
  relevance: benchRelevance,
  trust: benchTrust,
  'green-words': benchGreenWords,
}

/** What runs where no part is named: under twenty minutes, also for two checkouts. */
export const usual = ['requests', 'memory', 'start', 'overload', 'visits']
