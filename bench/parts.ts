/** The parts of `npm run bench`; bench/README.md says what they measure. */
import { benchAdmin } from './admin.ts'
import { benchApi } from './api.ts'
import { benchCosts } from './costs.ts'
import { benchInvoices } from './invoices.ts'
import { benchLarge } from './large.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchMemory } from './memory.ts'
import { benchMoney } from './money.ts'
import { benchOverload } from './overload.ts'
import { benchPages } from './pages.ts'
import { benchProfile } from './profile.ts'
import { benchPurchase } from './purchase.ts'
import { benchReplica } from './replica.ts'
import { benchRestart } from './restart.ts'
import { benchSearch } from './search.ts'
import { benchSeller } from './seller.ts'
import { benchSitemap } from './sitemap.ts'
import { benchSoak } from './soak.ts'
import { benchStart } from './start.ts'
import { benchStatements } from './statements.ts'
import { benchStorage } from './storage.ts'
import { benchVisits } from './visits.ts'

export const parts: Record<string, () => Promise<void>> = {
  start: benchStart,
  pages: benchPages,
  visits: benchVisits,
  lighthouse: benchLighthouse,
  api: benchApi,
  sitemap: benchSitemap,
  search: benchSearch,
  seller: benchSeller,
  admin: benchAdmin,
  invoices: benchInvoices,
  money: benchMoney,
  purchase: benchPurchase,
  profile: benchProfile,
  statements: benchStatements,
  storage: benchStorage,
  costs: benchCosts,
  large: benchLarge,
  replica: benchReplica,
  overload: benchOverload,
  restart: benchRestart,
  memory: benchMemory,
  soak: benchSoak,
}
