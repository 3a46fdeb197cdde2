/** Returns, exchanges, refunds and cancelling (specification §1, §2, §9). */
import { Link, type MetaFunction } from 'react-router'
import { daysInWords, minutesInWords } from '../../../../contract/period-words.ts'
import type { GeneralPeriods } from '../../../../contract/returns.ts'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { useSettings } from '../../../settings.ts'
import { Article, type Section } from '../article.tsx'
import { KeyFacts } from '../key-facts.tsx'
import { MailLink } from '../mail-link.tsx'
import { exceptions, noCancelling, noReturns, usePeriods, loadPeriods } from '../periods.ts'

export const loader = loadPeriods

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) =>
  // Absent where it could not be loaded: the error boundary has a title of its own.
  loaderData
    ? pageMeta(matches, {
        title: 'Returns and Exchange Policy',
        description: `How to return or exchange a product, when the refund comes, and ${loaderData.cancelMinutes === 0 ? 'whether an order can be cancelled' : `how to cancel an order within ${minutesInWords(loaderData.cancelMinutes)}`}.`,
        path: paths.returnPolicy,
      })
    : []

export default function ReturnPolicyPage() {
  const { supportEmail, delivery } = useSettings()
  const periods = usePeriods()
  return (
    <Article
      heading="Returns and Exchange Policy"
      intro="What to do when a product is not what you expected, how you get your money back, and how an order is cancelled."
      sections={[
        cancelling(supportEmail, periods),
        ...returning(supportEmail, periods, delivery !== undefined),
        ...lastSections(periods),
      ]}
    >
      <KeyFacts facts={facts(periods)} />
      {periods.othersDiffer && <p className="mb-10 text-muted">{exceptions(periods)}</p>}
    </Article>
  )
}

const facts = ({ cancelMinutes, returnDays, sendDays, refundDays }: GeneralPeriods) => [
  ...(returnDays === 0
    ? [{ name: 'Returns', value: 'Not possible' }]
    : [
        { name: 'Contact us', value: `Within ${daysInWords(returnDays)}`, note: 'of the delivery' },
        {
          name: 'Ship the product back',
          value: `Within ${daysInWords(sendDays)}`,
          note: 'of our confirmation',
        },
        { name: 'Refund', value: `Within ${daysInWords(refundDays)}`, note: 'of the product being received' },
      ]),
  cancelMinutes === 0
    ? { name: 'Cancellation', value: 'Not possible' }
    : {
        name: 'Cancellation',
        value: `Within ${minutesInWords(cancelMinutes)}`,
        note: 'of placing the order, free of charge',
      },
]

const cancelling = (supportEmail: string, { cancelMinutes, returnDays }: GeneralPeriods): Section => ({
  id: 'cancel',
  title: 'Cancelling an order',
  body:
    cancelMinutes === 0 ? (
      <p>{noCancelling}</p>
    ) : (
      <p>
        You can cancel an order within {minutesInWords(cancelMinutes)} of placing it, whole or some of its
        pieces, until the courier has the parcel: press Cancel order at the order in{' '}
        <Link to={paths.myOrders}>My Orders</Link>. There is no cancellation charge, and you get back all that
        you paid for what you cancel. If you paid a price that is for a number of pieces or more, keep at
        least that number, or cancel all. After {minutesInWords(cancelMinutes)} the seller may already be at
        work on your order
        {returnDays > 0 && '; you can then return the product as described below'}. If the button does not
        work for you, write to <MailLink to={supportEmail} subject="Cancel my order" /> with your order ID,
        from the email address of your account.
      </p>
    ),
})

function returning(
  supportEmail: string,
  { returnDays, answerDays, sendDays, refundDays }: GeneralPeriods,
  deliveryIsCharged: boolean,
): Section[] {
  if (returnDays === 0) return [{ id: 'what', title: 'Returns', body: <p>{noReturns}</p> }]
  return [
    {
      id: 'what',
      title: 'What can be returned',
      body: (
        <>
          <p>You can return a product</p>
          <ul>
            <li>that arrived damaged, defective or incomplete,</li>
            <li>that is not the one you ordered, or does not match its description or pictures,</li>
            <li>that arrived later than promised,</li>
            <li>that you do not want to keep, if it is unused and in its original packaging.</li>
          </ul>
          <p>
            For reasons of hygiene and safety, food, plants and opened personal care products are taken back
            only if they arrived damaged, defective, or are not what you ordered.
          </p>
        </>
      ),
    },
    {
      id: 'how',
      title: 'How to return a product',
      body: (
        <ol>
          <li>
            <strong>Contact us within {daysInWords(returnDays)} of delivery.</strong> Press Return on the
            order in <Link to={paths.myOrders}>My Orders</Link>, choose the pieces and the reason, and see
            what you get back. If something is damaged or wrong, please add photographs: only you, the seller
            and our team can see them. You can also write to{' '}
            <MailLink to={supportEmail} subject="Return request" /> with your order ID.
          </li>
          <li>
            <strong>Wait for our confirmation.</strong> The seller answers within {daysInWords(answerDays)};
            without an answer the return is accepted. If you and the seller do not agree, our team decides.
          </li>
          <li>
            <strong>Ship the product back within {daysInWords(sendDays)}</strong> of the confirmation: hand it
            to the courier who fetches it at your delivery address, packed so that it arrives safely. If no
            courier can fetch it, the confirmation tells you where to send it; then please keep the receipt.
          </li>
          <li>
            <strong>Get your refund within {daysInWords(refundDays)}</strong> of the returned product being
            received.
          </li>
        </ol>
      ),
    },
    {
      id: 'cost',
      title: 'Who pays for sending it back',
      body: (
        <p>
          If the product was damaged, defective, late or not what you ordered, sending it back costs you
          nothing: the seller bears the cost. If you simply changed your mind, you pay for sending it back.
          {deliveryIsCharged &&
            ' A charge for delivery comes back with what is cancelled, does not arrive, or is returned because something is wrong with it. It is not refunded if you simply changed your mind.'}
        </p>
      ),
    },
    {
      id: 'exchange',
      title: 'Exchanges',
      body: (
        <p>
          If something is wrong with the product and you would rather have a replacement than a refund, choose
          Exchange when you ask for the return: you get the same product again, free of charge. The same
          periods apply, and the replacement is sent once the returned product has been received. If it is out
          of stock by then, or cannot be delivered, you get a refund instead. You can return a replacement
          within {daysInWords(returnDays)} of its delivery; it is not exchanged again.
        </p>
      ),
    },
  ]
}

const lastSections = ({ refundDays }: GeneralPeriods): Section[] => [
  {
    id: 'refund',
    title: 'How refunds are paid',
    body: (
      <>
        <p>
          Refunds go to the card or account that you paid with, through our payment provider, within{' '}
          {daysInWords(refundDays)} of the returned product being received. Your bank may take a little longer
          to show them.
        </p>
        <p>
          If a payment could not become an order, because the product sold out while you were paying, because
          you paid twice, because the amount was not the right one or because a price had changed before you
          paid, the money is refunded by itself and in full. You get an email about it, and{' '}
          <Link to={paths.myOrders}>My Orders</Link> says so.
        </p>
      </>
    ),
  },
  {
    id: 'complaint',
    title: 'If we do not agree',
    body: (
      <p>
        You can turn to our Grievance Officer, who is named in the{' '}
        <Link to={`${paths.terms}#grievances`}>Terms and Conditions</Link>. Your rights under the Consumer
        Protection Act, 2019 are not limited by this policy.
      </p>
    ),
  },
]
