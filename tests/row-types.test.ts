/**
 * A statement is text, and the type of its rows is declared beside it; the compiler believes the declaration. Here PostgreSQL
 * describes every statement of the server and the demo seed, and names, types and nulls are compared with the declaration
 * (decision 1). A statement that PostgreSQL does not understand is found, too.
 */
// @module-tag nightly: It compares all types of rows with the database. Each statement is run by the test of its call each time.
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, inject, test } from 'vitest'
import { openDb } from '../server/platform/db/client.ts'
import type { DeclaredColumn } from './setup/declared-row.ts'
import { type DescribedColumn, openDescriber } from './setup/described-row.ts'
import { readStatements } from './setup/sql-statements.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Statements whose text or row is not read. */
const notRead: Record<string, string> = {
  'server/platform/db/client.ts runStatement': 'this is `query` itself',
  'server/platform/db/replica.ts openReplica': 'it hands statements on',
  'server/platform/db/copy.ts openCopySession': 'this is `query` itself',
  'server/platform/backup/tables.ts listSequences': 'the name of the sequence stands in its text',
}

const hasPlace =
  'the constraint product_has_place: only a deleted product has no category, and none is asked for'
const hasSeller = 'a product belongs to a seller'
const hasImage = 'a constraint: a product has one to five pictures'
const hasGst = 'the constraint seller_has_gst: one of the two is there'
const isAsked = 'the condition asks for it'
const hasReturns = 'the subselect returns one row for each order'
const isSealed = 'a job that is sent with a sealed text has one'

const hasVersion = 'the trigger seller_versions: every seller has a version of both'

const hasWords = 'a complaint is inserted with its first message'

