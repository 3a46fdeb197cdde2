/** Every model: importing this file makes them known. */
import './cancellations.ts'
import './checkout.ts'
import './checkout-reads.ts'
import './goods.ts'
import './orders.ts'
import './payments.ts'
