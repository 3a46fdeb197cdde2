/** A budget in words, in English, in Hindi and in Hindi written with Latin letters: 'gift under 500', '500 se kam'. */

/** Limits of a price in rupees, both included; at least one is there. */
export interface Budget {
  min: number | undefined
  max: number | undefined
}

interface Token {
  text: string
  start: number
  end: number
}

const phrases = (lines: string) => lines.split(',').map((line) => line.trim().split(' '))

const maxBefore = phrases(
  'under, below, less than, lesser than, lower than, cheaper than, not more than, no more than, not above, not over, upto, up to, within, at most, maximum, max, budget of, budget, around, about, approx',
)
const minBefore = phrases(
  'above, over, more than, greater than, higher than, not less than, no less than, at least, atleast, minimum, min, starting from, starting at',
)
const maxBehind = phrases(
  'ke andar, ke under, ke niche, ke neeche, ke nichey, se kam, se niche, se neeche, tak, tak ka, tak ki, tak ke, or less, or below, or under, and below, and under, and less, max, maximum, के अंदर, के अन्दर, के नीचे, से कम, से नीचे, तक, तक का, तक की, तक के',
)
const minBehind = phrases(
  'se zyada, se jyada, se zyaada, se jyaada, se adhik, se upar, se uper, ke upar, ke uper, or more, or above, or over, and above, and over, and more, +, से ज्यादा, से अधिक, से ऊपर, के ऊपर',
)
const rangeBefore = phrases('between, from')
const rangeWithin = phrases('and, to, -, se, aur, से, और')
const rangeBehind = phrases('ke beech, ke bich, ke beech mein, ke beech me, tak, के बीच, तक')
const currencies = new Set(
  '₹ rs inr rupee rupees rupaye rupay rupaiye rupiye rupya rupaya रु रुपये रुपए रुपया रूपये'.split(' '),
)
const thousands = new Set('k thousand hazar hazaar hajar हजार'.split(' '))
/** A number with one of these is no price. */
const units = new Set(
  (
    'ml l ltr litre litres liter liters g gm gms gram grams kg kgs kilo kilos mg cm cms mm m mtr metre metres meter meters ' +
    'km inch inches ft feet x pc pcs piece pieces pack packs sheet sheets page pages stick sticks cone cones cup cups tea bag ' +
    'year years yr yrs month months week weeks day days hour hours hr hrs minute minutes min mins watt watts w volt volts ' +
    'percent calories kcal gsm tc degree degrees people person persons guest guests employee employees saal sal mahine din मिली लीटर ग्राम किलो सेमी साल महीने दिन पीस'
  ).split(' '),
)
/** Words that only lead to the price. */
const leads = new Set('price priced prices cost costing costs range rate daam keemat दाम कीमत'.split(' '))

/** A smaller number without a currency may be a size or an age: 'toys under 5'. */
const leastPlain = 20

/** Beside one of these words a number alone is a price ('gift 500'), unless it is a year. */
const gifts = new Set(
  'gift gifts hamper hampers present presents tohfa tohfe uphar uphaar गिफ्ट तोहफा तोहफे उपहार'.split(' '),
)
const leastForGift = 100
const isYear = (value: number) => value >= 2_000 && value < 2_100
const most = 9_999_999

const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFC')
    .replace(/\u093c/g, '')
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966))

/** The first budget of a text, and what is left of the text. */
export function readBudget(typed: string): { budget: Budget | null; rest: string } {
  const tokens: Token[] = Array.from(
    typed.matchAll(/₹|[\d०-९][\d०-९,]*(?:\.\d{1,2}(?!\d))?|[\p{L}\p{M}]+|[-–+]/gu),
    (match) => ({ text: plain(match[0]), start: match.index, end: match.index + match[0].length }),
  )
  for (let at = 0; at < tokens.length; at += 1) {
    const found = budgetAt(tokens, at)
    if (!found) continue
    const from = at > 0 && leads.has(tokens[at - 1]?.text ?? '') ? at - 1 : at
    const rest = `${typed.slice(0, tokens[from]?.start)} ${typed.slice(tokens[found.next - 1]?.end)}`
    return { budget: found.budget, rest: rest.replace(/\s+/g, ' ').trim() }
  }
  return { budget: null, rest: typed }
}

