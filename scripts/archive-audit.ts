/**
 * `npm run archive-audit -- [--to FOLDER]`: moves audit entries that are past their retention time from the database into
 * a file (in DATA_DIR/audit without `--to`). Uses the account of MIGRATE_DATABASE_URL if it is set, because the shop's own
 * account may not delete audit entries then. The shop may keep running.
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { archiveAudit } from '../server/people/audit/archive.ts'
import { readConfig } from '../server/platform/config/config.ts'
import { openDataFolder } from '../server/platform/data-folder.ts'
import { openDatabase } from '../server/platform/db/open-database.ts'
import { asOwner } from '../server/platform/db/rights.ts'
import { openLog } from '../server/platform/observe/log.ts'
import { operate } from './operate.ts'

await operate(async () => {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  const config = readConfig(process.env)
  openDataFolder(config.dataDir)
  const { db, stop } = await openDatabase(asOwner(config), openLog('silent'))
  try {
    const { entries, file } = await archiveAudit(
      db,
      path.resolve(values.to ?? path.join(config.dataDir, 'audit')),
    )
    if (file === undefined) console.log('No entry of the audit is old enough.')
    else console.log(`${file}\n${entries} entries of the audit were moved to it from the database.`)
  } finally {
    await stop()
  }
})
