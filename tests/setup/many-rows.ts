/** Hundreds and ten thousands of rows, inserted by SQL: as purchases they would take minutes. */
import type { Db } from '../../server/platform/db/client.ts'
import { newId } from '../../server/platform/db/ids.ts'
import { sql } from '../../server/platform/db/sql.ts'
import type { TestProduct } from './products.ts'
import type { TestShop } from './shop.ts'

/** Deletes all checkouts and orders with all that belongs to them. */
export async function emptyOrders(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    // Without the triggers that keep the terms, taxes and sales of an order.
    await tx.execute('set local session_replication_role = replica')
    await tx.execute('truncate checkout cascade')
  })
}

/**
 * Replaces all orders by `count` orders, with `count` customers and audit entries and a hundredth as many sellers. The n-th
 * order has the product "Product number n" and the AWB number "AWBn". Returns the id of the order in the middle.
 */
export async function fillLists(db: Db, count: number): Promise<string> {
  await emptyOrders(db)
  await db.query(
    sql`delete from customer c using account a where a.id = c.account_id and a.email like '%@many.test'`,
  )
  await db.query(
    sql`delete from product p using account a where a.id = p.seller_id and a.email like '%@many.test'`,
  )
  await db.query(sql`delete from account where email like '%@many.test'`)
  await checkReferences(db, false)
  await db.query(sql`
    insert into account (id, email, role, password_hash, email_verified_at)
    select uuidv7(), 'buyer-' || n || '@many.test', 'CUSTOMER', 'none', now() from generate_series(1, ${count}::int) n`)
  await db.query(sql`
    insert into account (id, email, role, password_hash, email_verified_at)
    select uuidv7(), 'seller-' || n || '@many.test', 'SELLER', 'none', now()
    from generate_series(1, ${Math.max(10, count / 100)}::int) n`)
  // Triggers look up the account of each row; by a plan made for few accounts, they would read the whole table each time.
  await db.execute('analyze account')
  await db.query(sql`
    insert into customer (account_id, first_name, last_name, mobile)
    select id, case when email like 'buyer-31@%' then 'Rare' else 'Common' end, 'Name ' || email, '9000000000'
    from account where email like 'buyer-%@many.test'`)
  await db.query(sql`
    insert into seller (account_id, company_name, gst, mobile, building_no, street, landmark, pin_code, city, state,
      bank_full_name, bank_account_sealed, bank_account_last4, ifsc_code, approval)
    select id, 'Company ' || substring(email from '[0-9]+'), 'GST' || upper(email), '9000000000', '1', 'S', 'L', '400001', 'Mumbai', 'Maharashtra',
      'B', '', '0000', 'HDFC0000001', 'approved' from account where email like 'seller-%@many.test'`)
  await db.execute('analyze customer')
  await db.query(sql`
    insert into product (id, seller_id, category_id, subcategory_id, name, price_paise, description, details, units,
      height_cm, length_cm, width_cm, weight_grams, images, search, search_text)
    select uuidv7(), s.account_id, b.category_id, b.id, 'Product ' || s.company_name, 9900, 'd', 'd', 9,
      1, 1, 1, 1, array['/media/p/x/480.webp'], '', 'product'
    from seller s join account a on a.id = s.account_id and a.email like '%@many.test', (select * from subcategory limit 1) as b`)
  await db.query(sql`
    insert into checkout (id, customer_id, state, total_paise, fingerprint, street, city, state_name, pin_code, hold_expires_at)
    select uuidv7(), id, 'completed', 9900, 'x', 'Test Street', 'Jaipur', 'Rajasthan', '302001', now()
    from account where email like 'buyer-%@many.test'`)
  await db.query(sql`
    insert into checkout_line (checkout_id, line_no, product_id, seller_id, product_name, product_image, price_paise, quantity)
    select c.id, 1, p.id, p.seller_id, 'Product number ' || c.n, p.images[1], 9900, 1
    from (select id, row_number() over (order by id) as n from checkout) as c
    join (select id, seller_id, images, row_number() over (order by id) - 1 as n
      from product where name like 'Product Company %') as p
      on p.n = c.n % (select count(*) from product where name like 'Product Company %')`)
  await db.query(sql`
    insert into orders (id, checkout_id, line_no, customer_id, seller_id, product_id, product_name, product_image, quantity,
      amount_paise, street, city, state_name, pin_code, status, awb_number, number)
    select uuidv7(), c.id, 1, c.customer_id, l.seller_id, l.product_id, l.product_name, l.product_image, 1, 9900, c.street, c.city,
      c.state_name, c.pin_code, case when l.product_name ~ '[37]000$' then 'cancelled' else 'completed' end,
      'AWB' || substring(l.product_name from '[0-9]+'),
      -- The default looks up each number among all orders, perhaps by a plan made for the empty table.
      translate(to_char(substring(l.product_name from '[0-9]+')::int, 'FM0000-0000'), '0123456789', '34679CDFGH')
    from checkout c join checkout_line l on l.checkout_id = c.id order by c.id`)
  await db.query(sql`
    insert into shipment (id, kind, reference, seller_id, state, ended_at)
    select uuidv7(), 'forward', id, seller_id, case status when 'cancelled' then 'Cancelled' else 'Delivered' end, now() from orders`)
  await db.query(sql`
    insert into shipment_line (shipment_id, order_id, units) select id, reference::uuid, 1 from shipment`)
  await db.query(sql`
    insert into shipment_waybill (awb_number, shipment_id, courier_name)
    select o.awb_number, s.id, 'Courier' from shipment s join orders o on o.id = s.reference::uuid`)
  await db.query(sql`
    insert into shipment_event (shipment_id, code, happened_at, words, heard_by)
    select id, told, created_at + told * interval '1 hour', 'told', 'webhook' from shipment, unnest(array[1, 6, 7]) as told`)
  await db.query(sql`
    insert into order_terms (order_id, commission_bp, gst_on_fees_bp, tcs_bp, tds_bp, piece_grams, cancel_until, return_days,
      answer_days, send_days, refund_days, change_of_mind, way_back)
    select id, 1000, 1800, 50, 10, 500, created_at + interval '1 hour', 7, 2, 7, 7, true, 'buyer' from orders`)
  await db.query(sql`
    insert into order_sale (order_id, units, gross_paise, taxable_paise, cgst_paise, sgst_paise, utgst_paise, igst_paise,
      commission_paise, shipping_paise, gst_on_fees_paise, tcs_paise, tds_paise)
    select id, 1, 9900, 9900, 0, 0, 0, 0, 0, 0, 0, 0, 0 from orders`)
  await db.query(sql`
    with r as (
      insert into return_request (id, order_id, seller_id, units, reason, words, state, way_back_paise, way_back_paid_by, refund_paise)
      select uuidv7(), id, seller_id, 1, 'damaged', '', 'withdrawn', 0, 'seller', 0 from orders returning id
    )
    insert into return_event (request_id, no, state, by) select id, 1, 'withdrawn', 'buyer' from r`)
  await db.query(sql`
    insert into replacement (id, request_id, units, ended_at, stock_returned_at)
    select uuidv7(), id, 1, now(), now() from return_request`)
  await db.query(sql`
    with p as (insert into picture (key, used_at) select 'r/' || id, now() from return_request returning key)
    insert into return_photo (request_id, no, key) select substr(key, 3)::uuid, 1, key from p`)
  await db.execute('alter table tax_document disable trigger user')
  await db.query(sql`delete from tax_document`)
  await db.query(sql`
    insert into tax_document (id, kind, seller_id, financial_year, no, serial, issued_on, issued_at, order_id, customer_id,
      order_number, ordered_on, payment_id, seller_name, seller_address, seller_gstin, seller_state, seller_state_code,
      buyer_name, delivery_street, delivery_city, delivery_pin_code, place_of_supply, place_of_supply_code, description,
      quantity, rate_bp, gross_paise, taxable_paise, cgst_paise, sgst_paise, utgst_paise, igst_paise)
    select uuidv7(), 'invoice', seller_id, 2000, n, '00-01/' || n, created_at, created_at, id, customer_id, number, created_at,
      'pay', 'Seller', 'Address', 'GSTIN', 'Rajasthan', '08', 'Buyer', street, city, pin_code, 'Rajasthan', '08', product_name,
      1, 0, 9900, 9900, 0, 0, 0, 0
    from (select *, row_number() over () as n from orders) o`)
  await db.execute('alter table tax_document enable trigger user')
  await db.query(sql`
    insert into cancellation (id, order_id, by, units, paise) select uuidv7(), id, 'customer', 1, 0 from orders`)
  await db.query(sql`
    insert into payment (id, checkout_id, amount_paise, outcome) select 'pay_' || id, id, total_paise, 'order' from checkout`)
  // Every tenth purchase was paid twice.
  await db.query(sql`
    insert into payment (id, checkout_id, amount_paise, outcome)
    select 'again_' || id, id, total_paise, 'refund' from (select *, row_number() over (order by id) as n from checkout) as c
    where n % 10 = 0`)
  await db.query(sql`
    insert into refund (id, payment_id, amount_paise, reason, state, provider_refund_id)
    select uuidv7(), id, amount_paise, 'paid-twice', 'processed', 'rfnd_' || id from payment where outcome = 'refund'`)
  await db.query(sql`
    insert into audit_entry (id, act, by_name, to_kind, to_id, to_name, ip)
    select uuidv7(), 'login', email, 'account', id::text, email, '10.0.0.1' from account where email like 'buyer-%@many.test'`)
  await checkReferences(db, true)
  await db.execute('vacuum analyze')
  const [row] = await db.query<{ id: string }>(
    sql`select id from orders order by id offset (select count(*) / 2 from orders) limit 1`,
  )
  return row?.id ?? ''
}

