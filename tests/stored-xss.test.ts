/**
 * Stored XSS (docs/security.md; ASVS V1.2.1, V3.2.2): 200 payloads in every text that people, couriers and payment providers
 * can store, shown on every page in a real browser. No script runs, no dialog opens, no element or attribute of a payload
 * appears, and our own code violates no content security policy. Short fields hold the payloads in a hundred rows, uncut.
 * Texts that people type are also sent through the API once; all others are inserted directly into their columns.
 */
// @module-tag nightly: 200 payloads in every column, and a browser on every page. The linter forbids raw HTML; seo.test.ts and layout.test.ts escape the rest each time.
import { readFileSync } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAdminPaths } from '../server/administration/paths.ts'
import { buy, cartOf } from './setup/buying.ts'
import { browserOptions } from './setup/chromium.ts'
import type { TestClient } from './setup/client.ts'
import { fillHostileRows, type HostileRows } from './setup/hostile-rows.ts'
import {
  navigateTo,
  onOneLine,
  openDialogs,
  openPage,
  type PageContent,
  parseServerHtml,
  readPage,
  showEachProfile,
  visitPages,
} from './setup/hostile-walk.ts'
import { payloads, payloadTexts } from './setup/payloads.ts'
import { addAdmin } from './setup/people.ts'
import { uploaded } from './setup/pictures.ts'
import { productInput } from './setup/products.ts'
import { addSeller } from './setup/sellers.ts'
import { startTestShop, type TestShop } from './setup/shop.ts'
import { sql } from '../server/platform/db/sql.ts'

const [long, middle, short] = [payloadTexts(5_000), payloadTexts(200), payloadTexts(100)]
const nth = (all: readonly string[], i: number) => all[i % all.length] ?? ''

let shop: TestShop
let browser: Browser
let buyer: TestClient
let seller: TestClient
let admin: TestClient
let subcategory: { categoryId: number; subCategoryId: number }
let accounts: { buyer: string; seller: string }
let rows: HostileRows
const products: string[] = []

beforeAll(async () => {
  shop = await startTestShop({ pages: true })
  admin = await addAdmin(shop)
  const { body: category } = await admin.post(
    `/public/admin/create-category/${encodeURIComponent(short[12] ?? '')}`,
  )
  const subcategories: number[] = []
  for (const name of short.slice(0, 10)) {
    const body = {
      name,
      imageUrl: 'https://pictures.invalid/"><svg xss onload=xss=1>',
      categoryId: category.id,
    }
    const made = await admin.post('/public/admin/create-subcategory', body)
    expect([made.status, made.body.msg]).toEqual([200, 'Subcatogary added Successfully'])
    subcategories.push(made.body.id)
  }
  subcategory = { categoryId: category.id, subCategoryId: subcategories[0] ?? 0 }
  const owner = await addSeller(shop, {
    companyName: middle[3],
    buildingNo: short[20],
    street: middle[4],
    landmark: middle[5],
    city: short[21],
    fullName: short[22],
  })
  seller = owner
  const picture = await uploaded(owner)
  for (const [i, name] of middle.entries()) {
    const input = productInput(subcategory, [picture], {
      name,
      description: nth(long, i),
      details: `${nth(long, i)}\n${nth(long, i + 1)}`,
    })
    const { status, body } = await owner.post('/private/product/add', input)
    expect([status, body.msg]).toEqual([200, 'Product added successfully!'])
    products.push(body.id)
  }
  buyer = await shop.customer()
  expect(
    (
      await buyer.post('/private/profile/edit-customer', {
        firstName: short[30],
        lastName: short[31],
        mobile: '9876543210',
      })
    ).status,
  ).toBe(200)
  const address = { street: middle[4], city: short[21], state: 'Rajasthan', pinCode: '302001' }
  expect((await buyer.post('/private/address/add', address)).status).toBe(200)
  const takeAll = () =>
    Promise.all(products.map((id) => buyer.post('/private/cart/add', { id, quantity: 1 })))
  await takeAll()
  expect((await buy(shop, buyer)).status).toBe(200)
  await takeAll()
  expect(await cartOf(buyer)).toHaveLength(products.length)
  for (const id of products) await buyer.post(`/private/wishlist/add/${id}`)
  const [own] = await shop.db.query<{ id: string }>(
    sql`select id from account where email = ${(buyer as TestClient & { email: string }).email}`,
  )
  accounts = { buyer: own?.id ?? '', seller: owner.id }
  rows = await fillHostileRows(shop, { ...accounts, categoryId: category.id })
  browser = await chromium.launch(browserOptions())
})
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

