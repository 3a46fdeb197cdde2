/** A whole list as CSV, made page by page while it is sent. */
import type { admin } from '../../contract/admin.ts'
import { paise, rupees } from '../../contract/money.ts'
import type { ExportList } from '../../contract/admin-people.ts'
import type { Query } from '../../contract/endpoint.ts'
import { listEntries } from '../people/audit/list-entries.ts'
import { record } from '../people/audit/record.ts'
import { dayOf } from '../platform/calendar.ts'
import type { Page, PageRequest } from '../platform/keyset-page.ts'
import { findAccounts, listCustomers } from '../people/identity/list-customers.ts'
import { listAllOrders } from '../fulfilment/orders/list-all-orders.ts'
import { listSellers } from '../people/sellers/list-sellers.ts'
import type { Shop } from '../platform/shop.ts'
import { countAllOrders } from './overview.ts'
import { auditSubjects } from './security-routes.ts'
import { byteOrderMark, type Cell, csvLine } from '../platform/csv.ts'

type Asked = Query<typeof admin.exportCsv>
const rowsPerPage = 500

/** The caller has checked for a recent login. Each export is recorded in the audit. */
export async function exportList(shop: Shop, list: ExportList, asked: Asked) {
  await record(shop.db, 'list-exported', {
    target: { kind: 'list', id: null, name: list },
    ...(asked.sellerEmail && { note: asked.sellerEmail }),
  })
  return { name: `${list}-${dayOf(new Date())}.csv`, pieces: tables[list](shop, asked) }
}

const tables: Record<ExportList, (shop: Shop, asked: Asked) => AsyncIterable<string>> = {
  orders: (shop, asked) =>
    table(
      (part) => listAllOrders(shop, { ...asked, ...part }, findAccounts(shop), () => countAllOrders(shop)),
      {
        Order: (o) => o.id,
        Number: (o) => o.number,
        Placed: (o) => inIndia(o.createdAt),
        Status: (o) => o.status,
        Shipment: (o) => o.shipmentStatus,
        Product: (o) => o.product.name,
        Quantity: (o) => o.quantity,
        'Amount (INR)': (o) => o.amount,
        Seller: (o) => o.sellerCompany,
        'Seller e-mail': (o) => o.sellerEmail,
        Customer: (o) => o.customer.name,
        'Customer e-mail': (o) => o.customer.email,
        Street: (o) => o.deliveryAddress.street,
        City: (o) => o.deliveryAddress.city,
        State: (o) => o.deliveryAddress.state,
        'Pin code': (o) => o.deliveryAddress.pinCode,
        Courier: (o) => o.courierName,
        AWB: (o) => o.awbNumber,
        Delivered: (o) => inIndia(o.deliveryDate),
        'Needs attention': (o) => o.needsAttention,
        'Refunded (INR)': (o) => rupees(paise(o.amount) - paise(o.cancellation.leftAmount)),
      },
    ),
  customers: (shop, asked) =>
    table((part) => listCustomers(shop, { ...asked, ...part }), {
      'First name': (c) => c.firstName,
      'Last name': (c) => c.lastName,
      'E-mail': (c) => c.email,
      Mobile: (c) => c.mobile,
      Joined: (c) => inIndia(c.createdAt),
      'E-mail verified': (c) => yesNo(c.verified),
      Suspended: (c) => inIndia(c.suspended?.at),
      Reason: (c) => c.suspended?.reason ?? null,
    }),
  sellers: (shop, asked) =>
    table((part) => listSellers(shop, { ...asked, ...part }), {
      Company: (s) => s.companyName,
      'E-mail': (s) => s.email,
      Mobile: (s) => s.mobile,
      GST: (s) => s.gst,
      'Building no.': (s) => s.address.buildingNo,
      Street: (s) => s.address.street,
      Landmark: (s) => s.address.landmark,
      City: (s) => s.address.city,
      State: (s) => s.address.state,
      'Pin code': (s) => s.address.pinCode,
      // Masked, as in lists: the whole number is shown for one seller at a time, and each access is recorded.
      'Bank account': (s) => s.bankDetails.accountNo,
      IFSC: (s) => s.bankDetails.ifsccode,
      Joined: (s) => inIndia(s.createdAt),
      'E-mail verified': (s) => yesNo(s.verified),
      Suspended: (s) => inIndia(s.suspended?.at),
      Reason: (s) => s.suspended?.reason ?? null,
    }),
  audit: (shop, { q, act, from, to }) =>
    table((part) => listEntries(shop, { q, act, from, to, ...part }, auditSubjects(shop)), {
      When: (e) => inIndia(e.at),
      Act: (e) => e.act,
      By: (e) => e.by?.name ?? null,
      'To what': (e) => e.to?.kind ?? null,
      To: (e) => e.to?.name ?? null,
      Note: (e) => e.note,
      IP: (e) => e.ip,
      Browser: (e) => e.userAgent,
      Request: (e) => e.requestId,
    }),
}

const clock = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'Asia/Kolkata',
})
/** Such as '2026-11-26 16:30:05': the time in India, as spreadsheets read it. */
const inIndia = (iso: string | null | undefined) => (iso ? clock.format(new Date(iso)) : null)

const yesNo = (value: boolean) => (value ? 'yes' : 'no')

/** Reads the pages of the list one after the other, so that a slow download holds no connection of the database. */
async function* table<Row>(
  page: (part: PageRequest) => Promise<Page<Row>>,
  columns: Record<string, (row: Row) => Cell>,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(Object.keys(columns))
  for (let cursor: string | undefined; ;) {
    const { items, next } = await page({ limit: rowsPerPage, cursor })
    yield items.map((row) => csvLine(Object.values(columns).map((cell) => cell(row)))).join('')
    if (next === undefined) return
    cursor = next
  }
}
