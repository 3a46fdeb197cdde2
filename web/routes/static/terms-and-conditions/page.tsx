/** The terms and conditions (specification §1, §2, §9). */
import { Link, type MetaFunction } from 'react-router'
import { limits } from '../../../../contract/limits.ts'
import type { Settings } from '../../../../contract/settings.ts'
import { textVersions } from '../../../../contract/own-data.ts'
import { reviewFaultWords } from '../../../../contract/review-words.ts'
import { daysInWords, minutesInWords } from '../../../../contract/period-words.ts'
import type { GeneralPeriods } from '../../../../contract/returns.ts'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { useSettings } from '../../../settings.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Store } from '../../../ui/icons.tsx'
import { Article, type Section } from '../article.tsx'
import { MailLink } from '../mail-link.tsx'
import { supportHours } from '../support-hours.ts'
import { exceptions, noCancelling, usePeriods, loadPeriods } from '../periods.ts'

export const loader = loadPeriods

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Terms and Conditions',
    description:
      'The terms of buying and selling here: accounts, orders, prices, payment, sellers, complaints.',
    path: paths.terms,
  })

export default function TermsPage() {
  const { brandName, supportEmail, legal } = useSettings()
  return (
    <Article
      heading="Terms and Conditions"
      intro={`The rules of buying and selling at ${brandName}. By using the shop you agree to them.`}
      version={textVersions.terms}
      sections={sections({ brandName, supportEmail, legal }, usePeriods())}
    />
  )
}