/** Columns that are declared never null while PostgreSQL cannot know it. */
const neverNull: Record<string, string> = {
  'server/fulfilment/complaints/list-queries.ts listSellersRows answerBy': isAsked,
  'server/fulfilment/complaints/list-queries.ts findDeskRow words': hasWords,
  'server/fulfilment/complaints/queries.ts lock lastMessage': hasWords,
  'server/fulfilment/complaints/queries.ts findOwnComplaint words': hasWords,
  'server/fulfilment/complaints/queries.ts setSellerAsked until': 'the statement sets it',
  'server/catalogue/categories/category-queries.ts countBySubcategory id': hasPlace,
  'server/catalogue/home-page/queries.ts findPicked image': hasImage,
  'server/catalogue/home-page/queries.ts productsOfRows image': hasImage,
  'server/catalogue/home-page/queries.ts productsOfRows subcategoryId': hasPlace,
  'server/catalogue/home-page/queries.ts productsOfRows sellerCompany': hasSeller,
  'server/catalogue/products/list-queries.ts productsOfList subcategoryId': hasPlace,
  'server/catalogue/search/search-queries.ts rankedMatches subcategoryId': hasPlace,
  'server/catalogue/search/search-queries.ts rankedMatches sellerCompany': hasSeller,
  'server/catalogue/search/search-queries.ts rankedMatches image': hasImage,
  'server/catalogue/products/own-products.ts findForm categoryId': hasPlace,
  'server/catalogue/products/own-products.ts findForm subcategoryId': hasPlace,
  'server/catalogue/products/own-products.ts ownProducts subcategoryId': hasPlace,
  'server/catalogue/products/list-queries.ts productsOfList sellerCompany': hasSeller,
  'server/catalogue/products/own-products.ts ownProducts sellerCompany': hasSeller,
  'server/catalogue/products/list-queries.ts productsOfList image': hasImage,
  'server/catalogue/products/own-products.ts ownProducts image': hasImage,
  'server/catalogue/families/queries.ts lockListings subcategoryId': hasPlace,
  'server/catalogue/families/queries.ts familiesOf subCategoryName': hasPlace,
  'server/catalogue/families/queries.ts findFamily subCategoryName': hasPlace,
  'server/catalogue/families/queries.ts findFamily image': hasImage,
  'server/catalogue/families/queries.ts findFamily subCategoryId': hasPlace,
  'server/catalogue/families/queries.ts choicesOf image': hasImage,
  'server/catalogue/families/queries.ts choicesOf subCategoryId': hasPlace,
  'server/catalogue/families/queries.ts choicesOf subCategoryName': hasPlace,
  'demo/seed/families.ts seedFamilies subcategoryId': hasPlace,
  'server/catalogue/prices/queries.ts findPrices image': hasImage,
  'server/catalogue/green-claims/queries.ts announceRows days': 'it chooses claims with a last day',
  'server/catalogue/green-claims/queries.ts reviewedAgain reason': isAsked,
  'server/catalogue/listing-states/queries.ts findListing image': hasImage,
  'server/catalogue/products/own-products.ts formsBefore categoryId': hasPlace,
  'server/catalogue/products/own-products.ts formsBefore subcategoryId': hasPlace,
  'server/catalogue/products/queries.ts findPreview sellerCompany': hasSeller,
  'server/catalogue/related/queries.ts togetherRows image': hasImage,
  'server/catalogue/related/queries.ts togetherRows subcategoryId': hasPlace,
  'server/catalogue/related/queries.ts togetherRows sellerCompany': hasSeller,
  'server/catalogue/related/queries.ts rowsById image': hasImage,
  'server/catalogue/related/queries.ts rowsById subcategoryId': hasPlace,
  'server/catalogue/related/queries.ts rowsById sellerCompany': hasSeller,
  'server/fulfilment/figures/queries.ts figureRows image': hasImage,
  'server/buying/wishlist/queries.ts wishlistItems image': hasImage,
  'server/buying/wishlist/queries.ts wishlistItems subcategoryName': isAsked,
  'server/catalogue/products/queries.ts findProduct sellerCompany': hasSeller,
  'server/catalogue/questions/moderate-queries.ts listQuestionRows seller': hasSeller,
  'server/catalogue/questions/queries.ts questionsOfProduct answer': isAsked,
  'server/catalogue/questions/queries.ts questionsOfProduct answeredAt': isAsked,
  'server/catalogue/questions/queries.ts findAskedProduct imageUrl': hasImage,
  'server/catalogue/questions/queries.ts ownQuestions productImage': hasImage,
  'server/catalogue/questions/queries.ts ownQuestions seller': hasSeller,
  'server/catalogue/questions/queries.ts findQuestion productImage': hasImage,
  'server/catalogue/questions/queries.ts findQuestion seller': hasSeller,
  'server/catalogue/questions/queries.ts openOfSeller productImage': hasImage,
  'server/catalogue/questions/queries.ts openOfSeller seller': hasSeller,
  'server/catalogue/questions/queries.ts answeredOfSeller productImage': hasImage,
  'server/catalogue/questions/queries.ts answeredOfSeller seller': hasSeller,
  'server/catalogue/reviews/moderate-queries.ts listReviewRows seller': hasSeller,
  'server/catalogue/reviews/queries.ts findOrderToReview productImage': hasImage,
  'server/catalogue/reviews/queries.ts findShownReview productImage': hasImage,
  'server/catalogue/reviews/queries.ts reviewsOfSeller productImage': hasImage,
  'server/buying/cart/queries.ts cartLines sellerCompany': hasSeller,
  'server/people/identity/session-queries.ts findAddresses ip': isAsked,
  'server/people/sellers/all-sellers-queries.ts listSellerRows gst': hasGst,
  'server/people/sellers/approval-queries.ts approvalRows gst': hasGst,
  'server/people/sellers/queries.ts findSeller gst': hasGst,
  'server/people/sellers/queries.ts lockSeller gst': hasGst,
  'server/money/settlements/payout-queries.ts readPayeeState payeeId': hasVersion,
  'server/people/sellers/hold-queries.ts presentVersions identityId': hasVersion,
  'server/people/sellers/hold-queries.ts presentVersions payeeId': hasVersion,
  'server/money/settlements/reseal-bank-files.ts sealedBankFiles sealed':
    'no row without a text begins with one',
  'server/money/settlements/route-queries.ts claimRouteAccount claimedAt': 'it is set by the same statement',
  'server/money/shop-documents/gstr1-queries.ts listTaxLines gstin': isAsked,
  'server/money/shop-documents/queries.ts readInvoicePlaces sellerId':
    'it is asked for the invoice of a seller, which a credit note corrects',
  'server/money/shop-documents/queries.ts findShopDocument lines': 'a document is made with its lines',
  'server/money/holds/queries.ts lostNumbers number': isAsked,
  'server/money/ledger/checkpoint.ts readPayables sellerId': isAsked,
  'server/money/ledger/reverse-payments.ts reversePayouts of': isAsked,
  'server/fulfilment/shipments/queries.ts findLabel courierShipmentId': isAsked,
  'server/fulfilment/shipments/queries.ts findLabel labelUrl': isAsked,
  'server/fulfilment/dispatch/queries.ts listShipmentsToSend items': 'a shipment has a line at least',
  'server/fulfilment/dispatch/queries.ts listUnmeasured items': 'a shipment has a line at least',
  'server/fulfilment/shipments/queries.ts readShipment items': 'a shipment has a line at least',
  'server/fulfilment/weights/queries.ts readCharged orderId': 'a shipment has a line at least',
  'server/fulfilment/orders/all-orders-queries.ts listOrderRows returns': hasReturns,
  'server/fulfilment/orders/queries.ts ordersOfCheckout returns': hasReturns,
  'server/fulfilment/orders/queries.ts ordersOfCustomer returns': hasReturns,
  'server/fulfilment/orders/queries.ts findOrderOfCustomer returns': hasReturns,
  'server/fulfilment/orders/queries.ts findOrderByNumber returns': hasReturns,
  'server/fulfilment/orders/queries.ts ordersOfSeller returns': hasReturns,
  'server/buying/checkout/queries.ts storeProviderOrder providerOrderId': 'the statement has just written it',
  'server/administration/job-queries.ts listUnsentMailRows sealed': isSealed,
  'server/administration/job-queries.ts findUnsentMailRow sealed': isSealed,
  'server/platform/jobs/stored-jobs.ts sealedJobsToDo sealed': isSealed,
  'server/platform/jobs/stored-jobs.ts sealedJobsWithout sealed': isSealed,
  'server/administration/invariants/queries.ts listConfirmedRows since':
    'the least of a window that has at least this row',
  'server/platform/backup/tables.ts listTables columns': 'every table has columns',
}

