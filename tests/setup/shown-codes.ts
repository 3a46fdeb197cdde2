/** Looks for one-time codes in texts whose ids, hashes and times may contain the same six digits. */

const byChance = [
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
  /(?<![0-9a-f])[0-9a-f]{32,}(?![0-9a-f])/g,
  /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?/g,
]

/** Whether a log, a table or a reply shows this secret. A code counts only as a number by itself, not within an id, hash or time. */
export function shows(text: string, secret: string): boolean {
  if (!/^\d{6}$/.test(secret)) return text.includes(secret)
  const rest = byChance.reduce((left, pattern) => left.replaceAll(pattern, ' '), text)
  return new RegExp(`(?<!\\d)${secret}(?!\\d)`).test(rest)
}
