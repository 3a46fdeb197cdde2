/** The URL table of the administrator's pages. */
import { createBrowserRouter, type LoaderFunctionArgs, redirectDocument } from 'react-router'
import { api } from '../../../contract/endpoints.ts'
import { rateKinds } from '../../../contract/rates.ts'
import { call } from '../../api/client.ts'
import * as administrators from './administrators/page.tsx'
import * as approvals from './approvals/page.tsx'
import * as attributes from './attributes/attributes-page.tsx'
import * as attributeValues from './attributes/values-page.tsx'
import * as audit from './audit/page.tsx'
import * as complaint from './complaints/complaint-page.tsx'
import * as complaints from './complaints/complaints-page.tsx'
import * as customers from './customers/page.tsx'
import { Frame } from './frame.tsx'
import * as declarations from './declarations/page.tsx'
import * as greenClaims from './green-claims/page.tsx'
import * as greenWords from './green-claims/words-page.tsx'
import * as homePage from './home-page/page.tsx'
import * as hold from './hold/page.tsx'
import * as orders from './orders/page.tsx'
import * as sellerOrders from './orders/seller-page.tsx'
import * as overview from './overview/page.tsx'
import * as balances from './money/balances-page.tsx'
import * as dispute from './money/dispute-page.tsx'
import * as disputes from './money/disputes-page.tsx'
import * as exceptions from './money/exceptions-page.tsx'
import * as payouts from './money/payouts-page.tsx'
import * as shopDocuments from './money/shop-documents-page.tsx'
import * as providerSettlements from './money/provider-settlements-page.tsx'
import * as reconciliation from './money/reconciliation-page.tsx'
import * as reconciliations from './money/reconciliations-page.tsx'
import * as run from './money/run-page.tsx'
import * as runs from './money/runs-page.tsx'
import * as statement from './money/statement-page.tsx'
import * as weights from './money/weights-page.tsx'
import * as payments from './money/payments-page.tsx'
import * as refunds from './money/refunds-page.tsx'
import * as claims from './returns/claims-page.tsx'
import * as policies from './returns/policies-page.tsx'
import * as returns from './returns/returns-page.tsx'
import * as coupons from './coupons/page.tsx'
import * as deliveryCharge from './delivery-charge/page.tsx'
import * as questions from './questions/page.tsx'
import * as reviews from './reviews/page.tsx'
import { ratePages } from './rates/pages.tsx'
import * as listings from './listings/page.tsx'
import { Loading, NotFound, Problem } from './page-states.tsx'
import { adminPaths } from './admin-paths.ts'
import * as searchWords from './search-words/page.tsx'
import * as security from './security/page.tsx'
import * as sellerApprovals from './seller-approvals/page.tsx'
import * as sellers from './sellers/page.tsx'
import * as jobs from './work/jobs-page.tsx'
import * as timers from './work/timers-page.tsx'
import * as mail from './work/mail-page.tsx'

/** Any other address belongs to the shop, which is another application. */
function leave({ request }: LoaderFunctionArgs): never {
  const { pathname, search } = new URL(request.url)
  throw redirectDocument(pathname + search)
}

async function shop() {
  return { ...(await call(api.settings.get)), origin: location.origin }
}

