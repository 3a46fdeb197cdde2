import { privateApi } from '../../../contract/private-endpoints.ts'
import type { OwnApproval } from '../../../contract/seller-approval.ts'
import { call } from '../../api/client.ts'
import { type Loaded, loadOrEmpty } from '../../api/load-or-empty.ts'
import { knownSession } from '../../session/session.ts'
import { mayDo } from './may-do.ts'

/** Whether the shop is open, which is its owner's matter; null for the team, and where it is not known. */
export async function loadApprovalState(): Promise<Loaded<OwnApproval['state'] | null>> {
  if (!mayDo(await knownSession(), 'owner')) return { value: null, failed: false }
  return loadOrEmpty(async () => (await call(privateApi.sellerApproval.get)).state, null)
}
