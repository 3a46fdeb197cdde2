/** What of an arrangement is shown at a time, and when that changes. */
import type { HomeRow, HomeSection } from '../../../contract/home-page.ts'

type Period = Pick<HomeRow, 'from' | 'until'>

const holds = ({ from, until }: Period, at: number) =>
  (from === null || Date.parse(from) <= at) && (until === null || at < Date.parse(until))

/** The sections that are not hidden, and within their dates, with the slides that are. */
export function sectionsAt(sections: readonly HomeSection[], time: Date): HomeSection[] {
  const at = time.getTime()
  return sections
    .filter((section) => !section.hidden && (!('from' in section) || holds(section, at)))
    .map((section) =>
      section.kind === 'slides'
        ? { ...section, slides: section.slides.filter((slide) => holds(slide, at)) }
        : section,
    )
}

/** Every begin and end. */
export function timesOf(sections: readonly HomeSection[]): string[] {
  const periods = sections.flatMap((section): readonly Period[] =>
    section.kind === 'slides' ? section.slides : 'from' in section ? [section] : [],
  )
  return periods.flatMap(({ from, until }) => [from, until]).filter((time) => time !== null)
}

export const rowsOf = (sections: readonly HomeSection[]): HomeRow[] =>
  sections.filter((section) => section.kind === 'row')

/** The pictures that are arranged, as they are stored. */
export function picturesOf(sections: readonly HomeSection[]): string[] {
  return sections.flatMap((section) =>
    section.kind === 'slides'
      ? section.slides.map(({ imageUrl }) => imageUrl)
      : section.kind === 'banner'
        ? section.imageUrl
        : [],
  )
}

/** The same sections with `address` of each picture's. */
export function withPictures(
  sections: readonly HomeSection[],
  address: (imageUrl: string) => string,
): HomeSection[] {
  const placed = <P extends { imageUrl: string }>(one: P): P => ({ ...one, imageUrl: address(one.imageUrl) })
  return sections.map((section) => {
    if (section.kind === 'slides') return { ...section, slides: section.slides.map(placed) }
    return section.kind === 'banner' ? placed(section) : section
  })
}
