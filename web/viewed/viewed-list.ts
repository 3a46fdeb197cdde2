/**
 * The products whose pages this browser has shown last: text in its storage, 'id:time,id:time', newest first. It stays in the
 * browser. The page of a product writes the first one (late-viewed.tsx).
 */
import { relatedLimits } from '../../contract/related-limits.ts'

const maxAge = relatedLimits.viewedDays * 86_400_000

/** Puts `id` first, drops what is too old or too much, and returns the other ids, newest first. */
export function noteViewed(id: string | undefined, now = Date.now()): string[] {
  const others = String(localStorage.viewed ?? '')
    .split(',')
    .map((entry) => entry.split(':'))
    .filter(([one = '', at]) => /^[0-9a-f-]{36}$/.test(one) && one !== id && now - Number(at) < maxAge)
  const all = [...(id ? [[id, String(now)]] : []), ...others].slice(0, relatedLimits.cards)
  if (all.length > 0) localStorage.viewed = all.map((entry) => entry.join(':')).join(',')
  else clearViewed()
  return all.flatMap(([one = '']) => (one === id ? [] : [one]))
}

export function clearViewed(): void {
  localStorage.removeItem('viewed')
}
