/** The addresses of the administrator's pages: drawn once in the life of the database, told to an ADMIN only (api-rules §2). */
import { randomBytes } from 'node:crypto'
import type { AdminPaths } from '../../contract/admin-security.ts'
import type { Role } from '../../contract/endpoint.ts'
import type { Queryable, Tx } from '../db/client.ts'
import { deletePaths, findPaths, insertPaths } from './queries.ts'

/** Run at every start: of two nodes that start together, the first one's stay. */
export async function createAdminPaths(db: Queryable): Promise<void> {
  // 128 bits, which a random UUID does not have.
  const draw = () => randomBytes(16).toString('hex')
  await insertPaths(db, { overview: draw(), sellers: draw(), orders: draw(), customers: draw() })
}

/** Other paths from the next start on; processes that run go on with those that they have read. */
export async function rotateAdminPaths(tx: Tx): Promise<void> {
  await deletePaths(tx)
  await createAdminPaths(tx)
}

const names = ['overview', 'sellers', 'orders', 'customers'] as const

// They do not change while a process runs, so they are read once for each database that this process works on.
const known = new WeakMap<Queryable, Promise<AdminPaths>>()

export function readAdminPaths(db: Queryable): Promise<AdminPaths> {
  let paths = known.get(db)
  if (!paths) {
    paths = findPaths(db)
    known.set(db, paths)
    paths.catch(() => known.delete(db))
  }
  return paths
}

/** Where an administrator's pages begin; for everybody else there is no such place. */
export async function homeOf(db: Queryable, role: Role): Promise<string | undefined> {
  return role === 'ADMIN' ? `/${(await readAdminPaths(db)).overview}` : undefined
}

/** Which of the administrator's pages a path leads to; undefined for all other paths. */
export async function adminPageAt(
  db: Queryable,
  pathname: string,
): Promise<keyof AdminPaths | 'admin-seller-orders' | undefined> {
  const [, first = ''] = pathname.replace(/(\/_|)\.data$/, '').split('/')
  if (first === 'admin-seller-orders') return first
  const paths = await readAdminPaths(db)
  return names.find((name) => paths[name] === first)
}
