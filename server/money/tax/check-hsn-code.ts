/** Whether a product may have an HSN code (api-rules §6). */
import { hsnCodeWithoutRate, noSuchHsnCode } from '../../../contract/hsn.ts'
import type { Tx } from '../../platform/db/client.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockHsnCode } from './queries.ts'

/** Refuses: invalid for a code that does not exist, or that has no rate of its own today. */
export async function checkHsnCode(tx: Tx, code: string): Promise<void> {
  const found = await lockHsnCode(tx, code)
  if (!found) throw refusal(noSuchHsnCode)
  if (!found.hasRate) throw refusal(hsnCodeWithoutRate)
}

const refusal = (words: string) => new Refusal('invalid', words, { fields: { hsnCode: words } })
