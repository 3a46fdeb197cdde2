/** How many rows of a list each choice of its filter has. */
import { limits } from '../../../contract/limits.ts'
import type { Queryable } from './client.ts'
import { emptySql, type Sql, sql } from './sql.ts'

/** Each up to `limits.countStates`, in one statement. `rows`: from 'from' on. */
export async function countStates<State extends string>(
  db: Queryable,
  states: readonly State[],
  rows: (state: State) => Sql,
): Promise<{ state: State; count: number }[]> {
  const counted = (state: State) => sql`
    select ${state}::text as state,
      (select count(*) from (select ${rows(state)} limit ${limits.countStates}) as counted) as count`
  return db.query(
    states.reduce(
      (all, state, n) => sql`${all} ${n === 0 ? emptySql : sql`union all`} ${counted(state)}`,
      emptySql,
    ),
  )
}
