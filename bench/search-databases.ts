/** The databases of `bench search`. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Db } from '../server/platform/db/client.ts'
import { openKeptDatabases } from './kept-databases.ts'
import { fillSearchShop } from './search-shop.ts'

/** To be raised with every change of the data that search-shop.ts makes. */
const version = 1

export interface SearchDatabases {
  /** A database with so many products, migrated as the checkout wants it. */
  open(products: number, checkout: string): Promise<{ db: Db; url: string }>
  /** Processor seconds of PostgreSQL so far. */
  seconds(): number
  stop(): Promise<void>
}

export async function openSearchDatabases(): Promise<SearchDatabases> {
  const databases = await openKeptDatabases('search')
  return {
    async open(products, checkout) {
      const { migrate, listMigrations } = (await import(
        pathToFileURL(path.join(checkout, 'server/platform/db/migrate.ts')).href
      )) as typeof import('../server/platform/db/migrate.ts')
      const schema = listMigrations().at(-1)?.name.slice(0, 4)
      const name = `search_${version}_${schema}_${products}`
      await databases.make(name, async () => {
        process.stderr.write(`making ${products} products: minutes for a million ...\n`)
        const db = databases.connect(name)
        await migrate(db)
        await fillSearchShop(db, products)
      })
      return { db: databases.connect(name), url: databases.urlOf(name) }
    },
    seconds: databases.seconds,
    stop: databases.stop,
  }
}
