/** The words of the product page's two buttons (specification §8); a file of its own, because public pages load it. */
import type { ActionWords } from './failure-message.ts'

export const addingWords = {
  cart: { success: 'Product Added to Cart', failure: 'Failed to add to cart', serverMsg: 'never' },
  wishlist: {
    success: 'Product Added to Wishlist',
    failure: 'Failed to Add in Wishlist',
    serverMsg: 'never',
  },
} as const satisfies Record<string, ActionWords>
