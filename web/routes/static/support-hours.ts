/** The hours of specification §1. */
export const supportHours = 'Monday to Saturday, 9 AM to 6 PM IST'
export const supportClosed = 'Closed on Sundays and public holidays'
