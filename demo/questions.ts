/** Questions about demo products. Those that asked have no account any more, but for the demo buyer. */

type DemoQuestion = {
  slug: string
  words: string
  daysAgo: number
  answer?: string
  byDemoBuyer?: true
}

const of = (slug: string, ...questions: Omit<DemoQuestion, 'slug'>[]): DemoQuestion[] =>
  questions.map((question) => ({ slug, ...question }))

export const demoQuestions: readonly DemoQuestion[] = [
  ...of(
    'charcoal-tea-tree-soap',
    {
      words: 'Does the charcoal leave marks on white towels?',
      daysAgo: 4,
      answer: 'No, if you rinse well. On the soap dish it leaves a grey film, which water takes off.',
    },
    {
      words: 'Can I use it on the face, or is it for the body only?',
      daysAgo: 12,
      answer:
        'Both. On a dry face use it every second day, and not around the eyes: tea tree oil stings there.',
    },
    {
      words: 'Is there any plastic around it?',
      daysAgo: 20,
      answer: 'None. It comes in a paper band and a carton.',
    },
    {
      words: 'How long does one piece last for two people?',
      daysAgo: 33,
      answer: 'About three weeks with one shower a day each, if it dries between them.',
    },
    { words: 'Is the scent strong enough for somebody who likes no perfume?', daysAgo: 1, byDemoBuyer: true },
  ),
  ...of(
    'copper-water-bottle',
    {
      words: 'Can I keep lemon water in it?',
      daysAgo: 5,
      answer: 'Please do not: acids and copper do not go together. It is for water at room temperature.',
    },
    {
      words: 'Does it fit the bottle holder of a car?',
      daysAgo: 17,
      answer: 'Its foot is 7.2 cm wide, so it fits most holders.',
    },
  ),
  ...of('steel-tiffin-three-tier', {
    words: 'Can the tiers go into an induction warmer one by one?',
    daysAgo: 9,
    answer: 'They get warm on it, slowly. On a gas flame the bottoms turn blue, so we advise against that.',
  }),
  ...of('kangra-green-tea', {
    words: 'Which harvest is this?',
    daysAgo: 7,
    answer: 'The first flush of April. The month of packing is on the bottom of the tin.',
  }),
]
