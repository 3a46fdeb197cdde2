/** SQL of webhook events, which are stored so that a repeated webhook is recognised. */
import type { Queryable, Tx } from '../../platform/db/client.ts'
import { sql } from '../../platform/db/sql.ts'

/** Returns false for an event that was stored before. */
export async function insertWebhookEvent(tx: Tx, provider: string, eventId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into webhook_event (provider, event_id) values (${provider}, ${eventId}) on conflict do nothing returning 1`)
  return rows.length === 1
}

/** Deletes events after 30 days, in batches; returns how many. Providers repeat a webhook for a day only. */
export async function deleteOldEvents(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from webhook_event where (provider, event_id) in (
      select provider, event_id from webhook_event where received_at < now() - interval '30 days'
      limit ${limit} for update skip locked)
    returning 1`)
  return rows.length
}
