/**
 * Access control (api-rules §2): every endpoint and every page, requested by fifteen kinds of callers. The expected reply
 * follows from the declared roles and duties, and from the lists below, which say whose data an endpoint touches. An endpoint for buyers
 * or sellers that is in none of the lists fails the test.
 */
// @module-tag nightly: Every call and page by fifteen kinds of callers. another-seller.test.ts and administrators.test.ts prove owners and duties each time, and the contract's types that each call names its roles.
import { checkFile } from './setup/imports.ts'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nightly } from './setup/nightly.ts'
import {
  type Duty,
  type EndpointSpec,
  mayCall,
  mayCallForShop,
  type Role,
  type TeamArea,
  teamAreas,
} from '../contract/endpoint.ts'
import { api, endpoints } from '../contract/endpoints.ts'
import { buy, cartOf, eventually, ordersOf } from './setup/buying.ts'
import type { Answer, TestClient } from './setup/client.ts'
import { addSellersCoupon, chooseCoupon, couponInput } from './setup/coupons.ts'
import { digest } from './setup/digest.ts'
import { addAdmin } from './setup/people.ts'
import { upload, uploaded, uploadedPhoto } from './setup/pictures.ts'
import {
  addProduct,
  addSubcategory,
  productInput,
  putInCart,
  testAddress,
  type TestSubcategory,
} from './setup/products.ts'
import { askBody, asked, received, replacing, untilReturn } from './setup/returns.ts'
import { addSeller, type Seller } from './setup/sellers.ts'
import { addMember, newTeamEmail } from './setup/team.ts'
import { type Customer, startTestShop, type TestShop } from './setup/shop.ts'
import { courierFault, stopCourierFaults } from './setup/providers.ts'
import { moveParcel, untilParcel, untilParcelRests } from './setup/parcels.ts'
import { ageDelivery } from './setup/clock.ts'
import { dayAgo, settle } from './setup/settling.ts'
import { weighParcel } from './setup/weights.ts'
import { readAdminPaths } from '../server/administration/paths.ts'
import { findShipmentOfOrder } from '../server/fulfilment/shipments/queries.ts'
import { issueShopDocuments } from '../server/money/shop-documents/issue-documents.ts'
import { dayAfterMonth, dayOf } from '../server/platform/calendar.ts'
import { newId } from '../server/platform/db/ids.ts'
import { sql } from '../server/platform/db/sql.ts'
import type { HttpApp } from '../server/platform/http/http-app.ts'
import { register } from '../server/platform/http/register.ts'

const people = [
  'visitor',
  'unverified',
  'suspended',
  'buyer',
  'other buyer',
  'seller',
  'other seller',
  'orders member',
  'products member',
  'money member',
  'other member',
  'admin',
  'finance',
  'catalogue',
  'support',
] as const
type Person = (typeof people)[number]
/** Null: without a valid session. */
const roleOf: Record<Person, Role | null> = {
  visitor: null,
  unverified: null,
  suspended: null,
  buyer: 'CUSTOMER',
  'other buyer': 'CUSTOMER',
  seller: 'SELLER',
  'other seller': 'SELLER',
  'orders member': 'SELLER',
  'products member': 'SELLER',
  'money member': 'SELLER',
  'other member': 'SELLER',
  admin: 'ADMIN',
  finance: 'ADMIN',
  catalogue: 'ADMIN',
  support: 'ADMIN',
}
/** What each administrator may do. */
const dutiesOf: Partial<Record<Person, readonly Duty[]>> = {
  admin: ['owner'],
  finance: ['finance'],
  catalogue: ['catalogue'],
  support: ['support'],
}

/** In which areas the members of the seller's team, and one of the other seller's, act for the shop. */
const areasOf: Partial<Record<Person, readonly TeamArea[]>> = {
  'orders member': ['orders'],
  'products member': ['products'],
  'money member': ['money'],
  'other member': teamAreas,
}
/** Whether this person may make the call for the shop of the owner. */
const actsFor = (owner: Person, person: Person, spec: EndpointSpec) =>
  owner === 'seller' &&
  spec.areas !== 'person' &&
  person in areasOf &&
  person !== 'other member' &&
  expectedOf(spec, person) === 'in'

interface Input {
  params?: Record<string, string | number>
  query?: string
  body?: unknown
}

let shop: TestShop
let clients: Record<Person, TestClient>
/** Ids of objects that belong to the buyer and the seller. */
let own: {
  address: string
  line: string
  inCart: string
  wished: string
  /** Of two pieces. */
  order: string
  number: string
  /** For which no courier was asked. */
  waiting: string
  /** Delivered a moment ago. */
  claimable: string
  weight: string
  scale: string
  /** By the buyer, of the seller's product. */
  review: string
  /** Of the buyer, about the seller's product: one to answer, and one to decline. */
  question: string
  otherQuestion: string
  /** About an order of the seller. */
  complaint: { id: string; number: string }
  solvedComplaint: string
  /** That carries it. */
  shipment: string
  document: string
  /** The shop's invoice to the seller. */
  shopDocument: string
  /** The month in which the order was handed over. */
  month: string
  /** Of the seller. */
  gstin: string
  product: string
  /** A coupon of which the seller is asked to bear a part. */
  asked: string
  takenDown: string
  greenClaim: string
  family: string
  /** Checked, and waiting. */
  fileImport: string
  otherImport: string
  otherMember: string
  /** In no family. */
  loose: string
  claimDocument: string
  sellerDocument: string
  picture: string
  buyerEmail: string
  sellerEmail: string
  subcategory: TestSubcategory
  otherPaise: number
  delivered: string
  photo: string
  /** One for each move that its owner makes. */
  returns: Record<'withdraw' | 'accept' | 'dispute' | 'receive' | 'refund' | 'exchange' | 'label', string>
  settled: string
  settlement: string
  payout: number
  /** Of the seller's team. */
  teamMember: string
  /** How many products lack declarations: another number than the other seller has. */
  incomplete: number
  teamInvitation: string
}

const address = () => ({ ...testAddress, street: '99 Changed Street' })
const product = () => productInput(own.subcategory, [own.picture], { name: 'Changed Brush' })

