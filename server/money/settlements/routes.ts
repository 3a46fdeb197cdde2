/** Connects the endpoints of sellers' earnings and of the administrator's money pages. */
import { admin } from '../../../contract/admin.ts'
import { api } from '../../../contract/endpoints.ts'
import { type RequestContext, sellerOf, sessionOf } from '../../platform/http/request-context.ts'
import type { Registrar } from '../../platform/http/register.ts'
import { requireRecentLogin } from '../../people/identity/confirm-login.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { exportShopGstr1 } from '../shop-documents/gstr1.ts'
import { exportCharges } from '../provider/export-charges.ts'
import { listProviderSettlements } from '../provider/list-settlements.ts'
import { listSellerBalances, showBalances } from './balances.ts'
import { downloadBankFile, listBankFiles, makeBankFile } from './bank-file.ts'
import { takeBankReply } from './bank-reply.ts'
import { listEarnings, showEarnings, showOrderEarnings } from './earnings.ts'
import { listExceptions } from './exceptions.ts'
import { listPayouts } from './list-payouts.ts'
import { exportMonth } from './month-end.ts'
import { markPayoutFailed, markPayoutPaid, payAgain } from './pay.ts'
import { bankReplyFacts, payAgainFacts, payoutFacts } from './payout-facts.ts'
import { listReconciliations, reconcileDay, showReconciliation } from './reconcile.ts'
import { linkRouteAccount } from './route-accounts.ts'
import { showPreview, startRun } from './run-settlement.ts'
import {
  listLines,
  listRuns,
  listSettlements,
  listStatements,
  showRun,
  showSettlement,
  showStatement,
  statementCsv,
} from './statements.ts'

export function settlementRoutes(shop: Shop, route: Registrar): void {
  earningsRoutes(shop, route)
  runRoutes(shop, route)
  payoutRoutes(shop, route)
  ledgerRoutes(shop, route)
}

function earningsRoutes(shop: Shop, route: Registrar): void {
  const { earnings } = api
  route(earnings.summary, (context) => showEarnings(shop, sellerOf(context)))
  route(earnings.orders, (context) => listEarnings(shop, sellerOf(context), context.query))
  route(earnings.order, (context) => showOrderEarnings(shop, sellerOf(context), context.params.id))
  route(earnings.statements, (context) => listStatements(shop, sellerOf(context), context.query))
  route(earnings.statement, (context) => showStatement(shop, sellerOf(context), context.params.id))
  route(earnings.statementLines, (context) =>
    listLines(shop, { sellerId: sellerOf(context) }, context.params.id, context.query),
  )
  route(earnings.statementCsv, (context) =>
    statementCsv(shop, { sellerId: sellerOf(context) }, context.params.id),
  )
}

function runRoutes(shop: Shop, route: Registrar): void {
  route(admin.settlementRuns, (context) => listRuns(shop, context.query))
  route(admin.settlementPreview, (context) => showPreview(shop, context.query.upTo))
  route(admin.settlementRun, (context) => showRun(shop, context.params.id))
  route(admin.startSettlementRun, async (context) => {
    const id = await startRun(shop, context.body.upTo)
    return { msg: 'The settlement is under way.', id }
  })
  route(admin.settlements, (context) =>
    listSettlements(shop, { ...context.query, q: context.query.q || undefined }),
  )
  route(admin.settlement, (context) => showSettlement(shop, context.params.id))
  route(admin.settlementLines, (context) =>
    listLines(shop, 'administrator', context.params.id, context.query),
  )
  route(admin.settlementCsv, (context) => statementCsv(shop, 'administrator', context.params.id))
  route(admin.monthEnd, (context) => {
    requireOwnDownload(context)
    const { report } = context.params
    const { month } = context.query
    if (report === 'gstr-1') return exportShopGstr1(shop, month)
    return report === 'provider-charges' ? exportCharges(shop, month) : exportMonth(shop, report, month)
  })
}

function payoutRoutes(shop: Shop, route: Registrar): void {
  route(admin.payouts, (context) => listPayouts(shop, { ...context.query, q: context.query.q || undefined }))
  route(admin.makeBankFile, (context) => makeBankFile(shop, context.params.id))
  route(admin.bankFiles, (context) => listBankFiles(shop, context.query))
  route(admin.downloadBankFile, (context) => {
    requireOwnDownload(context)
    return downloadBankFile(shop, context.params.id)
  })
  route(
    admin.payoutPaid,
    async (context) => {
      await markPayoutPaid(shop, context.params.id, context.body.utr, context.body.confirmSuspended)
      return { msg: 'The payout is marked as paid.' }
    },
    (tx, { params, body }) => payoutFacts(tx, params.id, { label: 'UTR', value: body.utr }),
  )
  route(
    admin.payoutFailed,
    async (context) => {
      await markPayoutFailed(shop, context.params.id, context.body.note)
      return { msg: 'The payout is marked as failed: the seller is owed the money.' }
    },
    (tx, { params, body }) => payoutFacts(tx, params.id, { label: 'Why', value: body.note }),
  )
  route(
    admin.payAgain,
    async (context) => {
      const id = await payAgain(shop, context.params.id, context.body.method)
      return { msg: 'A new payout is made.', id }
    },
    (tx, { params, body }) => payAgainFacts(tx, params.id, body.method),
  )
  route(
    admin.uploadBankReply,
    async (context) => {
      const done = await takeBankReply(shop, context.body.csv)
      return { msg: `${done.paid} paid, ${done.failed} failed, ${done.known} known before.`, ...done }
    },
    (tx, { body }) => bankReplyFacts(tx, body.csv),
  )
  route(admin.linkRouteAccount, async (context) => {
    const status = await linkRouteAccount(shop, context.params.id)
    return { msg: `The linked account is ${status}.`, status }
  })
}

function ledgerRoutes(shop: Shop, route: Registrar): void {
  route(admin.balances, () => showBalances(shop))
  route(admin.sellerBalances, (context) => listSellerBalances(shop, context.query))
  route(admin.providerSettlements, (context) => listProviderSettlements(shop, context.query))
  route(admin.exceptions, () => listExceptions(shop))
  route(admin.reconciliations, (context) => listReconciliations(shop, context.query))
  route(admin.reconciliation, (context) => showReconciliation(shop, context.params.day))
  route(admin.reconcile, (context) => reconcileDay(shop, context.params.day))
}

/** A link starts a download, so the endpoint cannot require our origin; but no other site may start one. */
function requireOwnDownload(context: Pick<RequestContext, 'session' | 'headers'>): void {
  if (/^(cross|same)-site$/.test(context.headers.get('sec-fetch-site') ?? ''))
    throw new Refusal('forbidden', 'This request was sent by another site.')
  requireRecentLogin(sessionOf(context))
}
