/** The words of cart, wishlist, addresses and checkout (specification §8). */
import { orderPlaced, paymentSuccessful } from '../../contract/order.ts'
import type { ActionWords } from './failure-message.ts'

const quantityUpdated = 'Item Quantity Updated Successfully'
const somethingWentWrong = 'Something went wrong. Please try again.'

export const buyingWords = {
  increaseQuantity: {
    success: quantityUpdated,
    failure: 'Failed to increase item quantity',
    serverMsg: 'instead',
  },
  decreaseQuantity: {
    success: quantityUpdated,
    failure: 'Failed to decrease item quantity',
    serverMsg: 'instead',
  },
  removeItem: {
    success: 'Item Removed Successfully',
    failure: 'Failed to remove item',
    serverMsg: 'instead',
  },
  removeFromWishlist: {
    success: 'Product Removed from Wishlist',
    failure: 'Failed to remove from Wishlist',
    serverMsg: 'instead',
  },
  /** The success is the `msg` of the reply. */
  chooseWishlistMails: { failure: 'This could not be changed. Please try again.', serverMsg: 'instead' },
  addAddress: {
    success: 'Address added successfully',
    failure: 'Failed to add new address',
    serverMsg: 'never',
  },
  editAddress: {
    success: 'Address updated successfully',
    failure: 'Failed to update address',
    serverMsg: 'never',
  },
  deleteAddress: {
    success: 'Address deleted successfully',
    failure: 'Failed to delete address',
    serverMsg: 'never',
  },
  makeAddressDefault: {
    success: 'Address set as Default Successfully',
    failure: 'Failed to set address as default',
    serverMsg: 'never',
  },
  /** The check before the payment; a refusal of the cart is the `msg` of its reply. */
  placeOrder: { failure: 'Failed to place order', serverMsg: 'never' },
  /** Shown as an alert. */
  loadPaymentScript: {
    failure: "The payment provider's SDK failed to load. Are you online?",
    serverMsg: 'never',
  },
  /** Shown as an alert; a changed price, sold stock and too many tries (api-rules §3, §6) have words of the server. */
  initiatePayment: { failure: 'Failed to initiate payment.', serverMsg: 'never' },
  /** Shown only where the server found no payment. */
  verifyPayment: { success: paymentSuccessful, failure: somethingWentWrong, serverMsg: 'instead' },
  createOrder: { success: orderPlaced, failure: somethingWentWrong, serverMsg: 'never' },
} as const satisfies Record<string, ActionWords>
