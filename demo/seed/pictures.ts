/** Stores the demo pictures in the shop's own picture store, as if they had been uploaded. */
import { createHash } from 'node:crypto'
import { cp, readFile, rm } from 'node:fs/promises'
import type { Tx } from '../../server/platform/db/client.ts'
import { sql } from '../../server/platform/db/sql.ts'
import { uploadKeys } from '../../server/platform/media/address.ts'
import { makeWorkFolder } from '../../server/platform/media/work-folder.ts'
import type { Shop } from '../../server/platform/shop.ts'

const folderOf = (name: string) => new URL(`../pictures/${name}/`, import.meta.url)
/** Files are copied at once in groups of so many pictures. */
const group = 16

/** Returns the key in the store of each picture, which depends on its content only. */
export async function storePictures(
  shop: Pick<Shop, 'config' | 'pictures'>,
  names: readonly string[],
): Promise<Map<string, string>> {
  const keys = new Map<string, string>()
  for (let first = 0; first < names.length; first += group)
    await Promise.all(
      names.slice(first, first + group).map(async (name) => keys.set(name, await storePicture(shop, name))),
    )
  return keys
}

async function storePicture(shop: Pick<Shop, 'config' | 'pictures'>, name: string): Promise<string> {
  const largest = await readFile(new URL('960.avif', folderOf(name)))
  const [key = ''] = uploadKeys(createHash('sha256').update(largest).digest('hex'))
  if (await shop.pictures.has(key)) return key
  const folder = await makeWorkFolder(shop.config)
  try {
    await cp(folderOf(name), folder, { recursive: true })
    await shop.pictures.put(key, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return key
}

/** Their rows, marked as used, so that they are not removed. */
export async function recordPictures(tx: Tx, keys: readonly string[]): Promise<void> {
  await tx.query(sql`
    insert into picture (key, used_at) select key, now() from unnest(${keys}::text[]) as r (key) order by key
    on conflict (key) do update set used_at = excluded.used_at`)
}
