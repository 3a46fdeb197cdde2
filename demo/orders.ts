/**
 * The demo buyer's orders, which cover every state of a parcel and of a refund. Times are hours before the moment of seeding,
 * so that the orders are always recent.
 */

/** The courier's shipment status codes of a parcel so far, oldest first. */
const trackingCodes = {
  /** Just placed, not booked yet. */
  waiting: [],
  /** The courier refused the booking; a person has to look. */
  refused: [],
  /** AWB assigned, no label yet. */
  numbered: [1],
  booked: [1, 3],
  shipped: [1, 3, 6],
  inTransit: [1, 3, 6, 18],
  outForDelivery: [1, 3, 6, 18, 17],
  /** Nobody was at home: the courier tries again. */
  undelivered: [1, 3, 6, 18, 17, 21],
  delivered: [1, 3, 6, 18, 17, 7],
  cancelled: [1, 3, 8],
  returned: [1, 3, 6, 18, 17, 21, 9],
  lost: [1, 3, 6, 18, 12],
  damaged: [1, 3, 6, 18, 25],
} as const satisfies Record<string, readonly number[]>
export type DemoTracking = keyof typeof trackingCodes
export const demoTrackingCodes: Readonly<Record<DemoTracking, readonly number[]>> = trackingCodes

/** The courier's names of its codes. */
export const demoStatusNames: ReadonlyMap<number, string> = new Map([
  [1, 'AWB ASSIGNED'],
  [3, 'PICKUP SCHEDULED'],
  [6, 'SHIPPED'],
  [7, 'DELIVERED'],
  [8, 'CANCELLED'],
  [9, 'RTO INITIATED'],
  [12, 'LOST'],
  [17, 'OUT FOR DELIVERY'],
  [18, 'IN TRANSIT'],
  [21, 'UNDELIVERED'],
  [25, 'DAMAGED'],
])

/** Hours from the purchase to the first code, the second one and so on. */
export const demoHoursToStation: readonly number[] = [0.05, 0.1, 8, 26, 44, 49, 70]

type DemoLine = { slug: string; quantity: number; way: DemoTracking }

export type DemoPurchase = {
  hoursAgo: number
  lines: readonly DemoLine[]
  /** Delivered to the buyer's second address. */
  elsewhere?: true
  /** Refunded and not shipped. */
  refunded?: { reason: 'sold-out' | 'amount-differs'; state: 'processed' | 'failed' }
  /** Captured twice; the second payment is refunded. */
  paidTwice?: true
}

const line = (slug: string, way: DemoTracking, quantity = 1): DemoLine => ({ slug, way, quantity })

/** Newest first. */
export const demoPurchases: readonly DemoPurchase[] = [
  { hoursAgo: 1, lines: [line('haldi-chandan-soap', 'waiting', 2)] },
  { hoursAgo: 3, lines: [line('beetroot-lip-balm', 'booked'), line('bamboo-toothbrush-set', 'booked', 2)] },
  { hoursAgo: 5, lines: [line('clove-tooth-powder', 'numbered', 3)] },
  {
    hoursAgo: 7,
    elsewhere: true,
    lines: [line('copper-water-bottle', 'refused'), line('goat-milk-oats-soap', 'refused')],
  },
  { hoursAgo: 12, lines: [line('bhringraj-hair-oil', 'shipped'), line('coir-dish-brush', 'shipped', 2)] },
  { hoursAgo: 30, elsewhere: true, lines: [line('coffee-scrub-bar', 'inTransit', 3)] },
  {
    hoursAgo: 47,
    lines: [line('dish-soap-block', 'outForDelivery', 2), line('canvas-tote-bag', 'outForDelivery')],
  },
  { hoursAgo: 60, lines: [line('almond-kajal', 'undelivered')] },
  { hoursAgo: 75, paidTwice: true, lines: [line('charcoal-tea-tree-soap', 'delivered', 2)] },
  { hoursAgo: 100, lines: [line('fenugreek-hair-mask', 'lost')] },
  {
    hoursAgo: 120,
    elsewhere: true,
    lines: [line('french-green-clay-mask', 'damaged'), line('steel-bottle-brushed', 'delivered')],
  },
  { hoursAgo: 150, lines: [line('bath-ritual-gift-box', 'cancelled')] },
  { hoursAgo: 200, lines: [line('hair-bar-travel-tin', 'returned')] },
  {
    hoursAgo: 240,
    refunded: { reason: 'sold-out', state: 'processed' },
    lines: [line('aloe-cucumber-soap', 'waiting')],
  },
  {
    hoursAgo: 330,
    lines: [
      line('haldi-chandan-soap', 'delivered', 4),
      line('bamboo-clothes-pegs', 'delivered'),
      line('copper-tumblers-pair', 'delivered'),
    ],
  },
  {
    hoursAgo: 500,
    refunded: { reason: 'amount-differs', state: 'failed' },
    lines: [line('beeswax-food-wraps', 'waiting')],
  },
  { hoursAgo: 700, lines: [line('bhringraj-hair-oil', 'delivered', 2)] },
]
