/** One section in the list: what it is, when it is shown, and what can be done with it. */
import type { ReactNode } from 'react'
import type { ArrangedHomePage } from '../../../../contract/admin-home-page.ts'
import { homePageLimits } from '../../../../contract/catalogue-limits.ts'
import type { Category, Subcategory } from '../../../../contract/category.ts'
import type { HomeRow, HomeSection } from '../../../../contract/home-page.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ChevronDown } from '../../../ui/icons.tsx'
import { kindOf, periodWords, stateOf, titleOf } from './section-words.ts'

interface Props {
  section: HomeSection
  isFirst: boolean
  isLast: boolean
  categories: readonly Category[]
  subcategories: readonly Subcategory[]
  products: ArrangedHomePage['products']
  onMove: (by: -1 | 1) => void
  /** With the place of a slide; one behind the last is a new one. */
  onEdit: (slide?: number) => void
  /** Without a section it is removed. `words` are read to screen readers. */
  onChange: (section: HomeSection | null, words: string) => void
}

const arrow =
  'flex size-11 items-center justify-center rounded-full text-forest hover:bg-dew disabled:text-edge disabled:hover:bg-transparent'

export function SectionCard(props: Props) {
  const { section, isFirst, isLast, onMove, onEdit, onChange } = props
  const { key, kind, hidden } = section
  const title = titleOf(section)
  const removable = kind === 'row' || kind === 'banner'
  return (
    <li>
      <Card className={`flex flex-wrap items-center gap-x-4 gap-y-2 p-3 sm:px-5 ${hidden ? 'bg-dew' : ''}`}>
        {kind === 'banner' && <Thumbnail src={section.imageUrl} />}
        <div className="min-w-0 flex-[1_1_16rem]">
          <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
            <bdi className="min-w-0 wrap-anywhere">{title}</bdi>
            {hidden ? <Badge>Hidden</Badge> : 'from' in section && <State period={section} />}
          </h2>
          <p className="mt-0.5 text-sm text-pretty text-muted">
            {[kindOf(section), kind === 'row' && ofWords(section, props)].filter(Boolean).join(' · ')}
          </p>
          {'from' in section && (section.from ?? section.until) && (
            <p className="text-sm text-muted">{periodWords(section)}</p>
          )}
        </div>
        <span className="flex flex-wrap items-center gap-2">
          <span className="-ml-3 flex sm:ml-0">
            <button
              id={`up-${key}`}
              type="button"
              disabled={isFirst}
              aria-label={`Move ${title} up`}
              onClick={() => onMove(-1)}
              className={arrow}
            >
              <ChevronDown aria-hidden="true" className="size-5 rotate-180" />
            </button>
            <button
              id={`down-${key}`}
              type="button"
              disabled={isLast}
              aria-label={`Move ${title} down`}
              onClick={() => onMove(1)}
              className={arrow}
            >
              <ChevronDown aria-hidden="true" className="size-5" />
            </button>
          </span>
          {removable && <Small label="Change" name={`Change ${title}`} opens onClick={() => onEdit()} />}
          <Small
            label={hidden ? 'Show' : 'Hide'}
            name={`${hidden ? 'Show' : 'Hide'} ${title}`}
            onClick={() =>
              onChange({ ...section, hidden: !hidden }, `${title} is ${hidden ? 'shown' : 'hidden'}.`)
            }
          />
          {removable && (
            <Small
              label="Remove"
              name={`Remove ${title}`}
              onClick={() => onChange(null, `${title} is removed.`)}
            />
          )}
        </span>
        {kind === 'slides' && <Slides section={section} onEdit={onEdit} onChange={onChange} />}
      </Card>
    </li>
  )
}

type SlidesProps = Pick<Props, 'onEdit' | 'onChange'> & { section: Extract<HomeSection, { kind: 'slides' }> }

function Slides({ section, onEdit, onChange }: SlidesProps) {
  const { slides } = section
  const now = slides.filter((slide) => stateOf(slide) === 'shown').length
  return (
    <div className="w-full border-t border-line pt-3">
      {now === 0 && (
        <p className="mb-2 text-sm text-pretty text-muted">
          While none of these slides is shown, visitors see the nine slides of the shop.
        </p>
      )}
      <ol aria-label="Slides" className="divide-y divide-line">
        {slides.map((slide, index) => {
          const name = `slide ${index + 1}`
          const without = slides.toSpliced(index, 1)
          return (
            <li key={index} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
              <Thumbnail src={slide.imageUrl} />
              <div className="min-w-0 flex-[1_1_12rem]">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
                  <bdi className="min-w-0 wrap-anywhere">{slide.heading || slide.alt}</bdi>
                  <State period={slide} />
                </p>
                <p className="text-sm text-muted">{periodWords(slide)}</p>
              </div>
              <span className="flex flex-wrap gap-2">
                <button
                  type="button"
                  disabled={index === 0}
                  aria-label={`Move ${name} up`}
                  onClick={() =>
                    onChange(
                      { ...section, slides: without.toSpliced(index - 1, 0, slide) },
                      `Slide ${index + 1} is now slide ${index}.`,
                    )
                  }
                  className={arrow}
                >
                  <ChevronDown aria-hidden="true" className="size-5 rotate-180" />
                </button>
                <Small label="Change" name={`Change ${name}`} opens onClick={() => onEdit(index)} />
                <Small
                  label="Remove"
                  name={`Remove ${name}`}
                  onClick={() => onChange({ ...section, slides: without }, `Slide ${index + 1} is removed.`)}
                />
              </span>
            </li>
          )
        })}
      </ol>
      {slides.length < homePageLimits.slidesMax && (
        <Small label="Add a slide" opens onClick={() => onEdit(slides.length)} />
      )}
    </div>
  )
}

const states = { later: ['Not yet', 'blue'], over: ['Over', 'grey'] } as const

function State({ period }: { period: Pick<HomeRow, 'from' | 'until'> }): ReactNode {
  const state = stateOf(period)
  if (state === 'shown') return null
  const [words, color] = states[state]
  return <Badge color={color}>{words}</Badge>
}

function Thumbnail({ src }: { src: string }) {
  return (
    <span className="aspect-video w-24 shrink-0 overflow-hidden rounded-lg bg-mist">
      <img src={src} alt="" width={96} height={54} loading="lazy" className="size-full object-cover" />
    </span>
  )
}

/** What the row is of. */
function ofWords(row: HomeRow, { categories, subcategories, products }: Props): string {
  const gone = 'deleted: nothing is shown'
  if (row.of === 'category') return categories.find(({ id }) => id === row.categoryId)?.name ?? gone
  if (row.of === 'subcategory') return subcategories.find(({ id }) => id === row.subcategoryId)?.name ?? gone
  if (row.of !== 'picked') return ''
  const onSale = products.filter(({ id, onSale }) => onSale && row.products.includes(id)).length
  return onSale === row.products.length
    ? `${onSale} ${onSale === 1 ? 'product' : 'products'}`
    : `${onSale} of ${row.products.length} products are on sale`
}

interface SmallProps {
  label: string
  name?: string
  /** A dialog. */
  opens?: boolean
  onClick: () => void
}

function Small({ label, name, opens = false, onClick }: SmallProps) {
  return (
    <Button
      look="secondary"
      aria-label={name}
      aria-haspopup={opens ? 'dialog' : undefined}
      onClick={onClick}
      className="px-4 text-sm"
    >
      {label}
    </Button>
  )
}
