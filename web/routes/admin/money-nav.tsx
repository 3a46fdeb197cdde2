import { admin } from '../../../contract/admin.ts'
import { adminPaths } from './admin-paths.ts'
import { may } from './may.ts'
import { SubNav } from './sub-nav.tsx'

/** The pages about money, on top of each of them. */
export function MoneyNav() {
  return (
    <SubNav
      label="Money"
      links={[
        { to: adminPaths.money(), title: 'Balances', endpoint: admin.balances },
        {
          to: adminPaths.runs(),
          title: 'Settlements',
          endpoint: admin.settlementRuns,
          above: [adminPaths.run(''), adminPaths.statement('')],
        },
        { to: adminPaths.payouts(), title: 'Payouts', endpoint: admin.payouts },
        {
          to: adminPaths.providerSettlements(),
          title: 'Paid to the bank',
          endpoint: admin.providerSettlements,
        },
        { to: adminPaths.weights(), title: 'Courier', endpoint: admin.weights },
        { to: adminPaths.shopDocuments(), title: 'Own invoices', endpoint: admin.shopDocuments },
        {
          to: adminPaths.reconciliations(),
          title: 'Reconciliation',
          endpoint: admin.reconciliations,
          above: [adminPaths.reconciliation('')],
        },
        { to: adminPaths.exceptions(), title: 'Exceptions', endpoint: admin.exceptions },
        {
          to: adminPaths.rates('commission'),
          title: 'Rates',
          endpoint: admin.commissionRules,
          above: [adminPaths.allRates()],
        },
        { to: adminPaths.coupons(), title: 'Coupons', endpoint: admin.coupons },
        { to: adminPaths.deliveryCharge(), title: 'Delivery charge', endpoint: admin.deliveryCharge },
        { to: adminPaths.refunds(), title: 'Refunds', endpoint: admin.refunds },
        { to: adminPaths.payments(), title: 'Unmatched payments', endpoint: admin.unmatchedPayments },
        {
          to: adminPaths.disputes(),
          title: 'Disputes',
          endpoint: admin.disputes,
          above: [adminPaths.dispute('')],
        },
      ].filter(({ endpoint }) => may(endpoint))}
    />
  )
}
