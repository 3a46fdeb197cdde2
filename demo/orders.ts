/**
 * The orders of the demo shop: every state that a parcel and its money can be in. The demo buyer made them all; hours
 * count back from the moment of seeding, so that the shop always looks lived in.
 */

/** What the courier has told of a parcel, as its codes (shipment table), oldest first. */
const ways = {
  /** Placed a moment ago: the courier has not been asked yet. */
  waiting: [],
  /** The courier says no: a person has to look. */
  refused: [],
  /** It has its number, the label is missing. */
  numbered: [1],
  booked: [1, 3],
  shipped: [1, 3, 6],
  inTransit: [1, 3, 6, 18],
  outForDelivery: [1, 3, 6, 18, 17],
  /** Nobody opened: the courier comes again. */
  undelivered: [1, 3, 6, 18, 17, 21],
  delivered: [1, 3, 6, 18, 17, 7],
  cancelled: [1, 3, 8],
  returned: [1, 3, 6, 18, 17, 21, 9],
  lost: [1, 3, 6, 18, 12],
  damaged: [1, 3, 6, 18, 25],
} as const satisfies Record<string, readonly number[]>
export type DemoWay = keyof typeof ways
export const demoWays: Readonly<Record<DemoWay, readonly number[]>> = ways

/** The courier's words for its codes. */
export const demoCodeWords: ReadonlyMap<number, string> = new Map([
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

export type DemoLine = { slug: string; quantity: number; way: DemoWay }

export type DemoPurchase = {
  hoursAgo: number
  lines: readonly DemoLine[]
  /** To the buyer's second address. */
  elsewhere?: true
  /** The money went back and nothing is sent. */
  refunded?: { reason: 'sold-out' | 'amount-differs'; state: 'processed' | 'failed' }
  /** Captured a second time; that money went back. */
  paidTwice?: true
}

const line = (slug: string, way: DemoWay, quantity = 1): DemoLine => ({ slug, way, quantity })

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
