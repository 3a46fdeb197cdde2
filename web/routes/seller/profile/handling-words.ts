/** Handling days, and when the courier is booked, as sellers choose them. */
export function handlingWords(days: number): string {
  if (days === 0) return 'The same day, if ordered until 2 pm'
  return days === 1 ? '1 working day' : `${days} working days`
}

export const bookingWords = (whenReady: boolean): string => (whenReady ? 'When I am ready' : 'At once')