const routes = [
  ...readFileSync(new URL('../web/routes.ts', import.meta.url), 'utf8').matchAll(
    /\broute\('([^']+)', 'routes\/(\w+)\//g,
  ),
].map(([, path = '', area = '']) => ({ path: `/${path}`, area }))

/** URLs of one part of the site, with ids and payloads filled in. */
function addressesOf(...areas: string[]): string[] {
  const id = (path: string) =>
    /category/.test(path)
      ? /sub/.test(path)
        ? subcategory.subCategoryId
        : subcategory.categoryId
      : products[7]
  return routes
    .filter(({ path, area }) => areas.includes(area) && path !== '/search')
    .map(({ path }) =>
      path
        .replace('/seller/:id', `/seller/${accounts.seller}`)
        .replace(':id', String(id(path)))
        .replace(':name', encodeURIComponent(payloads[43] ?? ''))
        .replace('*', `nowhere/${encodeURIComponent(payloads[21] ?? '')}`),
    )
}

async function walk(
  client: TestClient | null,
  addresses: readonly string[],
  more?: (page: Page) => AsyncGenerator<PageContent>,
): Promise<string> {
  const { found, seen } = await visitPages(shop, browser, { client, addresses, ...(more && { more }) })
  expect(found).toEqual([])
  return seen
}

function expectAll(seen: string, ...lists: (readonly string[])[]): void {
  const missing = lists.flat().filter((text) => !seen.includes(onOneLine(text)))
  expect(missing).toEqual([])
}

