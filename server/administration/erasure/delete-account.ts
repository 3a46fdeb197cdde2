/** An account is deleted: asked for, undone within seven days, and carried out by a timer (docs/data-retention.md, "Who leaves"). */
import { keepProofs } from '../../fulfilment/disputes/keep-proofs.ts'
import { record } from '../../people/audit/record.ts'
import { noteErased, noteKept } from '../../platform/backup/erased-accounts.ts'
import type { Tx } from '../../platform/db/client.ts'
import { sql, Sql } from '../../platform/db/sql.ts'
import { cancelMailTo } from '../../platform/mail/cancel-mail.ts'
import { catalogueChanged } from '../../platform/page-cache/query-cache.ts'
import { countHits } from '../../platform/rate-limit.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import {
  queueDeletedMail,
  queueDeletionAskedMail,
  queueDeletionPutOffMail,
  queueDeletionUndoneMail,
} from './mails.ts'
import { findOpenMatters } from './open-matters.ts'
import { personalRows } from './personal-rows.ts'
import {
  beginWait,
  endWait,
  findDueAccounts,
  findStrings,
  forgetInAudit,
  type LeavingAccount,
  lockLeavingAccount,
  runOn,
  takeName,
} from './queries.ts'

interface Wish {
  keepReviews: boolean
  /** Why an administrator deletes it for the person who asked. */
  reason?: string
}

const targetOf = ({ id, email }: LeavingAccount) => ({ kind: 'account' as const, id, name: email })

/**
 * The wait begins: products of a seller leave sale at once, a buyer buys nothing. Refuses: not-found; conflict, in words, while
 * something is open that ends first, and where it was asked for already.
 */
export async function askToDelete(
  shop: Shop,
  accountId: string,
  { keepReviews, reason }: Wish,
): Promise<Date> {
  const due = await shop.db.transaction(async (tx) => {
    const account = await lockPerson(tx, accountId)
    if (account.askedAt && !(account.isHeldBack && reason !== undefined))
      throw new Refusal('conflict', 'The account is going to be deleted already.')
    const { first } = await findOpenMatters(shop, tx, account.role, accountId)
    if (first.length > 0)
      throw new Refusal('conflict', `The account cannot be deleted yet. ${first.join(' ')}`)
    const dueAt = await beginWait(tx, accountId, reason === undefined ? 'owner' : 'team', keepReviews)
    if (!dueAt) throw notFound()
    const { email: to, role, isMember } = account
    await queueDeletionAskedMail(shop, tx, {
      to,
      dueAt,
      who: isMember ? 'member' : role === 'SELLER' ? 'seller' : 'buyer',
      byTeam: reason !== undefined,
    })
    await record(tx, 'deletion-asked', {
      target: targetOf(account),
      ...(reason !== undefined && { note: reason }),
    })
    return dueAt
  })
  catalogueChanged(shop.db)
  return due
}

/**
 * Until it is deleted, also after the wait. Refuses: not-found; conflict where nothing was asked for, and for what a restore
 * brought back.
 */
export async function undoDeletion(shop: Shop, accountId: string, reason?: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const account = await lockPerson(tx, accountId)
    if (!account.askedAt) throw new Refusal('conflict', 'The account is not going to be deleted.')
    if (account.askedBy === 'restore')
      throw new Refusal('conflict', 'The account was deleted already, and is deleted again.')
    await endWait(tx, accountId)
    await noteKept(shop.config.dataDir, accountId)
    await queueDeletionUndoneMail(shop, tx, account.email)
    await record(tx, 'deletion-undone', {
      target: targetOf(account),
      ...(reason !== undefined && { note: reason }),
    })
  })
  catalogueChanged(shop.db)
}

async function lockPerson(tx: Tx, accountId: string): Promise<LeavingAccount> {
  const account = await lockLeavingAccount(tx, accountId)
  if (!account || account.deleted || account.role === 'ADMIN') throw notFound('There is no such account.')
  return account
}

/** Accounts of one run; the next one goes on. */
const most = 200

/** The timer: deletes accounts whose wait is over. Safe on several nodes at once, and after a run that was killed. */
export async function deleteDueAccounts(shop: Shop): Promise<void> {
  for (const id of await findDueAccounts(shop.db, most)) {
    try {
      if (!(await deleteAccount(shop, id)))
        shop.log.info({ accountId: id }, 'account not deleted yet: something is open')
    } catch (error) {
      shop.log.error({ err: error, accountId: id }, 'account not deleted, will be retried')
    }
  }
}

/** Once a week, because each run of the timer finds it again. */
async function tellPutOff(
  shop: Shop,
  tx: Tx,
  { id, email, askedBy }: LeavingAccount,
  open: readonly string[],
): Promise<void> {
  // What a restore brought back was deleted already.
  if (askedBy === 'restore') return
  if ((await countHits(tx, { key: `deletion-put-off:${id}`, seconds: 7 * 86_400 })) > 1) return
  await queueDeletionPutOffMail(shop, tx, email, open)
}

/** In one transaction: all or nothing of an account is left. False while something is open, and where another run was faster. */
export async function deleteAccount(shop: Shop, accountId: string): Promise<boolean> {
  const done = await shop.db.transaction(async (tx) => {
    const account = await lockLeavingAccount(tx, accountId)
    if (!account?.isDue || account.deleted) return false
    const { email, role, keepsReviews } = account
    const { first, meanwhile } = await findOpenMatters(shop, tx, role, accountId)
    if (first.length + meanwhile.length > 0) {
      await tellPutOff(shop, tx, account, [...first, ...meanwhile])
      return false
    }
    const said = await findStrings(tx, accountId)
    await cancelMailTo(tx, shop.secrets, [email])
    if (role === 'CUSTOMER') await keepProofs(tx, accountId)
    for (const [table, rules] of Object.entries(personalRows))
      for (const { of, whose, deletion } of rules) {
        if (of !== 'both' && (of === 'seller') !== (role === 'SELLER')) continue
        const name = new Sql([table], [])
        if (deletion.does === 'deleted') await runOn(tx, sql`delete from ${name} where ${whose(accountId)}`)
        if (deletion.does === 'emptied')
          await runOn(tx, sql`update ${name} set ${deletion.set} where ${whose(accountId)}`)
        if (deletion.does === 'renamed')
          await (table === 'account' ? takeName(tx, accountId) : forgetInAudit(tx, accountId, email, said))
      }
    await queueDeletedMail(shop, tx, email)
    await record(tx, 'account-deleted', {
      target: { kind: 'account', id: accountId, name: `deleted-${accountId}` },
    })
    await noteErased(shop.config.dataDir, { id: accountId, keepsReviews })
    return true
  })
  if (done) catalogueChanged(shop.db)
  return done
}
