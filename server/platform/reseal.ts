/** Encrypts stored texts again with the present key, some rows at a time, while the shop runs. */
import type { Secrets } from './secrets.ts'

export interface SealedRow {
  id: string
  sealed: string
}

/** A column with encrypted texts. */
export interface SealedPlace {
  purpose: string
  /** By id, those after `after` that do not begin with `sealedBy`. */
  read(after: string, sealedBy: string, limit: number): Promise<SealedRow[]>
  /** Changes nothing where the row has another text by now: its writer has used the present key. */
  write(row: SealedRow, sealed: string): Promise<void>
}

const batch = 200
/** Below every id. */
export const first = '00000000-0000-0000-0000-000000000000'

/** How many were encrypted again, and the ids of those that no key decrypts. After an interruption the next call continues. */
export async function resealPlace(
  secrets: Secrets,
  place: SealedPlace,
): Promise<{ sealed: number; unreadable: string[] }> {
  let sealed = 0
  const unreadable: string[] = []
  for (let after = first; ;) {
    const rows = await place.read(after, secrets.sealedBy, batch)
    for (const row of rows) {
      const text = open(secrets, place.purpose, row.sealed)
      if (text === undefined) unreadable.push(row.id)
      else {
        await place.write(row, secrets.seal(place.purpose, text))
        sealed += 1
      }
    }
    const last = rows.at(-1)
    if (!last || rows.length < batch) return { sealed, unreadable }
    after = last.id
  }
}

function open(secrets: Secrets, purpose: string, sealed: string): string | undefined {
  try {
    return secrets.unseal(purpose, sealed)
  } catch {
    return undefined
  }
}
