import type { Area } from '../../../contract/endpoint.ts'
import type { Session } from '../../session/session.ts'

/** Whether the person may do this for the shop: its owner everything, a member of the team what they were given. */
export const mayDo = ({ team }: Pick<Session, 'team'>, area: Area): boolean =>
  !team || (team.areas as readonly Area[]).includes(area)
