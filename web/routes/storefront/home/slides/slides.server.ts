/** The nine slides of the specification: the texts of their pictures, and the addresses of these. */
import type { SlideData } from '../slide.tsx'

const files = import.meta.glob<string>('./*.{avif,webp}', { eager: true, query: '?url', import: 'default' })

const texts = [
  ['The Green Choice of India!', 'Everyday goods, honestly made'],
  ['A kinder bathroom', 'Bars, bamboo and loofah'],
  ['Cook, store, serve', 'Copper, clay, neem and steel'],
  ['For babies and pets', 'Turned wood, muslin and wool'],
  ['Light up, give well', 'Clay diyas and gift boxes'],
  ['Paper with a past', 'Cotton rag, newsprint and seed'],
  ['Made in India', 'Workshops from Assam to Kutch'],
  ['Sell with us', 'Open your shop in three steps'],
  ['Bulk and corporate', 'Gift boxes for teams of any size'],
]

export const specifiedSlides: SlideData[] = texts.map(([headline = '', line = ''], index) => {
  const file = (width: number, type: 'avif' | 'webp') => files[`./slide-${index + 1}-${width}.${type}`]
  return {
    alt: `Slide ${index + 1}`,
    words: `${headline} ${line}`,
    src: file(1280, 'webp') ?? '',
    avif: [640, 1280, 1920]
      .filter((width) => file(width, 'avif'))
      .map((width) => `${file(width, 'avif')} ${width}w`)
      .join(', '),
  }
})
