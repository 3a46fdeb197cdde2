/** What the administrator's page says of sections of the home page. Times are those of India. */
import type { HomeRow, HomeSection, HomeSlide, RowKind } from '../../../../contract/home-page.ts'

export const rowKindWords: Record<RowKind, string> = {
  category: 'Newest of a category',
  subcategory: 'Newest of a subcategory',
  newest: 'Newest of the shop',
  offer: 'On offer',
  rated: 'Best rated',
  picked: 'Hand-picked products',
}

export function titleOf(section: HomeSection): string {
  if (section.kind === 'row') return section.heading
  if (section.kind === 'banner') return section.heading || section.alt
  return {
    slides: 'Slideshow',
    categories: 'Rows of categories',
    why: 'Why the shop',
    values: 'Value cards',
  }[section.kind]
}

export function kindOf(section: HomeSection): string {
  if (section.kind === 'row') return `Row: ${rowKindWords[section.of].toLowerCase()}`
  return {
    slides: 'Pictures that change by themselves',
    banner: 'Banner',
    categories: 'The newest products of each category',
    why: 'The scrolling strip of reasons',
    values: 'Shop Only Sustainable Products',
  }[section.kind]
}

type Period = Pick<HomeRow, 'from' | 'until'>

const clock = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Asia/Kolkata',
})
const inWords = (time: string) => clock.format(new Date(time))

export function periodWords({ from, until }: Period): string {
  if (from !== null && until !== null) return `${inWords(from)} to ${inWords(until)}`
  if (from !== null) return `From ${inWords(from)}`
  return until === null ? 'Always' : `Until ${inWords(until)}`
}

export function stateOf({ from, until }: Period): 'shown' | 'later' | 'over' {
  if (until !== null && Date.parse(until) <= Date.now()) return 'over'
  return from !== null && Date.parse(from) > Date.now() ? 'later' : 'shown'
}

/** The value of a field of day and time. */
export const toField = (time: string | null): string =>
  time === null ? '' : new Date(Date.parse(time) + 5.5 * 3_600_000).toISOString().slice(0, 16)
export const fromField = (typed: unknown): string | null => (typed ? `${String(typed)}:00+05:30` : null)

/** Without the shop's own address, which people paste with the path. */
export function pathOf(typed: unknown): string {
  const text = String(typed ?? '').trim()
  return text.startsWith(`${location.origin}/`) ? text.slice(location.origin.length) : text
}

export const newKey = (): string => Math.random().toString(36).slice(2, 12)

export const emptySlide: HomeSlide = {
  imageUrl: '',
  alt: '',
  heading: '',
  text: '',
  link: '',
  from: null,
  until: null,
}
