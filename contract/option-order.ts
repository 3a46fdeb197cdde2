/** The order of the values of a family's option. */
const sizes = ['xxs', 'xs', 's', 'm', 'l', 'xl', 'xxl', 'xxxl']
const sizeNames: Record<string, string> = {
  small: 's',
  medium: 'm',
  large: 'l',
  '2xl': 'xxl',
  '3xl': 'xxxl',
  'extra small': 'xs',
  'extra large': 'xl',
}
/** What one of a unit is in the smallest unit of its kind. */
const units: Record<string, number> = {
  mg: 0.001,
  kg: 1_000,
  l: 1_000,
  litre: 1_000,
  litres: 1_000,
  mm: 0.1,
  m: 100,
  metre: 100,
  metres: 100,
}

function sizeOf(value: string): number | null {
  const key = value.trim().toLowerCase()
  const place = sizes.indexOf(sizeNames[key] ?? key)
  return place < 0 ? null : place
}

/** The first number of '250 g', '1.5 kg', 'Pack of 3' or '1,000 ml', in the smallest unit. */
function amountOf(value: string): number | null {
  const [, number, unit = ''] = /(\d[\d,]*(?:\.\d+)?)\s*([a-z]*)/i.exec(value) ?? []
  return number === undefined ? null : Number(number.replaceAll(',', '')) * (units[unit.toLowerCase()] ?? 1)
}

/** Each of them once: sizes and amounts from small to large where all of them are that, others in their order. */
export function sortedValues(values: readonly string[]): string[] {
  const different = [...new Set(values)]
  for (const rankOf of [sizeOf, amountOf]) {
    const ranked = different.map((value) => ({ value, rank: rankOf(value) }))
    if (ranked.every(({ rank }) => rank !== null))
      return ranked.toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0)).map(({ value }) => value)
  }
  return different
}

/** By the first option, then by the second and the third one. */
export function sortMembers<Member extends { values: readonly string[] }>(
  members: readonly Member[],
): Member[] {
  const options = members[0]?.values ?? []
  const places = options.map((_, at) => sortedValues(members.map(({ values }) => values[at] ?? '')))
  return members.toSorted((a, b) => {
    const differing = places.findIndex((_, at) => a.values[at] !== b.values[at])
    const place = (member: Member) => places[differing]?.indexOf(member.values[differing] ?? '') ?? 0
    return place(a) - place(b)
  })
}
