/** Inserts hundreds of rows so that every text column that a page shows contains all XSS payloads. */
import { sql, type Sql } from '../../server/platform/db/sql.ts'
import { payloads, payloadTexts } from './payloads.ts'
import type { TestShop } from './shop.ts'

const [lines, texts] = [payloadTexts(100), payloadTexts(200)]
const rows = lines.length

/** SQL for the payload of the n-th row. */
const nth = (all: readonly string[]): Sql => sql`(${all}::text[])[(n - 1) % ${all.length} + 1]`
const [line, text, reason] = [nth(lines), nth(texts), nth(payloadTexts(500))]
const note = nth(payloadTexts(300))
const imageText = nth(payloadTexts(160))
// The number of sessions is limited, so each one contains many payloads.
const device = nth(payloadTexts(600))
const each = sql`generate_series(1, ${rows}::int) as n`

export interface HostileRows {
  /** Each product has its own seller and its own subcategory. */
  products: string[]
  categories: number[]
  subcategories: number[]
  /** Its values have the payloads. */
  attribute: number
}

/** `buyer` and `seller` are accounts that get orders; the subcategories are added to `categoryId`. */
export async function fillHostileRows(
  shop: TestShop,
  { buyer, seller, categoryId }: { buyer: string; seller: string; categoryId: number },
): Promise<HostileRows> {
  const { db } = shop
  const ids = async <Id>(statement: Sql) => (await db.query<{ id: Id }>(statement)).map(({ id }) => id)

  const customers = await ids<string>(sql`
    with a as (
      insert into account (id, email, role, password_hash, email_verified_at, suspended_at, suspended_reason)
      select uuidv7(), 'buyer-' || n || '@hostile.test', 'CUSTOMER', 'none', now(), now(), ${reason} from ${each}
      returning id, substring(email from '[0-9]+')::int as n
    )
    insert into customer (account_id, first_name, last_name, mobile) select id, ${line}, ${line}, '9000000000' from a
    returning account_id as id`)
  const sellers = await ids<string>(sql`
    with a as (
      insert into account (id, email, role, password_hash, email_verified_at)
      select uuidv7(), 'seller-' || n || '@hostile.test', 'SELLER', 'none', now() from ${each}
      returning id, substring(email from '[0-9]+')::int as n
    )
    insert into seller (account_id, company_name, gst, mobile, building_no, street, landmark, pin_code, city, state,
      bank_full_name, bank_account_sealed, bank_account_last4, ifsc_code, story, grievance_contact, approval)
    select id, ${text}, 'GST' || n, '9000000000', ${line}, ${text}, ${text}, '400001', ${line}, 'Maharashtra', ${line}, '',
      '0000', 'HDFC0000001', ${nth(payloadTexts(2_000))}, ${text}, 'approved' from a
    returning account_id as id`)

  await db.query(sql`insert into category (name) select ${line} from ${each} on conflict do nothing`)
  await db.query(sql`
    insert into subcategory (category_id, name, image_url)
    select ${categoryId}, ${line}, 'https://pictures.invalid/' || ${line} from ${each} on conflict do nothing`)
  const categories = await ids<number>(sql`select id from category order by id`)
  const subcategories = await ids<number>(sql`
    select id from subcategory where category_id = ${categoryId} order by id limit ${rows}`)
  const products = await ids<string>(sql`
    insert into product (id, seller_id, category_id, subcategory_id, name, price_paise, description, details, units,
      height_cm, length_cm, width_cm, weight_grams, images, image_texts, search, search_text, common_name, maker, packer, importer,
      care_contact, size)
    select uuidv7(), (${sellers}::uuid[])[n], ${categoryId}, (${subcategories}::int[])[n], ${text}, 9900,
      ${nth(payloadTexts(5_000))}, ${nth(payloadTexts(5_000))}, 9, 1, 1, 1, 1, array['/media/p/x/480.webp'],
      jsonb_build_object('/media/p/x/480.webp', ${imageText}),
      to_tsvector('english', ${text}), lower(${text}), ${line}, ${note}, ${note}, ${note}, ${note}, ${line} from ${each}
    returning id`)

  // Of the sellers' own pages.
  await db.query(sql`
    insert into product_import (id, seller_id, file_name, source, state, notes)
    select uuidv7(), ${seller}, ${text}, 'hariyali', 'checked', array[${text}] from ${each}`)
  await db.query(sql`
    insert into product_import_row (import_id, row, cells, plan, problems)
    select i.id, 2, jsonb_build_object('picture:1', i.file_name), 'wrong',
      jsonb_build_array(jsonb_build_object('column', i.file_name, 'message', i.file_name)) from product_import i`)

  // Families of four more listings of each of these sellers.
  const families = await ids<string>(sql`
    insert into product_family (id, seller_id, subcategory_id, name, options, same_thing)
    select uuidv7(), p.seller_id, p.subcategory_id, ${text}, array['size', 'colour', 'kind'], true
    from unnest(${products}::uuid[]) with ordinality as k (id, n) join product p on p.id = k.id
    returning id`)
  const siblings = await ids<string>(sql`
    insert into product (id, seller_id, category_id, subcategory_id, name, price_paise, description, details, units,
      height_cm, length_cm, width_cm, weight_grams, images, search, search_text)
    select uuidv7(), f.seller_id, ${categoryId}, f.subcategory_id, f.name, 9900, f.name, f.name, 9, 1, 1, 1, 1,
      array['/media/p/x/480.webp'], to_tsvector('english', f.name), lower(f.name)
    from product_family f, generate_series(1, 4) where f.id = any(${families}::uuid[]) returning id`)
  const value = nth(payloadTexts(60))
  await db.query(sql`
    insert into family_member (product_id, family_id, place, value_1, value_2, value_3)
    select s.id, s.family_id, row_number() over (partition by s.family_id), ${value}, ${value}, ${value} from (
      select p.id, f.id as family_id, row_number() over (order by f.id, p.id) as n
      from product p join product_family f on f.seller_id = p.seller_id where p.id = any(${siblings}::uuid[])) as s`)

  await db.query(sql`
    update product p set sku = k.sku from (
      select k.id, ${nth(payloadTexts(60))} as sku from unnest(${siblings.slice(0, 200)}::uuid[]) with ordinality as k (id, n)) k where p.id = k.id`)

  // Sellers who were refused, with the reason, who are nobody of the others.
  await db.query(sql`
    with a as (
      insert into account (id, email, role, password_hash, email_verified_at)
      select uuidv7(), 'refused-' || n || '@hostile.test', 'SELLER', 'none', now() from ${each}
      returning id, substring(email from '[0-9]+')::int as n
    )
    insert into seller (account_id, company_name, gst, mobile, building_no, street, landmark, pin_code, city, state,
      bank_full_name, bank_account_sealed, bank_account_last4, ifsc_code, approval, approval_reason)
    select id, ${text}, 'REFUSED' || n, '9000000000', ${line}, ${text}, ${text}, '400001', ${line}, 'Maharashtra', ${line}, '',
      '0000', 'HDFC0000001', 'refused', ${reason} from a`)

  // Members of the seller's team.
  await db.query(sql`
    with a as (
      insert into account (id, email, role, password_hash, email_verified_at)
      select uuidv7(), 'member-' || n || '@hostile.test', 'SELLER', 'none', now() from ${each}
      returning id, substring(email from '[0-9]+')::int as n
    )
    insert into team_member (account_id, seller_id, name, areas) select id, ${seller}, ${line}, '{orders}' from a`)

  // Accepted claims of these products, and claims in review of the seller's own one. Their short fields hold a payload each.
  const short = nth(payloadTexts(60))
  const claims = await ids<string>(sql`
    insert into green_claim (id, seller_id, wording, covers, part, evidence_kind, issuer, certificate_number, issued_on, link)
    select uuidv7(), who, ${short}, 'part', ${short}, 'gots', ${short}, ${short}, india_today(), 'https://' || ${short}
    from generate_series(1, ${2 * payloads.length}::int) as n,
      lateral (select case when n > ${payloads.length} then ${seller}::uuid else (${sellers}::uuid[])[(n - 1) % ${rows} + 1] end) as w (who)
    returning id`)
  await db.query(sql`
    insert into green_claim_product (claim_id, product_id)
    select c.id, (select p.id from product p where p.seller_id = c.seller_id limit 1) from green_claim c
    where c.id = any(${claims}::uuid[])`)
  await db.query(sql`update green_claim set state = 'submitted' where id = any(${claims}::uuid[])`)
  await db.query(sql`
    update green_claim c set reason = ${reason}, state = case when seller_id = ${seller} then 'refused' else 'accepted' end
    from unnest(${claims}::uuid[]) with ordinality as k (id, n) where c.id = k.id`)

  // Each product has one value and one number.
  const numbers = await ids<number>(sql`
    insert into attribute (name, kind, unit) select ${line}, 'number', ${line} from ${each} on conflict do nothing returning id`)
  const [attribute = 0] = await ids<number>(
    sql`insert into attribute (name, kind, multiple) values ('Hostile', 'choice', true) returning id`,
  )
  await db.query(sql`
    insert into category_attribute (category_id, attribute_id)
    select ${categoryId}, id from unnest(${[attribute, ...numbers.slice(0, 14)]}::int[]) as id`)
  await db.query(sql`
    insert into product_attribute (product_id, attribute_id, number)
    select (${products}::uuid[])[n], (${numbers}::int[])[(n - 1) % 14 + 1], n from ${each}`)
  await db.query(sql`
    with v as (
      insert into attribute_value (attribute_id, name, synonyms) select ${attribute}, ${line}, array[${line}] from ${each}
      on conflict do nothing returning id
    )
    insert into product_attribute (product_id, attribute_id, value_id)
    select (${products}::uuid[])[n], ${attribute}, id from (select id, row_number() over (order by id) as n from v) as v`)
  await db.query(sql`
    insert into green_word (id, product_id, field, words, proved_by, reason)
    select uuidv7(), (${products}::uuid[])[n], 'details', ${line}, '{}', ${note} from ${each}`)
  await db.query(sql`
    insert into search_synonym (id, word, meaning) select uuidv7(), ${line}, ${line} || '!' from ${each}`)
  // Four sections of the specification and eight banners, as many as there may be.
  await db.query(sql`
    insert into home_arrangement (changes_at, sections)
    select '{}', jsonb_build_array('{"key": "slides", "kind": "slides", "hidden": false, "slides": []}'::jsonb)
      || jsonb_agg(jsonb_build_object('key', kind, 'kind', kind, 'hidden', false))
      || (select jsonb_agg(jsonb_build_object('key', 'b' || n, 'kind', 'banner', 'hidden', false, 'imageUrl', ${line},
          'alt', ${line}, 'heading', ${line}, 'text', ${text}, 'link', '', 'from', null, 'until', null)) from generate_series(1, 8) as n)
    from unnest(array['categories', 'why', 'values']) as kind`)
  await db.query(sql`
    insert into search_miss (words, day) select words, current_date - day
    from unnest(${payloadTexts(48)}::text[]) as words, generate_series(1, 3) as day on conflict do nothing`)
  await db.query(sql`
    insert into address (id, customer_id, street, city, state, pin_code)
    select uuidv7(), ${buyer}, ${text}, ${line}, 'Rajasthan', '302001' from ${each}`)
  // Orders of the buyer, each from another seller, and orders of the seller, each by another customer.
  const people = [
    ...customers.map((customer) => [customer, seller]),
    ...sellers.map((other) => [buyer, other]),
  ]
  const checkouts = await ids<string>(sql`
    insert into checkout (id, customer_id, state, total_paise, fingerprint, street, city, state_name, pin_code,
      provider_order_id, hold_expires_at, recipient_name, recipient_mobile, note_to_seller)
    select uuidv7(), customer, 'completed', 9900, 'x', ${text}, ${line}, 'Rajasthan', '302001', 'order_' || n, now(), ${line},
      '9000000000', ${note}
    from unnest(${people.map(([customer]) => customer)}::uuid[]) with ordinality as p (customer, n)
    returning id`)
  await db.query(sql`
    insert into checkout_line (checkout_id, line_no, product_id, seller_id, product_name, product_image, price_paise, quantity)
    select checkout, 1, (${products}::uuid[])[(n - 1) % ${products.length} + 1], seller, ${text}, '/media/p/x/480.webp', 9900, 1
    from unnest(${checkouts}::uuid[], ${people.map(([, owner]) => owner)}::uuid[]) with ordinality as p (checkout, seller, n)`)
  await db.query(sql`
    insert into orders (id, checkout_id, line_no, customer_id, seller_id, product_id, product_name, product_image, quantity,
      amount_paise, street, city, state_name, pin_code, status, shipment_id, shipment_status, awb_number, courier_name,
      shipment_label_url, needs_attention, recipient_name, recipient_mobile, note_to_seller)
    select uuidv7(), c.id, 1, c.customer_id, l.seller_id, l.product_id, l.product_name, l.product_image, 1, 9900, c.street,
      c.city, c.state_name, c.pin_code, 'shipped', n || ${line}, ${line}, n || ${line}, ${line}, 'javascript:xss=1', ${line},
      c.recipient_name, c.recipient_mobile, c.note_to_seller
    from unnest(${checkouts}::uuid[]) with ordinality as p (id, n) join checkout c using (id)
    join checkout_line l on l.checkout_id = c.id order by n`)

  await db.query(sql`
    with p as (
      insert into payment (id, checkout_id, amount_paise, outcome)
      select ${line}, (${checkouts}::uuid[])[n], 9900, 'refund' from ${each} returning id
    )
    insert into refund (id, payment_id, amount_paise, reason, state, provider_refund_id, note)
    select uuidv7(), id, 9900, 'sold-out', 'failed', id, ${reason} from (select id, row_number() over () as n from p) as p`)
  await db.query(sql`
    insert into unplaced_dispute (id, payment_id) select ${line}, ${line} from ${each}`)
  await db.query(sql`
    with d as (
      insert into dispute (id, payment_id, amount_paise, reason_code, kind, phase, state, raised_at, answer, answer_words)
      select 'disp_' || n, ${line}, 9900, ${line}, 'other', ${line}, 'open', now(), 'contested', ${reason} from ${each}
      returning id, substring(id from '[0-9]+')::int as n
    )
    insert into dispute_order (dispute_id, order_id, share_paise, bears_undelivered, bears_delivered)
    select d.id, o.id, 9900, 'shop', 'shop' from d join orders o on o.checkout_id = (${checkouts}::uuid[])[n]`)
  await db.query(sql`
    insert into provider_settlement (id, amount_paise, state, utr, made_at)
    select 'setl_' || n, 9900, 'created', ${nth(payloadTexts(100))}, now() from ${each}`)
  await db.query(sql`
    with r as (
      insert into return_request (id, order_id, seller_id, units, reason, words, state, way_back_paise, way_back_paid_by,
        refund_paise, refund_id)
      select uuidv7(), o.id, o.seller_id, 1, 'damaged', ${nth(payloadTexts(600))}, 'disputed', 0, 'seller', 9900,
        (select f.id from refund f where f.provider_refund_id = ${line})
      from (select o.id, o.seller_id, row_number() over (order by o.id) as n from orders o
        where o.checkout_id = any(${checkouts}::uuid[])) o
      returning id
    )
    insert into return_event (request_id, no, state, by, note)
    select id, 1, 'disputed', 'seller', ${reason} from (select id, row_number() over (order by id) as n from r) r`)
  await db.query(sql`
    insert into delivery_claim (id, order_id, words, state, decide_by, reason, ended_at)
    select uuidv7(), o.id, ${reason}, 'denied', now(), ${reason}, now()
    from (select id, row_number() over (order by id) as n from orders where checkout_id = any(${checkouts}::uuid[])) o`)
  await db.query(sql`
    with r as (
      insert into review (id, product_id, seller_id, customer_id, stars, words, answer, answered_at, waits_since)
      select uuidv7(), (${products}::uuid[])[n], ${seller}, (${customers}::uuid[])[n], 3, ${nth(payloadTexts(1_000))},
        ${nth(payloadTexts(1_000))}, now(), now() from ${each}
      returning id
    )
    insert into review_report (review_id, account_id, reason, words)
    select id, ${buyer}, 'abusive', ${reason} from (select id, row_number() over (order by id) as n from r) r`)
  // Of the buyer, for the seller to answer: answered ones, which everybody reads, and open ones.
  await db.query(sql`
    with q as (
      insert into question (id, product_id, seller_id, edition, customer_id, words, answer, answered_at, answer_no)
      select uuidv7(), p.id, ${seller}, p.edition, ${buyer}, ${nth(payloadTexts(500))}, a.words, case when a.words is not null then now() end,
        case when a.words is null then 0 else 1 end
      from ${each} join product p on p.id = (${products}::uuid[])[n]
      cross join lateral (values (${nth(payloadTexts(1_000))}), (null)) as a (words)
      returning id
    )
    insert into question_report (question_id, account_id, about, reason, words)
    select id, ${buyer}, 'question', 'abusive', ${reason} from (select id, (row_number() over (order by id) - 1) % ${rows} + 1 as n from q) q`)
  // Taken down, with an appeal: products of the seller's own, as the others stay on sale.
  const takenDown = await ids<string>(sql`
    insert into product (id, seller_id, category_id, subcategory_id, name, price_paise, description, details, units,
      height_cm, length_cm, width_cm, weight_grams, images, search, search_text)
    select uuidv7(), ${seller}, category_id, subcategory_id, name, price_paise, description, details, units,
      height_cm, length_cm, width_cm, weight_grams, images, search, search_text from product where id = any(${products}::uuid[])
    returning id`)
  await db.query(sql`
    insert into moderated_listing (product_id, state, reason, note, appeal, appealed_at, why, waits_since)
    select (${takenDown}::uuid[])[n], 'taken-down', 'other', ${nth(payloadTexts(1_000))}, ${nth(payloadTexts(2_000))}, now(),
      array['appeal'], now() from ${each}`)
  await db.query(sql`
    insert into listing_report (id, product_id, account_id, reason, words)
    select uuidv7(), (${takenDown}::uuid[])[n], ${buyer}, 'other', ${nth(payloadTexts(1_000))} from ${each}`)
  await db.query(sql`
    insert into moderation_decision (id, seller_id, product_id, product_name, act, note)
    select uuidv7(), ${seller}, (${takenDown}::uuid[])[n], ${text}, 'keep', ${nth(payloadTexts(1_000))} from ${each}`)
  await db.query(sql`
    insert into listing_change (product_id, by, person, field, was, became)
    select (${takenDown}::uuid[])[n], 'seller', ${nth(payloadTexts(200))}, 'name', ${nth(payloadTexts(200))},
      ${nth(payloadTexts(200))} from ${each}`)
  // The newest ones, which the lists show: of the buyer, about orders of the seller, who is asked.
  await db.query(sql`
    with c as (
      insert into complaint (id, account_id, name, email, category, seller_id, answer_by, decide_by, seller_answer_by, assigned_name)
      select uuidv7(), ${buyer}, ${line}, 'c-' || n || '@hostile.test', 'other', ${seller}, now(), now(), now(), ${line}
      from ${each} returning id, substring(email from '[0-9]+')::int as n
    )
    insert into complaint_message (id, complaint_id, kind, author, words)
    select uuidv7(), id, k.kind, case when k.kind in ('desk', 'note', 'to-seller') then ${line} end, ${nth(payloadTexts(5_000))}
    from c cross join unnest(array['person', 'desk', 'note', 'to-seller', 'seller']) as k (kind)`)
  await db.query(sql`
    insert into order_message (id, order_id, seller_id, by, words)
    select uuidv7(), id, seller_id, k.by, ${nth(payloadTexts(2_000))}
    from (select *, row_number() over (order by id) as n from orders where checkout_id = any(${checkouts}::uuid[])) o
    cross join unnest(array['buyer', 'seller']) as k (by)`)
  await db.query(sql`
    insert into dispute_proof (order_id, recipient, street, proof_url, until)
    select id, ${nth(payloadTexts(200))}, ${nth(payloadTexts(200))}, 'https://x.invalid/' || ${nth(payloadTexts(200))}, now() + interval '1 day'
    from (select *, row_number() over (order by id) as n from orders where checkout_id = any(${checkouts}::uuid[])) o`)
  // The exchanges among them have a replacement under way.
  await db.query(sql`update return_request set wanted = 'exchange' where state = 'disputed'`)
  await db.query(sql`
    insert into replacement (id, request_id, units)
    select uuidv7(), id, 1 from return_request where state = 'disputed'`)
  // The shipments of all: to the buyer, back, and of the replacement.
  await db.query(sql`
    with s as (
      insert into shipment (id, kind, reference, seller_id, request_id, courier_order_id, courier_shipment_id, label_url,
        proof_url, manifest_url)
      select uuidv7(), k.kind, k.kind || o.id || ${line}, o.seller_id, case when k.kind <> 'forward' then r.id end, ${line},
        k.kind || n || ${line}, 'javascript:xss=1', 'https://proof.invalid/' || ${line}, 'javascript:xss=1'
      from (select *, row_number() over (order by id) as n from orders where checkout_id = any(${checkouts}::uuid[])) o
      join return_request r on r.order_id = o.id cross join unnest(array['forward', 'replacement', 'return']) as k (kind)
      returning id, kind, reference
    ), l as (
      insert into shipment_line (shipment_id, order_id, units) select s.id, substr(s.reference, length(s.kind) + 1, 36)::uuid, 1 from s
    ), e as (
      insert into shipment_event (shipment_id, code, happened_at, words, heard_by, place)
      select id, code, now(), reference, 'sweep', reference from s cross join unnest(array[6, 21]) as c (code)
    )
    insert into shipment_waybill (awb_number, shipment_id, courier_name) select reference, id, reference from s`)
  await db.query(sql`
    insert into weight_difference (id, shipment_id, order_id, seller_id, packed_grams, applied_grams, paise, gst_paise, due_at,
      state, words, reason)
    select uuidv7(), s.id, substr(s.reference, length('forward') + 1, 36)::uuid, s.seller_id, 100, 1200, 7000, 1260, now(),
      'disputed', ${reason}, ${reason}
    from (select *, row_number() over (order by id) as n from shipment where kind = 'forward' and reference like 'forward%') s`)
  await db.query(sql`
    insert into cancellation (id, order_id, by, reason, note, units, paise)
    select uuidv7(), id, 'seller', 'other', ${line}, 1, 0
    from (select id, row_number() over (order by id) as n from orders where checkout_id = any(${checkouts}::uuid[])) o`)
  // A statement of the seller whose lines and payouts contain the payloads.
  await db.query(sql`
    with r as (
      insert into settlement_run (id, up_to, state, finished_at) values (uuidv7(), '2020-01-05', 'done', now()) returning id
    ), s as (
      insert into settlement (id, run_id, seller_id, lines, gross_paise, reversed_paise, commission_paise, shipping_paise,
        gst_on_fees_paise, tcs_paise, tds_paise, compensation_paise, net_paise, carried_before_paise, payout_paise,
        carried_after_paise)
      select uuidv7(), r.id, ${seller}, ${rows}, 9900, 0, 0, 0, 0, 0, 0, 0, 9900, 0, 9900, 0 from r returning id
    ), l as (
      insert into settlement_line (entry_id, settlement_id, order_number, product_name, happened_at, units, gross_paise,
        reversed_paise, commission_paise, shipping_paise, gst_on_fees_paise, tcs_paise, tds_paise, compensation_paise, net_paise)
      select -n, s.id, 'HOST-TEST', ${text}, now(), 1, 9900, 0, 0, 0, 0, 0, 0, 0, 9900 from s, ${each}
    ), p as (
      insert into payout (id, settlement_id, seller_id, paise, method, state, note)
      select uuidv7(), s.id, ${seller}, 9900, 'bank', 'failed', ${reason} from s, ${each} returning id, number
    )
    insert into money_transfer (reference, payout_id)
    select n || ${line}, id from (select id, row_number() over (order by number) as n from p) p`)
  await db.query(sql`
    insert into unmatched_payment (id, provider_order_id, event) select uuidv7(), ${line}, ${line} from ${each}`)
  await db.query(sql`
    with h as (
      insert into shop_hold (id, cause, note, released_at, released_note, problem)
      select uuidv7(), 'by-hand', ${reason}, now(), ${reason}, ${reason} from ${each} returning id
    )
    insert into hold_finding (hold_id, subject, reference, outcome, paise, text)
    select h.id, 'bank', ${line} || n, 'unknown', 100, ${reason} from (select id from h limit 1) h, ${each}`)
  await db.query(sql`
    insert into audit_entry (id, act, by_name, to_kind, to_id, to_name, ip, user_agent, request_id, note)
    select uuidv7(), 'login-failed', ${line}, 'account', ${line}, ${line}, ${line}, ${reason}, ${line}, ${reason} from ${each}`)
  await db.query(sql`
    insert into approval (id, operation, call_sealed, facts, asked_by, asked_by_name, expires_at, state, decided_at, outcome)
    select uuidv7(), 'POST /public/admin/return-policies', '',
      jsonb_build_array(jsonb_build_object('label', ${line}, 'value', ${text})), ${seller}, 'a@hostile.test', now(),
      'declined', now(), ${reason} from ${each}`)
  await db.query(sql`
    insert into session (token_hash, account_id, expires_at, ip, user_agent)
    select sha256((who::text || n)::bytea), who, now() + interval '1 day', ${device}, ${device}
    from generate_series(1, 19) as n, unnest(${[buyer, seller]}::uuid[]) as who`)
  await db.query(sql`
    insert into pgboss.job (name, data, state, output)
    select 'continue-shipment', jsonb_build_object('orderId', ${line}), 'failed', jsonb_build_object('message', ${text}) from ${each}`)
  const { secrets } = shop.running.shop
  const mails = lines.map((words) =>
    secrets.seal('mail', JSON.stringify({ id: words, to: words, subject: words, text: words, html: '' })),
  )
  await db.query(sql`
    insert into pgboss.job (name, data, state, output)
    select 'send-mail', jsonb_build_object('sealed', ${nth(mails)}), 'failed', jsonb_build_object('message', ${text})
    from ${each}`)
  return { products, categories, subcategories, attribute }
}
