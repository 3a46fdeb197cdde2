/** The words of the administrator's categories (specification §8), misspelt as it has them. */
import { categoryAdded, categoryDeleted, subcategoryAdded, subcategoryRemoved } from '../../contract/admin.ts'
import type { ActionWords } from './failure-message.ts'

export const administrationWords = {
  addCategory: { success: categoryAdded, failure: 'Failed to add Category', serverMsg: 'below' },
  addSubcategory: { success: subcategoryAdded, failure: 'Failed to add Subcategory', serverMsg: 'below' },
  deleteCategory: { success: categoryDeleted, failure: 'Failed to delete category', serverMsg: 'below' },
  removeSubcategory: {
    success: subcategoryRemoved,
    failure: 'Failed to remove subcategory',
    serverMsg: 'below',
  },
  loadSubcategories: { failure: 'Failed to fetch subcategories', serverMsg: 'never' },
} as const satisfies Record<string, ActionWords>