export function makeRouter() {
  return createBrowserRouter([
    {
      id: 'root',
      path: '/',
      loader: shop,
      shouldRevalidate: () => false,
      Component: Frame,
      HydrateFallback: Loading,
      ErrorBoundary: Problem,
      children: [
        {
          // The error is shown inside the frame, with the navigation bar.
          ErrorBoundary: Problem,
          children: [
            { path: adminPaths.overview(), loader: overview.loader, Component: overview.Component },
            { path: adminPaths.sellers(), loader: sellers.loader, Component: sellers.Component },
            { path: adminPaths.customers(), loader: customers.loader, Component: customers.Component },
            { path: adminPaths.orders(), loader: orders.loader, Component: orders.Component },
            {
              path: '/admin-seller-orders/:email',
              loader: sellerOrders.loader,
              Component: sellerOrders.Component,
            },
            { path: adminPaths.money(), loader: balances.loader, Component: balances.Component },
            { path: adminPaths.runs(), loader: runs.loader, Component: runs.Component },
            { path: adminPaths.run(':id'), loader: run.loader, Component: run.Component },
            { path: adminPaths.statement(':id'), loader: statement.loader, Component: statement.Component },
            { path: adminPaths.payouts(), loader: payouts.loader, Component: payouts.Component },
            { path: adminPaths.weights(), loader: weights.loader, Component: weights.Component },
            {
              path: adminPaths.shopDocuments(),
              loader: shopDocuments.loader,
              Component: shopDocuments.Component,
            },
            {
              path: adminPaths.providerSettlements(),
              loader: providerSettlements.loader,
              Component: providerSettlements.Component,
            },
            {
              path: adminPaths.reconciliations(),
              loader: reconciliations.loader,
              Component: reconciliations.Component,
            },
            {
              path: adminPaths.reconciliation(':day'),
              loader: reconciliation.loader,
              Component: reconciliation.Component,
            },
            { path: adminPaths.exceptions(), loader: exceptions.loader, Component: exceptions.Component },
            ...rateKinds.map((kind) => ({ path: adminPaths.rates(kind), ...ratePages[kind] })),
            { path: adminPaths.coupons(), loader: coupons.loader, Component: coupons.Component },
            {
              path: adminPaths.deliveryCharge(),
              loader: deliveryCharge.loader,
              Component: deliveryCharge.Component,
            },
            { path: adminPaths.refunds(), loader: refunds.loader, Component: refunds.Component },
            { path: adminPaths.payments(), loader: payments.loader, Component: payments.Component },
            { path: adminPaths.disputes(), loader: disputes.loader, Component: disputes.Component },
            { path: adminPaths.dispute(':id'), loader: dispute.loader, Component: dispute.Component },
            { path: adminPaths.claims(), loader: claims.loader, Component: claims.Component },
            { path: adminPaths.attributes(), loader: attributes.loader, Component: attributes.Component },
            {
              path: adminPaths.attribute(':id'),
              loader: attributeValues.loader,
              Component: attributeValues.Component,
            },
            {
              path: adminPaths.declarations(),
              loader: declarations.loader,
              Component: declarations.Component,
            },
            { path: adminPaths.greenClaims(), loader: greenClaims.loader, Component: greenClaims.Component },
            { path: adminPaths.greenWords(), loader: greenWords.loader, Component: greenWords.Component },
            {
              path: adminPaths.searchWords(),
              loader: searchWords.loader,
              Component: searchWords.Component,
            },
            { path: adminPaths.homePage(), loader: homePage.loader, Component: homePage.Component },
            { path: adminPaths.listings(), loader: listings.loader, Component: listings.Component },
            {
              path: adminPaths.sellerApprovals(),
              loader: sellerApprovals.loader,
              Component: sellerApprovals.Component,
            },
            { path: adminPaths.reviews(), loader: reviews.loader, Component: reviews.Component },
            { path: adminPaths.questions(), loader: questions.loader, Component: questions.Component },
            { path: adminPaths.complaints(), loader: complaints.loader, Component: complaints.Component },
            { path: adminPaths.complaint(':id'), loader: complaint.loader, Component: complaint.Component },
            { path: adminPaths.returns(), loader: returns.loader, Component: returns.Component },
            { path: adminPaths.returnPolicies(), loader: policies.loader, Component: policies.Component },
            { path: adminPaths.timers(), loader: timers.loader, Component: timers.Component },
            { path: adminPaths.jobs(), loader: jobs.loader, Component: jobs.Component },
            { path: adminPaths.mail(), loader: mail.loader, Component: mail.Component },
            {
              path: adminPaths.administrators(),
              loader: administrators.loader,
              Component: administrators.Component,
            },
            { path: adminPaths.approvals(), loader: approvals.loader, Component: approvals.Component },
            { path: adminPaths.hold(), loader: hold.loader, Component: hold.Component },
            { path: adminPaths.audit(), loader: audit.loader, Component: audit.Component },
            { path: adminPaths.security(), loader: security.loader, Component: security.Component },
            { path: `${adminPaths.overview()}/*`, Component: NotFound },
            { path: '*', loader: leave },
          ],
        },
      ],
    },
  ])
}
