/** Writes down an act. */
import type { Act } from '../../contract/audit.ts'
import type { Queryable } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { type Person, presentCaller } from './caller.ts'
import { insertEntry } from './queries.ts'
import { isWrittenSingly } from './repeats.ts'

interface More {
  /** Whom or what it was done to. */
  to?: {
    kind:
      | 'account'
      | 'category'
      | 'subcategory'
      | 'order'
      | 'list'
      | 'refund'
      | 'payment'
      | 'job'
      | 'mail'
      | 'call'
    id: string | null
    name: string
  }
  /** Where the caller is known only by this act, as at log-in. */
  by?: Person
  /** In few words. Never a password, code, token or account number. */
  note?: string
}

/** In a transaction it is there if and only if the act is. Of what is often repeated the rest of an hour is only counted. */
export async function record(db: Queryable, act: Act, { to, by, note }: More = {}): Promise<void> {
  const { ip, userAgent, requestId, ...caller } = presentCaller()
  const what = { act, by: by ?? caller.by, to: to ?? null, ip }
  if (!(await isWrittenSingly(db, what))) return
  await insertEntry(db, { id: newId(), ...what, userAgent, requestId, note: note ?? null })
}
