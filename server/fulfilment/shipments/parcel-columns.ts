/** SQL of what a courier needs to know of the goods of an order, on their way to the buyer or back to the seller. */
import { sql } from '../../platform/db/sql.ts'

/** For a row `p` of `order_parcel`. The name of a recipient is one text: the courier takes a first name alone. */
export const buyerJson = sql`jsonb_build_object('firstName', coalesce(p.recipient_name, p.buyer_first_name),
        'lastName', case when p.recipient_name is null then p.buyer_last_name else '' end, 'email', p.buyer_email,
        'mobile', coalesce(p.recipient_mobile, p.buyer_mobile), 'street', p.street, 'city', p.city, 'state', p.state_name, 'pinCode', p.pin_code)`
export const sellerJson = sql`jsonb_build_object('id', p.seller_id, 'companyName', p.seller_company, 'email', p.seller_email, 'mobile', p.seller_mobile,
        'buildingNo', p.seller_building_no, 'street', p.seller_street, 'landmark', p.seller_landmark, 'city', p.seller_city,
        'state', p.seller_state, 'pinCode', p.seller_pin_code)`

/** The ParcelItems of a shipment `s`. */
export const itemsOfShipment = sql`(select jsonb_agg(jsonb_build_object('orderId', l.order_id, 'units', l.units, 'sku', g.product_id,
        'name', g.product_name, 'amountPaise', part_of(g.amount_paise - g.delivery_paise + g.shop_discount_paise, l.units, g.quantity), 'weightGrams', g.weight_grams,
        'lengthCm', g.length_cm, 'widthCm', g.width_cm, 'heightCm', g.height_cm) order by l.order_id)
      from shipment_line l join order_parcel g on g.order_id = l.order_id where l.shipment_id = s.id)`

/** The ParcelSize that the seller of a shipment `s` measured, or null. */
export const measuredSize = sql`case when s.is_measured then jsonb_build_object('weightGrams', s.weight_grams,
        'lengthCm', s.length_cm, 'widthCm', s.width_cm, 'heightCm', s.height_cm) end`
