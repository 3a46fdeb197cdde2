/**
 * Which rows of every table are a person's, and what becomes of them when that person deletes their account. The download, the
 * deletion, the pages that say what is erased and the privacy notice are made from this list. A table of the retention register
 * without its line here does not compile.
 */
import { disputableDays } from '../../fulfilment/disputes/keep-proofs.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { RetainedTable } from '../retention/retained-tables.ts'
import { isFromMailboxOf } from './mailbox.ts'

type Id = string
type Whose = (id: Id) => Sql

/** 'kept': what the law wants, as it is. */
type Deletion =
  | { does: 'deleted' }
  | { does: 'emptied'; set: Sql; left: string }
  | { does: 'kept'; why: string; time: string }
  /** The name becomes a pseudonym, by a function of its own. */
  | { does: 'renamed'; words: string }

export interface PersonalRows {
  of: 'buyer' | 'seller' | 'both'
  /** In words for everybody. Rows with the same words are one line of the pages. */
  what: string
  whose: Whose
  /** Columns about other people, which the download leaves out. */
  without: readonly string[]
  /** What of such a column is about them, as an object. */
  own?: Sql
  /** Rows that they were never told of, which the download leaves out. */
  untold?: Sql
  deletion: Deletion
}

const deleted: Deletion = { does: 'deleted' }
const emptied = (set: Sql, left: string): Deletion => ({ does: 'emptied', set, left })
const kept = (why: string, time = '9 years'): Deletion => ({ does: 'kept', why, time })

const rows =
  (of: PersonalRows['of']) =>
  (
    what: string,
    whose: Whose,
    deletion: Deletion,
    without: readonly string[] = [],
    own?: Sql,
  ): PersonalRows => ({ of, what, whose, deletion, without, ...(own && { own }) })
const [buyers, sellers, everybodys] = [rows('buyer'), rows('seller'), rows('both')]

/** No row of these tables is about one person. */
const nobodys: readonly PersonalRows[] = []

const byAccount: Whose = (id) => sql`account_id = ${id}`
const byCustomer: Whose = (id) => sql`customer_id = ${id}`
const bySeller: Whose = (id) => sql`seller_id = ${id}`
const ofOrders =
  (side: 'customer_id' | 'seller_id'): Whose =>
  (id) =>
    side === 'customer_id'
      ? sql`order_id in (select o.id from orders o where o.customer_id = ${id})`
      : sql`order_id in (select o.id from orders o where o.seller_id = ${id})`
const ofCheckouts: Whose = (id) =>
  sql`checkout_id in (select c.id from checkout c where c.customer_id = ${id})`
const paymentsOf = (id: Id) =>
  sql`select p.id from payment p join checkout c on c.id = p.checkout_id where c.customer_id = ${id}`
const boughtReturns = (id: Id) =>
  sql`select r.id from return_request r join orders o on o.id = r.order_id where o.customer_id = ${id}`
const boughtShipments = (id: Id) =>
  sql`select l.shipment_id from shipment_line l join orders o on o.id = l.order_id where o.customer_id = ${id}`
const soldShipments = (id: Id) => sql`select s.id from shipment s where s.seller_id = ${id}`
const ownReviews = (id: Id) => sql`select r.id from review r where r.customer_id = ${id}`
/** Also those that its owner made as a visitor. */
const ownComplaints = (id: Id) => sql`select c.id from complaint c where c.account_id = ${id}
  or ${isFromMailboxOf(id)}`
const ofProducts: Whose = (id) => sql`product_id in (select p.id from product p where p.seller_id = ${id})`
/** What a member of a team changed of the listings of the shop. */
const ofMember: Whose = (
  id,
) => sql`person = (select a.email from account a where a.id = ${id}) and product_id in (
  select p.id from product p join team_member m on m.seller_id = p.seller_id where m.account_id = ${id})`
