/** SQL of the counters of repeated actions. */
import type { AuditAction, AuditEntry } from '../../../contract/audit.ts'
import { singleRow, type Queryable, type Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

const thisHour = sql`date_trunc('hour', now(), 'UTC')`

/** Counts one repeat and returns how many this hour has. Networks beyond `maxNetworks` are counted together as ''. */
export async function countRepeat(
  db: Queryable,
  { act, by, to }: Pick<AuditEntry, 'act' | 'by' | 'to'>,
  network: string,
  maxNetworks: number,
): Promise<number> {
  const whose = `${by?.id ?? ''}>${to?.id ?? ''}`
  const same = sql`act = ${act} and whose = ${whose} and hour = ${thisHour}`
  const rows = await db.query<{ times: number }>(sql`
    insert into audit_repeat as r (act, whose, network, hour, by_id, by_name, to_kind, to_id, to_name)
    select ${act}, ${whose}, case when
        exists (select from audit_repeat where ${same} and network = ${network})
        or (select count(*) from (select from audit_repeat where ${same} limit ${maxNetworks}) as counted) < ${maxNetworks}
      then ${network} else '' end, ${thisHour}, ${by?.id ?? null}::uuid, ${by?.name ?? null},
      ${to?.kind ?? null}, ${to?.id ?? null}, ${to?.name ?? null}
    on conflict (act, whose, hour, network) do update
    set times = r.times + 1, last_at = greatest(r.last_at, excluded.last_at)
    returning times`)
  return singleRow(rows).times
}

export interface Repeat extends Pick<AuditEntry, 'by' | 'to'> {
  act: AuditAction
  times: number
  /** '' for many networks. */
  network: string
  firstAt: Date
  lastAt: Date
}

/** Deletes and returns counters of past hours; locked ones are left for the next time. */
export async function takeOldRepeats(tx: Tx, limit: number): Promise<Repeat[]> {
  return tx.query(sql`
    delete from audit_repeat where (act, whose, hour, network) in (
      select act, whose, hour, network from audit_repeat where hour < ${thisHour}
      order by hour limit ${limit} for update skip locked)
    returning act, times, network, first_at as "firstAt", last_at as "lastAt",
      case when by_name is not null then json_build_object('id', by_id, 'name', by_name) end as by,
      case when to_name is not null then json_build_object('kind', to_kind, 'id', to_id, 'name', to_name) end as to`)
}
