import type { ListedProduct } from '../../contract/product.ts'

/** Whether the price of a card in a list is the lowest one of a family. */
export const isFrom = ({ price, family }: Pick<ListedProduct, 'price' | 'family'>): boolean =>
  family !== undefined && !family.onePrice && price <= family.from
