-- The buyer's page of an order: where the courier was seen with its parcel, and who took it

-- Group fulfilment --------------------------------------------------------------------------------------------------------------
-- Where a scan was made, in the courier's words.
alter table shipment_event add place text;
-- The courier's own address of its proof of delivery.
alter table shipment add proof_url text check (proof_url ~ '^https?://');

-- RECIPIENT, NOTE AND GIFT ------------------------------------------------------------------------------------------------------

-- Group buying. Who receives the parcel where it is not the account: both or neither. What the seller reads; a gift has no prices
-- in its parcel.
alter table checkout add recipient_name text check (length(recipient_name) <= 100),
  add recipient_mobile text check (recipient_mobile ~ '^[0-9]{10}$'),
  add note_to_seller text check (length(note_to_seller) <= 300),
  add is_gift boolean not null default false,
  add constraint checkout_recipient_is_whole check ((recipient_name is null) = (recipient_mobile is null));
create or replace view purchase_line as
  select c.customer_id, c.street, c.city, c.state_name, c.pin_code, l.*, c.recipient_name, c.recipient_mobile, c.note_to_seller,
    c.is_gift
  from checkout c join checkout_line l on l.checkout_id = c.id;

-- Group fulfilment. Orders keep them as they keep the address.
alter table orders add recipient_name text check (length(recipient_name) <= 100),
  add recipient_mobile text check (recipient_mobile ~ '^[0-9]{10}$'),
  add note_to_seller text check (length(note_to_seller) <= 300),
  add is_gift boolean not null default false,
  add constraint orders_recipient_is_whole check ((recipient_name is null) = (recipient_mobile is null));
create or replace view order_parties as
  select o.id as order_id, o.product_id, o.product_name, o.quantity, o.amount_paise, o.street, o.city, o.state_name, o.pin_code,
    b.email as buyer_email, b.first_name as buyer_first_name, b.last_name as buyer_last_name,
    b.mobile as buyer_mobile, s.id as seller_id, s.email as seller_email, s.company_name as seller_company,
    s.mobile as seller_mobile, s.building_no as seller_building_no, s.street as seller_street, s.landmark as seller_landmark,
    s.city as seller_city, s.state as seller_state, s.pin_code as seller_pin_code, s.pickup_location, s.address as seller_address,
    s.suspended_at as seller_suspended_at, o.recipient_name, o.recipient_mobile
  from orders o join buyer b on b.id = o.customer_id join seller_party s on s.id = o.seller_id;
create or replace view order_parcel as
  select p.weight_grams, p.length_cm, p.width_cm, p.height_cm, x.*
  from order_parties x join goods p on p.id = x.product_id;
