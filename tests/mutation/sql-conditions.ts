/** Finds the single conditions of a statement's WHERE, ON, HAVING and WHEN, at any depth of brackets. */

export interface Condition {
  start: number
  end: number
  /** What takes its place so that it decides nothing: 'true' between ANDs, 'false' between ORs. */
  neutral: 'true' | 'false'
}

const opens = /\b(?:where|having|when|on(?! conflict))\s+/y
const closes =
  /\b(?:group by|order by|limit|offset|for (?:no key )?(?:update|share)|returning|union|on conflict|having|where|then|left join|join|cross join|window|do)\b/y

export function conditionsIn(text: string): Condition[] {
  const found: Condition[] = []
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "'") at = endOfText(text, at)
    opens.lastIndex = at
    const opening = opens.exec(text)
    // A word begins here and not in the middle of another one.
    if (!opening || /\w/.test(text[at - 1] ?? ' ')) continue
    found.push(...split(text, at + opening[0].length))
  }
  return found
}

/** The parts between the ANDs and ORs of the condition that begins at `from`. */
function split(text: string, from: number): Condition[] {
  const parts: { start: number; end: number; before: string }[] = []
  let depth = 0
  let start = from
  let before = ''
  let between = false
  let at = from
  for (; at < text.length; at += 1) {
    const char = text[at]
    if (char === "'") at = endOfText(text, at)
    else if (char === '(') depth += 1
    else if (char === ')') depth -= 1
    if (depth < 0) break
    if (depth > 0 || /\w/.test(text[at - 1] ?? ' ')) continue
    closes.lastIndex = at
    if (closes.test(text)) break
    const word = /^(?:and|or|between)\b/.exec(text.slice(at, at + 8))?.[0]
    if (word === 'between') between = true
    else if (word === 'and' && between) between = false
    else if (word) {
      parts.push({ start, end: at, before })
      before = word
      at += word.length
      start = at
    }
  }
  parts.push({ start, end: at, before })
  return parts.flatMap(({ start: first, end, before: word }, index) => {
    const isOr = word === 'or' || parts[index + 1]?.before === 'or'
    const place = trimmed(text, first, end)
    const group = /^\(\s*(?!select\b|with\b)/.exec(text.slice(place.start, place.end))
    const inside = group ? split(text, place.start + group[0].length) : []
    // A bracket around one condition is that condition.
    return [{ ...place, neutral: isOr ? 'false' : 'true' }, ...(inside.length > 1 ? inside : [])]
  })
}

function trimmed(text: string, start: number, end: number): { start: number; end: number } {
  const part = text.slice(start, end)
  return {
    start: start + part.length - part.trimStart().length,
    end: end - part.length + part.trimEnd().length,
  }
}

/** The place of the quotation mark that ends the text that begins at `start`. */
function endOfText(text: string, start: number): number {
  const end = text.indexOf("'", start + 1)
  return end === -1 ? text.length : end
}
