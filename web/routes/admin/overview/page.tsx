/** The administrator's overview: counters, what waits for a person, recent orders, categories (specification §2). */
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { admin } from '../../../../contract/admin.ts'
import type { BrokenInvariants } from '../../../../contract/admin-work.ts'
import { call, callPage } from '../../../api/client.ts'
import { loadOrEmpty } from '../../../api/load-or-empty.ts'
import { may } from '../may.ts'
import { requireAdmin } from '../require-admin.ts'
import { PageHead } from '../list-page.tsx'
import { Attention, type Waiting } from './attention.tsx'
import { BrokenInvariants as BrokenList } from './broken-invariants.tsx'
import { Categories } from './categories.tsx'
import { Counters } from './counters.tsx'
import { Promises } from './promises.tsx'
import { RecentOrders } from './recent-orders.tsx'

const nothingBroken: BrokenInvariants = { checkedAt: '', isStale: false, broken: [] }

/** Specification §9. */
const recentOrders = 10

/** A part that cannot be loaded is shown empty or as zero (specification §8). */
export function loader({ request }: LoaderFunctionArgs) {
  return requireAdmin(request, async () => {
    const [counts, orders, tree, checked, promises, waiting] = await Promise.all([
      loadOrEmpty(() => call(admin.counts), { products: 0, customers: 0, orders: 0, sellers: 0 }),
      loadOrEmpty(
        async () =>
          may(admin.allOrders)
            ? (await callPage(admin.allOrders, { query: { limit: recentOrders } })).items
            : [],
        [],
      ),
      loadOrEmpty(() => call(admin.categoryTree), []),
      loadOrEmpty<BrokenInvariants>(
        async () => (may(admin.brokenInvariants) ? call(admin.brokenInvariants) : nothingBroken),
        nothingBroken,
      ),
      loadOrEmpty(async () => (may(admin.keptPromises) ? call(admin.keptPromises) : null), null),
      countWaiting(),
    ])
    return {
      counts: counts.value,
      orders,
      tree,
      checked: checked.value,
      promises: promises.value,
      waiting,
    }
  })
}

async function countWaiting(): Promise<Waiting> {
  const [
    orders,
    returns,
    refunds,
    payments,
    jobs,
    mail,
    approvals,
    money,
    disputes,
    complaints,
    listings,
    sellers,
  ] = await Promise.all(
    (
      [
        [admin.allOrders, () => callPage(admin.allOrders, { query: { limit: 1, attention: 'yes' } })],
        [admin.returns, () => callPage(admin.returns, { query: { limit: 1, show: 'disputed' } })],
        [admin.refunds, () => callPage(admin.refunds, { query: { limit: 1 } })],
        [admin.unmatchedPayments, () => callPage(admin.unmatchedPayments, { query: { limit: 1 } })],
        [admin.failedJobs, () => callPage(admin.failedJobs, { query: { limit: 1 } })],
        [admin.unsentMail, () => callPage(admin.unsentMail, { query: { limit: 1 } })],
        [admin.approvals, () => callPage(admin.approvals, { query: { limit: 1 } })],
        // Late refunds are counted above.
        [
          admin.exceptions,
          async () => ({
            total: (await call(admin.exceptions)).filter(({ kind }) => kind !== 'refund-late').length,
          }),
        ],
        [admin.disputes, () => callPage(admin.disputes, { query: { limit: 1 } })],
        [admin.complaints, () => callPage(admin.complaints, { query: { limit: 1, show: 'due' } })],
        [admin.listings, () => callPage(admin.listings, { query: { limit: 1 } })],
        [admin.sellerApprovals, () => callPage(admin.sellerApprovals, { query: { limit: 1 } })],
      ] as const
    ).map(async ([endpoint, list]) =>
      may(endpoint) ? (await loadOrEmpty<{ total: number }>(list, { total: 0 })).value.total : 0,
    ),
  )
  return {
    orders,
    returns,
    refunds,
    payments,
    jobs,
    mail,
    approvals,
    money,
    disputes,
    complaints,
    listings,
    sellers,
  } as Waiting
}

export function Component() {
  const { counts, orders, tree, checked, promises, waiting } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead heading="Overview" />
      <Counters counts={counts} />
      <BrokenList checked={checked} />
      <Attention waiting={waiting} />
      {promises && <Promises kept={promises} />}
      <div className="mt-6 flex flex-col gap-8">
        {may(admin.allOrders) && <RecentOrders loaded={orders} />}
        <Categories loaded={tree} />
      </div>
    </>
  )
}
