/** SQL of the goods of an order as a courier needs them, on their way to the buyer or back to the seller: a ParcelToBook. */
import { sql } from '../../platform/db/sql.ts'

/** For a row `p` of `order_parcel`, beside id, number, time and number of pieces. `to` is the buyer. */
export const parcelColumns = sql`p.product_id as "productId", p.product_name as "productName", p.weight_grams as "weightGrams",
      p.length_cm as "lengthCm", p.width_cm as "widthCm", p.height_cm as "heightCm",
      json_build_object('firstName', p.buyer_first_name, 'lastName', p.buyer_last_name, 'email', p.buyer_email,
        'mobile', p.buyer_mobile, 'street', p.street, 'city', p.city, 'state', p.state_name, 'pinCode', p.pin_code) as "to",
      json_build_object('id', p.seller_id, 'companyName', p.seller_company, 'email', p.seller_email, 'mobile', p.seller_mobile,
        'buildingNo', p.seller_building_no, 'street', p.seller_street, 'landmark', p.seller_landmark, 'city', p.seller_city,
        'state', p.seller_state, 'pinCode', p.seller_pin_code, 'pickupLocation', p.pickup_location) as seller`
