/** The administrator's overview: counters, what waits for a person, recent orders, categories (specification §2). */
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import { call, callPage } from '../../../api/client.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { requireAdmin } from '../require-admin.ts'
import { PageHead } from '../list-page.tsx'
import { Attention, type Waiting } from './attention.tsx'
import { BrokenInvariants } from './broken-invariants.tsx'
import { Categories } from './categories.tsx'
import { Counters } from './counters.tsx'
import { RecentOrders } from './recent-orders.tsx'

/** Specification §9. */
const recentOrders = 10

/** A part that cannot be loaded is shown empty or as zero (specification §8). */
export function loader({ request }: LoaderFunctionArgs) {
  return requireAdmin(request, async () => {
    const [counts, orders, tree, checked, waiting] = await Promise.all([
      loadOrEmpty(() => call(admin.counts), { products: 0, customers: 0, orders: 0, sellers: 0 }),
      loadOrEmpty(
        async () => (await callPage(admin.allOrders, { query: { limit: recentOrders } })).items,
        [],
      ),
      loadOrEmpty(() => call(admin.categoryTree), []),
      loadOrEmpty(() => call(admin.brokenInvariants), { checkedAt: '', isStale: false, broken: [] }),
      countWaiting(),
    ])
    return { counts: counts.value, orders, tree, checked: checked.value, waiting }
  })
}

async function countWaiting(): Promise<Waiting> {
  const [orders, returns, refunds, payments, jobs, mail, money] = await Promise.all(
    [
      () => callPage(admin.allOrders, { query: { limit: 1, attention: 'yes' } }),
      () => callPage(admin.returns, { query: { limit: 1, show: 'disputed' } }),
      () => callPage(admin.refunds, { query: { limit: 1 } }),
      () => callPage(admin.unmatchedPayments, { query: { limit: 1 } }),
      () => callPage(admin.failedJobs, { query: { limit: 1 } }),
      () => callPage(admin.unsentMail, { query: { limit: 1 } }),
      // Late refunds are counted above.
      async () => ({
        total: (await call(admin.exceptions)).filter(({ kind }) => kind !== 'refund-late').length,
      }),
    ].map(async (list) => (await loadOrEmpty<{ total: number }>(list, { total: 0 })).value.total),
  )
  return { orders, returns, refunds, payments, jobs, mail, money } as Waiting
}

export function Component() {
  const { counts, orders, tree, checked, waiting } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead heading="Overview" />
      <Counters counts={counts} />
      <BrokenInvariants checked={checked} />
      <Attention waiting={waiting} />
      <div className="mt-6 flex flex-col gap-8">
        <RecentOrders loaded={orders} />
        <Categories loaded={tree} />
      </div>
    </>
  )
}