const reviewBody = { stars: 4, words: 'As described.', imageUrls: [], anonymous: false }

/** Endpoints that name an object by id: its owner gets 200, another caller of the same role gets the same as for an unknown id. */
const byId: Record<string, { owner: 'buyer' | 'seller'; id: () => string; input: (id: string) => Input }> = {
  'team.withdraw': { owner: 'seller', id: () => own.teamInvitation, input: (id) => ({ params: { id } }) },
  'team.changeAreas': {
    owner: 'seller',
    id: () => own.teamMember,
    input: (id) => ({ params: { id }, body: { areas: ['money'] } }),
  },
  'team.remove': { owner: 'seller', id: () => own.teamMember, input: (id) => ({ params: { id } }) },
  'address.edit': {
    owner: 'buyer',
    id: () => own.address,
    input: (id) => ({ params: { id }, body: address() }),
  },
  'address.makeDefault': { owner: 'buyer', id: () => own.address, input: (id) => ({ params: { id } }) },
  'address.delete': { owner: 'buyer', id: () => own.address, input: (id) => ({ params: { id } }) },
  'cart.edit': { owner: 'buyer', id: () => own.inCart, input: (id) => ({ body: { id, quantity: 2 } }) },
  'cart.remove': { owner: 'buyer', id: () => own.line, input: (id) => ({ params: { cartItemId: id } }) },
  'coupon.answer': {
    owner: 'seller',
    id: () => own.asked,
    input: (id) => ({ params: { id }, body: { accept: true } }),
  },
  'coupon.stop': { owner: 'seller', id: () => own.asked, input: (id) => ({ params: { id } }) },
  'product.getForm': {
    owner: 'seller',
    id: () => own.product,
    input: (id) => ({ params: { productId: id } }),
  },
  'listing.get': { owner: 'seller', id: () => own.product, input: (id) => ({ params: { id } }) },
  'listing.preview': { owner: 'seller', id: () => own.product, input: (id) => ({ params: { id } }) },
  'listing.setState': {
    owner: 'seller',
    id: () => own.product,
    input: (id) => ({ params: { id }, body: { state: 'on-sale', onSaleAt: null } }),
  },
  'prices.get': { owner: 'seller', id: () => own.product, input: (id) => ({ params: { id } }) },
  'prices.save': {
    owner: 'seller',
    id: () => own.product,
    input: (id) => ({
      params: { id },
      body: { version: 1, salePrice: null, saleBegins: null, saleEnds: null, bulkPrices: [] },
    }),
  },
  'product.edit': {
    owner: 'seller',
    id: () => own.product,
    input: (id) => ({ params: { productId: id }, body: product() }),
  },
  'product.delete': { owner: 'seller', id: () => own.product, input: (id) => ({ params: { id } }) },
  'moderation.appeal': {
    owner: 'seller',
    id: () => own.takenDown,
    input: (id) => ({ params: { id }, body: { words: 'It is as described.' } }),
  },
  'claim.ask': {
    owner: 'buyer',
    id: () => own.claimable,
    input: (id) => ({ params: { id }, body: { words: 'It did not come.' } }),
  },
  'claim.withdraw': { owner: 'buyer', id: () => own.claimable, input: (id) => ({ params: { id } }) },
  'review.write': {
    owner: 'buyer',
    id: () => own.claimable,
    input: (id) => ({ params: { id }, body: reviewBody }),
  },
  'review.edit': {
    owner: 'buyer',
    id: () => own.review,
    input: (id) => ({ params: { id }, body: reviewBody }),
  },
  'review.answer': {
    owner: 'seller',
    id: () => own.review,
    input: (id) => ({ params: { id }, body: { words: 'Thank you.' } }),
  },
  'question.answer': {
    owner: 'seller',
    id: () => own.question,
    input: (id) => ({ params: { id }, body: { words: 'Very soft.', no: 0 } }),
  },
  'question.decline': {
    owner: 'seller',
    id: () => own.otherQuestion,
    input: (id) => ({ params: { id } }),
  },
  // One that is not answered: everybody reads those that are.
  'question.get': { owner: 'buyer', id: () => own.otherQuestion, input: (id) => ({ params: { id } }) },
  'complaint.reply': {
    owner: 'buyer',
    id: () => own.complaint.id,
    input: (id) => ({ params: { id }, body: { words: 'One thing more.' } }),
  },
  'complaint.rate': {
    owner: 'buyer',
    id: () => own.solvedComplaint,
    input: (id) => ({ params: { id }, body: { satisfied: true } }),
  },
  'complaint.answerAsSeller': {
    owner: 'seller',
    id: () => own.complaint.id,
    input: (id) => ({ params: { id }, body: { words: 'It left me whole.' } }),
  },
  'orderMessages.read': { owner: 'buyer', id: () => own.order, input: (id) => ({ params: { id } }) },
  'orderMessages.send': {
    owner: 'buyer',
    id: () => own.order,
    input: (id) => ({ params: { id }, body: { words: 'When does it leave?' } }),
  },
  'orderMessages.see': {
    owner: 'seller',
    id: () => own.order,
    input: (id) => ({ params: { id }, body: { last: own.order } }),
  },
  'orderMessages.report': {
    owner: 'seller',
    id: () => own.order,
    input: (id) => ({ params: { id }, body: { words: 'They insult me.' } }),
  },
  'returns.options': { owner: 'buyer', id: () => own.delivered, input: (id) => ({ params: { id } }) },
  'returns.ask': {
    owner: 'buyer',
    id: () => own.delivered,
    input: (id) => ({ params: { id }, body: askBody() }),
  },
  'returns.photo': { owner: 'buyer', id: () => own.photo, input: (id) => ({ params: { id } }) },
  'returns.withdraw': {
    owner: 'buyer',
    id: () => own.returns.withdraw,
    input: (id) => ({ params: { id } }),
  },
  'returns.cost': { owner: 'seller', id: () => own.returns.accept, input: (id) => ({ params: { id } }) },
  'returns.accept': { owner: 'seller', id: () => own.returns.accept, input: (id) => ({ params: { id } }) },
  'returns.dispute': {
    owner: 'seller',
    id: () => own.returns.dispute,
    input: (id) => ({ params: { id }, body: { note: 'It left me whole.' } }),
  },
  'returns.receive': { owner: 'seller', id: () => own.returns.receive, input: (id) => ({ params: { id } }) },
  'returns.refund': {
    owner: 'seller',
    id: () => own.returns.refund,
    input: (id) => ({ params: { id }, body: { restock: true } }),
  },
  'returns.exchange': {
    owner: 'seller',
    id: () => own.returns.exchange,
    input: (id) => ({ params: { id }, body: { restock: false } }),
  },
  'returns.label': { owner: 'seller', id: () => own.returns.label, input: (id) => ({ params: { id } }) },
  'order.changeDelivery': {
    owner: 'buyer',
    id: () => own.waiting,
    input: (id) => ({
      params: { id },
      body: { ...address(), recipient: { name: 'Test Recipient', mobile: '9000000000' } },
    }),
  },
  'order.label': { owner: 'seller', id: () => own.order, input: (id) => ({ params: { id } }) },
  'dispatch.ready': {
    owner: 'seller',
    id: () => own.shipment,
    input: (id) => ({ body: { shipments: [{ id }] } }),
  },
  'dispatch.papers': { owner: 'seller', id: () => own.shipment, input: (id) => ({ query: `?ids=${id}` }) },
  'dispatch.manifest': {
    owner: 'seller',
    id: () => own.shipment,
    input: (id) => ({ query: `?ids=${id}` }),
  },
  // After the label, because a cancelled order has none.
  'dispatch.cannotDeliver': {
    owner: 'seller',
    id: () => own.order,
    input: (id) => ({ params: { id }, body: { units: 1, reason: 'damaged' } }),
  },
  'order.cancel': { owner: 'buyer', id: () => own.waiting, input: (id) => ({ params: { id }, body: {} }) },
  'document.get': { owner: 'buyer', id: () => own.document, input: (id) => ({ params: { id } }) },
  'shopDocument.get': { owner: 'seller', id: () => own.shopDocument, input: (id) => ({ params: { id } }) },
  'weights.dispute': {
    owner: 'seller',
    id: () => own.weight,
    input: (id) => ({ params: { id }, body: { words: 'It is lighter.', photos: [own.scale] } }),
  },
  'greenClaim.get': { owner: 'seller', id: () => own.greenClaim, input: (id) => ({ params: { id } }) },
  'greenClaim.products': { owner: 'seller', id: () => own.greenClaim, input: (id) => ({ params: { id } }) },
  'greenClaim.edit': {
    owner: 'seller',
    id: () => own.greenClaim,
    input: (id) => ({ params: { id }, body: { ...greenClaimInput, document: own.claimDocument } }),
  },
  'greenClaim.attach': {
    owner: 'seller',
    id: () => own.greenClaim,
    input: (id) => ({ params: { id }, body: { add: [own.product] } }),
  },
  'greenClaim.showDocument': {
    owner: 'seller',
    id: () => own.greenClaim,
    input: (id) => ({ params: { id }, body: { shown: true } }),
  },
  'productImports.get': { owner: 'seller', id: () => own.fileImport, input: (id) => ({ params: { id } }) },
  'productImports.problems': {
    owner: 'seller',
    id: () => own.fileImport,
    input: (id) => ({ params: { id } }),
  },
  'productImports.problemsCsv': {
    owner: 'seller',
    id: () => own.fileImport,
    input: (id) => ({ params: { id } }),
  },
  'productImports.wrongRows': {
    owner: 'seller',
    id: () => own.fileImport,
    input: (id) => ({ params: { id } }),
  },
  'productImports.pictures': {
    owner: 'seller',
    id: () => own.fileImport,
    input: (id) => ({ params: { id }, body: { pictures: [{ name: 'a.jpg', address: own.picture }] } }),
  },
  'productImports.stop': { owner: 'seller', id: () => own.fileImport, input: (id) => ({ params: { id } }) },
  'productImports.run': { owner: 'seller', id: () => own.otherImport, input: (id) => ({ params: { id } }) },
  'family.get': { owner: 'seller', id: () => own.family, input: (id) => ({ params: { id } }) },
  'family.edit': {
    owner: 'seller',
    id: () => own.family,
    input: (id) => ({ params: { id }, body: familyInput(own.product, own.otherMember) }),
  },
  'family.addMatrix': {
    owner: 'seller',
    id: () => own.product,
    input: (base) => ({
      body: {
        ...familyHead,
        base,
        members: ['Small', 'Large'].map((value) => ({
          values: [value],
          price: 90,
          mrp: null,
          netQuantity: null,
          weight: 90,
          noOfUnits: 1,
        })),
      },
    }),
  },
  'family.dissolve': { owner: 'seller', id: () => own.family, input: (id) => ({ params: { id } }) },
  // In the order of a claim's life.
  'greenClaim.checkWords': {
    owner: 'seller',
    id: () => own.product,
    input: (id) => ({ body: { productId: id, name: 'Natural Brush' } }),
  },
  'greenClaim.submit': { owner: 'seller', id: () => own.greenClaim, input: (id) => ({ params: { id } }) },
  'greenClaim.renew': { owner: 'seller', id: () => own.greenClaim, input: (id) => ({ params: { id } }) },
  'greenClaim.withdraw': { owner: 'seller', id: () => own.greenClaim, input: (id) => ({ params: { id } }) },
  'greenClaim.document': {
    owner: 'seller',
    id: () => own.claimDocument,
    // An unknown id of the test has no letter for its kind.
    input: (key) => ({ params: { key: key.startsWith('d-') ? key : `d-${key}` } }),
  },
  'sellerApproval.document': {
    owner: 'seller',
    id: () => own.sellerDocument,
    // An unknown id of the test has no letter for its kind.
    input: (key) => ({ params: { key: key.startsWith('d-') ? key : `d-${key}` } }),
  },
  'earnings.order': { owner: 'seller', id: () => own.settled, input: (id) => ({ params: { id } }) },
  'earnings.statement': { owner: 'seller', id: () => own.settlement, input: (id) => ({ params: { id } }) },
  'earnings.statementLines': {
    owner: 'seller',
    id: () => own.settlement,
    input: (id) => ({ params: { id } }),
  },
  'earnings.statementCsv': { owner: 'seller', id: () => own.settlement, input: (id) => ({ params: { id } }) },
}

