/** The shipping policy (specification §1, §2, §9). */
import { Link, type MetaFunction } from 'react-router'
import { limits } from '../../../../contract/limits.ts'
import { daysInWords, minutesInWords } from '../../../../contract/period-words.ts'
import type { GeneralPeriods } from '../../../../contract/returns.ts'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { useSettings } from '../../../settings.ts'
import { Article, type Section } from '../article.tsx'
import { KeyFacts } from '../key-facts.tsx'
import { MailLink } from '../mail-link.tsx'
import { exceptions, usePeriods, loadPeriods } from '../periods.ts'

export const loader = loadPeriods

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Shipping Policy',
    description:
      'How, when and where orders are delivered in India: delivery days, lead times, base charges and tracking.',
    path: paths.shippingPolicy,
  })

export default function ShippingPolicyPage() {
  const { brandName, supportEmail, delivery } = useSettings()
  const note = delivery ? 'Paid by the seller' : 'Included in the price you pay'
  return (
    <Article
      heading="Shipping Policy"
      intro={`How the products that you buy at ${brandName} reach you: where to, when, at what cost, and how to follow them.`}
      sections={sections(supportEmail, usePeriods(), delivery)}
    >
      <KeyFacts
        facts={[
          { name: 'Delivery', value: 'Within India only', note: 'Monday to Saturday, 8 AM to 9 PM' },
          {
            name: 'Processing',
            value: '2 to 3 business days',
            note: 'Vendor lead time: 5 to 7 business days',
          },
          { name: 'Base charge under 500g', value: '₹50', note },
          { name: 'Base charge from 500g to 1 kg', value: '₹80', note },
        ]}
      />
    </Article>
  )
}

const sections = (
  supportEmail: string,
  periods: GeneralPeriods,
  deliveryWords: string | undefined,
): Section[] => [
  {
    id: 'where',
    title: 'Where we deliver',
    body: (
      <p>
        We ship within India only, to every state and union territory, wherever our courier partners reach the
        PIN code. We do not ship to addresses outside India.
      </p>
    ),
  },
  {
    id: 'when',
    title: 'Delivery days and hours',
    body: (
      <p>
        Parcels are delivered from 8 AM to 9 PM, Monday to Saturday. There are no deliveries on Sundays or
        public holidays.
      </p>
    ),
  },
  {
    id: 'how-long',
    title: 'How long it takes',
    body: (
      <>
        <p>Many of our products are made in small batches. An order takes three steps to your door:</p>
        <ul>
          <li>
            <strong>Vendor lead time: 5 to 7 business days.</strong> The seller makes your product or gets it
            ready.
          </li>
          <li>
            <strong>Processing: 2 to 3 business days.</strong> The order is checked, packed and handed to the
            courier.
          </li>
          <li>
            <strong>Transport.</strong> How long the courier needs depends on where the parcel starts and
            where it goes.
          </li>
        </ul>
        <p>Sundays and public holidays do not count as business days.</p>
      </>
    ),
  },
  {
    id: 'charges',
    title: 'Shipping charges',
    body: (
      <>
        <table className="w-full border-y border-line text-left">
          <caption className="sr-only">Base charges for a parcel</caption>
          <thead>
            <tr className="border-b border-line text-sm text-muted">
              <th scope="col" className="py-2.5 pr-4 font-medium">
                Weight of the parcel
              </th>
              <th scope="col" className="py-2.5 text-right font-medium">
                Base charge
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            <tr>
              <td className="py-2.5 pr-4">Under 500g</td>
              <td className="py-2.5 text-right font-semibold">₹50</td>
            </tr>
            <tr>
              <td className="py-2.5 pr-4">500g to 1 kg</td>
              <td className="py-2.5 text-right font-semibold">₹80</td>
            </tr>
          </tbody>
        </table>
        <p>
          For heavier parcels the charge also depends on weight, size and distance.{' '}
          {deliveryWords === undefined
            ? "Shipping is part of a product's price: the total in your cart is what you pay, delivery included, and nothing is added at checkout."
            : `Sellers pay these charges. What you pay for a purchase: ${deliveryWords}. The cart shows it in the total before you pay, after discounts; later cancellations and returns do not change it for what you keep.`}
        </p>
      </>
    ),
  },
  {
    id: 'parcels',
    title: 'Several products, several parcels',
    body: (
      <p>
        Every seller sends their own products. If you buy from more than one seller, your products come in
        separate parcels and may arrive on different days. My Orders shows each product as an order of its
        own.
      </p>
    ),
  },
  {
    id: 'tracking',
    title: 'Following your parcel',
    body: (
      <>
        <p>
          <Link to={paths.myOrders}>My Orders</Link> shows the status of the shipment. As soon as a courier is
          assigned, it also shows the courier's name and the AWB number, which you can use to follow the
          parcel with the courier.
        </p>
        <p>
          Tracking stays active for {daysInWords(limits.trackingDays)} after delivery. The order itself stays
          in My Orders after that.
        </p>
      </>
    ),
  },
  {
    id: 'address',
    title: 'Your delivery address',
    body: (
      <p>
        Please check the delivery address in the cart before you pay. Until the courier is booked for the
        parcel you can change it, within the same state, on the page of the order in{' '}
        <Link to={paths.myOrders}>My Orders</Link>.{' '}
        {periods.cancelMinutes > 0 &&
          `An order can be cancelled there within ${minutesInWords(periods.cancelMinutes)} of placing it. `}
        After that write to <MailLink to={supportEmail} /> with your order ID at once: we can try to correct
        the address until the parcel is handed to the courier.{exceptions(periods)}
      </p>
    ),
  },
  {
    id: 'trouble',
    title: 'Late, damaged or missing parcels',
    body: (
      <p>
        If a parcel is marked as delivered although you have not received it, press It did not come on the
        page of the order in <Link to={paths.myOrders}>My Orders</Link>. If it arrives damaged, press Return
        there and add photographs. If it is late, or the buttons do not work for you, write to{' '}
        <MailLink to={supportEmail} /> with your order ID. What happens next is described in our{' '}
        <Link to={paths.returnPolicy}>Returns and Exchange Policy</Link>.
      </p>
    ),
  },
]