const ofImports: Whose = (id) =>
  sql`import_id in (select i.id from product_import i where i.seller_id = ${id})`
const documentsOf = (side: 'customer_id' | 'seller_id', id: Id) =>
  side === 'customer_id'
    ? sql`select d.id from tax_document d where d.customer_id = ${id}`
    : sql`select d.id from tax_document d where d.seller_id = ${id}`
const shopDocumentsOf = (id: Id) =>
  sql`select d.id from shop_document d where d.seller_id = ${id} or d.customer_id = ${id}`
const settlementsOf: Whose = (id) =>
  sql`settlement_id in (select t.id from settlement t where t.seller_id = ${id})`
/** By the fact that names the account: its e-mail, or a company with it. */
const callsAbout: Whose = (id) =>
  sql`asked_by <> ${id} and exists (select from account a, jsonb_array_elements(facts) f
    where a.id = ${id} and f->>'label' in ('Customer', 'Seller') and (f->>'value' = a.email
      or right(regexp_replace(f->>'value', ', SUSPENDED$', ''), length(a.email) + 2) = ', ' || a.email))`

const accounts = 'the law of accounts and tax'
const money = kept(accounts)
const recipientColumns = [
  'street',
  'city',
  'pin_code',
  'recipient_name',
  'recipient_mobile',
  'note_to_seller',
] as const
const parcelColumns = ['from_place', 'to_place', 'label_url', 'proof_url', 'manifest_url'] as const
const callColumns = ['asked_by', 'asked_by_name', 'decided_by', 'decided_by_name', 'operation'] as const
const calls = 'Calls of administrators about the account'
const purchases = 'Purchases: goods, prices, states, payments and refunds'
const sales = 'Sales, fees, taxes and payouts'
const invoices = 'Invoices and credit notes, with the name and address in them'
const ways = 'Log-ins: devices, codes and the authenticator app'
const returns = 'Returns: what was written, and the photos'
export const teamWords = 'The team of a shop'
const parcels = 'Parcels, and the places between which they travelled'
const reviews = 'Reviews and their photos'