/** Endpoints without an id, where the session selects the data: the owner's reply contains the mark, no other reply does. */
const bySession: Record<
  string,
  { owner: 'buyer' | 'seller'; mark: () => string; params?: () => Input['params'] }
> = {
  'profile.get': { owner: 'buyer', mark: () => own.buyerEmail },
  'profile.me': { owner: 'seller', mark: () => own.sellerEmail },
  'profile.bankAccount': { owner: 'seller', mark: () => '424242424242' },
  'auth.sessions': { owner: 'buyer', mark: () => '203.0.113.77' },
  'address.get': { owner: 'buyer', mark: () => own.address },
  'cart.get': { owner: 'buyer', mark: () => own.line },
  'cart.productExists': { owner: 'buyer', mark: () => 'true', params: () => ({ id: own.inCart }) },
  'coupon.ofCart': { owner: 'buyer', mark: () => 'PERMITTED' },
  'coupon.ofSeller': { owner: 'seller', mark: () => own.asked },
  'wishlist.get': { owner: 'buyer', mark: () => own.wished },
  'wishlist.productExists': { owner: 'buyer', mark: () => 'true', params: () => ({ id: own.wished }) },
  'order.getCustomer': { owner: 'buyer', mark: () => own.order },
  'order.page': { owner: 'buyer', mark: () => own.order, params: () => ({ number: own.number }) },
  'review.form': { owner: 'buyer', mark: () => own.number, params: () => ({ number: own.number }) },
  'review.getSeller': { owner: 'seller', mark: () => own.review },
  'complaint.list': { owner: 'buyer', mark: () => own.complaint.number },
  'complaint.read': {
    owner: 'buyer',
    mark: () => own.complaint.id,
    params: () => ({ number: own.complaint.number }),
  },
  'complaint.getSeller': { owner: 'seller', mark: () => own.complaint.number },
  'orderMessages.getSeller': { owner: 'seller', mark: () => own.order },
  'question.form': { owner: 'buyer', mark: () => own.question, params: () => ({ id: own.product }) },
  'question.getSeller': { owner: 'seller', mark: () => own.question },
  'order.getSeller': { owner: 'seller', mark: () => own.order },
  'dispatch.list': { owner: 'seller', mark: () => own.shipment },
  'dispatch.counts': { owner: 'seller', mark: () => '"toPack":1' },
  'returns.getSeller': { owner: 'seller', mark: () => own.returns.accept },
  'document.gstr1': { owner: 'seller', mark: () => '/000001', params: () => ({ month: own.month }) },
  'document.registrations': { owner: 'seller', mark: () => own.gstin },
  'product.getBySeller': { owner: 'seller', mark: () => own.product },
  'weights.list': { owner: 'seller', mark: () => own.weight },
  'productImports.list': { owner: 'seller', mark: () => own.fileImport },
  'productImports.export': { owner: 'seller', mark: () => own.product },
  'family.list': { owner: 'seller', mark: () => own.family },
  'family.choices': { owner: 'seller', mark: () => own.loose },
  'greenClaim.list': { owner: 'seller', mark: () => own.greenClaim },
  'greenClaim.counts': { owner: 'seller', mark: () => '"count":1' },
  'team.show': { owner: 'seller', mark: () => own.teamMember },
  'sellerFigures.get': { owner: 'seller', mark: () => own.product },
  'sellerFigures.csv': { owner: 'seller', mark: () => own.product },
  'sellerFigures.advice': {
    owner: 'seller',
    mark: () => `"kind":"declarations","products":${own.incomplete}`,
  },
  'earnings.summary': { owner: 'seller', mark: () => `"inPayment":${own.payout}` },
  'earnings.orders': { owner: 'seller', mark: () => own.settled },
  'earnings.statements': { owner: 'seller', mark: () => own.settlement },
  'shopDocument.list': { owner: 'seller', mark: () => own.shopDocument },
  'ownData.state': { owner: 'buyer', mark: () => own.buyerEmail },
}

