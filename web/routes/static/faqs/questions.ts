/** The questions of the FAQ page in six categories, with the figures of specification §9. */
import { limits } from '../../../../contract/limits.ts'
import { daysInWords, minutesInWords } from '../../../../contract/period-words.ts'
import type { GeneralPeriods } from '../../../../contract/returns.ts'
import type { Item } from '../find-items.ts'
import { exceptions, noCancelling, noReturns } from '../periods.ts'

export interface Category {
  id: string
  title: string
  items: readonly Item[]
}

/** `hasBulkForm`: the shop has the form to which the footer's link leads. */
export function faqs(
  brandName: string,
  supportEmail: string,
  periods: GeneralPeriods,
  hasBulkForm: boolean,
  deliveryWords: string | undefined,
): Category[] {
  return [
    {
      id: 'orders',
      title: 'Orders',
      items: [
        {
          question: 'How do I place an order?',
          answer:
            'Open a product, press Add to Cart, go to the cart, choose a delivery address and press Checkout. You need an account to buy; registering takes a minute.',
        },
        {
          question: 'How do I know that my order is placed?',
          answer:
            'You get an email as soon as the payment is received, and the order appears in My Orders at once.',
        },
        {
          question: 'Can I cancel my order?',
          answer:
            (periods.cancelMinutes === 0
              ? noCancelling
              : `Yes, within ${minutesInWords(periods.cancelMinutes)} of placing it and until the courier has the parcel: press Cancel order at the order in My Orders, for all of its pieces or some. Cancelling costs nothing.`) +
            exceptions(periods),
        },
        {
          question: 'Why does My Orders show several orders for one purchase?',
          answer:
            'Each product becomes an order of its own, because sellers send their parcels separately. So each has its own status, courier and AWB number.',
        },
        {
          question: 'How do I make a complaint?',
          answer:
            "Press 'Make a complaint' on the page of the order, or 'Complaints' at the foot of each page. You get a number at once, our answer within 48 hours and a decision within one month. If the solution does not satisfy you, you can open the complaint again once.",
        },
        {
          question: 'What does "N items left" mean?',
          answer:
            'That few pieces are in stock. The number is the true stock, counted when the page was made, and checked again when you pay.',
        },
      ],
    },
    {
      id: 'shipping',
      title: 'Shipping and Delivery',
      items: [
        {
          question: 'Where do you deliver?',
          answer: 'Within India only, wherever our courier partners reach the PIN code.',
        },
        {
          question: 'When are parcels delivered?',
          answer:
            'From 8 AM to 9 PM, Monday to Saturday. There are no deliveries on Sundays or public holidays.',
        },
        {
          question: 'How much is shipping?',
          answer:
            deliveryWords === undefined
              ? "Rates start from ₹75. Shipping is part of a product's price: the total in your cart is what you pay, and nothing is added at checkout."
              : `${deliveryWords}. The total in your cart includes it, and nothing is added at checkout.`,
        },
        {
          question: 'How long does delivery take?',
          answer:
            'Sellers need 5 to 7 business days to get a product ready, and processing takes 2 to 3 business days. Transport by the courier comes on top; how long it takes depends on the distance.',
        },
        {
          question: 'How do I track my parcel?',
          answer: `My Orders shows the status, and once they are assigned the courier and the AWB number. Tracking stays active for ${daysInWords(limits.trackingDays)} after delivery.`,
        },
      ],
    },
    {
      id: 'returns',
      title: 'Returns and Refunds',
      items: [
        {
          question: 'How do I return a product?',
          answer:
            (periods.returnDays === 0
              ? noReturns
              : `Press Return on the order in My Orders within ${daysInWords(periods.returnDays)} of delivery, and add photographs if something is damaged or wrong. Once the return is accepted, a courier fetches the product; if none can, you have ${daysInWords(periods.sendDays)} to ship it back.`) +
            exceptions(periods),
        },
        {
          question: 'When do I get my refund?',
          answer:
            'Within 5 to 7 business days, to the card or account that you paid with. You need not do anything for it.',
        },
        {
          question: 'Can I exchange a product?',
          answer:
            'Yes, if something is wrong with it: press Return on the order in My Orders and choose Exchange. The same product is sent once the returned one has been received, free of charge; if it is out of stock by then, you get a refund.',
        },
        {
          question: 'Who pays for sending a product back?',
          answer:
            'If it was damaged, defective, late or not what you ordered, sending it back costs you nothing. If you changed your mind, you pay for it.',
        },
      ],
    },
    {
      id: 'payments',
      title: 'Payments',
      items: [
        {
          question: 'How can I pay?',
          answer:
            'Online, through our payment provider. Its checkout shows the methods that are available to you. Cash on delivery is not offered.',
        },
        {
          question: 'Is paying safe?',
          answer:
            "Yes. You enter your card or account details in the payment provider's own window. They never reach us, and we do not store them.",
        },
        {
          question: 'Money left my account, but I see no order. What now?',
          answer:
            'Nothing is lost, even if you closed the page. Either the order appears within minutes, or the payment is refunded by itself and in full.',
        },
        {
          question: 'Why do prices change before I pay?',
          answer: `Sellers may change them at any time. The cart shows the new price before any money moves, and while you pay, price and stock are held for ${limits.holdMinutes} minutes.`,
        },
      ],
    },
    {
      id: 'account',
      title: 'Account and Privacy',
      items: [
        {
          question: 'Do I need an account?',
          answer:
            'Not for looking around. For cart, wishlist and orders you do. You must be at least 18 years old.',
        },
        {
          question: 'I get no OTP. What can I do?',
          answer: `Look into your spam folder, then press Resend OTP. A new OTP can be sent every ${limits.otpResendSeconds} seconds, and each is valid for ${limits.otpSeconds / 60} minutes.`,
        },
        {
          question: 'I forgot my password.',
          answer:
            "Press 'Forgot your password?' on the login page. We send you an OTP, with which you choose a new one.",
        },
        {
          question: 'How do I delete my account?',
          answer: `Press Delete my account under Your Data in your profile, or write to ${supportEmail} from the email address of your account. Account deletion takes ${limits.accountDeletionDays} business days: for ${daysInWords(limits.accountDeletionDays)} you can still keep it, and what is open, such as orders and returns, ends first.`,
        },
        {
          question: 'What happens to my data?',
          answer:
            'We keep what is needed to sell, deliver and support, and use no advertising or analytics cookies. The Privacy Policy says what for; the Privacy Notice lists everything, and Your Data has a download.',
        },
      ],
    },
    {
      id: 'selling',
      title: 'Products and Selling',
      items: [
        {
          question: 'Are the products really eco-friendly?',
          answer: `${brandName} stands for plastic-free and cruelty-free products made in India. What a badge on the page of a product says was looked at by our team, with the proof that the badge names, a certificate, a test or a declaration of the seller: 'How We Check Claims' at the foot of each page explains it. All other words are the seller's, who has to be able to prove them. If you doubt a statement, press 'Report this product' on its page, and we look into it.`,
        },
        {
          question: 'Who sells the products?',
          answer:
            "Independent sellers. Every product page says 'Sold by' and the company's name, which leads to the page of the seller. 'Verified seller' there means that our team has seen documents of the business.",
        },
        {
          question: 'Who writes the reviews?',
          answer:
            'Only buyers who have received the product, each once. The seller can answer. Bad reviews are shown like good ones; where one was taken down, its place says why.',
        },
        {
          question: 'Can I ask something before I buy?',
          answer:
            "Yes. Press 'Ask a question' on the page of the product. The seller answers there for everybody, without your name, and you get the answer by email.",
        },
        {
          question: 'How do I become a seller?',
          answer:
            "Press 'Be a Seller' and register in three steps: your account with company name and GST number, your pickup address, and your bank details. We may ask for documents before your products go on sale.",
        },
        {
          question: 'Do you take bulk and corporate orders?',
          answer: hasBulkForm
            ? `Yes. Use the link 'Bulk & Corporate Req' at the foot of this page, or write to ${supportEmail}.`
            : `Yes. Write to ${supportEmail}.`,
        },
      ],
    },
  ]
}
