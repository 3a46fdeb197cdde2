/** SQL of what a courier has to know of the goods of an order, on their way to the buyer or back to the seller: a ParcelToBook. */
import { sql } from '../../platform/db/sql.ts'

/** For `parcelTables`, beside id, number, time and number of pieces. `to` is the buyer. */
export const parcelColumns = sql`o.product_id as "productId", o.product_name as "productName", p.weight_grams as "weightGrams",
      p.length_cm as "lengthCm", p.width_cm as "widthCm", p.height_cm as "heightCm",
      json_build_object('firstName', c.first_name, 'lastName', c.last_name, 'email', buyer.email, 'mobile', c.mobile,
        'street', o.street, 'city', o.city, 'state', o.state_name, 'pinCode', o.pin_code) as "to",
      json_build_object('id', s.account_id, 'companyName', s.company_name, 'email', a.email, 'mobile', s.mobile,
        'buildingNo', s.building_no, 'street', s.street, 'landmark', s.landmark, 'city', s.city, 'state', s.state,
        'pinCode', s.pin_code, 'pickupLocation', s.pickup_location) as seller`

/** Joined to an order `o`. */
export const parcelTables = sql`
    join product p on p.id = o.product_id
    join customer c on c.account_id = o.customer_id
    join account buyer on buyer.id = o.customer_id
    join seller s on s.account_id = o.seller_id
    join account a on a.id = o.seller_id`