/** Text columns without payloads, with the reason. */
const closed = {
  'have a form that is checked when they come': [
    'account.deletion_asked_by',
    'account.email',
    'address.pin_code',
    'address.state',
    'approval.asked_by_name',
    'approval.decided_by_name',
    'checkout.buyer_gstin',
    'complaint.email',
    'checkout.pin_code',
    'checkout.recipient_mobile',
    'checkout.state_name',
    'customer.mobile',
    'invitation.email',
    'team_invitation.email',
    'orders.pin_code',
    'orders.recipient_mobile',
    'orders.state_name',
    'payout.utr',
    'seller.gst',
    'seller.gst_unverified',
    'seller.ifsc_code',
    'seller.mobile',
    'seller.pin_code',
    'seller.state',
    'seller_identity.gstin',
    'seller_identity.pan',
    'seller_identity.pin_code',
    'seller_identity.state',
    'seller_payee.ifsc_code',
  ],
  'are addresses, all of them a hostile one': [
    'orders.shipment_label_url',
    'shipment.label_url',
    'shipment.manifest_url',
  ],
  'are words, keys and numbers of the shop itself': [
    'bank_file.bytes_sealed',
    'bank_file.sha256',
    'bank_reply.sha256',
    'broken_row.id',
    'broken_row.invariant',
    'broken_row.subject',
    'broken_row.view',
    'hold_finding.outcome',
    'hold_finding.subject',
    'invariant_check.name',
    'invariant_check.position',
    'invariant_check.step',
    'invoice_series_gap.gstin',
    'invoice_series_gap.kind',
    'shop_series_gap.kind',
    'shop_series_gap.shop_gstin',
    'payout.method',
    'payout.state',
    'provider_settlement.state',
    'reconciliation.note',
    'reconciliation.state',
    'reconciliation_difference.kind',
    'reconciliation_difference.subject',
    'settlement_line.order_number',
    'settlement_run.state',
    'shop_hold.cause',
    'shop_hold.reconciliation',
    'timer_run.error',
    'timer_run.name',
    'timer_run.schedule',
    'attribute.kind',
    'account.password_hash',
    'account.role',
    'approval.call_sealed',
    'approval.operation',
    'approval.state',
    'audit_entry.act',
    'audit_entry.to_kind',
    'audit_repeat.act',
    'audit_repeat.network',
    'audit_repeat.to_id',
    'audit_repeat.to_kind',
    'audit_repeat.whose',
    'cancellation.by',
    'cancellation.reason',
    'complaint.category',
    'complaint.number',
    'complaint.state',
    'complaint_message.kind',
    'delivery_claim.state',
    'consent.kind',
    'courier_charge.awb_number',
    'shipment.applied_by',
    'weight_difference.state',
    'dispute.answer',
    'dispute.contradicted_by',
    'dispute.kind',
    'dispute.state',
    'dispute_order.bears_delivered',
    'dispute_order.bears_undelivered',
    'dispute_order.dispute_id',
    'dispute_rule.bears',
    'dispute_rule.kind',
    'catalogue_change.tag',
    'checkout.coupon_code',
    'checkout.fingerprint',
    'checkout.network_hash',
    'checkout.provider_key_id',
    'checkout.state',
    'checkout_line.hsn_code',
    'checkout_line.product_image',
    'green_claim.code',
    'green_claim.covers',
    'green_claim.document_key',
    'green_claim.evidence_kind',
    'green_claim.state',
    'green_claim_step.state',
    'green_word.field',
    'gst_rate.hsn_prefix',
    'hsn_code.code',
    'hsn_code.description',
    'invoice_series.gstin',
    'invoice_series.kind',
    'journal_entry.key',
    'journal_entry.kind',
    'ledger_checkpoint.account',
    'levy_rate.levy',
    'one_time_code.purpose',
    'order_reversal.cause',
    'order_reversal.way_back_paid_by',
    'order_tax.hsn_code',
    'order_tax.place_of_supply',
    'order_tax.seller_gstin',
    'order_tax.seller_state',
    'order_terms.way_back',
    'held_back_product.cause',
    'listing_change.by',
    'listing_change.field',
    'listing_report.reason',
    'moderated_listing.reason',
    'moderated_listing.state',
    'moderation_decision.act',
    'moderation_decision.reason',
    'order_message.by',
    'coupon.answer',
    'coupon.code',
    'coupon.kind',
    'coupon.made_by',
    'orders.coupon_code',
    'orders.number',
    'orders.product_image',
    'orders.status',
    'shipment.kind',
    'shipment.state',
    'shipment_event.heard_by',
    'payment.outcome',
    'question.removed_for',
    'question.removed_part',
    'question_report.about',
    'question_report.reason',
    'recovery_code.beginning',
    'recovery_code.password_hash',
    'picture.key',
    'posting.account',
    'product_import.source',
    'product_import.state',
    'product_import_row.outcome',
    'product_import_row.plan',
    'product.cosmetics_licence',
    'product.fssai_licence',
    'product.hsn_code',
    'product.net_unit',
    'product.origin_country',
    'product_word.word',
    'rate_limit.key',
    'refund.attention',
    'refund.reason',
    'refund.state',
    'return_policy.way_back',
    'review.answer_removed_for',
    'review.removed_for',
    'review_origin.network',
    'review_origin.place_key',
    'review_photo.key',
    'review_report.about',
    'review_report.reason',
    'return_event.by',
    'return_event.state',
    'return_photo.key',
    'weight_photo.key',
    'return_request.fell_back',
    'return_request.reason',
    'return_request.state',
    'return_request.wanted',
    'return_request.way_back_paid_by',
    'schema_migration.name',
    'search_synonym.sound',
    'search_word.sound',
    'search_word.word',
    'second_factor.secret_sealed',
    'seller.approval',
    'seller.bank_account_last4',
    'seller.bank_account_sealed',
    'seller.gst_doubt',
    'seller.pickup_location',
    'seller_undertaking.words',
    'seller_document.key',
    'seller_document.kind',
    'seller_payee.bank_account_last4',
    'seller_payee.bank_account_sealed',
    'setting.name',
    'webhook_event.provider',
  ],
  'are copied into invoices, which are PDF files': [
    'checkout.buyer_business_name',
    'shop_document.invoice_serial',
    'shop_document.kind',
    'shop_document.order_number',
    'shop_document.place_of_supply',
    'shop_document.place_of_supply_code',
    'shop_document.reason',
    'shop_document.recipient_address',
    'shop_document.recipient_gstin',
    'shop_document.recipient_name',
    'shop_document.serial',
    'shop_document.shop_address',
    'shop_document.shop_gstin',
    'shop_document.shop_name',
    'shop_document.shop_state',
    'shop_document.shop_state_code',
    'shop_document_fee.part',
    'shop_document_line.description',
    'shop_document_line.sac',
    'tax_document.buyer_business_name',
    'tax_document.buyer_gstin',
    'tax_document.buyer_name',
    'tax_document.delivery_city',
    'tax_document.delivery_pin_code',
    'tax_document.delivery_street',
    'tax_document.description',
    'tax_document.hsn_code',
    'tax_document.invoice_serial',
    'tax_document.kind',
    'tax_document.order_number',
    'tax_document.payment_id',
    'tax_document.place_of_supply',
    'tax_document.place_of_supply_code',
    'tax_document.reason',
    'tax_document.seller_address',
    'tax_document.seller_gstin',
    'tax_document.seller_name',
    'tax_document.seller_state',
    'tax_document.seller_state_code',
    'tax_document.serial',
    'tax_document.unit',
  ],
  'are ids and words that the payment provider assigns': [
    'payout.asked_account',
    'dispute.id',
    'payout.provider_transfer_id',
    'provider_charge.id',
    'provider_charge.settlement_id',
    'provider_settlement.id',
    'reconciliation_difference.provider_id',
    'route_account.account_id',
    'route_account.product_id',
    'route_account.status',
  ],
  'are shown on no page': [
    'product_import_picture.address',
    'product_import_picture.name',
    'product_import_picture.problem',
    'review_edit.words',
    'product_edition.name',
    'product_edition.description',
    // Only until they are copied into the audit.
    'audit_repeat.by_name',
    'audit_repeat.to_name',
    'checkout.provider_order_id',
    'journal_entry.payment_id',
    'refund.settled_note',
    'unmatched_payment.resolved_note',
    'webhook_event.event_id',
  ],
}

