import { limits } from '../../contract/limits.ts'

interface Props {
  units: number
  /** 'list': the product's page, lists and the seller's pages; 'home': cards of the home page and of strips (specification §9). */
  place: 'list' | 'home'
  className?: string
}

/** Whether so many are left that nothing has to be said about it. */
export const isPlenty = (units: number) => units >= limits.lowStockBelowElsewhere

/** 'N items left' when few are left, 'Out of Stock' when none is left, nothing otherwise. */
export function StockNote({ units, place, className = '' }: Props) {
  const below = place === 'home' ? limits.lowStockBelowOnCards : limits.lowStockBelowElsewhere
  if (units > 0 && units >= below) return null
  return (
    <p className={`text-sm font-semibold text-clay ${className}`}>
      {units > 0 ? `${units} items left` : 'Out of Stock'}
    </p>
  )
}
