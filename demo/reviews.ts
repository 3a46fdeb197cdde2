/** Reviews of demo products. Most authors have no account any more, so they are shown as 'A buyer'. */

type DemoReview = {
  slug: string
  stars: 1 | 2 | 3 | 4 | 5
  words: string
  daysAgo: number
  /** By the demo buyer, who has received the product; everybody else is without an account. */
  byDemoBuyer?: true
  answer?: string
}

const of = (slug: string, ...reviews: Omit<DemoReview, 'slug'>[]): DemoReview[] =>
  reviews.map((review) => ({ slug, ...review }))

export const demoReviews: readonly DemoReview[] = [
  ...of(
    'charcoal-tea-tree-soap',
    {
      stars: 5,
      words: 'Lathers well and does not dry my skin. The second piece is for my brother.',
      daysAgo: 1,
      byDemoBuyer: true,
    },
    { stars: 4, words: 'Good after cycling to work. The smell is strong on the first day.', daysAgo: 19 },
    { stars: 5, words: 'My third order. Lasts five weeks if you keep it dry between showers.', daysAgo: 44 },
  ),
  ...of(
    'bamboo-toothbrush-set',
    {
      stars: 5,
      words: 'Soft enough for sensitive gums, and the numbers on the handles help in a family of four.',
      daysAgo: 8,
    },
    {
      stars: 4,
      words: 'Good brush. The handle gets dark if it stands in water, so we let it lie.',
      daysAgo: 25,
    },
    {
      stars: 3,
      words: 'Works, but the bristles bend after two months. I expected three.',
      daysAgo: 41,
      answer:
        'Thank you for telling us. Two to three months is what we count on; please brush with little pressure, then it lasts.',
    },
    { stars: 5, words: 'Finally no plastic handle in the dustbin.', daysAgo: 60 },
  ),
  ...of(
    'copper-water-bottle',
    {
      stars: 5,
      words: 'Heavy, well made, closes tight. I clean it with lemon and salt on Sundays.',
      daysAgo: 12,
    },
    {
      stars: 2,
      words: 'Beautiful, but a dent at the bottom when it arrived.',
      daysAgo: 30,
      answer:
        'We are sorry. Please ask for an exchange from your order: we send another one and pay the way back.',
    },
    {
      stars: 4,
      words: 'The water does taste different. The cap needs a cloth to open with wet hands.',
      daysAgo: 52,
    },
  ),
  ...of(
    'neem-tulsi-bath-soap',
    { stars: 5, words: 'Smells like my grandmother’s garden. No itching in the summer heat.', daysAgo: 6 },
    { stars: 4, words: 'Mild. Becomes soft if the dish has no holes.', daysAgo: 33 },
  ),
  ...of(
    'haldi-chandan-soap',
    { stars: 4, words: 'Leaves no yellow stains, which I was afraid of.', daysAgo: 14 },
    { stars: 5, words: 'Nice for the price, and wrapped in paper only.', daysAgo: 37 },
  ),
  ...of(
    'kangra-green-tea',
    { stars: 5, words: 'Fresh and light, not bitter if the water is not boiling.', daysAgo: 9 },
    { stars: 5, words: 'Whole leaves. I brew them twice.', daysAgo: 28 },
    {
      stars: 3,
      words: 'Good tea, but the tin was half empty by look: 100 g is less than I thought.',
      daysAgo: 47,
    },
  ),
  ...of(
    'himalayan-multiflora-honey',
    {
      stars: 5,
      words: 'Crystallised in the cold, as real honey does. Stand the jar in warm water.',
      daysAgo: 16,
    },
    { stars: 4, words: 'Tastes of flowers. The lid was sticky when it came.', daysAgo: 40 },
  ),
  ...of(
    'canvas-tote-bag',
    { stars: 5, words: 'Carries eight kilos of vegetables without a sound.', daysAgo: 11 },
    { stars: 4, words: 'Strong cloth. Shrinks a little in the first wash.', daysAgo: 35 },
  ),
  ...of('jute-market-bag', {
    stars: 4,
    words: 'Stands by itself, which is practical in the shop. A few loose fibres at first.',
    daysAgo: 22,
  }),
  ...of(
    'coconut-shell-bowls',
    { stars: 5, words: 'Every bowl is a little different. Good for chutneys and nuts.', daysAgo: 18 },
    { stars: 3, words: 'One of the four wobbles on the table.', daysAgo: 49 },
  ),
  ...of(
    'beeswax-food-wraps',
    { stars: 4, words: 'Keeps cut onions in their place. Wash with cold water only.', daysAgo: 13 },
    { stars: 5, words: 'We need no foil any more.', daysAgo: 39 },
  ),
  ...of(
    'coir-dish-brush',
    { stars: 5, words: 'Scrubs burnt dal from steel without scratching.', daysAgo: 21 },
    { stars: 4, words: 'Drops some fibres in the first week, then none.', daysAgo: 45 },
  ),
  ...of(
    'mint-tooth-tablets',
    {
      stars: 3,
      words: 'It takes some days to get used to chewing before brushing. Now I take them on journeys.',
      daysAgo: 17,
    },
    { stars: 4, words: 'Fresh, and nothing to squeeze.', daysAgo: 50 },
  ),
  ...of(
    'terracotta-planter-saucer',
    {
      stars: 1,
      words: 'Broken in two when it came. The refund took five days.',
      daysAgo: 24,
      answer: 'We are sorry. We pack the pots with more straw since then.',
    },
    { stars: 5, words: 'Thick clay and a saucer that really fits. The tulsi likes it.', daysAgo: 38 },
  ),
  ...of('mogra-soy-candle', {
    stars: 5,
    words: 'Burns evenly, and the room smells of jasmine for hours.',
    daysAgo: 10,
  }),
  ...of('steel-tiffin-three-tier', {
    stars: 5,
    words: 'The clips hold, and sambar has not leaked once in a month of train rides.',
    daysAgo: 27,
  }),
  ...of('kraft-pocket-notebooks', {
    stars: 4,
    words: 'Fits every pocket. Fountain pens bleed through a little.',
    daysAgo: 31,
  }),
  ...of('hemp-rope-tug', { stars: 5, words: 'Survives our labrador since spring.', daysAgo: 20 }),
  ...of('shikakai-shampoo-bar', {
    stars: 4,
    words: 'One bar is two months for long hair. Rinse well, in hard water twice.',
    daysAgo: 15,
  }),
  ...of('khadi-short-kurta', {
    stars: 4,
    words: 'Cool in May. Order one size larger, it is cut slim.',
    daysAgo: 26,
  }),
]
