/** The shop's calendar and clock, which are those of India (UTC+5:30, no summer time). Days are YYYY-MM-DD. */
const hourMs = 3_600_000
const offsetMs = 5.5 * hourMs
const dayMs = 24 * hourMs

export const dayOf = (at: Date): string => new Date(at.getTime() + offsetMs).toISOString().slice(0, 10)
/** The moment at which a day begins. */
export const beginOf = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) - offsetMs)
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** `YYYY-MM-DD HH:mm` on a clock in India. */
export const indianTime = (at: Date): string =>
  new Date(at.getTime() + offsetMs).toISOString().slice(0, 16).replace('T', ' ')

/** The last moment until `at` when it was this hour in India. */
export const lastTimeAt = (hour: number, at: Date): Date =>
  new Date(beginOf(dayOf(new Date(at.getTime() - hour * hourMs))).getTime() + hour * hourMs)

/** How many days ago Monday was: 0 on a Monday. */
const sinceMonday = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/** This day, or the Monday after a Sunday, on which no courier fetches or brings. */
export const workingDay = (day: string): string => (sinceMonday(day) === 6 ? addDays(day, 1) : day)
/** The Sunday before this day. */
export const lastSunday = (day: string): string => addDays(day, -sinceMonday(day) - 1)
/** The Monday after this day. */
export const nextMonday = (day: string): string => addDays(day, 7 - sinceMonday(day))
/** The 1 April with which the financial year of this day begins. */
export const beginOfYear = (day: string): string =>
  `${Number(day.slice(0, 4)) - (day.slice(5) < '04-01' ? 1 : 0)}-04-01`
/** The first day of the month after this one; both are YYYY-MM and the answer is a day. */
export const dayAfterMonth = (month: string): string => `${addDays(`${month}-28`, 5).slice(0, 7)}-01`
