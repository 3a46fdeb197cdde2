const words = new Intl.DateTimeFormat('en-IN', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** A day as YYYY-MM-DD in words: 'Tue, 2 Dec'. */
export const dayInWords = (day: string): string => words.format(new Date(`${day}T00:00:00Z`))
