/** Dates of the administrator's pages: en-IN, in the time zone of India (specification §9). */
const zone = { timeZone: 'Asia/Kolkata' } as const
const short = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', year: 'numeric', ...zone })
const long = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', ...zone })
const time = new Intl.DateTimeFormat('en-IN', { timeStyle: 'medium', ...zone })

export const shortDate = (iso: string): string => short.format(new Date(iso))
export const longDate = (iso: string): string => long.format(new Date(iso))
export const exactTime = (iso: string): string => time.format(new Date(iso))