/**
 * Whether an insert checks its foreign keys, which is a third of the work. Off only for rows that are selected from the tables they
 * refer to. Other triggers and constraints stay.
 */
async function checkReferences(db: Db, checked: boolean): Promise<void> {
  await db.execute(`
    do $$ declare found record; begin
      for found in
        select t.tgrelid::regclass as table, t.tgname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where p.proname = 'RI_FKey_check_ins' and t.tgrelid::regclass::text not like '%.%'
      loop
        execute format('alter table %s ${checked ? 'enable' : 'disable'} trigger %I', found.table, found.name);
      end loop;
    end $$`)
}

/** `count` orders of one piece of a product, as checkout leaves them when they are paid and placed. Their ids are returned. */
export async function placeOrders(
  { db }: TestShop,
  product: TestProduct,
  buyerEmail: string,
  count: number,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId())
  const paise = product.pricePaise
  await db.query(sql`
    insert into checkout (id, customer_id, state, total_paise, fingerprint, street, city, state_name, pin_code, hold_expires_at)
    select n.id, a.id, 'completed', ${paise}, 'x', '12 Test Street', 'Jaipur', 'Rajasthan', '302001', now()
    from unnest(${ids}::uuid[]) as n (id), account a where a.email = ${buyerEmail}`)
  await db.query(sql`
    insert into checkout_line (checkout_id, line_no, product_id, seller_id, product_name, product_image, price_paise, quantity)
    select n.id, 1, p.id, p.seller_id, p.name, p.images[1], ${paise}, 1
    from unnest(${ids}::uuid[]) as n (id), product p where p.id = ${product.id}`)
  await db.query(sql`
    insert into orders (id, checkout_id, line_no, customer_id, seller_id, product_id, product_name, product_image, quantity,
      amount_paise, street, city, state_name, pin_code, status)
    select c.id, c.id, 1, c.customer_id, l.seller_id, l.product_id, l.product_name, l.product_image, 1, ${paise}, c.street, c.city,
      c.state_name, c.pin_code, 'pending'
    from checkout c join checkout_line l on l.checkout_id = c.id where c.id = any(${ids}::uuid[])`)
  await db.query(sql`
    insert into shipment (id, kind, reference, seller_id, check_at)
    select id, 'forward', id, seller_id, now() from orders where id = any(${ids}::uuid[])`)
  await db.query(sql`
    insert into shipment_line (shipment_id, order_id, units) select id, id, 1 from orders where id = any(${ids}::uuid[])`)
  return ids
}

/** Copies of a product with the same name; their ids are returned. */
export async function copyProduct({ db }: TestShop, id: string, count: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    insert into product (id, seller_id, category_id, subcategory_id, name, price_paise, description, details, units,
      height_cm, length_cm, width_cm, weight_grams, images, search, search_text)
    select gen_random_uuid(), p.seller_id, p.category_id, p.subcategory_id, p.name, p.price_paise, p.description, p.details, p.units,
      p.height_cm, p.length_cm, p.width_cm, p.weight_grams, p.images, p.search, p.search_text
    from product p, generate_series(1, ${count}::int) where p.id = ${id} returning id`)
  return rows.map((row) => row.id)
}