/** Endpoints that only change the caller's own account and take no id of an object; they have tests of their own. */
const ofTheCaller = [
  'team.invite',
  'secondFactor.state',
  'secondFactor.begin',
  'secondFactor.confirm',
  'secondFactor.renewRecoveryCodes',
  'secondFactor.remove',
  'auth.confirmLogin',
  'ownData.archive',
  'ownData.askDeletion',
  'ownData.undoDeletion',
  'auth.endSessions',
  'auth.changePassword',
  'profile.editCustomer',
  'profile.editSeller',
  'profile.confirmGst',
  'sellerApproval.get',
  'sellerApproval.submit',
  'holiday.get',
  'holiday.set',
  'sellerUndertaking.get',
  'sellerUndertaking.accept',
  'address.add',
  'cart.add',
  'coupon.choose',
  'coupon.removeFromCart',
  'deliveryCharge.ofCart',
  'coupon.add',
  'complaint.make',
  'wishlist.add',
  'wishlist.remove',
  'wishlistMail.choose',
  'order.check',
  'order.payment',
  'order.paymentByPost',
  'order.verifyPayment',
  'order.create',
  'product.add',
  // bulk-edit.test.ts has another seller's product.
  'bulkEdit.edit',
  'product.declarationNeeds',
  'attribute.asked',
  'productImports.template',
  'greenClaim.add',
  'family.add',
  'review.vote',
  'review.report',
  'question.ask',
  'question.report',
  'settings.upload',
  'weights.upload',
]

