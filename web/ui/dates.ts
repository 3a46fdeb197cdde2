/** Dates as sellers and administrators read them: en-IN, in the time zone of India (specification §9). */
const zone = { timeZone: 'Asia/Kolkata' } as const
const short = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', year: 'numeric', ...zone })
const long = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', ...zone })
const minutes = new Intl.DateTimeFormat('en-IN', { timeStyle: 'short', ...zone })
const time = new Intl.DateTimeFormat('en-IN', { timeStyle: 'medium', ...zone })

export const shortDate = (iso: string): string => short.format(new Date(iso))
export const longDate = (iso: string): string => long.format(new Date(iso))
/** Without seconds. */
export const shortTime = (iso: string): string => minutes.format(new Date(iso))
export const exactTime = (iso: string): string => time.format(new Date(iso))

const isoDay = new Intl.DateTimeFormat('en-CA', zone)
const aDay = 24 * 60 * 60_000

/** Days as YYYY-MM-DD, as date fields take them. */
export const today = (): string => isoDay.format(Date.now())
export const yesterday = (): string => isoDay.format(Date.now() - aDay)
export const tomorrow = (): string => isoDay.format(Date.now() + aDay)

/** The month before the present one, YYYY-MM. */
export function lastMonth(): string {
  const [year = 0, month = 1] = today().split('-').map(Number)
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`
}