interface Found {
  budget: Budget
  /** The token behind it. */
  next: number
}

function budgetAt(tokens: readonly Token[], at: number): Found | null {
  return (
    rangeAt(tokens, at) ??
    oneSided(tokens, at, maxBefore, (max) => ({ min: undefined, max })) ??
    oneSided(tokens, at, minBefore, (min) => ({ min, max: undefined })) ??
    amountFirst(tokens, at)
  )
}

function rangeAt(tokens: readonly Token[], at: number): Found | null {
  const named = phraseAt(tokens, at, rangeBefore)
  const low = amountAt(tokens, named ?? at)
  if (!low) return null
  const within = phraseAt(tokens, low.next, rangeWithin)
  const high = within === null ? null : amountAt(tokens, within)
  if (!high || low.value > high.value) return null
  const behind = phraseAt(tokens, high.next, rangeBehind)
  // '2 to 4' alone may be a size, and '200 se' says enough.
  const isPrice = named !== null || behind !== null || low.sure || high.sure || isFrom(tokens[low.next])
  return isPrice ? { budget: { min: low.value, max: high.value }, next: behind ?? high.next } : null
}

const isFrom = (token: Token | undefined) => token?.text === 'se' || token?.text === 'से'

function oneSided(
  tokens: readonly Token[],
  at: number,
  before: readonly (readonly string[])[],
  make: (value: number) => Budget,
): Found | null {
  const behind = phraseAt(tokens, at, before)
  const amount = behind === null ? null : amountAt(tokens, behind)
  return amount && { budget: make(amount.value), next: amount.next }
}

/** 'se kam' and the like; a price alone, '₹500' or 'gift 500', is what somebody wants to spend at most. */
function amountFirst(tokens: readonly Token[], at: number): Found | null {
  const amount = amountAt(tokens, at)
  if (!amount) return null
  const max = phraseAt(tokens, amount.next, maxBehind)
  if (max !== null) return { budget: { min: undefined, max: amount.value }, next: max }
  const min = phraseAt(tokens, amount.next, minBehind)
  if (min !== null) return { budget: { min: amount.value, max: undefined }, next: min }
  const isPrice =
    amount.sure ||
    (amount.value >= leastForGift && !isYear(amount.value) && tokens.some(({ text }) => gifts.has(text)))
  return isPrice ? { budget: { min: undefined, max: amount.value }, next: amount.next } : null
}

/** An amount with its currency, in front or behind; `sure` where it has one. */
function amountAt(
  tokens: readonly Token[],
  at: number,
): { value: number; next: number; sure: boolean } | null {
  let next = at
  const isCurrency = () => currencies.has(tokens[next]?.text ?? '')
  const before = isCurrency()
  if (before) next += 1
  const number = tokens[next]?.text ?? ''
  if (!/^\d/.test(number)) return null
  next += 1
  const factor = thousands.has(tokens[next]?.text ?? '') ? 1_000 : 1
  if (factor > 1) next += 1
  // The dash of '500/-'.
  if (tokens[next]?.text === '-' && !/^\d|^₹/.test(tokens[next + 1]?.text ?? '')) next += 1
  const behind = isCurrency()
  if (behind) next += 1
  const value = Number(number.replaceAll(',', '')) * factor
  const sure = before || behind
  if (!(value >= (sure ? 1 : leastPlain) && value <= most)) return null
  return units.has(tokens[next]?.text ?? '') && !sure ? null : { value, next, sure }
}

/** The token behind the longest of the phrases that stands here. */
function phraseAt(
  tokens: readonly Token[],
  at: number,
  choices: readonly (readonly string[])[],
): number | null {
  const lengths = choices
    .filter((words) =>
      words.every((word, i) => {
        const text = tokens[at + i]?.text
        return text === word || (word === '-' && text === '–')
      }),
    )
    .map(({ length }) => length)
  return lengths.length === 0 ? null : at + Math.max(...lengths)
}