const familyHead = { name: 'Own Family', options: ['size'], sameThing: false }
const familyInput = (...products: string[]) => ({
  ...familyHead,
  members: products.map((productId, at) => ({ productId, values: [`${at}`] })),
})
/** The buyer has chosen another one for their cart. */
async function askedCoupon(seller: Seller): Promise<string> {
  const code = 'SHARED50'
  const body = couponInput(code, { sellerEmail: seller.email, sellerShare: 50 })
  const agreed = await clients.admin.post('/public/admin/coupons', body)
  expect(agreed.status).toBe(202)
  const { approvalId } = agreed.body
  expect((await clients.finance.post(`/public/admin/approvals/${approvalId}/confirm`)).status).toBe(200)
  await addSellersCoupon(seller, 'PERMITTED')
  await chooseCoupon(clients.buyer, 'PERMITTED')
  const { body: coupons } = await seller.get('/private/seller/coupons')
  return coupons.find((one: { code: string }) => one.code === code).id
}

/** One more that waits; a file that is sent would stop the first one. */
async function checkedImport(seller: Seller): Promise<string> {
  const id = newId()
  await shop.db.query(sql`
    insert into product_import (id, seller_id, file_name, source, state)
    values (${id}, ${seller.id}, 'other.csv', 'hariyali', 'checked')`)
  return id
}

const greenClaimInput = {
  code: 'handmade',
  covers: 'making',
  evidenceKind: 'own-declaration',
  issuedOn: '2026-01-01',
}

beforeAll(async () => {
  shop = await startTestShop({ pages: true, courier: true, env: { TRUST_PROXY: 'true' } })
  const seller = await addSeller(shop, { accountNo: '424242424242' })
  const otherSeller = await addSeller(shop)
  const subcategory = await addSubcategory(shop)
  const picture = await uploaded(seller)
  const add = async (client: TestClient, name: string) =>
    (
      await client.post('/private/product/add', {
        ...productInput(subcategory, [await uploaded(client)], { name }),
      })
    ).body.id as string
  const productId = await add(seller, 'Own Brush')
  const otherMember = await add(seller, 'Own Longer Brush')
  const loose = await add(seller, 'Own Broom')
  const family = (await seller.post('/private/families', familyInput(productId, otherMember))).body
    .id as string
  await add(otherSeller, 'Other Brush')
  const { id: wished } = await addProduct(shop)

  const path = '/media/v1_1/documents/image/upload'
  const claimDocument = (await upload(seller, Buffer.from('%PDF-1.7'), { path })).body.public_id as string
  // The sellers of this shop are approved by the setting, so that no call sends documents.
  const sellerDocument = (await upload(seller, Buffer.from('%PDF-1.7'), { path })).body.public_id as string
  await shop.db.query(
    sql`insert into seller_document (seller_id, kind, key) values (${seller.id}, 'identity', ${sellerDocument})`,
  )
  const written = { ...greenClaimInput, document: claimDocument }
  const greenClaim = (await seller.post('/private/green-claims', written)).body.id as string

  const buyer = await shop.customer('owner')
  const { body: saved } = await buyer.post('/private/address/add', testAddress)
  await buyer.post('/private/address/add', { ...testAddress, street: 'A second one' })
  const delivered = await deliveredWithReturns(buyer, seller, productId)
  const settled = await settledOrder(buyer, productId)
  const waiting = await waitingOrder(buyer)
  const claimable = await deliveredOrder(buyer, (await addProduct(shop, { seller })).id, 1)
  for (let piece = 0; piece < 2; piece += 1)
    await buyer.post('/private/cart/add', { id: productId, quantity: 1 })
  await buy(shop, buyer)
  const [order] = await ordersOf(buyer)
  await buyer.post(`/private/order-messages/${order.id}`, { words: 'When does it leave?' })
  await buyer.post('/private/cart/add', { id: productId, quantity: 1 })
  await buyer.post(`/private/wishlist/add/${wished}`)
  await buyer.post(
    '/auth/login',
    { email: buyer.email, password: buyer.password },
    { 'x-forwarded-for': '203.0.113.77' },
  )
  const [line] = (await buyer.get('/private/cart/get')).body
  const otherBuyer = await shop.customer('stranger')
  await otherBuyer.post('/private/address/add', testAddress)
  await otherBuyer.post('/private/cart/add', { id: wished, quantity: 1 })

  const suspended = await shop.customer('suspended')
  // Suspend in the database only, so that the session still exists, as on a node that has not yet noticed the suspension.
  await shop.db.query(
    sql`update account set suspended_at = now(), suspended_reason = 'test' where email = ${suspended.email}`,
  )
  const unverified = shop.client()
  const email = `unverified-${newId()}@buyers.hariyali.test`
  await unverified.post('/auth/customer/signup', {
    firstName: 'Not',
    lastName: 'Verified',
    email,
    mobile: '9000000000',
    password: 'a-good-password',
  })
  expect((await unverified.post('/auth/login', { email, password: 'a-good-password' })).status).toBe(401)
  expect([...unverified.cookies.keys()]).toEqual(['browser', 'signed_up', 'password_proof'])
  clients = {
    visitor: shop.client(),
    unverified,
    suspended,
    buyer,
    'other buyer': otherBuyer,
    seller,
    'other seller': otherSeller,
    'orders member': await addMember(shop, seller, ['orders']),
    'products member': await addMember(shop, seller, ['products']),
    'money member': await addMember(shop, seller, ['money']),
    'other member': await addMember(shop, otherSeller, teamAreas),
    admin: await addAdmin(shop),
    finance: await addAdmin(shop, undefined, ['finance']),
    catalogue: await addAdmin(shop, undefined, ['catalogue']),
    support: await addAdmin(shop, undefined, ['support']),
  }
  const paise = async (client: TestClient) =>
    (await cartOf(client)).reduce((sum, { price, quantity }) => sum + Math.round(price * 100) * quantity, 0)
  own = {
    address: saved.id,
    line: line.cartItemId,
    inCart: productId,
    wished,
    order: order.id,
    number: order.number,
    waiting,
    claimable,
    weight: (await weighParcel(shop, claimable, 1_200)) ?? '',
    scale: await uploadedPhoto(seller),
    review: (await buyer.post(`/private/review/order/${delivered.delivered}`, reviewBody)).body.id,
    question: await questionAbout(buyer, productId, 'Is it soft?'),
    otherQuestion: await questionAbout(buyer, productId, 'Is it hard?'),
    complaint: await complaintAbout(buyer, order.number),
    solvedComplaint: await solvedComplaint(buyer),
    shipment: (await findShipmentOfOrder(shop.db, order.id)) ?? '',
    document: '',
    shopDocument: '',
    month: '',
    gstin: (await seller.get('/private/profile')).body.gst,
    product: productId,
    asked: await askedCoupon(seller),
    takenDown: await takenDownProduct(seller, clients.catalogue, subcategory),
    greenClaim,
    family,
    fileImport: (await checkFile(seller, 'Product Name,Picture 1\nComb,a.jpg\n')).id,
    otherImport: await checkedImport(seller),
    otherMember,
    loose,
    claimDocument,
    sellerDocument,
    picture,
    buyerEmail: buyer.email,
    sellerEmail: seller.email,
    subcategory,
    otherPaise: await paise(otherBuyer),
    settled,
    settlement: '',
    payout: 0,
    teamMember: (await addMember(shop, seller, ['orders'])).id,
    incomplete: Number(
      (await seller.get('/private/product/get-by-seller?declared=missing&limit=1')).headers.get(
        'x-total-count',
      ),
    ),
    teamInvitation: await invitedBy(seller),
    ...delivered,
  }
  await untilParcelRests(shop, own.order)
  const { documents } = (await ordersOf(buyer)).find(({ id }) => id === own.delivered)
  await eventually(
    () => shop.db.query(sql`select from tax_document_file where document_id = ${documents[0].id}`),
    (files) => files.length === 1,
  )
  await issueShopDocuments(shop.running.shop, dayAfterMonth(dayOf(new Date()).slice(0, 7)))
  const [shopDocument] = (await seller.get('/private/shop-documents')).body
  const [statement] = (await seller.get('/private/earnings/statements')).body
  Object.assign(own, {
    document: documents[0].id,
    shopDocument: shopDocument.id,
    month: documents[0].date.slice(0, 7),
    settlement: statement.id,
    payout: statement.payout,
  })
})
afterAll(() => shop.stop())

