/** What a bug, or a person with a database client, could do to each invariant of money and stock. */
import { type Sql, sql } from '../../server/platform/db/sql.ts'
import type { LivedShop } from './lived-shop.ts'

interface BrokenByHand {
  invariant: string
  breakBy: (lived: LivedShop) => Sql | Sql[]
  /** Other invariants that the same rows violate. */
  also?: string[]
}

const paymentOf = (checkout: string) => sql`(select id from payment where checkout_id = ${checkout})`
const entryOf = (key: Sql) => sql`(select id from journal_entry where key = ${key})`
const disputeOf = (order: string) => sql`(select dispute_id from dispute_order where order_id = ${order})`
const anyId = '00000000-0000-7000-8000-000000000000'
/** A refund that somebody paid by hand: the ledger counts it as paid by the bank. */
const paidByHand = (checkout: string, morePaise: number) => sql`
  insert into refund (id, payment_id, amount_paise, reason, state, settled_note)
  select gen_random_uuid(), id, amount_paise + ${morePaise}::bigint, 'at-provider', 'processed', 'by hand'
  from payment where checkout_id = ${checkout}`

/** Each invariant with statements that break it. They need a transaction without triggers and foreign keys. */
export const brokenByHand: BrokenByHand[] = [
  {
    invariant: 'order without a captured payment of the same amount',
    breakBy: ({ kept }) => sql`delete from payment where checkout_id = ${kept.checkout}`,
  },
  {
    invariant: 'payment for orders that are not there',
    breakBy: ({ kept }) =>
      sql`update checkout set state = 'refunded', completed_seq = null where id = ${kept.checkout}`,
  },
  {
    invariant: 'orders of an unpaid checkout',
    breakBy: ({ refunded }) =>
      sql`update checkout set state = 'expired', next_check_at = now() where id = ${refunded.checkout}`,
  },
  {
    invariant: 'orders differ from the snapshot',
    breakBy: ({ kept }) => sql`update orders set product_id = ${anyId} where id = ${kept.order}`,
  },
  {
    invariant: 'total differs from its lines',
    breakBy: ({ open }) =>
      sql`update checkout_line set price_paise = price_paise + 1 where checkout_id = ${open}`,
  },
  {
    invariant: 'one purchase paid twice and kept',
    breakBy: ({ kept }) => sql`
      update checkout set opened_seq = (select completed_seq - 1 from checkout where id = ${kept.before})
      where id = ${kept.checkout}`,
  },
  {
    invariant: 'not one order confirmation',
    breakBy: ({ kept }) => sql`update checkout set confirmation_mails = 2 where id = ${kept.checkout}`,
  },
  {
    invariant: 'order without the tax in its price',
    breakBy: ({ kept }) => sql`delete from order_tax where order_id = ${kept.order}`,
  },
  {
    invariant: 'order without terms',
    breakBy: ({ kept }) => sql`delete from order_terms where order_id = ${kept.order}`,
  },
  {
    invariant: 'order that went back to an earlier state',
    breakBy: ({ delivered }) => sql`update orders set status = 'shipped' where id = ${delivered}`,
  },
  {
    invariant: 'payment that bought nothing and does not go back whole',
    breakBy: ({ refunded }) =>
      sql`update refund set amount_paise = amount_paise - 1 where payment_id = ${paymentOf(refunded.checkout)}`,
    also: ['ledger: the provider has another amount'],
  },
  {
    invariant: 'refunded orders without their money',
    breakBy: ({ kept }) => sql`update orders set refunded_paise = 1 where id = ${kept.order}`,
  },
  {
    invariant: 'money of kept orders refunded, and nobody is told',
    breakBy: ({ kept }) => paidByHand(kept.checkout, 0),
  },
  {
    invariant: 'more refunded than was paid',
    breakBy: ({ kept }) => [
      sql`update orders set needs_attention = 'Somebody was told.' where id = ${kept.order}`,
      paidByHand(kept.checkout, 1),
    ],
  },
  {
    invariant: 'refunds and those that wait for a person exceed the payment',
    breakBy: ({ kept }) => [
      sql`update orders set needs_attention = 'Somebody was told.' where id = ${kept.order}`,
      sql`insert into refund (id, payment_id, amount_paise, reason, state, attention, attention_at)
        select gen_random_uuid(), id, amount_paise + 1, 'at-provider', 'failed', 'unmatched', now()
        from payment where checkout_id = ${kept.checkout}`,
    ],
    also: ['ledger: refunds under way differ from their rows'],
  },
  {
    invariant: 'refunded order with something left',
    breakBy: ({ refunded }) =>
      sql`update orders set refunded_paise = refunded_paise - 1 where id = ${refunded.order}`,
  },
  {
    invariant: 'cancellations differ from the order',
    breakBy: ({ cancelled }) => sql`update cancellation set paise = paise + 1 where order_id = ${cancelled}`,
  },
  {
    invariant: 'returns refunded more than their order',
    breakBy: ({ returned }) =>
      sql`update return_request set refund_paise = refund_paise + 1000000 where id = ${returned}`,
  },
  {
    invariant: 'return whose history ends in another state',
    breakBy: ({ returned }) =>
      sql`delete from return_event where request_id = ${returned} and state = 'refunded'`,
  },
  {
    invariant: 'return that went on after its end',
    breakBy: ({ returned }) =>
      sql`insert into return_event (request_id, no, state, by) values (${returned}, 99, 'refunded', 'clock')`,
  },
  {
    invariant: 'exchange that is refunded without a reason, or a refund with one',
    breakBy: ({ returned }) => [
      sql`alter table return_request drop constraint return_request_refunded`,
      sql`update return_request set wanted = 'exchange' where id = ${returned}`,
    ],
  },
  {
    invariant: 'replacement that is held without need, or a need without one',
    breakBy: ({ exchanged }) => sql`update replacement set units = units + 1 where request_id = ${exchanged}`,
  },
  {
    invariant: 'replacement whose pieces are not counted once',
    breakBy: ({ exchanged }) => [
      sql`alter table replacement drop constraint replacement_check1`,
      sql`update replacement set handed_over_at = null where request_id = ${exchanged}`,
    ],
    also: ['replacement whose ways are not charged once'],
  },
  {
    invariant: 'replacement whose ways are not charged once',
    breakBy: ({ exchanged }) => [
      sql`alter table order_reversal drop constraint order_reversal_gross_paise_check`,
      sql`update order_reversal set cause = 'price-reduced'
        where cause = 'exchanged' and order_id = (select order_id from return_request where id = ${exchanged})`,
    ],
    also: ['reversal without a credit note of the same amounts'],
  },
  {
    invariant: 'piece of an order in no shipment, or in two',
    breakBy: ({ kept }) => sql`update shipment_line set units = units + 1 where order_id = ${kept.order}`,
  },
  {
    invariant: 'order with two shipments to its buyer',
    breakBy: ({ kept }) => sql`
      with s as (
        insert into shipment (id, kind, reference, seller_id)
        select uuidv7(), 'forward', 'again', seller_id from orders where id = ${kept.order} returning id
      )
      insert into shipment_line (shipment_id, order_id, units) select id, ${kept.order}, 1 from s`,
    also: ['piece of an order in no shipment, or in two'],
  },
  {
    invariant: 'pieces that are booked twice',
    breakBy: ({ kept }) => [
      sql`
        with s as (
          insert into shipment (id, kind, reference, seller_id, booking_started_at, from_place, to_place, weight_grams, withdrawn_at, created_at)
          select uuidv7(), 'forward', 'again', seller_id, now(), '{}', '{}', 1, now(), now() - interval '1 day' from orders where id = ${kept.order} returning id
        )
        insert into shipment_line (shipment_id, order_id, units) select id, ${kept.order}, 1 from s`,
      sql`update shipment set booking_started_at = now(), from_place = '{}', to_place = '{}', weight_grams = 1
        where reference = ${kept.order}`,
    ],
  },
  {
    invariant: 'parcel handed over without a sale',
    breakBy: ({ kept }) => sql`update orders set status = 'shipped' where id = ${kept.order}`,
  },
  {
    invariant: 'sale of other pieces than were handed over',
    breakBy: ({ delivered }) => sql`update orders set cancelled_units = 1 where id = ${delivered}`,
    also: ['piece of an order in no shipment, or in two'],
  },
  {
    invariant: 'reversals differ from the order',
    breakBy: ({ delivered }) => sql`update orders set reversed_paise = 1 where id = ${delivered}`,
  },
  {
    invariant: 'more taken back than was sold',
    breakBy: ({ reversed }) => sql`
      update order_reversal set commission_paise = commission_paise - 1, tcs_paise = tcs_paise + 1 where order_id = ${reversed}`,
    also: ['fees of an order differ from the ledger', 'invoiced fee differs from its entry'],
  },
  {
    invariant: 'sale without an invoice of the same amounts',
    breakBy: ({ delivered }) =>
      sql`update tax_document set quantity = 2 where order_id = ${delivered} and kind = 'invoice'`,
  },
  {
    invariant: 'reversal without a credit note of the same amounts',
    breakBy: ({ reversed }) =>
      sql`update tax_document set reversal_id = ${anyId} where order_id = ${reversed} and kind = 'credit-note'`,
  },
  {
    invariant: 'ledger: an entry of a sale differs from its row',
    breakBy: ({ delivered }) =>
      sql`update journal_entry set key = 'lost' where key = 'sale:' || ${delivered}::text`,
  },
  {
    invariant: 'ledger: an entry of a reversal differs from its row',
    breakBy: ({ reversed }) =>
      sql`update journal_entry set key = 'lost' where key = 'reversal:' || ${reversed}::text || ':1'`,
    also: ['fees of an order differ from the ledger'],
  },
  {
    invariant: 'ledger: the buyer is not owed what the kept orders cost',
    breakBy: ({ kept }) => sql`
      update posting set account = 'claims'
      where account = 'buyer' and entry_id = ${entryOf(sql`'payment:' || ${paymentOf(kept.checkout)}`)}`,
  },
  {
    invariant: 'ledger: refunds under way differ from their rows',
    breakBy: ({ refunded }) => sql`
      update posting set account = 'claims' where account = 'refunds' and entry_id = (
        select max(id) from journal_entry where payment_id = ${paymentOf(refunded.checkout)})`,
  },
  {
    invariant: 'ledger: the provider has another amount',
    breakBy: ({ kept }) => sql`
      update posting set account = 'bank'
      where account = 'provider' and entry_id = ${entryOf(sql`'payment:' || ${paymentOf(kept.checkout)}`)}`,
  },
  {
    invariant: 'settlement: a sale or reversal that is neither settled nor waiting, or both',
    breakBy: ({ settled }) => sql`
      insert into unsettled_entry (entry_id, seller_id, order_id, net_paise)
      select ${entryOf(sql`'sale:' || ${settled.order}::text`)}, seller_id, id, 0 from orders where id = ${settled.order}`,
    also: ['settlement: a stored due day is not the true one'],
  },
  {
    invariant: 'settlement: a stored due day is not the true one',
    breakBy: ({ delivered }) => sql`update unsettled_entry set due_on = null where order_id = ${delivered}`,
  },
  {
    invariant: 'provider: the ledger has another charge',
    breakBy: ({ kept }) =>
      sql`update provider_charge set gst_paise = gst_paise + 1 where id = ${paymentOf(kept.checkout)}`,
  },
  {
    invariant: 'provider: the ledger has another settlement',
    breakBy: ({ providerSettlement }) =>
      sql`update provider_settlement set state = 'failed' where id = ${providerSettlement}`,
  },
  {
    invariant: 'dispute: the ledger has another amount of disputed money',
    breakBy: ({ disputed }) => sql`
      update posting set account = 'claims' where account = 'disputed' and entry_id = ${entryOf(
        sql`'dispute:' || ${disputeOf(disputed)} || ':1'`,
      )}`,
  },
  {
    invariant: 'dispute: lost money is not counted once',
    breakBy: ({ disputed }) => sql`update dispute set twice_paise = 1 where id = ${disputeOf(disputed)}`,
    also: ['dispute: the ledger has another amount of disputed money'],
  },
  {
    invariant: 'dispute: its orders have more than its amount',
    breakBy: ({ disputed }) =>
      sql`update dispute_order set share_paise = share_paise + 1 where order_id = ${disputed}`,
  },
  {
    invariant: 'ledger: an entry is not balanced',
    breakBy: ({ kept }) => sql`
      update journal_entry set posting_count = 3 where key = 'payment:' || ${paymentOf(kept.checkout)}`,
  },
  {
    invariant: 'settlement: a line is not what its entry says',
    breakBy: ({ settled }) => sql`
      update settlement_line set net_paise = net_paise + sign, gross_paise = gross_paise + sign
      from (select entry_id as id, case row_number() over (order by entry_id) when 1 then 1 else -1 end as sign
        from settlement_line where settlement_id = ${settled.settlement}) both_lines where both_lines.id = entry_id`,
  },
  {
    invariant: 'settlement: its lines are not its sums',
    breakBy: ({ settled }) => sql`
      update settlement_line set tcs_paise = tcs_paise + 1, commission_paise = commission_paise - 1
      where order_id = ${settled.order}`,
  },
  {
    invariant: 'settlement: not what was carried before',
    breakBy: ({ settled }) => [
      sql`alter table settlement drop constraint settlement_carries`,
      sql`update settlement set carried_before_paise = 1 where id = ${settled.settlement}`,
    ],
  },
  {
    invariant: 'settlement: not what was paid twice before',
    breakBy: ({ settled }) => [
      sql`alter table settlement drop constraint settlement_carries`,
      sql`update settlement set paid_twice_paise = 1 where id = ${settled.settlement}`,
    ],
  },
  {
    invariant: 'payout: paid twice, and nobody owes it',
    breakBy: ({ settled }) => sql`
      insert into money_transfer (reference, payout_id, extra_paise)
      select 'HDFCN52026110001', id, paise from payout where id = ${settled.payout}`,
    also: ['payout: the ledger says otherwise'],
  },
  {
    invariant: 'payout: not what its settlement says, or a second one',
    breakBy: ({ unpaid }) => sql`update payout set paise = paise + 1 where id = ${unpaid.payout}`,
  },
  {
    invariant: 'payout: the ledger says otherwise',
    breakBy: ({ settled }) =>
      sql`update journal_entry set key = 'lost' where key = 'payout:' || ${settled.payout}::text`,
  },
  {
    invariant: 'ledger: a seller is owed another amount than unsettled, carried and unpaid',
    breakBy: ({ delivered }) =>
      sql`update unsettled_entry set net_paise = net_paise + 1 where order_id = ${delivered}`,
  },
  {
    invariant: 'discount without a coupon, or a coupon without a discount',
    breakBy: ({ kept }) =>
      sql`update checkout set coupon_id = ${anyId}, coupon_code = 'GREEN' where id = ${kept.checkout}`,
  },
  {
    invariant: 'ledger: the shop bears another part of a discount than of what was kept',
    breakBy: ({ kept }) =>
      sql`update orders set shop_discount_paise = 100, coupon_code = 'GREEN' where id = ${kept.order}`,
    also: [
      'ledger: the buyer is not owed what the kept orders cost',
      'order without the tax in its price',
      'orders differ from the snapshot',
    ],
  },
  {
    invariant: 'ledger: the shop bears a discount of a wholly refunded order',
    breakBy: ({ cancelled }) =>
      sql`update orders set shop_discount_paise = 100, coupon_code = 'GREEN' where id = ${cancelled}`,
    also: [
      'ledger: the shop bears another part of a discount than of what was kept',
      'order without the tax in its price',
      'orders differ from the snapshot',
    ],
  },
  {
    invariant: 'way back charged that no courier carried',
    breakBy: ({ returned }) => [
      sql`update return_request set carried_at = null where id = ${returned}`,
      sql`update order_reversal set way_back_paise = 100, way_back_paid_by = 'seller'
        where cause = 'returned' and order_id = (select order_id from return_request where id = ${returned})`,
    ],
    also: [
      'fees of an order differ from the ledger',
      'invoiced fee differs from its entry',
      'ledger: an entry of a reversal differs from its row',
    ],
  },
  {
    invariant: 'TCS withheld on goods without tax',
    breakBy: ({ delivered }) => sql`update order_tax set rate_bp = 0 where order_id = ${delivered}`,
  },
  {
    invariant: 'business buys goods without an HSN code',
    breakBy: ({ delivered }) => [
      sql`update order_tax set hsn_code = null where order_id = ${delivered}`,
      sql`update checkout set buyer_gstin = '08AAGCB7383J1Z8', buyer_business_name = 'A'
        where id = (select checkout_id from orders where id = ${delivered})`,
    ],
  },
  {
    invariant: 'fees of an order differ from the ledger',
    breakBy: ({ delivered }) => sql`
      update posting set account = case account when 'shipping' then 'commission' else 'shipping' end
      where account in ('shipping', 'commission') and entry_id = ${entryOf(sql`'sale:' || ${delivered}::text`)}`,
    also: ['ledger: the checkpoint is not the sum of its entries'],
  },
  {
    invariant: 'charge of an invoiced month without an invoice',
    breakBy: ({ delivered }) => [
      sql`update shop_document_fee set entry_id = -1 where entry_id = ${entryOf(sql`'sale:' || ${delivered}::text`)}`,
    ],
  },
  {
    invariant: 'invoiced fee differs from its entry',
    breakBy: ({ delivered }) => sql`
      update shop_document_fee set commission_paise = commission_paise + 1, shipping_paise = shipping_paise - 1
      where entry_id = ${entryOf(sql`'sale:' || ${delivered}::text`)}`,
  },
  {
    invariant: 'document of the shop differs from its fees or lines',
    breakBy: () => sql`
      update shop_document_line set cgst_paise = cgst_paise + 1, taxable_paise = taxable_paise - 1
      where (document_id, no) = (select document_id, no from shop_document_line order by 1, 2 limit 1)`,
  },
  {
    invariant: 'series of the shop with a gap or with dates that do not ascend',
    breakBy: () => sql`
      update shop_document set no = no + 1 where id = (select id from shop_document where kind = 'invoice' order by no desc limit 1)`,
  },
  {
    invariant: 'weight: a charge differs from its reversal',
    breakBy: ({ weighed }) => sql`update weight_difference set paise = paise + 1 where order_id = ${weighed}`,
  },
  {
    invariant: 'weight: what is given back differs from its reversal',
    breakBy: ({ weighed }) =>
      sql`update weight_difference set back_no = charged_no where order_id = ${weighed}`,
    also: ['weight: a reversal of no difference'],
  },
  {
    invariant: 'weight: a reversal of no difference',
    breakBy: ({ weighed }) => sql`
      update weight_difference set state = 'charged', back_no = null where order_id = ${weighed}`,
  },
  {
    invariant: 'freight: a shipment costs otherwise than its bills or the ledger say',
    breakBy: ({ weighed }) => sql`
      update shipment set cost_paise = cost_paise + 1
      where id = (select id from order_shipment where order_id = ${weighed})`,
  },
  {
    invariant: 'way: given back although the parcel left, or otherwise than its sale charged',
    breakBy: ({ delivered }) => sql`
      insert into order_reversal (id, order_id, no, cause, units, gross_paise, taxable_paise, cgst_paise, sgst_paise, utgst_paise,
        igst_paise, commission_paise, gst_on_fees_paise, tcs_paise, tds_paise, way_back_paise, way_back_paid_by)
      values (gen_random_uuid(), ${delivered}, 9, 'corrected', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 'seller')`,
    also: ['ledger: an entry of a reversal differs from its row'],
  },
  {
    invariant: 'units below zero',
    breakBy: ({ kept }) => [
      sql`alter table product drop constraint product_units_check`,
      sql`update product set units = -1 where id = (select product_id from orders where id = ${kept.order})`,
    ],
  },
  {
    invariant: 'hold outlived its time',
    breakBy: ({ open }) =>
      sql`update checkout set hold_expires_at = now() - interval '61 seconds' where id = ${open}`,
  },
  {
    invariant: 'nobody asks the provider whether it was paid',
    breakBy: ({ open }) =>
      sql`update checkout set next_check_at = now() - interval '16 minutes' where id = ${open}`,
  },
  {
    invariant: 'series of documents with a gap or with dates that do not ascend',
    breakBy: () => sql`
      update invoice_series set last_no = last_no + 1 where kind = 'invoice'
        and gstin = (select gstin from invoice_series where kind = 'invoice' order by gstin limit 1)`,
  },
  {
    invariant: 'seller has another number of products than is counted',
    breakBy: ({ kept }) => sql`
      update product set deleted_at = now() where id = (select product_id from orders where id = ${kept.order})`,
  },
  {
    invariant: 'payout: to the bank account of another seller, or of nobody',
    breakBy: ({ settled }) => sql`update payout set payee_id = 0 where id = ${settled.payout}`,
  },
  {
    invariant: 'document in another name than its seller had',
    breakBy: ({ delivered }) =>
      sql`update tax_document set seller_name = 'Somebody Else' where order_id = ${delivered}`,
  },
  {
    invariant: 'profile that is not its newest version',
    breakBy: ({ delivered }) => sql`
      update seller set company_name = 'Somebody Else'
      where account_id = (select seller_id from orders where id = ${delivered})`,
  },
  {
    invariant: 'ledger: the checkpoint is not the sum of its entries',
    breakBy: () =>
      sql`update ledger_checkpoint set balance_paise = balance_paise + 1 where account = 'provider'`,
  },
  {
    invariant: 'rating that its reviews do not make',
    breakBy: ({ kept }) => sql`
      update product set rating_counts = '{0,0,0,0,1}', rating_count = 1
      where id = (select product_id from orders where id = ${kept.order})`,
  },
  {
    invariant: 'helpful votes that nobody gave',
    breakBy: ({ kept }) => sql`
      insert into review (id, product_id, seller_id, stars, words, helpful, removed_for, removed_at)
      select gen_random_uuid(), product_id, seller_id, 5, 'Good.', 1, 'abusive', now() from orders where id = ${kept.order}`,
  },
  {
    invariant: 'family member unlike its product',
    breakBy: ({ kept }) => [
      sql`
        insert into product_family (id, seller_id, subcategory_id, name, options, same_thing)
        select ${anyId}, p.seller_id, p.subcategory_id, 'Broken', array['size'], false
        from orders o join product p on p.id = o.product_id where o.id = ${kept.order}`,
      sql`
        insert into family_member (product_id, family_id, place, value_1, price_paise, sold_out, held_back)
        select p.id, ${anyId}, 1, 'Small', p.price_paise + 1, p.units = 0, false
        from orders o join product p on p.id = o.product_id where o.id = ${kept.order}`,
    ],
  },
  {
    invariant: 'photo that its review does not show',
    breakBy: ({ kept }) => sql`
      with r as (
        insert into review (id, product_id, seller_id, stars, words, removed_for, removed_at)
        select gen_random_uuid(), product_id, seller_id, 5, 'Good.', 'abusive', now() from orders where id = ${kept.order} returning id
      ), p as (insert into picture (key, uploaded_by, used_at)
        select 'v-' || md5('shown nowhere'), customer_id, now() from orders where id = ${kept.order} returning key)
      insert into review_photo (key, review_id) select p.key, r.id from p, r`,
  },
]