/** In the order in which they are erased. */
export const personalRows: Record<RetainedTable, readonly PersonalRows[]> = {
  session: [everybodys(ways, byAccount, deleted)],
  password_proof: [everybodys(ways, byAccount, deleted)],
  one_time_code: [everybodys(ways, byAccount, deleted)],
  known_browser: [everybodys(ways, byAccount, deleted)],
  recovery_code: [everybodys(ways, byAccount, deleted)],
  second_factor: [everybodys(ways, byAccount, deleted)],
  // Before the membership, which says in whose listings a member wrote.
  listing_change: [
    sellers('Products', ofProducts, deleted, ['person']),
    sellers(
      teamWords,
      ofMember,
      emptied(sql`person = 'Somebody who has left'`, 'what changed of the listings, without a name'),
      ['product_id', 'was', 'became'],
    ),
  ],
  // A shop's members go with it, by a trigger: they are people of their own.
  team_member: [sellers(teamWords, byAccount, deleted, ['seller_id'])],
  team_invitation: [sellers(teamWords, bySeller, deleted, ['email'])],
  address: [buyers('Addresses', byCustomer, deleted)],
  cart_coupon: [buyers('Cart and wishlist', byCustomer, deleted)],
  cart_line: [buyers('Cart and wishlist', byCustomer, deleted)],
  wishlist_item: [buyers('Cart and wishlist', byCustomer, deleted)],
  consent: [everybodys('Consents, with the dates of their texts', byAccount, deleted)],
  approval: [
    everybodys(calls, (id) => sql`state <> 'waiting' and ${callsAbout(id)}`, deleted, callColumns),
    // Those that wait are for a second person to decide.
    everybodys(
      calls,
      callsAbout,
      emptied(
        sql`facts = (select jsonb_agg(case when f->>'label' in ('Customer', 'Seller') then f || '{"value": "A deleted account"}'
          else f end order by n) from jsonb_array_elements(facts) with ordinality as e (f, n))`,
        'those that wait for a second person, without the name',
      ),
      callColumns,
    ),
  ],
  audit_repeat: [
    everybodys('Who did what, from where', (id) => sql`by_id = ${id} or to_id = ${id}::text`, deleted, [
      'by_name',
    ]),
  ],
  complaint_link: [everybodys('Complaints', (id) => sql`complaint_id in (${ownComplaints(id)})`, deleted)],
  complaint_message: [
    everybodys(
      'Complaints',
      (id) => sql`complaint_id in (${ownComplaints(id)}) and kind in ('person', 'desk')`,
      deleted,
      ['author'],
    ),
    sellers(
      'Answers to complaints',
      (id) =>
        sql`kind = 'seller' and complaint_id in (select c.id from complaint c where c.seller_id = ${id})`,
      emptied(sql`words = 'The seller has left.'`, 'that there was an answer'),
    ),
  ],
  complaint: [
    everybodys('Complaints', (id) => sql`id in (${ownComplaints(id)})`, deleted, [
      'assigned_to',
      'assigned_name',
    ]),
    // No rows for the download: it says what stays.
    everybodys(
      'What others wrote of them in complaints of their own, and what our team answered',
      () => sql`false`,
      kept('the complaints are of others', '3 years after their end'),
    ),
  ],
  // What the seller wrote to a buyer is about the buyer, too.
  order_message: [
    buyers(
      'Messages with sellers about orders',
      ofOrders('customer_id'),
      deleted,
      ['seller_id', 'words'],
      sql`jsonb_build_object('your_words', case when by = 'buyer' then words end)`,
    ),
    sellers(
      'Messages to buyers about orders',
      (id) => sql`by = 'seller' and seller_id = ${id}`,
      emptied(sql`words = 'The seller has left.'`, 'that there was a message'),
    ),
  ],
  question_report: [everybodys('Reports on questions', byAccount, deleted)],
  question: [
    buyers('Questions about products', (id) => sql`customer_id = ${id} and answer is null`, deleted, [
      'seller_id',
      'waits_since',
    ]),
    buyers(
      'Questions about products',
      (id) => sql`customer_id = ${id} and answer is not null`,
      emptied(sql`customer_id = null`, 'questions that were answered, without a name'),
      ['answer', 'seller_id', 'waits_since'],
    ),
    sellers(
      'Answers to questions about products',
      (id) => sql`seller_id = ${id} and answer is not null`,
      emptied(sql`answer = 'The seller has left.'`, 'the questions'),
      ['customer_id', 'words', 'waits_since'],
    ),
  ],
  review_vote: [everybodys('Votes and reports on reviews', byAccount, deleted)],
  review_report: [everybodys('Votes and reports on reviews', byAccount, deleted)],
  listing_report: [everybodys('Reports on products', byAccount, deleted)],
  return_photo: [buyers(returns, (id) => sql`request_id in (${boughtReturns(id)})`, deleted)],
  weight_photo: [
    sellers(
      'Weights in dispute: what was written, and the photos',
      (id) => sql`difference_id in (select w.id from weight_difference w where w.seller_id = ${id})`,
      deleted,
    ),
  ],
  review_photo: [
    buyers(
      reviews,
      (id) =>
        sql`review_id in (${ownReviews(id)}) and not (select a.keeps_reviews from account a where a.id = ${id})`,
      deleted,
    ),
  ],
  review_origin: [buyers(reviews, (id) => sql`review_id in (${ownReviews(id)})`, deleted)],
  review_edit: [buyers(reviews, (id) => sql`review_id in (${ownReviews(id)})`, deleted)],
  review: [
    buyers(
      reviews,
      (id) => sql`customer_id = ${id} and not (select a.keeps_reviews from account a where a.id = ${id})`,
      deleted,
      ['answer', 'seller_id', 'flags', 'waits_since'],
    ),
    buyers(
      reviews,
      byCustomer,
      emptied(sql`customer_id = null, order_id = null`, 'reviews without a name, if you say so'),
      ['answer', 'seller_id', 'flags', 'waits_since'],
    ),
    sellers(
      'Answers to reviews',
      (id) => sql`seller_id = ${id} and answer is not null`,
      emptied(sql`answer = null, answered_at = null`, 'the reviews'),
      ['customer_id', 'order_id', 'words', 'image_urls', 'flags', 'waits_since'],
    ),
  ],
  review_invitation: nobodys,
  return_event: [
    buyers(
      returns,
      (id) => sql`by = 'buyer' and request_id in (${boughtReturns(id)})`,
      emptied(sql`note = null`, 'dates, states and amounts'),
    ),
    sellers(
      'Returns of what was sold',
      (id) =>
        sql`by = 'seller' and request_id in (select r.id from return_request r where r.seller_id = ${id})`,
      emptied(sql`note = null`, 'dates and states'),
    ),
  ],
  return_request: [
    buyers(returns, ofOrders('customer_id'), emptied(sql`words = ''`, 'dates, states and amounts')),
    sellers('Returns of what was sold', bySeller, money, ['words']),
  ],
  replacement: [
    buyers(returns, (id) => sql`request_id in (${boughtReturns(id)})`, money),
    sellers(
      'Returns of what was sold',
      (id) => sql`request_id in (select r.id from return_request r where r.seller_id = ${id})`,
      money,
    ),
  ],
  delivery_claim: [
    buyers(
      'Parcels that did not come: what was written',
      ofOrders('customer_id'),
      emptied(sql`words = ''`, 'dates and states'),
    ),
  ],
  cancellation: [
    buyers(
      purchases,
      ofOrders('customer_id'),
      emptied(sql`note = case when by = 'customer' then null else note end`, 'dates and amounts'),
    ),
    sellers(
      sales,
      (id) => sql`by = 'seller' and ${ofOrders('seller_id')(id)}`,
      emptied(sql`note = null`, 'dates and amounts'),
    ),
  ],
  shipment_event: [
    buyers(
      parcels,
      (id) => sql`shipment_id in (${boughtShipments(id)})`,
      kept('disputes about a purchase', '3 years'),
    ),
  ],
  shipment_waybill: [buyers(parcels, (id) => sql`shipment_id in (${boughtShipments(id)})`, money)],
  shipment_line: [
    buyers(parcels, ofOrders('customer_id'), money),
    sellers(parcels, (id) => sql`shipment_id in (${soldShipments(id)})`, money),
  ],
  shipment: [
    buyers(
      parcels,
      (id) => sql`id in (${boughtShipments(id)})`,
      emptied(
        sql`to_place = case when kind = 'return' then to_place else nameless(to_place) end,
          from_place = case when kind = 'return' then nameless(from_place) else from_place end,
          label_url = null, proof_url = null, manifest_url = null`,
        'city, state, PIN code, weights and dates',
      ),
      parcelColumns,
      sql`jsonb_build_object('your_place', case when kind = 'return' then from_place else to_place end)`,
    ),
    sellers(
      parcels,
      bySeller,
      emptied(
        sql`to_place = case when kind = 'return' then nameless(to_place) else to_place end,
          from_place = case when kind = 'return' then from_place else nameless(from_place) end`,
        'city, state, PIN code, weights and dates',
      ),
      parcelColumns,
      sql`jsonb_build_object('your_place', case when kind = 'return' then to_place else from_place end)`,
    ),
  ],
  dispute_proof: [
    buyers(
      'Proof of delivery: who received an order, and where',
      ofOrders('customer_id'),
      kept('a bank may dispute the payment until then', `${disputableDays} days from the order`),
    ),
  ],
  order_promise: [buyers(parcels, ofOrders('customer_id'), money)],
  courier_charge: [sellers(parcels, (id) => sql`shipment_id in (${soldShipments(id)})`, money)],
  weight_difference: [
    sellers(
      'Weights in dispute: what was written, and the photos',
      bySeller,
      emptied(sql`words = case when words is not null then '' end`, 'weights and amounts'),
    ),
  ],
  orders: [
    buyers(
      purchases,
      byCustomer,
      emptied(
        sql`street = '', recipient_name = null, recipient_mobile = null, note_to_seller = null, shipment_label_url = null`,
        'goods, prices, states, city and PIN code',
      ),
      ['needs_attention', 'shipment_label_url'],
    ),
    sellers(sales, bySeller, money, [
      ...recipientColumns,
      'customer_id',
      'needs_attention',
      'shipment_label_url',
    ]),
  ],
  checkout_line: [buyers(purchases, ofCheckouts, money)],
  checkout: [
    buyers(
      'Purchases that were not paid',
      (id) => sql`customer_id = ${id} and next_check_at is null
        and not exists (select from payment p where p.checkout_id = checkout.id)
        and not exists (select from orders o where o.checkout_id = checkout.id)
        and not exists (select from unmatched_payment u where u.provider_order_id = checkout.provider_order_id)`,
      deleted,
      ['fingerprint'],
    ),
    buyers(
      purchases,
      byCustomer,
      emptied(
        sql`address_id = null, street = '', fingerprint = '', network_hash = null, buyer_gstin = null, buyer_business_name = null,
          recipient_name = null, recipient_mobile = null, note_to_seller = null`,
        'goods, prices, states, city and PIN code',
      ),
      ['fingerprint'],
    ),
  ],
  payment: [buyers(purchases, ofCheckouts, money)],
  refund: [
    buyers(purchases, (id) => sql`payment_id in (${paymentsOf(id)})`, money, [
      'settled_note',
      'note',
      'attention',
    ]),
  ],
  dispute: [buyers(purchases, (id) => sql`payment_id in (${paymentsOf(id)})`, money, ['answer_words'])],
  dispute_order: [buyers(purchases, ofOrders('customer_id'), money)],
  order_tax: [
    buyers(purchases, ofOrders('customer_id'), money),
    sellers(sales, ofOrders('seller_id'), money),
  ],
  order_terms: [sellers(sales, ofOrders('seller_id'), money)],
  order_sale: [sellers(sales, ofOrders('seller_id'), money)],
  order_reversal: [sellers(sales, ofOrders('seller_id'), money)],
  tax_document: [
    buyers(invoices, byCustomer, money),
    sellers(invoices, bySeller, money, [
      'customer_id',
      'buyer_name',
      'buyer_business_name',
      'buyer_gstin',
      'delivery_street',
      'delivery_city',
      'delivery_pin_code',
    ]),
  ],
  tax_document_file: [
    buyers(invoices, (id) => sql`document_id in (${documentsOf('customer_id', id)})`, money),
    sellers(invoices, (id) => sql`document_id in (${documentsOf('seller_id', id)})`, money),
  ],
  shop_document: [everybodys(invoices, (id) => sql`id in (${shopDocumentsOf(id)})`, money)],
  shop_document_file: [everybodys(invoices, (id) => sql`document_id in (${shopDocumentsOf(id)})`, money)],
  shop_document_line: [everybodys(invoices, (id) => sql`document_id in (${shopDocumentsOf(id)})`, money)],
  shop_document_fee: [everybodys(invoices, (id) => sql`document_id in (${shopDocumentsOf(id)})`, money)],
  settlement: [sellers(sales, bySeller, money)],
  settlement_line: [sellers(sales, settlementsOf, money)],
  unsettled_entry: [sellers(sales, bySeller, money)],
  payout: [sellers(sales, bySeller, money, ['note'])],
  paid_twice: [sellers(sales, bySeller, money)],
  money_transfer: [
    sellers(sales, (id) => sql`payout_id in (select p.id from payout p where p.seller_id = ${id})`, money),
    buyers(
      purchases,
      (id) => sql`refund_id in (select f.id from refund f where f.payment_id in (${paymentsOf(id)}))`,
      money,
    ),
  ],
  posting: [sellers(sales, bySeller, money)],
  journal_entry: [
    buyers(purchases, (id) => sql`payment_id in (${paymentsOf(id)})`, money),
    sellers(sales, (id) => sql`id in (select p.entry_id from posting p where p.seller_id = ${id})`, money),
  ],
  route_account: [sellers(sales, bySeller, money)],
  seller_identity: [sellers('The name, GST number and address in which they sold', bySeller, money)],
  seller_undertaking: [sellers('What they undertook', bySeller, money)],
  seller_document: [sellers('Documents that showed who they are', bySeller, deleted)],
  seller_payee: [sellers('The bank accounts that were paid', bySeller, money)],
  payout_hold: [sellers('Holds on payouts', bySeller, deleted)],
  commission_rule: [sellers(sales, bySeller, money)],
  coupon: [
    sellers(
      'Coupons',
      bySeller,
      emptied(sql`stopped_at = coalesce(stopped_at, now())`, 'codes, discounts, conditions and dates'),
    ),
  ],
  delivery_record: [sellers('How they delivered', bySeller, deleted)],
  green_claim_step: [
    sellers(
      'Green claims',
      (id) => sql`claim_id in (select c.id from green_claim c where c.seller_id = ${id})`,
      deleted,
    ),
  ],
  green_claim_product: [
    sellers(
      'Green claims',
      (id) => sql`claim_id in (select c.id from green_claim c where c.seller_id = ${id})`,
      deleted,
    ),
  ],
  green_claim: [sellers('Green claims', bySeller, deleted)],
  green_word_reading: nobodys,
  product_import: [sellers('Files of products', bySeller, deleted)],
  product_import_row: [sellers('Files of products', ofImports, deleted)],
  product_import_picture: [sellers('Files of products', ofImports, deleted)],
  product_family: [sellers('Products', bySeller, deleted)],
  family_member: [sellers('Products', ofProducts, deleted)],
  green_word: [sellers('Products', ofProducts, deleted)],
  product_attribute: [sellers('Products', ofProducts, deleted)],
  product_edition: [sellers('Products', ofProducts, deleted)],
  product_price: [sellers('Products', ofProducts, deleted)],
  declaration_notice: [sellers('Products', bySeller, deleted)],
  holiday: [sellers('Products', bySeller, deleted)],
  // Not that somebody has reported a product, nor how often it was looked at.
  moderated_listing: [
    {
      ...sellers('Decisions on products, and appeals', ofProducts, deleted, [
        'why',
        'waits_since',
        'reports',
        'grave',
        'risk_rank',
        'version',
        'decisions',
      ]),
      untold: sql`state = 'on-sale'`,
    },
  ],
  watched_category: nobodys,
  search_synonym: nobodys,
  search_miss: nobodys,
  product_day: nobodys,
  home_arrangement: nobodys,
  home_draft: nobodys,
  moderation_decision: [
    { ...sellers('Decisions on products, and appeals', bySeller, deleted), untold: sql`act = 'keep'` },
  ],
  held_back_product: [sellers('Products', ofProducts, deleted)],
  product: [
    sellers(
      'Products',
      bySeller,
      emptied(
        sql`deleted_at = coalesce(deleted_at, now()), description = '', details = '', image_texts = '{}', search = '', search_text = '', updated_at = now(),
          maker = null, packer = null, importer = null, care_contact = null, fssai_licence = null, cosmetics_licence = null`,
        'name, price and pictures of what was sold',
      ),
    ),
  ],
  // After all that shows pictures: one that something still shows stays.
  picture: [
    everybodys(
      'Uploaded pictures and documents',
      (id) => sql`uploaded_by = ${id}`,
      emptied(
        sql`uploaded_by = null, used_at = null, uploaded_at = now() - interval '2 days'`,
        'pictures of what was sold, of reviews that stay, and those that others show',
      ),
    ),
  ],
  search_word: [
    sellers(
      'Words of the search, from company names',
      (
        id,
      ) => sql`word in (select lower(w) from seller s, regexp_split_to_table(s.company_name, '[^[:alnum:]]+') w
        where s.account_id = ${id})`,
      emptied(sql`checked_at = now() - interval '2 days'`, 'words that other products have, too'),
      ['sound', 'checked_at'],
    ),
  ],
  customer: [
    buyers(
      'Name and mobile number',
      byAccount,
      emptied(sql`first_name = 'Deleted', last_name = 'account', mobile = ''`, 'a number without a name'),
    ),
  ],
  // From here on it is a pseudonym: what follows finds it by its id only.
  account: [
    everybodys('E-mail address and password', (id) => sql`id = ${id}`, {
      does: 'renamed',
      words: 'Deleted; a number stays in its place.',
    }),
  ],
  seller: [
    sellers(
      'Company, address and bank account',
      byAccount,
      emptied(
        sql`company_name = 'A seller who has left', gst = null, gst_unverified = 'DELETED', gst_doubt = null, gst_confirmed = false,
          mobile = '', building_no = '', street = '', landmark = '', pin_code = '', city = '', pickup_location = null,
          bank_full_name = '', bank_account_sealed = '', bank_account_last4 = '', ifsc_code = '', story = '', grievance_contact = '',
          approval_reason = case when approval_reason is not null then 'The seller has left.' end`,
        'a number without a name',
      ),
    ),
  ],
  audit_entry: [
    everybodys(
      'Who did what, and when',
      (id) => sql`by_name collate "C" = (select a.email from account a where a.id = ${id})`,
      { does: 'renamed', words: 'Stays for 9 years with a number instead of the name.' },
      ['to_id', 'to_name'],
      // Not who was invited to a team, nor who invited.
      sql`case when act like 'team-%' then '{}' else jsonb_build_object('to_id', to_id, 'to_name', to_name) end`,
    ),
  ],

  attribute: nobodys,
  attribute_value: nobodys,
  bank_file: nobodys,
  bank_reply: nobodys,
  broken_row: nobodys,
  // Numbers of at least three people.
  bought_together: nobodys,
  catalogue_change: nobodys,
  category: nobodys,
  category_attribute: nobodys,
  courier_answer: nobodys,
  declaration_need: nobodys,
  dispute_rule: nobodys,
  gst_rate: nobodys,
  gstr1_large_invoice: nobodys,
  hold_finding: nobodys,
  hsn_code: nobodys,
  invariant_check: nobodys,
  // Of administrators, who are removed by one another.
  invitation: nobodys,
  invoice_series: nobodys,
  invoice_series_gap: nobodys,
  ledger_checkpoint: nobodys,
  ledger_horizon: nobodys,
  levy_rate: nobodys,
  product_facet: nobodys,
  live_product_count: nobodys,
  product_word: nobodys,
  provider_account: nobodys,
  provider_charge: nobodys,
  provider_settlement: nobodys,
  // Addresses are hashed with a key, for a day.
  rate_limit: nobodys,
  reconciliation: nobodys,
  reconciliation_difference: nobodys,
  delivery_charge: nobodys,
  return_policy: nobodys,
  schema_migration: nobodys,
  setting: nobodys,
  settlement_run: nobodys,
  shipping_charge: nobodys,
  shop_document_progress: nobodys,
  shop_hold: nobodys,
  shop_series_gap: nobodys,
  subcategory: nobodys,
  timer_run: nobodys,
  unmatched_payment: nobodys,
  unplaced_dispute: nobodys,
  webhook_event: nobodys,
}