const sections = (
  { brandName, supportEmail, legal }: Pick<Settings, 'brandName' | 'supportEmail' | 'legal'>,
  periods: GeneralPeriods,
): Section[] => [
  {
    id: 'marketplace',
    title: 'What we are',
    body: (
      <>
        <p>
          {brandName} is an online marketplace for eco-friendly products in India. The products are offered
          and sold by independent sellers. We run the shop, take the payment through a payment provider and
          arrange the delivery; the contract of sale is between you and the seller, who is named on every
          product page as 'Sold by'.
        </p>
        <p>
          {legal && (
            <>
              {brandName} is run by {legal.name}, {legal.address}.{' '}
            </>
          )}
          Our <Link to={paths.privacyPolicy}>Privacy Policy</Link>,{' '}
          <Link to={paths.shippingPolicy}>Shipping Policy</Link> and{' '}
          <Link to={paths.returnPolicy}>Returns and Exchange Policy</Link> are part of these terms.
        </p>
      </>
    ),
  },
  {
    id: 'age',
    title: 'Who may use the shop',
    body: (
      <p>
        You must be at least 18 years old to have an account, to buy or to sell. Anybody may look around
        without an account.
      </p>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <ul>
        <li>Give your true name, email address and mobile number, and keep them up to date.</li>
        <li>
          We verify your email address with a one-time code (OTP) that is valid for {limits.otpSeconds / 60}{' '}
          minutes. Nobody from {brandName} will ever ask you for it.
        </li>
        <li>Keep your password to yourself. If you think that somebody knows it, reset it at once.</li>
        <li>
          An account that is used for fraud, or against these terms, can be suspended. We tell you why when
          you ask.
        </li>
        <li>
          You may have your account deleted at any time: press Delete my account under{' '}
          <Link to={paths.yourData}>Your Data</Link>, or write to{' '}
          <MailLink to={supportEmail} subject="Delete my account" /> from its email address. Deletion takes{' '}
          {limits.accountDeletionDays} business days: for {daysInWords(limits.accountDeletionDays)} you can
          still keep it, and orders, returns, refunds, payouts and complaints that are open end first.
        </li>
      </ul>
    ),
  },
  {
    id: 'products',
    title: 'Products and their order',
    body: (
      <>
        <p>
          Sellers write the descriptions and provide the pictures, and undertake that both match the goods.
          The same goes for statements such as 'plastic-free' or 'compostable': the seller must be able to
          prove them. We have looked at what a badge on the product's page says and at the proof that it
          names, a certificate, a test or a declaration of the seller, and at no other statement:{' '}
          <Link to={paths.claimChecks}>How We Check Claims</Link>. If you doubt a statement, press 'Report
          this product' on its page, and we will look into it.
        </p>
        <p>
          Lists of a category, a subcategory or a seller show the newest products first, unless you choose
          another order. Search results begin with what is in stock, and are ordered by how well they match
          your words: the product's name counts most, then its subcategory, the seller's name, and last its
          description, category, proven claims and attributes. No seller can pay for a better place. 'N items
          left' is the true stock.
        </p>
        <p>
          Only who has received a product can review it, once, and can change the review later; the seller can
          answer. A bad review is shown like a good one. A review or an answer is taken down only because{' '}
          {Object.values(reviewFaultWords).slice(0, -1).join(', ')}, or{' '}
          {Object.values(reviewFaultWords).at(-1)}. That it was removed, and why, stays in its place.
        </p>
      </>
    ),
  },
  {
    id: 'orders',
    title: 'Orders and prices',
    body: (
      <ul>
        <li>
          Prices are in Indian rupees and include taxes. The total in your cart, with delivery, is what you
          pay.
        </li>
        <li>
          Prices and stock are checked again when you go to pay. If something changed, you see the new figures
          before any money moves.
        </li>
        <li>
          While you are paying, the products are held for you for {limits.holdMinutes} minutes. Once the
          payment is received, your order is placed and you get a confirmation by email.
        </li>
        <li>
          If a payment cannot become an order, for example because a product sold out, the money is refunded
          by itself and in full.
        </li>
        <li>
          {periods.cancelMinutes === 0
            ? noCancelling
            : `Cancellation is possible within ${minutesInWords(periods.cancelMinutes)} of placing the order, free of charge, as long as the courier does not have the parcel.`}
          {exceptions(periods)} After delivery the{' '}
          <Link to={paths.returnPolicy}>Returns and Exchange Policy</Link> applies.
        </li>
      </ul>
    ),
  },
  {
    id: 'payment',
    title: 'Payment',
    body: (
      <p>
        You pay online through our payment provider, in Indian rupees. The provider asks for your card or
        account details itself; we never see or store them. Paying online costs nothing extra. If a payment
        was made that you did not authorise, tell your bank and us at once.
      </p>
    ),
  },
  {
    id: 'sellers',
    title: 'Selling here',
    body: (
      <>
        <p>
          Businesses with a GST number can sell at {brandName}. A seller has to give a true company name, GST
          number, pickup address and bank details, to describe goods truthfully, to deliver what was ordered,
          and to take back goods that are defective, wrong or late. The same rules apply to all sellers.
        </p>
        <p>
          We may ask a new seller for documents, such as the GST certificate, before their products go on
          sale. A product that is unsafe, forbidden or not as its page says can be hidden until the seller
          changes it, or taken down. The seller is told why by email, and can appeal once against a takedown.
        </p>
        <p>
          <Link
            to={paths.registerSeller}
            className={buttonClass('primary', 'mt-1 text-white! no-underline!')}
          >
            <Store aria-hidden="true" className="size-5" />
            Become a Seller
          </Link>
        </p>
      </>
    ),
  },
  {
    id: 'conduct',
    title: 'What is not allowed',
    body: (
      <ul>
        <li>Orders or accounts under a false name, or for somebody who does not know of it.</li>
        <li>Offering goods that are illegal, counterfeit or unsafe.</li>
        <li>Trying to reach data of other people, or to disturb the shop or overload it.</li>
        <li>Using texts, pictures or the marks of {brandName} or of a seller without permission.</li>
      </ul>
    ),
  },
  {
    id: 'liability',
    title: 'Responsibility',
    body: (
      <p>
        The seller is responsible for the product and for what is said about it; {brandName} is responsible
        for running the shop with care. Nothing in these terms limits rights that the law gives you, among
        them those under the Consumer Protection Act, 2019.
      </p>
    ),
  },
  {
    id: 'grievances',
    title: 'Complaints and the Grievance Officer',
    body: (
      <>
        <p>
          If you have a complaint about an order, a seller or the shop, write to the Grievance Officer of{' '}
          {brandName}:
        </p>
        <p>
          {legal && (
            <>
              {legal.grievanceOfficer}
              <br />
            </>
          )}
          Grievance Officer, {legal?.name ?? brandName}
          <br />
          {legal && (
            <>
              {legal.address}
              <br />
            </>
          )}
          <MailLink to={supportEmail} subject="Grievance" /> (subject 'Grievance')
          <br />
          <Link to={paths.newComplaint}>Make a complaint</Link> here, and read our answers on its page
          <br />
          {supportHours}
        </p>
        <p>
          Every complaint gets a ticket number, is acknowledged within 48 hours and is resolved within one
          month, as the Consumer Protection (E-Commerce) Rules, 2020 require. After a purchase you may ask in
          writing for further details of the seller.
        </p>
      </>
    ),
  },
  {
    id: 'law',
    title: 'Law, and changes of these terms',
    body: (
      <p>
        The laws of India apply. When we change these terms, this page shows the new text and the day since
        which it is shown. Each order is governed by the terms that were shown when it was placed.
      </p>
    ),
  },
]
