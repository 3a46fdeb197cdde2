/** Days of the shop's calendar, which is that of India (UTC+5:30, no summer time), as YYYY-MM-DD. */
const offsetMs = 5.5 * 3_600_000
export const dayMs = 86_400_000

export const dayOf = (at: Date): string => new Date(at.getTime() + offsetMs).toISOString().slice(0, 10)
/** The moment at which a day begins. */
export const beginOf = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) - offsetMs)
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** How many days ago Monday was: 0 on a Monday. */
const sinceMonday = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/** The Sunday before this day. */
export const lastSunday = (day: string): string => addDays(day, -sinceMonday(day) - 1)
/** The Monday after this day. */
export const nextMonday = (day: string): string => addDays(day, 7 - sinceMonday(day))
/** The 1 April with which the financial year of this day begins. */
export const beginOfYear = (day: string): string =>
  `${Number(day.slice(0, 4)) - (day.slice(5) < '04-01' ? 1 : 0)}-04-01`
/** The first day of the month after this one; both are YYYY-MM and the answer is a day. */
export const dayAfterMonth = (month: string): string => `${addDays(`${month}-28`, 5).slice(0, 7)}-01`
