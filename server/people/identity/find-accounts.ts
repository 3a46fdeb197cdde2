import type { Shop } from '../../platform/shop.ts'
import { findAccountId, findAccountIdsLike } from './all-accounts-queries.ts'

const maxAccounts = 100

/** Finds account ids: of exactly this e-mail, or of up to a hundred e-mails that contain a text. */
export function findAccounts({ db }: Pick<Shop, 'db'>) {
  return {
    one: (email: string) => findAccountId(db, email),
    some: (part: string) => findAccountIdsLike(db, part, maxAccounts),
  }
}