async function invitedBy(seller: TestClient): Promise<string> {
  await seller.post('/private/team/invitations', { email: newTeamEmail(), areas: ['orders'] })
  return (await seller.get('/private/team')).body.invitations[0].id
}

async function complaintAbout(buyer: TestClient, order?: string): Promise<{ id: string; number: string }> {
  const body = { category: 'order', words: 'It came without its bristles.', order }
  const { number } = (await buyer.post('/private/complaints', body)).body
  return (await buyer.get(`/private/complaints/${number}`)).body
}

async function questionAbout(buyer: TestClient, productId: string, words: string): Promise<string> {
  await buyer.post(`/private/question/product/${productId}`, { words })
  const { own: asked } = (await buyer.get(`/private/question/product/${productId}`)).body
  return asked.find((one: { words: string }) => one.words === words).id
}

async function solvedComplaint(buyer: TestClient): Promise<string> {
  const { id } = await complaintAbout(buyer)
  const desk = await addAdmin(shop)
  const path = `/public/admin/complaints/${id}`
  const seen = (await desk.get(path)).body.messages[0].id
  await desk.post(`${path}/write`, { act: 'solve', words: 'The money is on its way.', seen })
  return id
}

async function deliveredOrder(buyer: Customer, productId: string, quantity: number): Promise<string> {
  await putInCart(buyer, productId, quantity)
  const { body } = await buy(shop, buyer)
  const orderId = body[0].id as string
  await untilParcelRests(shop, orderId)
  await moveParcel(shop, orderId, { status: 'Delivered' })
  await untilParcel(shop, orderId, (row) => row.status === 'completed')
  return orderId
}

async function takenDownProduct(
  seller: TestClient,
  admin: TestClient,
  subcategory: TestSubcategory,
): Promise<string> {
  const input = productInput(subcategory, [await uploaded(seller)], { name: 'Own Comb' })
  const { id } = (await seller.post('/private/product/add', input)).body
  const decision = { act: 'take-down', reason: 'unsafe', note: 'It is sharp.', version: 1, decided: 0 }
  expect((await admin.post(`/public/admin/listings/${id}/decide`, decision)).status).toBe(200)
  return id
}

/** The courier does not register the place of its seller, and is not asked again. */
async function waitingOrder(buyer: Customer): Promise<string> {
  await courierFault(shop, 'pickup-places', 'error-500', { times: 1_000 })
  const { id } = await addProduct(shop, { seller: await addSeller(shop) })
  await putInCart(buyer, id)
  const orderId = (await buy(shop, buyer)).body[0].id as string
  await eventually(
    () => shop.db.query(sql`select from order_shipment where order_id = ${orderId} and tries > 0`),
    (tried) => tried.length === 1,
  )
  await shop.db.query(sql`
    update shipment set check_at = null where id in (select id from order_shipment where order_id = ${orderId})`)
  await stopCourierFaults(shop)
  return orderId
}

/** An order that was delivered a month ago and is in its seller's statement. */
async function settledOrder(buyer: Customer, productId: string): Promise<string> {
  const orderId = await deliveredOrder(buyer, productId, 1)
  await ageDelivery(shop, orderId, 30)
  await settle(shop, dayAgo(2))
  return orderId
}

/** A delivered order of the buyer's, and returns of it in the states from which each of their moves is made. */
async function deliveredWithReturns(buyer: Customer, seller: Seller, productId: string) {
  const orderId = await deliveredOrder(buyer, productId, 8)
  const photo = await uploadedPhoto(buyer)
  const withdraw = await asked(buyer, orderId, { photos: [photo] })
  const accept = await asked(buyer, orderId)
  const dispute = await asked(buyer, orderId)
  const receive = await asked(buyer, orderId)
  await seller.post(`/private/returns/${receive}/accept`)
  await untilReturn(shop, receive, 'pickup-booked')
  const refund = await received(shop, seller, { orderId, productId, buyer })
  const exchange = await received(shop, seller, { orderId, productId, buyer }, { wanted: 'exchange' })
  const label = await replacing(shop, seller, { orderId, productId, buyer })
  return {
    delivered: orderId,
    photo,
    returns: { withdraw, accept, dispute, receive, refund, exchange, label },
  }
}

