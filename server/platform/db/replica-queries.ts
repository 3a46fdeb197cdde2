/** SQL that compares a replica with its primary. Positions are bytes of the write-ahead log. */
import { type Readable, singleRow } from './client.ts'
import { sql } from './sql.ts'

export interface PrimaryState {
  /** The cluster and the database in it: the same for a primary and its replicas, and for no other shop. */
  place: string
  /** When the server started: another time means another server, or one that crashed in between. */
  server: string
  written: number
}

/** Fails where the server is no primary. */
export async function readPrimaryState(db: Readable): Promise<PrimaryState> {
  return singleRow(
    await db.query<PrimaryState>(sql`
      select system_identifier || '/' || current_database() as place, pg_postmaster_start_time()::text as server,
        pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as written
      from pg_control_system()`),
  )
}

export interface ReplicaState {
  place: string
  /** False where it was promoted. */
  isStandby: boolean
  /** Null where it is no standby. */
  replayed: number | null
}

export async function readReplicaState(db: Readable): Promise<ReplicaState> {
  return singleRow(
    await db.query<ReplicaState>(sql`
      select system_identifier || '/' || current_database() as place, pg_is_in_recovery() as "isStandby",
        pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') as replayed
      from pg_control_system()`),
  )
}
