/** Parcels, pickups and replacements of an older version become shipments (schema/…-fulfilment-shipments.sql). */
// @module-tag nightly: A released migration, which never changes. states.test.ts proves the states of shipments each time.
import { expect, test } from 'vitest'
import { withOlderDatabase } from '../../../tests/setup/older-database.ts'

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const order = (n: number, set: Record<string, string>) => {
  const all: Record<string, string> = {
    id: `'${id(n)}'`,
    checkout_id: `'${id(900 + n)}'`,
    line_no: '1',
    customer_id: `'${id(1)}'`,
    seller_id: `'${id(2)}'`,
    product_id: `'${id(3)}'`,
    product_name: "'Comb'",
    product_image: "''",
    quantity: '3',
    amount_paise: '300',
    street: "'1 Street'",
    city: "'Jaipur'",
    state_name: "'Rajasthan'",
    pin_code: "'302001'",
    status: "'pending'",
    ...set,
  }
  return `insert into orders (${Object.keys(all).join(', ')}) values (${Object.values(all).join(', ')});`
}

const rows = `
  insert into account (id, email, role, password_hash) values
    ('${id(1)}', 'b@older.test', 'CUSTOMER', ''), ('${id(2)}', 's@older.test', 'SELLER', '');
  insert into customer values ('${id(1)}', 'Anne', 'Buyer', '9000000000');
  insert into seller (account_id, company_name, gst_unverified, mobile, building_no, street, landmark, pin_code, city, state,
    bank_full_name, bank_account_sealed, bank_account_last4, ifsc_code)
    values ('${id(2)}', 'Combs', 'G', '9000000001', '1', 'Road', 'Tree', '411001', 'Pune', 'Maharashtra', '', '', '', '');
  insert into product (id, seller_id, name, description, details, images, price_paise, height_cm, length_cm, width_cm, weight_grams,
    units, search, search_text, deleted_at)
    values ('${id(3)}', '${id(2)}', 'Comb', '', '', '{x}', 100, 1, 2, 3, 10, 5, '', '', now());
  ${order(11, { parcel_check_at: 'now()' })}
  ${order(12, {
    status: "'shipped'",
    parcel_no: '2',
    cancelled_units: '1',
    booking_started_at: 'now()',
    shipment_id: "'77'",
    courier_order_id: "'88'",
    awb_number: "'AWB2'",
    courier_name: "'Quick'",
    shipment_label_url: "'http://label'",
    pickup_requested_at: 'now()',
    shipment_status: "'Shipped'",
    shipment_status_code: '6',
    created_at: "now() - interval '40 days'",
  })}
  insert into cancellation (id, order_id, by, units, paise, parcel_no, awb_number, booking_started)
    values ('${id(21)}', '${id(12)}', 'customer', 1, 100, 1, 'AWB1', true);
  insert into parcel_event (order_id, parcel_no, code, happened_at, words, heard_by)
    values ('${id(12)}', 2, 6, now(), 'shipped', 'sweep');
  ${order(13, { status: "'refunded'", cancelled_units: '3', refunded_paise: '300' })}
  insert into cancellation (id, order_id, by, units, paise, parcel_no, booking_started)
    values ('${id(22)}', '${id(13)}', 'customer', 3, 300, 1, false);
  ${order(14, {
    status: "'completed'",
    awb_number: "'AWB4'",
    shipment_status: "'Delivered'",
    shipment_status_code: '7',
    booking_started_at: 'now()',
    delivery_date: 'now()',
  })}
  insert into return_request (id, order_id, seller_id, units, reason, words, wanted, state, way_back_paise, way_back_paid_by,
    refund_paise, booking_started_at, shipment_id, awb_number, courier_name, courier_code, check_at, carried_at)
    values ('${id(31)}', '${id(14)}', '${id(2)}', 2, 'damaged', '', 'exchange', 'replacing', 0, 'seller', 200, now(), '99', 'AWB5',
      'Quick', 7, null, now());
  insert into return_event (request_id, no, state, by) values ('${id(31)}', 1, 'received', 'courier');
  insert into replacement (id, request_id, units, booking_started_at, shipment_id, awb_number, courier_name, label_url, check_at)
    values ('${id(41)}', '${id(31)}', 2, now(), '98', 'AWB6', 'Quick', 'http://other', now());`

test('each parcel, cancelled parcel, pickup and replacement is one shipment, with its words and its waybill', () =>
  withOlderDatabase('fulfilment-shipments', rows, async (db) => {
    const { rows: shipments } = await db.execute(`
      select s.kind, s.reference, l.units, s.state, s.code, s.check_at is not null as asked, s.withdrawn_at is not null as withdrawn,
        s.ended_at is not null as ended, s.handed_over_at is not null as "handedOver", s.courier_shipment_id as courier,
        s.to_place ->> 'pinCode' as "to", (select string_agg(awb_number, ',') from shipment_waybill where shipment_id = s.id) as awb,
        (select count(*)::int from shipment_event where shipment_id = s.id) as events
      from shipment s join shipment_line l on l.shipment_id = s.id order by s.reference`)
    const one = (more: object) => ({
      kind: 'forward',
      state: null,
      code: null,
      asked: false,
      withdrawn: false,
      ended: false,
      handedOver: false,
      courier: null,
      to: '302001',
      awb: null,
      events: 0,
      ...more,
    })
    expect(shipments).toEqual([
      one({ reference: id(11), units: 3, asked: true, to: null }),
      one({ reference: id(12), units: 3, asked: true, withdrawn: true, awb: 'AWB1' }),
      // It is 40 days old, and asked about again.
      one({
        reference: `${id(12)}-2`,
        units: 2,
        state: 'Shipped',
        code: 6,
        asked: true,
        handedOver: true,
        courier: '77',
        awb: 'AWB2',
        events: 1,
      }),
      one({ reference: id(13), units: 3, withdrawn: true, ended: true, to: null }),
      one({
        reference: id(14),
        units: 3,
        state: 'Delivered',
        code: 7,
        ended: true,
        handedOver: true,
        awb: 'AWB4',
      }),
      one({
        kind: 'return',
        reference: `R-${id(31)}`,
        units: 2,
        code: 7,
        ended: true,
        handedOver: true,
        courier: '99',
        to: '411001',
        awb: 'AWB5',
      }),
      one({
        kind: 'replacement',
        reference: `X-${id(41)}`,
        units: 2,
        asked: true,
        courier: '98',
        awb: 'AWB6',
      }),
    ])
    const { rows: cancelled } = await db.execute(`
      select s.reference, l.restocked_units as restocked from cancellation c join shipment s on s.id = c.shipment_id
      join shipment_line l on l.shipment_id = s.id order by c.id`)
    expect(cancelled).toEqual([
      { reference: id(12), restocked: 1 },
      { reference: id(13), restocked: 3 },
    ])
    // Once the courier has cancelled what was withdrawn.
    await db.execute('update shipment set ended_at = now() where withdrawn_at is not null')
    expect((await db.execute('select * from invariant_piece')).rows).toEqual([])
  }))