const calls = Object.entries(endpoints).flatMap(([id, spec]) => [
  { id, spec, method: spec.method as string, path: spec.path },
  ...(spec.alias ? [{ id, spec, ...spec.alias }] : []),
])

const examples: Record<string, string> = {
  email: 'nobody@test.hariyali.test',
  name: 'x',
  amountInPaise: '100',
  list: 'orders',
  month: '2026-11',
}
function addressOf(path: string, { params = {}, query = '' }: Input): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(params[name] ?? examples[name] ?? newId()),
  )
  return `/api/v1${filled}${query}`
}

async function make(
  person: Person,
  { method, path }: { method: string; path: string },
  input: Input = {},
): Promise<Answer> {
  const client = clients[person]
  const url = addressOf(path, input)
  if (method === 'GET') return client.get(url)
  if (method === 'DELETE') return client.delete(url)
  return client.post(url, input.body ?? {})
}

/** 'in': the caller is allowed; the endpoint may reply anything but 401, 403 or 5xx. */
function expectedOf(spec: EndpointSpec, person: Person): 401 | 403 | 'in' {
  if (spec.roles.includes('visitor')) return 'in'
  const role = roleOf[person]
  if (role === null) return 401
  if (!spec.roles.includes(role)) return 403
  if (role === 'SELLER') return mayCallForShop(spec, areasOf[person] ?? ['owner']) ? 'in' : 403
  return role !== 'ADMIN' || mayCall(spec, dutiesOf[person] ?? []) ? 'in' : 403
}

const fits = (expected: 401 | 403 | 'in', status: number) =>
  expected === 'in' ? ![401, 403].includes(status) && status < 500 : status === expected

describe('calls', () => {
  test('every endpoint for buyers or sellers is in one of the lists of this file', () => {
    const known = new Set([...Object.keys(byId), ...Object.keys(bySession), ...ofTheCaller])
    const mixed = Object.entries(endpoints).filter(([, { roles }]) =>
      roles.some((role) => role === 'CUSTOMER' || role === 'SELLER'),
    )
    expect(mixed.map(([id]) => id).filter((id) => !known.has(id))).toEqual([])
    expect([...known].filter((id) => !endpoints[id])).toEqual([])
  })

  test('the server does not start with an endpoint that declares no roles', () => {
    const open = { ...api.cart.get, roles: [] } as unknown as EndpointSpec
    const app = { on: () => expect.unreachable() } as unknown as HttpApp
    expect(() => register(app, {} as never, open, async () => null)).toThrow(
      '/private/cart/get declares no roles',
    )
  })

  test('nor with an endpoint for administrators that declares no duties', () => {
    const open = { ...api.admin.counts, duties: undefined } as unknown as EndpointSpec
    const app = { on: () => expect.unreachable() } as unknown as HttpApp
    expect(() => register(app, {} as never, open, async () => null)).toThrow(
      '/public/admin/counts declares no duties',
    )
  })

  test('nor with an endpoint for sellers that declares no areas', () => {
    const open = { ...api.earnings.summary, areas: undefined } as unknown as EndpointSpec
    const app = { on: () => expect.unreachable() } as unknown as HttpApp
    expect(() => register(app, {} as never, open, async () => null)).toThrow(
      '/private/earnings declares no areas',
    )
  })

  test('each duty has endpoints of its own, and some that it may not call', () => {
    const ofAdministrators = Object.values(endpoints).filter(({ roles }) => roles.includes('ADMIN'))
    const numberOf = (person: Person) =>
      ofAdministrators.filter((spec) => mayCall(spec, dutiesOf[person] ?? [])).length
    expect(numberOf('admin')).toBe(ofAdministrators.length)
    for (const person of ['finance', 'catalogue', 'support'] as const) {
      expect(numberOf(person), person).toBeGreaterThan(15)
      expect(numberOf(person), person).toBeLessThan(ofAdministrators.length - 20)
    }
    expect(ofAdministrators.filter((spec) => !spec.duties?.length)).toEqual([])
  })

  test('callers of other roles or duties get 401 or 403, and no data changes', async () => {
    // Files of documents may still be drawn.
    await eventually(
      () =>
        shop.db.query(
          sql`select from pgboss.job where name = 'make-document' and state in ('created', 'retry', 'active')`,
        ),
      (waiting) => waiting.length === 0,
    )
    const before = await digest(shop)
    const wrong: string[] = []
    let cells = 0
    for (const call of calls)
      for (const person of people) {
        const expected = expectedOf(call.spec, person)
        if (expected === 'in') continue
        const rule = byId[call.id]
        // With ids and bodies that would be accepted from an allowed caller.
        const input = rule ? rule.input(rule.id()) : { params: bySession[call.id]?.params?.() ?? {} }
        const { status } = await make(person, call, input)
        cells += 1
        if (status !== expected)
          wrong.push(`${call.method} ${call.id} as ${person}: ${status}, not ${expected}`)
      }
    expect(wrong).toEqual([])
    expect(cells).toBeGreaterThan(400)
    expect(await digest(shop)).toEqual(before)
  })

  test('endpoints that select by session return data of the caller only', async () => {
    const wrong: string[] = []
    for (const [id, { owner, mark, params }] of Object.entries(bySession)) {
      const call = calls.find((one) => one.id === id)!
      const input = { params: params?.() ?? {} }
      const holds = async (person: Person) =>
        JSON.stringify((await make(person, call, input)).body).includes(mark())
      if (!(await holds(owner))) wrong.push(`${id}: not there for the ${owner}`)
      for (const person of people)
        if (person !== owner && (await holds(person)) !== actsFor(owner, person, call.spec))
          wrong.push(`${id}: ${actsFor(owner, person, call.spec) ? 'not ' : ''}shown to the ${person}`)
    }
    expect(wrong).toEqual([])
  })

  test('callers with an allowed role are let in', async () => {
    const wrong: string[] = []
    for (const call of calls)
      for (const person of people) {
        if (expectedOf(call.spec, person) !== 'in' || call.id === 'auth.logout') continue
        const { status } = await make(person, call)
        if (!fits('in', status)) wrong.push(`${call.method} ${call.id} as ${person}: ${status}`)
      }
    expect(wrong).toEqual([])
  })

  test('only buyers and sellers may upload photos of returns and scales', async () => {
    const statuses: Record<string, number> = {}
    for (const person of people)
      statuses[person] = (
        await upload(clients[person], Buffer.from('no picture'), {
          path: '/media/v1_1/returns/image/upload',
        })
      ).status
    expect(statuses).toEqual({
      visitor: 401,
      unverified: 401,
      suspended: 401,
      buyer: 415,
      'other buyer': 415,
      seller: 415,
      'other seller': 415,
      'orders member': 415,
      'products member': 403,
      'money member': 415,
      'other member': 415,
      admin: 403,
      finance: 403,
      catalogue: 403,
      support: 403,
    })
  })

  test('only sellers and administrators of the catalogue may upload pictures', async () => {
    const statuses: Record<string, number> = {}
    for (const person of people)
      statuses[person] = (await upload(clients[person], Buffer.from('no picture'))).status
    expect(statuses).toEqual({
      visitor: 401,
      unverified: 401,
      suspended: 401,
      buyer: 403,
      'other buyer': 403,
      seller: 415,
      'other seller': 415,
      'orders member': 403,
      'products member': 415,
      'money member': 403,
      'other member': 415,
      admin: 415,
      finance: 403,
      catalogue: 415,
      support: 403,
    })
  })

  test("another account's id gets exactly the same reply as an unknown id, and the owner is let in", async () => {
    const before = await digest(shop)
    const wrong: string[] = []
    const kept = Object.entries(byId)
    for (const [id, { owner, input, id: ownId }] of kept) {
      const call = calls.find((one) => one.id === id)!
      const strangers = people.filter(
        (p) =>
          p !== owner &&
          roleOf[p] === roleOf[owner] &&
          expectedOf(call.spec, p) === 'in' &&
          !actsFor(owner, p, call.spec),
      )
      for (const stranger of strangers) {
        const [theirs, nobodys] = [
          await make(stranger, call, input(ownId())),
          await make(stranger, call, input(newId())),
        ]
        if (theirs.status !== 404 || JSON.stringify(theirs.body) !== JSON.stringify(nobodys.body))
          wrong.push(`${id} as ${stranger}: ${theirs.status} ${JSON.stringify(theirs.body)}`)
      }
    }
    expect(wrong).toEqual([])
    expect(await digest(shop)).toEqual(before)
    // Endpoints that delete come last, because the others need the objects.
    for (const [id, { owner, input, id: ownId }] of kept.toSorted(([a], [b]) => rank(a) - rank(b))) {
      const { status } = await make(
        owner,
        calls.find((one) => one.id === id)!,
        input(ownId()),
      )
      if (status !== 200) wrong.push(`${id} as its owner: ${status}`)
    }
    expect(wrong).toEqual([])

    function rank(id: string): number {
      return /delete|remove/.test(id) ? 1 : 0
    }
  })

  test("a buyer can neither use another buyer's address nor verify another buyer's payment", async () => {
    const { otherPaise } = own
    const [mine] = (await clients['other buyer'].get('/private/address/get')).body
    const pay = (addressId: string) =>
      clients['other buyer'].get(`/private/order/payment/${otherPaise}?addressId=${addressId}`)
    const [theirs, nobodys] = [await pay(own.address), await pay(newId())]
    expect([theirs.status, theirs.body]).toEqual([404, nobodys.body])
    expect((await pay(mine.id)).status).toBe(200)
  })
})

