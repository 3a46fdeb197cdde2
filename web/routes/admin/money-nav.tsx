import { adminPaths } from './admin-paths.ts'
import { SubNav } from './sub-nav.tsx'

/** The pages about money, on top of each of them. */
export function MoneyNav() {
  return (
    <SubNav
      label="Money"
      links={[
        { to: adminPaths.money(), title: 'Balances' },
        {
          to: adminPaths.runs(),
          title: 'Settlements',
          above: [adminPaths.run(''), adminPaths.statement('')],
        },
        { to: adminPaths.payouts(), title: 'Payouts' },
        {
          to: adminPaths.reconciliations(),
          title: 'Reconciliation',
          above: [adminPaths.reconciliation('')],
        },
        { to: adminPaths.exceptions(), title: 'Exceptions' },
        { to: adminPaths.rates('commission'), title: 'Rates', above: [adminPaths.allRates()] },
        { to: adminPaths.refunds(), title: 'Refunds' },
        { to: adminPaths.payments(), title: 'Unmatched payments' },
      ]}
    />
  )
}
