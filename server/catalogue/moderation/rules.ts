import type { Decision } from '../../../contract/admin-moderation.ts'
import type { Moderated } from './queries.ts'

/**
 * Why an administrator cannot decide so now; null where they can. A seller who saves the listing again and again holds up no hiding
 * and no takedown, only that nothing is wrong with what was read.
 */
export function decisionRefusal(
  { state, deleted, why, version, decided }: Moderated,
  { act, ...read }: Pick<Decision, 'act' | 'version' | 'decided'>,
): string | null {
  if (decided !== read.decided) return 'This listing was decided meanwhile. Please reload the page.'
  switch (act) {
    case 'keep':
      if (version !== read.version)
        return 'This listing was changed or reported meanwhile. Please reload the page.'
      return state === 'on-sale' && why.length === 0 ? 'Nobody has to look at this listing.' : null
    case 'uphold':
      return why.includes('appeal') ? null : 'There is no appeal to decide.'
    default:
      if (act === 'hide' && deleted) return 'Its seller has deleted this listing and cannot change it.'
      return state === 'taken-down' ? 'This listing is taken down.' : null
  }
}