test('all 200 payloads are stored in every text column without a fixed format', async () => {
  expect(new Set(payloads).size).toBe(200)
  const columns = await shop.db.query<{ table: string; column: string }>(sql`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'text' order by 1, 2`)
  const without: string[] = []
  for (const { table, column } of columns) {
    const { rows: values } = await shop.db.execute(`select distinct ${column} as value from ${table}`)
    const all = (values as { value: string | null }[]).map(({ value }) => value).join('\n')
    if (!payloads.every((payload) => all.includes(payload.trim()))) without.push(`${table}.${column}`)
  }
  expect(without).toEqual(Object.values(closed).flat().toSorted())
})

test("a visitor's pages show payloads as text", async () => {
  const list = `/products/sub-category/${subcategory.subCategoryId}`
  const subcategories = rows.subcategories.map((id) => `/products/sub-category/${id}`)
  const details = rows.products.map((id) => `/product/${id}`)
  const seen = await walk(
    null,
    [
      '/',
      ...addressesOf('storefront'),
      `/search/brush?sort=${encodeURIComponent(payloads[3] ?? '')}`,
      `${list}?limit=200`,
      '/search/xss',
      ...products.slice(0, 4).map((id) => `/product/${id}`),
      `/login?next=${encodeURIComponent(`/${payloads[5]}`)}`,
    ],
    async function* (page) {
      await openPage(page, shop.url)
      await page.getByRole('search').locator('input').pressSequentially('onerror')
      await page.getByRole('listbox').waitFor()
      yield await readPage(page)
      // The names of all products stand in the first half of the subcategories.
      yield* navigateTo(page, [...details, ...subcategories.slice(0, middle.length)])
      yield* parseServerHtml(page, [
        ...details,
        ...subcategories,
        ...rows.categories.map((id) => `/products/category/${id}`),
      ])
    },
  )
  // Names of products, companies, subcategories and categories, descriptions, reviews with their answers, texts of pictures.
  expectAll(seen, middle, short, payloads, long, payloadTexts(1_000), payloadTexts(160))
})

