/** How many rows of a list each choice of its filter has. */
import { limits } from '../../../contract/limits.ts'
import { type Sql, sql } from './sql.ts'

export interface StateCount {
  state: string
  count: number
}

/** A row of a union: counted up to `limits.countStates`. `rows`: from 'from' on. */
export const countedState = (state: string, rows: Sql): Sql => sql`
  select ${state}::text as state,
    (select count(*) from (select ${rows} limit ${limits.countStates}) as counted) as count`