/** One value of each type that statements return, with the JavaScript type that the driver makes of it. */
const samples: Record<string, string> = {
  bool: 'true',
  bytea: String.raw`\x00`,
  float8: '1.5',
  int2: '1',
  int4: '1',
  int8: '1',
  json: '{}',
  jsonb: '{}',
  name: 'a',
  numeric: '1.5',
  text: 'a',
  timestamptz: 'now',
  uuid: '00000000-0000-7000-8000-000000000000',
  _int4: '{1}',
  _text: '{a}',
}

const wrong = {
  unread: new Map<string, string>(),
  refused: new Set<string>(),
  names: new Set<string>(),
  undeclared: new Map<string, string>(),
  types: new Set<string>(),
  nulls: new Map<string, string>(),
}
let count = 0
const kinds = new Map<string, string>()

beforeAll(async () => {
  const server = inject('database')
  const database = `test_${process.pid}_rows`
  const admin = openDb({ connection: { ...server, database: 'hariyali' }, max: 1 })
  await admin.execute(`create database ${database} template ${server.template}`)
  for (const [type, text] of Object.entries(samples)) {
    const { rows } = await admin.execute(`select $1::${type} as value`, [text])
    kinds.set(type, kindOf((rows as { value: unknown }[])[0]?.value))
  }
  await admin.close()
  const describer = await openDescriber({ ...server, database })
  try {
    for (const { place, row, texts, unread } of readStatements(root)) {
      count += 1
      if (unread) wrong.unread.set(place, unread)
      for (const text of texts)
        try {
          const columns = await describer.describe(text)
          if (row.size > 0) compare(place, row, columns)
        } catch (error) {
          wrong.refused.add(`${place}: ${String(error)} in ${text}`)
        }
    }
  } finally {
    await describer.close()
  }
})

function compare(place: string, row: ReadonlyMap<string, DeclaredColumn>, columns: DescribedColumn[]): void {
  for (const name of row.keys())
    if (!columns.some((column) => column.name === name)) wrong.names.add(`${place} has no column ${name}`)
  for (const { name, type, mayBeNull } of columns) {
    const declared = row.get(name)
    if (!declared) {
      wrong.undeclared.set(`${place} ${name}`, 'is not declared')
      continue
    }
    const said = [...declared.kinds].join(' | ')
    const kind = kinds.get(type)
    if (type === 'json' || type === 'jsonb') {
      if (declared.holdsDate) wrong.types.add(`${place} ${name}: JSON has no Date`)
    } else if (said !== kind)
      wrong.types.add(`${place} ${name}: declared ${said}, but ${type} is ${kind ?? 'without a sample here'}`)
    if (mayBeNull && !declared.nullable) wrong.nulls.set(`${place} ${name}`, mayBeNull)
  }
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return `${kindOf(value[0])}[]`
  if (value instanceof Date) return 'Date'
  return Buffer.isBuffer(value) ? 'Buffer' : typeof value
}

/** Found and known are the same. */
function expectOnly(found: ReadonlyMap<string, string>, known: Readonly<Record<string, string>>): void {
  const others = [...found].filter(([place]) => !(place in known))
  expect(others.map(([place, reason]) => `${place}: ${reason}`)).toEqual([])
  expect(Object.keys(known).filter((place) => !found.has(place))).toEqual([])
}

test('every statement is read from the source and understood by PostgreSQL', () => {
  expect(count).toBeGreaterThan(250)
  expectOnly(wrong.unread, notRead)
  expect([...wrong.refused]).toEqual([])
})

test('a row has the columns that are declared, and no others', () => {
  expect([...wrong.names]).toEqual([])
  expect([...wrong.undeclared]).toEqual([])
})

test('a column has the type that is declared, as the driver reads it', () => {
  expect([...wrong.types]).toEqual([])
})

test('what may be null is declared so', () => {
  expectOnly(wrong.nulls, neverNull)
})