test("a buyer's pages and dialogs show payloads as text", async () => {
  const orders = await shop.db.query<{ number: string }>(sql`
    select number from orders where customer_id = ${accounts.buyer} order by id desc limit 20`)
  const [complaint] = await shop.db.query<{ number: string }>(sql`
    select number from complaint where account_id = ${accounts.buyer} order by id desc limit 1`)
  const addresses = [
    ...addressesOf('account'),
    ...orders.map(({ number }) => `/my-orders/${number}`),
    `/complaints/${complaint?.number}`,
  ]
  const seen = await walk(buyer, addresses, async function* (page) {
    // Without room for the orders beside it.
    await page.setViewportSize({ width: 800, height: 800 })
    await openPage(page, `${shop.url}/profile`)
    yield* openDialogs(page, 'Addresses', 'Password and Devices')
    yield* showEachProfile(page, short.length, (i) =>
      shop.db.query(sql`
        update customer set first_name = ${short[i]}, last_name = ${short[i]} where account_id = ${accounts.buyer}`),
    )
  })
  expectAll(seen, middle, short)
})

test("a seller's pages show payloads as text", async () => {
  const seen = await walk(seller, addressesOf('seller'), async function* (page) {
    await openPage(page, `${shop.url}/seller-profile`)
    yield* openDialogs(page, 'Password and Devices')
    yield* showEachProfile(page, short.length, (i) =>
      shop.db.query(sql`
        update seller set company_name = ${nth(middle, i)}, building_no = ${short[i]}, street = ${nth(middle, i)},
          landmark = ${nth(middle, i)}, city = ${short[i]}, bank_full_name = ${short[i]}
        where account_id = ${accounts.seller}`),
    )
    yield* navigateTo(
      page,
      products.flatMap((id) => [`/edit-product/${id}`, `/seller-product-view/${id}`]),
    )
  })
  expectAll(seen, middle, short, long)
})

test("an administrator's pages show payloads as text", async () => {
  const paths = await readAdminPaths(shop.db)
  const below = [
    'refunds?show=all',
    'payments',
    'disputes',
    'disputes/disp_7',
    'reviews?show=all',
    'questions?show=all',
    'green-words',
    'attributes',
    'search-words',
    'home-page',
    'jobs',
    'mail',
    'audit',
    'security',
    'nowhere',
  ]
  const [row] = await shop.db.query<{ email: string }>(
    sql`select email from account where id = ${accounts.seller}`,
  )
  const [complaint] = await shop.db.query<{ id: string }>(
    sql`select id from complaint order by id desc limit 1`,
  )
  const seen = await walk(admin, [
    ...Object.values(paths).map((path) => `/${path}`),
    ...below.map((name) => `/${paths.overview}/${name}`),
    `/${paths.orders}?q=${encodeURIComponent(payloads[5] ?? '')}`,
    `/${paths.overview}/waiting?show=all`,
    `/${paths.overview}/complaints?show=all`,
    `/${paths.overview}/complaints/${complaint?.id}`,
    `/${paths.overview}/attributes/${rows.attribute}`,
    `/admin-seller-orders/${row?.email}`,
    `/admin-seller-orders/${encodeURIComponent(payloads[2] ?? '')}`,
  ])
  expectAll(seen, middle, short, payloadTexts(500))
})

test('a mail shows payloads as text', async () => {
  const { email } = buyer as TestClient & { email: string }
  const [mail] = await shop.mail(email)
  expect(mail?.html).not.toMatch(/<[^>]*\bxss\b/)
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.setContent(mail?.html ?? '')
  expect(await page.evaluate(() => ['xss' in globalThis, document.querySelectorAll('[xss]').length])).toEqual(
    [false, 0],
  )
  // The names of all products that were ordered.
  expectAll(onOneLine(await page.evaluate(() => document.body.innerText)), middle)
  await context.close()
})
