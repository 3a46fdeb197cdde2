import type { AdminPage } from '../http/pages.ts'
import { findSession } from '../identity/sessions.ts'
import type { Shop } from '../shop.ts'
import { adminPageAt, readAdminPaths } from './paths.ts'

/** The administrator's page at this path, for an ADMIN. For everybody else there is none, and nothing more is asked. */
export async function adminPageFor(
  shop: Shop,
  pathname: string,
  cookies: Record<string, string>,
): Promise<AdminPage | undefined> {
  const page = await adminPageAt(shop.db, pathname)
  if (!page) return undefined
  const session = await findSession(shop, cookies)
  return session?.role === 'ADMIN' ? { page, paths: await readAdminPaths(shop.db) } : undefined
}
