import type { TeamArea } from './endpoint.ts'

/** The name of each area, and what is in it. */
export const areaWords: Record<TeamArea, [name: string, meaning: string]> = {
  orders: ['Orders', 'Parcels, returns, messages with buyers and complaints'],
  products: ['Products', 'Listings, prices, stock, coupons, green claims, questions and reviews'],
  money: ['Money', 'Earnings, statements and invoices'],
}

export const areaNames = (areas: readonly TeamArea[]): string =>
  areas.map((area) => areaWords[area][0]).join(', ')
