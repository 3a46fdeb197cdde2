import type { Shop } from '../shop.ts'
import { accountIdOf, accountIdsLike } from './people-queries.ts'

const maxAccounts = 100

/** Accounts by their e-mail: exactly this one, or up to a hundred that have these letters in it. */
export function findAccounts({ db }: Pick<Shop, 'db'>) {
  return {
    one: (email: string) => accountIdOf(db, email),
    some: (part: string) => accountIdsLike(db, part, maxAccounts),
  }
}
