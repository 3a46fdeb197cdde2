/** The balances of the ledger, and what the shop owes each seller. */
import { type Balances, ledgerAccounts, type SellerBalance } from '../../../contract/admin-ledger.ts'
import { rupees } from '../../../contract/money.ts'
import { idCursor, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import { readBalances, readPayables } from '../ledger/checkpoint.ts'
import { readAccount } from '../provider/queries.ts'
import type { Shop } from '../../platform/shop.ts'
import { dayOf } from '../../platform/calendar.ts'
import {
  countSellersWithMoney,
  listSellersWithMoney,
  readAllSellersMoney,
  readSellerMoney,
} from './earnings-queries.ts'
import { toHold } from './present.ts'

export async function showBalances({ db }: Shop): Promise<Balances> {
  const rows = await readBalances(db)
  const sellers = await readAllSellersMoney(db, dayOf(new Date()))
  const provider = await readAccount(db)
  return {
    accounts: ledgerAccounts.map((account) => ({
      account,
      balance: rupees(rows.find((row) => row.account === account)?.balancePaise ?? 0),
    })),
    sellers: {
      onHold: rupees(sellers.onHoldPaise),
      due: rupees(sellers.duePaise),
      inPayment: rupees(sellers.inPaymentPaise),
      owed: rupees(sellers.owedPaise),
    },
    atProvider:
      provider.readAt && provider.therePaise !== null && provider.herePaise !== null
        ? {
            there: rupees(provider.therePaise),
            here: rupees(provider.herePaise),
            readAt: provider.readAt.toISOString(),
          }
        : null,
    asOf: new Date().toISOString(),
  }
}

/** Three statements a page, however many sellers there are. */
export async function listSellerBalances(
  { db }: Shop,
  query: PageRequest & { q?: string | undefined },
): Promise<Page<SellerBalance>> {
  const words = query.q || undefined
  const { items: sellers, ...rest } = await keysetPage(query, idCursor, {
    rows: (limit, before) => listSellersWithMoney(db, words, limit, before),
    count: () => countSellersWithMoney(db, words),
    toItem: (row) => row,
  })
  const ids = sellers.map(({ id }) => id)
  const payables = await readPayables(db, ids)
  const money = new Map((await readSellerMoney(db, ids, dayOf(new Date()))).map((row) => [row.sellerId, row]))
  const items = sellers.map(({ id, company, email, gst, held, heldUntil, ...route }) => {
    const { routeAccountId, routeStatus, routeIsCurrent: current } = route
    const own = money.get(id)
    return {
      id,
      company,
      email,
      gst,
      payable: rupees(payables.get(id) ?? 0),
      onHold: rupees(own?.onHoldPaise ?? 0),
      due: rupees((own?.duePaise ?? 0) + (own?.carriedPaise ?? 0)),
      inPayment: rupees(own?.inPaymentPaise ?? 0),
      carried: rupees(own?.carriedPaise ?? 0),
      routeAccount:
        routeAccountId && routeStatus ? { id: routeAccountId, status: routeStatus, current } : null,
      held: toHold(held, heldUntil),
    }
  })
  return { items, ...rest }
}
