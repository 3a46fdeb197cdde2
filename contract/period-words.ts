/** Periods in words, for pages, mails and refusals. */
const counted = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`

/** '1 day', '7 days'. */
export const daysInWords = (days: number): string => counted(days, 'day')

/** '90 minutes', '1 hour', '2 days'. */
export function minutesInWords(minutes: number): string {
  if (minutes > 0 && minutes % 1_440 === 0) return daysInWords(minutes / 1_440)
  return minutes > 0 && minutes % 60 === 0 ? counted(minutes / 60, 'hour') : counted(minutes, 'minute')
}
