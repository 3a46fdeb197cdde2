/**
 * What every seller undertakes (Consumer Protection (E-Commerce) Rules 2020, rules 5(2) and 6). A changed text has
 * a new `undertakingVersion`: sellers are asked again, and what they accepted before stays in the database as it was.
 */
export const undertaking = [
  'My descriptions, pictures and other contents correspond to the goods themselves: their look, nature, quality, purpose and size.',
  'I say what the law requires of my products: MRP, net quantity, country of origin, maker, packer or importer, and the days of best before, and I do not charge more than the MRP.',
  'I make green claims only with proof that a buyer can read.',
  'I write no reviews of my own products, do not pay for reviews, and do not pose as a buyer.',
  'I take back, exchange or refund what is defective, damaged, not as described, spurious or late, as the return policy says, and I never refuse what it allows.',
  'I answer complaints of buyers: within 48 hours that I have received them, and within a month with a solution.',
  'My company name, pickup address, mobile number and GST number are true. They are public on my page in this shop, as the law asks, and I change them here as soon as they change.',
] as const

export const undertakingWords = undertaking.join('\n')
