/** The privacy policy (specification §1, §2, §9). */
import { Link, type MetaFunction } from 'react-router'
import { limits } from '../../../../contract/limits.ts'
import { textVersions } from '../../../../contract/own-data.ts'
import { daysInWords } from '../../../../contract/period-words.ts'
import { relatedLimits } from '../../../../contract/related-limits.ts'
import { paths } from '../../../paths.ts'
import { pageMeta } from '../../../seo/page-meta.ts'
import { useSettings } from '../../../settings.ts'
import { Article, type Section } from '../article.tsx'
import { MailLink } from '../mail-link.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Privacy Policy',
    description:
      'Which personal data the shop keeps, why, for how long, who receives them, and the rights you have.',
    path: paths.privacyPolicy,
  })

export default function PrivacyPolicyPage() {
  const { brandName, supportEmail } = useSettings()
  return (
    <Article
      heading="Privacy Policy"
      intro={`Which personal data ${brandName} keeps, what for, how long, who else receives them, and what you can ask of us.`}
      version={textVersions.privacy}
      sections={sections(brandName, supportEmail)}
    />
  )
}

const sections = (brandName: string, supportEmail: string): Section[] => [
  {
    id: 'short',
    title: 'In short',
    body: (
      <ul>
        <li>You can look at everything in the shop without an account.</li>
        <li>We keep what is needed to sell, pay, deliver and support, and nothing for advertising.</li>
        <li>There are no advertising or analytics cookies, and we do not sell your data.</li>
        <li>Card numbers and bank logins are seen by the payment provider only, never by us.</li>
        <li>
          You can download your data and delete your account under <Link to={paths.yourData}>Your Data</Link>;
          deletion takes {limits.accountDeletionDays} business days.
        </li>
      </ul>
    ),
  },
  {
    id: 'data',
    title: 'What we keep and why',
    body: (
      <>
        <h3>Customers</h3>
        <ul>
          <li>
            <strong>Account:</strong> first and last name, email address, mobile number, the date of
            registration, and your password in a form from which it cannot be read (a salted hash). For
            logging in and for reaching you about an order.
          </li>
          <li>
            <strong>Delivery addresses:</strong> street, city, state and PIN code, as many as you save; of an
            order also name and mobile number of another recipient and your note to the seller, if you give
            them.
          </li>
          <li>
            <strong>Cart and wishlist:</strong> the products in them, so that you find them on every device.
          </li>
          <li>
            <strong>Orders:</strong> what you bought, from whom, the price, the delivery address at that time
            and the state of the shipment; for a business also its name and GST number.
          </li>
          <li>
            <strong>Returns:</strong> the reason, what you write, and your photographs, which are removed
            three years after the return has ended.
          </li>
          <li>
            <strong>Payments:</strong> the payment provider's payment number, the amount, and refunds. No card
            data.
          </li>
          <li>
            <strong>Reviews and votes:</strong> what you write and your photographs, shown with your first
            name and initial or without a name; and for ninety days, as hashes, the delivery address and the
            network that they came from, against bought reviews.
          </li>
          <li>
            <strong>Questions about products, and reports:</strong> what you write; a question is shown
            without your name, once it is answered.
          </li>
        </ul>
        <h3>Sellers</h3>
        <ul>
          <li>
            Company name, GST number, email address, mobile number, pickup address and bank details, for
            showing who sells, for picking up parcels and for paying out. The account number is stored
            encrypted. Your company name is public on your products, and your city and state on your page.
            Once you have accepted the <a href={paths.undertaking}>undertaking of sellers</a>, your address,
            mobile number and GST number are public there, too, as the law asks of sellers.
          </li>
          <li>
            <strong>Documents:</strong> GST certificate, cancelled cheque and proof of identity, which only
            our team sees, for {daysInWords(limits.sellerDocumentDays)} after its decision; proofs of green
            claims, which buyers see only if you show them.
          </li>
          <li>
            <strong>Your team:</strong> name and email address of the people whom you invite, and what they
            changed.
          </li>
        </ul>
        <h3>Everybody</h3>
        <ul>
          <li>
            <strong>While you are logged in:</strong> a session with its times, your internet (IP) address and
            the name of your browser, so that nobody else can use your account unnoticed.
          </li>
          <li>
            <strong>Against misuse:</strong> how often codes were requested and wrong passwords entered,
            counted by IP address and by email address; the email address is stored there only as a keyed
            hash.
          </li>
          <li>
            <strong>Technical log:</strong> the time, the address of the page with email addresses masked, the
            result and how long it took. No IP address, no form contents, no passwords.
          </li>
          <li>
            <strong>Complaints, messages and email to our support:</strong> what you write to us, and what
            buyer and seller write to each other about an order.
          </li>
          <li>
            <strong>Agreement:</strong> which version of the terms and of this policy you agreed to, and when.
          </li>
          <li>
            <strong>Record of actions:</strong> who changed or read what in an account, an order or a payment,
            from which IP address and browser.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    body: (
      <ul>
        <li>
          <strong>Account, addresses, cart and wishlist:</strong> until you change them, or until your account
          is deleted.
        </li>
        <li>
          <strong>Orders, payments and refunds:</strong> for as long as tax and accounting law obliges us,
          also after an account is deleted.
        </li>
        <li>
          <strong>Everything else:</strong> the <Link to={paths.privacyNotice}>Privacy Notice</Link> lists
          every kind of data, how long it is kept, and what is left when you delete your account.
        </li>
        <li>
          <strong>Sessions:</strong> until you log out, otherwise {daysInWords(limits.sessionIdleDays)} after
          your last visit and {daysInWords(limits.sessionDays)} at the longest.
        </li>
        <li>
          <strong>One-time codes:</strong> valid for {limits.otpSeconds / 60} minutes, stored as a keyed hash,
          and removed about a day later.
        </li>
        <li>
          <strong>Counters against misuse:</strong> about one day.
        </li>
        <li>
          <strong>Technical log:</strong> as long as security and the law require.
        </li>
        <li>
          <strong>Emails waiting to be sent:</strong> encrypted in a queue, and cleared from it within three
          weeks.
        </li>
      </ul>
    ),
  },
  {
    id: 'receivers',
    title: 'Who else receives data',
    body: (
      <>
        <p>We use these providers, each for its own purpose only:</p>
        <ul>
          <li>
            <strong>Payment: Razorpay.</strong> When you pay, its checkout opens and receives the amount, your
            name, email address and phone number, and from you the details of the card or account. Its script
            is loaded only when you go to pay.
          </li>
          <li>
            <strong>Delivery: Shiprocket and the courier that carries your parcel.</strong> They receive your
            name, delivery address, phone number, email address and what is in the parcel.
          </li>
          <li>
            <strong>The seller</strong> of a product that you ordered sees the product, quantity, amount, your
            name or that of the recipient, the delivery address, your note and the shipping label, of a return
            what you write and your photographs, your messages about the order, and what a complaint about it
            says first. Your email address is hidden from the seller.
          </li>
          <li>
            <strong>Email:</strong> a mail service delivers one-time codes and what we write to you about your
            account, orders and complaints.
          </li>
          <li>
            <strong>Hosting and pictures:</strong> the machines that the shop runs on, and a storage service
            for product pictures, such as Cloudinary.
          </li>
        </ul>
        <p>Beyond that we give data to authorities only where the law obliges us to.</p>
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies',
    body: (
      <>
        <p>Visitors who do not sign up or log in get no cookies from us. Five cookies are needed for it:</p>
        <ul>
          <li>
            <strong>session</strong> proves that you are logged in. It ends when you log out, at the latest
            after {daysInWords(limits.sessionDays)}.
          </li>
          <li>
            <strong>signed_in</strong> has no personal data. It tells our pages to show the profile instead of
            the Login button.
          </li>
          <li>
            <strong>password_proof</strong> lives for 15 minutes, while you verify your email address.
          </li>
          <li>
            <strong>signed_up</strong> lives for a day after you sign up, so that you verify your own sign-up
            and not one that somebody else began with your email address.
          </li>
          <li>
            <strong>browser</strong> is a random number by which we recognise this browser for{' '}
            {daysInWords(limits.knownBrowserDays)} after you log in, so that wrong passwords and codes that
            others enter do not lock you out.
          </li>
        </ul>
        <p>
          Your browser also remembers, for as long as the tab is open, how far you had scrolled and, if you
          press Add to Cart before logging in, which product it was; what you typed in the cart about a
          recipient, a note or your business; and of the registration as a seller everything but password and
          account number. It keeps the pin code for which you asked a delivery day, until you delete it or log
          out, and the products whose pages you opened last: at most {relatedLimits.cards}, for{' '}
          {daysInWords(relatedLimits.viewedDays)}, until you press Clear below them or log out. To show them
          it asks us for these products without any cookie, and we do not note who asked. The payment provider
          may set cookies of its own in its checkout.
        </p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'How we protect it',
    body: (
      <p>
        Passwords, one-time codes and session tokens are stored as hashes only, bank account numbers
        encrypted, and the server checks every request for who may see what. Only the people who need data for
        their work can reach them. If data of yours were ever exposed, we would tell you and the authorities
        without delay.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <>
        <p>
          You can change your name and mobile number in your <Link to={paths.profile}>profile</Link> and your
          addresses in the cart, and download what we have about you or delete your account under{' '}
          <Link to={paths.yourData}>Your Data</Link>. For everything else write to{' '}
          <MailLink to={supportEmail} subject="My personal data" /> from the email address of your account.
          You may ask us
        </p>
        <ul>
          <li>which data we have about you, and who received them,</li>
          <li>to correct or complete them,</li>
          <li>
            to delete your account. Account deletion takes {limits.accountDeletionDays} business days: for{' '}
            {daysInWords(limits.accountDeletionDays)} you can still keep it, and orders, returns, refunds,
            payouts and complaints that are open end first,
          </li>
          <li>to record a nominee who may use these rights for you if you no longer can.</li>
        </ul>
        <p>
          You may withdraw your consent at any time, by deleting your account. If our answer does not satisfy
          you, turn to the <Link to={`${paths.terms}#grievances`}>Grievance Officer</Link>, and after that to
          the Data Protection Board of India.
        </p>
      </>
    ),
  },
  {
    id: 'age',
    title: 'Age',
    body: (
      <p>
        {brandName} is for people who are at least 18 years old. We do not knowingly keep data of anybody
        younger.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        When this policy changes, this page shows the new text and the day since which it is shown.{' '}
        <Link to={paths.yourData}>Your Data</Link> says which version you agreed to, and the download contains
        its text. If you do not agree to a change, you can delete your account.
      </p>
    ),
  },
]
