/**
 * What a restore would bring back to life: rows by which somebody gets in, though they were used up, withdrawn or ended after the
 * backup. ways-in.test.ts finds tables with secrets that are in neither list.
 */
import type { CopySession } from '../db/copy.ts'
import { keyOfTable, listTables } from './tables.ts'

export const waysIn: Readonly<Record<string, string>> = {
  session: 'delete from session',
  password_proof: 'delete from password_proof',
  one_time_code: 'delete from one_time_code',
  known_browser: 'delete from known_browser',
  invitation: 'delete from invitation',
  team_invitation: 'delete from team_invitation',
  // Some of them were removed since, or may do less: their shop invites them again.
  team_member: 'delete from account where id in (select account_id from team_member)',
  approval: `delete from approval where state = 'waiting'`,
  // One who was removed or suspended since would be back: an owner, the first one by make-admin, reinstates each of them.
  account: `update account set suspended_at = now(), suspended_reason = 'Restored from a backup.'
    where role = 'ADMIN' and suspended_at is null`,
}

/** Tables with secrets that let nobody in, and why. */
export const noWaysIn: Readonly<Record<string, string>> = {
  second_factor: 'asked for beside the password',
  recovery_code: 'asked for beside the password',
  complaint_link: 'its link shows one complaint to who made it',
  payout_hold: 'its link stops payouts and ends sessions',
  seller: 'a bank account',
  seller_payee: 'a bank account',
  bank_file: 'bank accounts',
  checkout: 'the network of a buyer',
  listing_report: 'the network of a visitor',
  tax_document_file: 'a document',
  shop_document_file: 'a document',
}

/** In the caller's transaction. Tables that the archive's version did not have yet are left out. */
export async function closeWaysIn(session: CopySession): Promise<void> {
  const here = new Set((await listTables(session)).map(keyOfTable))
  await session.query(`set local hariyali.may_leave_no_owner = 'yes'`)
  for (const [table, statement] of Object.entries(waysIn))
    if (here.has(`public.${table}`)) await session.query(statement)
}
