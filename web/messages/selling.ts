/** The words of the seller's area (specification §8). */
import type { ActionWords } from './failure-message.ts'

export const sellingWords = {
  addProduct: {
    success: 'Product added successfully!',
    failure: 'Failed to add product.',
    serverMsg: 'instead',
  },
  editProduct: {
    success: 'Product updated successfully!',
    failure: 'Failed to update product.',
    serverMsg: 'instead',
  },
  deleteProduct: {
    success: 'Product Deleted Successfully',
    failure: 'Failed to delete Product',
    serverMsg: 'never',
  },
  loadProducts: { failure: 'Failed to get products', serverMsg: 'never' },
  loadProductForm: { failure: 'Failed to fetch product details.', serverMsg: 'never' },
  loadCategories: { failure: 'Failed to load categories.', serverMsg: 'never' },
  loadSubcategories: { failure: 'Failed to load subcategories.', serverMsg: 'never' },
  /** The name of the file follows; the server's reason stands beside the picture. */
  uploadImage: { failure: 'Failed to upload image: ', serverMsg: 'below' },
  uploadAllImages: { failure: 'Failed to upload all images. Please try again.', serverMsg: 'never' },
  uploadSomeImages: { failure: 'Image upload failed. Please try again.', serverMsg: 'never' },
  /** Shown below the titles of `editProfileTitles`. */
  editProfile: {
    success: 'Your profile has been successfully updated.',
    failure: 'Failed to update profile. Please try again.',
    serverMsg: 'instead',
  },
  sendDocuments: { failure: 'Your documents could not be sent. Please try again.', serverMsg: 'instead' },
  undertake: { failure: 'That could not be saved. Please try again.', serverMsg: 'instead' },
  openLabel: {
    failure: 'The label cannot be fetched right now. Please try again.',
    serverMsg: 'instead',
  },
  markReady: { failure: 'The parcels could not be marked as ready.', serverMsg: 'instead' },
  cannotDeliver: { failure: 'The pieces could not be cancelled.', serverMsg: 'instead' },
  openPapers: { failure: 'The papers cannot be fetched right now. Please try again.', serverMsg: 'instead' },
  showAccountNumber: { failure: 'Failed to show the account number.', serverMsg: 'instead' },
} as const satisfies Record<string, ActionWords>

export const editProfileTitles = {
  success: 'Profile Updated',
  failure: 'Update Failed',
  invalid: 'Validation Error',
} as const
