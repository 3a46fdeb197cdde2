/** Said wherever subcategories stand that could not be loaded (specification §8). */
export const failedToLoadSubcategories = 'Failed to load subcategories.'
