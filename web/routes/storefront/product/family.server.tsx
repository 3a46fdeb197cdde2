/** The options of a product that has a family: a row of links for each, rendered by the server only. */
import type { FamilyMember, ShownFamily } from '../../../../contract/family.ts'
import { type FamilyOption, familyOptions } from '../../../../contract/family-words.ts'
import { swatchOf } from '../../../../contract/colour-swatches.ts'
import { sortedValues } from '../../../../contract/option-order.ts'
import { formatRupees } from '../../../../contract/money.ts'
import { paths } from '../../../paths.ts'

/**
 * Where a value of an option leads: to the member that has it and else the values of `here`; where there is none, to the one that
 * keeps most of them, the first options before the later ones, then to one in stock, then in the seller's order.
 */
function targetOf(
  { members }: ShownFamily,
  here: FamilyMember,
  at: number,
  value: string,
): FamilyMember | undefined {
  const kept = ({ values, soldOut }: FamilyMember) =>
    values.reduce((sum, one, other) => sum + (one === here.values[other] ? 8 - other : 0), 0) +
    (soldOut ? 0 : 0.5)
  return members.filter(({ values }) => values[at] === value).toSorted((a, b) => kept(b) - kept(a))[0]
}

/** 'Sold out', '₹20 more', and what else changes: 'in Green'. */
function notesOf(here: FamilyMember, there: FamilyMember, at: number): string[] {
  const difference = Math.round((there.price - here.price) * 100) / 100
  const others = there.values.filter((value, other) => other !== at && value !== here.values[other])
  return [
    others.length > 0 ? `in ${others.join(', ')}` : '',
    difference === 0 ? '' : `${formatRupees(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'}`,
    there.soldOut ? 'Sold out' : '',
  ].filter(Boolean)
}

interface Props {
  family: ShownFamily
  productId: string
  /** The seller of the whole family is on holiday; the button says until when. */
  away: boolean
}

export function FamilyOptions({ family: { members, ...shown }, productId, away }: Props) {
  const family = {
    ...shown,
    members: members.map((member) => ({ ...member, soldOut: member.soldOut && !away })),
  }
  const here = family.members.find((member) => member.productId === productId)
  if (!here) return null
  return (
    <nav aria-label="Other options of this product" className="mt-5 flex flex-col gap-4">
      {family.options.map((option, at) => (
        <div key={option}>
          <p id={`option-${option}`} className="text-sm text-muted">
            {familyOptions[option].name}: <bdi className="font-semibold text-ink">{here.values[at]}</bdi>
          </p>
          <ul aria-labelledby={`option-${option}`} className="mt-1.5 flex flex-wrap gap-2">
            {sortedValues(family.members.map(({ values }) => values[at] ?? '')).map((value) => (
              <li key={value} className="max-w-full">
                <OptionLink family={family} here={here} at={at} value={value} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

interface LinkProps {
  family: ShownFamily
  here: FamilyMember
  at: number
  value: string
}

const chip =
  'flex min-h-11 min-w-11 flex-col justify-center rounded-xl border px-3.5 py-1.5 text-center text-sm/tight wrap-anywhere'

function OptionLink({ family, here, at, value }: LinkProps) {
  const there = value === here.values[at] ? here : targetOf(family, here, at, value)
  if (!there) return null
  const current = there === here
  const swatch = family.options[at] === 'colour' ? swatchOf(value) : undefined
  const notes = current ? (here.soldOut ? ['Sold out'] : []) : notesOf(here, there, at)
  const look = current
    ? 'border-forest bg-leaf-soft font-semibold text-forest outline outline-forest'
    : there.soldOut
      ? 'border-dashed border-edge text-muted hover:border-forest'
      : 'border-edge bg-surface hover:border-forest'
  return (
    <a
      href={paths.product(there.productId)}
      aria-current={current ? 'page' : undefined}
      className={`${chip} ${look}`}
    >
      <span className="flex items-center justify-center gap-2">
        {swatch && <Swatch colour={swatch} />}
        <bdi className={current || there.soldOut ? '' : 'font-medium'}>{value}</bdi>
      </span>
      {notes.length > 0 && (
        <span className="text-xs font-normal text-muted">
          <span className="sr-only">, </span>
          {notes.join(' · ')}
        </span>
      )}
    </a>
  )
}

/** An attribute of SVG, because the content security policy allows no styles in elements. */
function Swatch({ colour }: { colour: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 shrink-0 text-edge">
      <circle cx="8" cy="8" r="7.5" fill={colour} stroke="currentColor" />
    </svg>
  )
}

/** Properties of schema.org; another option is named in words. */
const properties: Partial<Record<FamilyOption, string>> = {
  size: 'size',
  colour: 'color',
  material: 'material',
  pattern: 'pattern',
}

/** For search engines: what is special about this Product, and the group that it belongs to. */
export function familyData(
  family: ShownFamily | undefined,
  productId: string,
  origin: string,
): Record<string, unknown> {
  const here = family?.members.find((member) => member.productId === productId)
  if (!family || !here) return {}
  const own = family.options.flatMap((option, at) => {
    const property = properties[option]
    return property ? [[property, here.values[at]]] : []
  })
  return {
    ...Object.fromEntries(own),
    inProductGroupWithID: family.familyId,
    isVariantOf: {
      '@type': 'ProductGroup',
      productGroupID: family.familyId,
      name: family.name,
      variesBy: family.options.map((option) => {
        const property = properties[option]
        return property ? `https://schema.org/${property}` : familyOptions[option].name
      }),
      hasVariant: family.members
        .filter((member) => member !== here)
        .map((member) => ({
          '@type': 'Product',
          url: new URL(paths.product(member.productId), origin).href,
        })),
    },
  }
}
