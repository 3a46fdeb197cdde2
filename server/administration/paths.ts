/** The random paths of the administrator's pages: made once for a database, and sent to an ADMIN only (api-rules §2). */
import { randomBytes } from 'node:crypto'
import type { AdminPaths } from '../../contract/admin-security.ts'
import type { Role } from '../../contract/endpoint.ts'
import type { Queryable, Tx } from '../platform/db/client.ts'
import { deletePaths, findPaths, insertPaths } from './queries.ts'

/** Called at every start. Existing paths stay, including those that another node stored meanwhile. */
export async function createAdminPaths(db: Queryable): Promise<void> {
  // 128 bits, which a random UUID does not have.
  const randomPath = () => randomBytes(16).toString('hex')
  await insertPaths(db, {
    overview: randomPath(),
    sellers: randomPath(),
    orders: randomPath(),
    customers: randomPath(),
  })
}

/** Replaces the paths. Running processes keep the old paths until their next start. */
export async function rotateAdminPaths(tx: Tx): Promise<void> {
  await deletePaths(tx)
  await createAdminPaths(tx)
}

const names = ['overview', 'sellers', 'orders', 'customers'] as const

// They do not change while a process runs, so they are read once for each database of this process.
const cachedPaths = new WeakMap<Queryable, Promise<AdminPaths>>()

export function readAdminPaths(db: Queryable): Promise<AdminPaths> {
  let paths = cachedPaths.get(db)
  if (!paths) {
    paths = findPaths(db)
    cachedPaths.set(db, paths)
    paths.catch(() => cachedPaths.delete(db))
  }
  return paths
}

/** The first of the administrator's pages; undefined for every other role. */
export async function adminHomePath(db: Queryable, role: Role): Promise<string | undefined> {
  return role === 'ADMIN' ? `/${(await readAdminPaths(db)).overview}` : undefined
}

/** The administrator's page at a path; undefined for all other paths. */
export async function adminPageAt(
  db: Queryable,
  pathname: string,
): Promise<keyof AdminPaths | 'admin-seller-orders' | undefined> {
  const [, first = ''] = pathname.replace(/(\/_|)\.data$/, '').split('/')
  if (first === 'admin-seller-orders') return first
  const paths = await readAdminPaths(db)
  return names.find((name) => paths[name] === first)
}
