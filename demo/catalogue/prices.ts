/** Sales and bulk prices of demo products, which last from the first start on: plainly those of a demo. */
export const demoSales: readonly { slug: string; rupees: number; days: number }[] = [
  { slug: 'steel-flask-forest', rupees: 899, days: 10 },
  { slug: 'handloom-cushion-covers', rupees: 649, days: 20 },
  { slug: 'terracotta-bud-vase', rupees: 449, days: 30 },
]

export const demoBulkPrices: readonly {
  slug: string
  steps: readonly (readonly [from: number, rupees: number])[]
}[] = [
  {
    slug: 'seed-paper-cards',
    steps: [
      [10, 269],
      [50, 239],
    ],
  },
]