describe('pages', () => {
  const routes = [
    ...readFileSync(new URL('../web/routes.ts', import.meta.url), 'utf8').matchAll(/\broute\('([^']+)'/g),
  ]
    .map((match) => `/${match[1]}`)
    .concat('/')
  const filled = (path: string) =>
    path
      .replace(':id', own.wished)
      .replace(':name', 'brush')
      .replace(':email', own.sellerEmail)
      .replace('*', 'nowhere')

  async function page(person: Person, path: string): Promise<{ status: number; body: string }> {
    const answer = await clients[person].get(path, { accept: 'text/html' })
    return { status: answer.status, body: String(answer.body) }
  }

  test(
    'the HTML of every page is the same for all callers',
    nightly(
      'Every page is made for each role. page-cache.test.ts and page-tags.test.ts prove each time what a cached page may hold.',
    ),
    async () => {
      const wrong: string[] = []
      expect(routes.length).toBeGreaterThan(20)
      for (const path of routes.map(filled)) {
        const plain = await page('visitor', path)
        if (![200, 302, 404].includes(plain.status)) wrong.push(`${path}: ${plain.status}`)
        for (const person of people) {
          const { status, body } = await page(person, path)
          if (status !== plain.status || body !== plain.body) wrong.push(`${path} differs for the ${person}`)
        }
      }
      expect(wrong).toEqual([])
    },
  )

  test("the administrator's pages are a 404 for everybody else", async () => {
    const paths = Object.values(await readAdminPaths(shop.db))
    expect(new Set(paths).size).toBe(4)
    const wrong: string[] = []
    for (const path of [...paths.map((name) => `/${name}`), `/admin-seller-orders/${own.sellerEmail}`]) {
      const unknown = `/${newId()}`
      for (const person of people) {
        const { status, body } = await page(person, path)
        if (roleOf[person] === 'ADMIN') {
          if (status !== 200) wrong.push(`${path} as ${person}: ${status}`)
          continue
        }
        const plain = await page(person, unknown)
        if (status !== 404 || body.replaceAll(path, unknown) !== plain.body)
          wrong.push(`${path} as ${person}: ${status}`)
        const data = await page(person, `${path}.data`)
        if (data.status !== 404) wrong.push(`${path}.data as ${person}: ${data.status}`)
      }
    }
    expect(wrong).toEqual([])
  })
})
