/** The settlements of the payment provider to the shop's bank account, for the administrator. */
import type { ProviderSettlement } from '../../../contract/admin-ledger.ts'
import { rupees } from '../../../contract/money.ts'
import { type CursorFormat, keysetPage, type Page, type PageRequest } from '../../platform/keyset-page.ts'
import type { Shop } from '../../platform/shop.ts'
import { countSettlements, listSettlementRows } from './queries.ts'

const cursor: CursorFormat<{ no: number }, number> = {
  start: Number.MAX_SAFE_INTEGER,
  write: ({ no }) => String(no),
  read: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : null),
}

export async function listProviderSettlements(
  { db }: Shop,
  page: PageRequest,
): Promise<Page<ProviderSettlement>> {
  return keysetPage(page, cursor, {
    rows: (limit, before) => listSettlementRows(db, limit, before),
    count: () => countSettlements(db),
    toItem: ({ id, state, madeAt, utr, amountPaise, chargesPaise, gstPaise }) => ({
      id,
      state,
      madeAt: madeAt.toISOString(),
      utr,
      amount: rupees(amountPaise),
      charges: rupees(chargesPaise),
      gst: rupees(gstPaise),
    }),
  })
}
