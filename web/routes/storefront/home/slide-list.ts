export interface SlideText {
  label: string
  headline: string
  line: string
  /** Of the picture's ground. */
  color: string
}

const delivered = import.meta.glob<{ slides: readonly SlideText[] }>('./slides/slides.ts', { eager: true })

export const slides: readonly SlideText[] =
  Object.values(delivered)[0]?.slides ??
  Array.from({ length: 9 }, (_, index) => ({
    label: `Slide ${index + 1}`,
    headline: '',
    line: '',
    color: '#e5ece4',
  }))
