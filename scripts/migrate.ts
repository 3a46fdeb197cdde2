/**
 * `npm run migrate -- [--dry-run]`: runs the pending migrations, as every start does, or only prints them. If
 * MIGRATE_DATABASE_URL is set, it runs them with that account and then grants the shop's account its rights.
 */
import { parseArgs } from 'node:util'
import { readConfig } from '../server/platform/config/config.ts'
import { openDataFolder } from '../server/platform/data-folder.ts'
import { compareMigrations, listMigrations, migrate } from '../server/platform/db/migrate.ts'
import { openDatabase } from '../server/platform/db/open-database.ts'
import { asOwner, grantRights } from '../server/platform/db/rights.ts'
import { openLog } from '../server/platform/observe/log.ts'
import { openJobs } from '../server/platform/jobs/queue.ts'
import { operate } from './operate.ts'

await operate(async () => {
  const dry = parseArgs({ options: { 'dry-run': { type: 'boolean' } } }).values['dry-run'] ?? false
  const config = readConfig(process.env)
  openDataFolder(config.dataDir)
  const log = openLog('silent')
  const database = await openDatabase(asOwner(config), log)
  try {
    const { missing, newer } = await compareMigrations(database.db)
    if (newer.length > 0)
      console.log(`A newer version of the shop has been here: ${newer.join(', ')} is not known to this one.`)
    if (missing.length === 0) console.log('The schema is up to date.')
    else if (dry)
      for (const { name, text } of listMigrations().filter((one) => missing.includes(one.name)))
        console.log(`Would run ${name}:\n\n${text}`)
    else for (const name of await migrate(database.db)) console.log(`Ran ${name}.`)
    if (dry || !config.migrateDatabaseUrl) return
    // Creates the tables of the job queue, which otherwise the first start does.
    await (await openJobs(database.db, log)).stop()
    const role = await grantRights(database.db, config)
    if (role !== undefined) console.log(`The account ${role} has the rights of the shop.`)
  } finally {
    await database.stop()
  }
})
