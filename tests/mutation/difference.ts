/** What a mutant changes, in few words: 'a < b → a <= b'. */
export function differenceOf({ original, replacement }: { original: string; replacement: string }): string {
  const [before, after] = [original, replacement].map((text) => text.replace(/\s+/g, ' '))
  if (before === undefined || after === undefined || before.length < 60) return `${before} → ${after}`
  let start = 0
  while (start < before.length && before[start] === after[start]) start += 1
  let same = 0
  while (
    same < Math.min(before.length, after.length) - start &&
    before[before.length - 1 - same] === after[after.length - 1 - same]
  )
    same += 1
  const from = Math.max(0, start - 20)
  const cut = (text: string) => text.slice(from, text.length - same)
  return `${shortened(cut(before))} → ${shortened(cut(after))}`
}

const shortened = (text: string) => (text.length > 120 ? `${text.slice(0, 80)} … ${text.slice(-30)}` : text)
