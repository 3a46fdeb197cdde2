/** The most frequent questions to support, each with a solution. */
import { limits } from '../../../../contract/limits.ts'
import { daysInWords, minutesInWords } from '../../../../contract/period-words.ts'
import type { GeneralPeriods } from '../../../../contract/returns.ts'
import type { Item } from '../find-items.ts'
import { exceptions, noCancelling, noReturns } from '../periods.ts'

export const solutions = (periods: GeneralPeriods): Item[] => [
  {
    question: 'Where is my order?',
    answer: `Look at My Orders: it shows the status of the shipment, and once they are assigned the courier and the AWB number. Tracking stays active for ${daysInWords(limits.trackingDays)} after delivery.`,
  },
  {
    question: 'I want to cancel an order',
    answer:
      (periods.cancelMinutes === 0
        ? noCancelling
        : `Within ${minutesInWords(periods.cancelMinutes)} of placing it, and until the courier has the parcel: press Cancel order at the order in My Orders, for all of its pieces or some. Cancelling costs nothing.`) +
      exceptions(periods),
  },
  {
    question: 'I want to return or exchange a product',
    answer:
      (periods.returnDays === 0
        ? noReturns
        : `Press Return on the order in My Orders within ${daysInWords(periods.returnDays)} of delivery, and add photographs if something is damaged or wrong. A courier fetches it once the return is accepted; if none can, you have ${daysInWords(periods.sendDays)} to ship it back. If something is wrong with it, you may choose an exchange instead of a refund.`) +
      exceptions(periods),
  },
  {
    question: 'My payment failed',
    answer:
      'Your cart is as it was, so you can simply try again. If money left your account all the same, either the order appears within minutes or the payment is refunded by itself.',
  },
  {
    question: 'I paid, but see no order',
    answer:
      'Wait some minutes and look at My Orders again. It appears there even if you closed the page, or the money goes back to you by itself and in full.',
  },
  {
    question: 'I get no OTP',
    answer: `Look into your spam folder and check the email address for typing errors. Then press Resend OTP: a new one can be sent every ${limits.otpResendSeconds} seconds, and it is valid for ${limits.otpSeconds / 60} minutes.`,
  },
  {
    question: 'I forgot my password',
    answer:
      "Press 'Forgot your password?' on the login page, enter your email address, and choose a new password with the OTP.",
  },
  {
    question: 'I want to change my delivery address',
    answer:
      "For the next order: press Change beside 'Delivery to' in the cart. For an order already placed: open it in My Orders and press Change address or recipient. Once the courier is booked, write to us at once.",
  },
  {
    question: "A product says 'Out of Stock'",
    answer:
      'Put it on your wishlist and look in again later. It can be bought as soon as the seller has it again.',
  },
]
