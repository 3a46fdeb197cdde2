import type { listingShows } from '../../../../contract/admin-moderation.ts'

export const showWords: Record<(typeof listingShows)[number], string> = {
  waiting: 'To look at',
  hidden: 'Hidden',
  'taken-down': 'Taken down',
  all: 'All listings',
}
