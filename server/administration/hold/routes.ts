/** The endpoints of the page on which the shop is held and released. */
import { admin } from '../../../contract/admin.ts'
import { continueReferences, continueSeries, seriesFacts } from '../../money/holds/continue-numbers.ts'
import {
  holdShop,
  releaseFacts,
  releaseShop,
  showHold,
  startReconciliation,
} from '../../money/holds/hold-shop.ts'
import { importTransfers, transferFacts } from '../../money/holds/import-transfers.ts'
import type { Registrar } from '../../platform/http/register.ts'
import type { Shop } from '../../platform/shop.ts'

export function holdRoutes(shop: Shop, route: Registrar): void {
  route(admin.hold, () => showHold(shop))
  route(admin.holdShop, async (context) => {
    await holdShop(shop, context.body.note)
    return { msg: 'The shop is held: it sells, pays, refunds and invoices nothing.' }
  })
  route(admin.reconcileHold, async () => {
    await startReconciliation(shop)
    return { msg: 'The reconciliation is under way.' }
  })
  route(admin.continueReferences, async (context) => {
    await continueReferences(shop, context.body.reference)
    return { msg: `References go on behind ${context.body.reference}.` }
  })
  route(
    admin.continueSeries,
    async (context) => {
      await continueSeries(shop, context.body)
      return { msg: `The series goes on behind ${context.body.serial}.` }
    },
    (tx, { body }) => seriesFacts(shop, tx, body),
  )
  route(
    admin.adoptTransfers,
    async (context) => {
      const done = await importTransfers(shop, context.body.csv)
      return { msg: `${done.adopted} transfers adopted, ${done.known} known before.`, ...done }
    },
    (tx, { body }) => transferFacts(tx, body.csv),
  )
  route(
    admin.releaseHold,
    async (context) => {
      await releaseShop(shop, context.body)
      return { msg: 'The shop is released: what waited goes on.' }
    },
    (tx, { body }) => releaseFacts(tx, body),
  )
}
