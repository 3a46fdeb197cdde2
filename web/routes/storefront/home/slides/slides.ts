/** The texts of the slides' pictures. */
export const slides: { label: string; headline: string; line: string }[] = [
  {
    label: 'Slide 1',
    headline: 'The Green Choice of India!',
    line: 'Everyday goods, honestly made',
  },
  { label: 'Slide 2', headline: 'A kinder bathroom', line: 'Bars, bamboo and loofah' },
  {
    label: 'Slide 3',
    headline: 'Cook, store, serve',
    line: 'Copper, clay, neem and steel',
  },
  {
    label: 'Slide 4',
    headline: 'For babies and pets',
    line: 'Turned wood, muslin and wool',
  },
  { label: 'Slide 5', headline: 'Light up, give well', line: 'Clay diyas and gift boxes' },
  {
    label: 'Slide 6',
    headline: 'Paper with a past',
    line: 'Cotton rag, newsprint and seed',
  },
  { label: 'Slide 7', headline: 'Made in India', line: 'Workshops from Assam to Kutch' },
  { label: 'Slide 8', headline: 'Sell with us', line: 'Open your shop in three steps' },
  {
    label: 'Slide 9',
    headline: 'Bulk and corporate',
    line: 'Gift boxes for teams of any size',
  },
]
