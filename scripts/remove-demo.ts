/**
 * `npm run remove-demo -- [--dry-run] [--yes]`: deletes the demo shop from the configured database, which is required
 * before it may start in production. Prints what will be deleted and asks for confirmation; `--dry-run` only prints,
 * `--yes` does not ask.
 */
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { readConfig, StartError } from '../server/platform/config/config.ts'
import { openDataFolder } from '../server/platform/data-folder.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { openDatabase } from '../server/platform/db/open-database.ts'
import { explainMissingRights } from '../server/platform/db/rights.ts'
import { type RemovedDemo, removeDemo } from '../server/administration/remove-demo/remove-demo.ts'
import { openLog } from '../server/platform/observe/log.ts'
import { openJobs } from '../server/platform/jobs/queue.ts'
import { secretsOf } from '../server/platform/secrets.ts'
import { operate } from './operate.ts'

await operate(async () => {
  const { values: flags } = parseArgs({
    options: { 'dry-run': { type: 'boolean' }, yes: { type: 'boolean' } },
  })
  const config = readConfig(process.env)
  openDataFolder(config.dataDir)
  const log = openLog('silent')
  const { db, place, stop } = await openDatabase(config, log)
  try {
    await explainMissingRights(async () => {
      await migrate(db)
      await (await openJobs(db, log)).stop()
    })
    const shop = { db, secrets: secretsOf(config) }
    const found = await removeDemo(shop, { dryRun: true })
    if (!found) {
      console.log('There are no demo accounts: nothing to remove.')
      return
    }
    console.log(`In the database at ${place}:\n\n${linesOf(found).join('\n')}\n`)
    if (flags['dry-run']) {
      console.log('Dry run: nothing was changed.')
      return
    }
    if (!flags.yes && !(await isAgreed())) throw new StartError('Nothing was changed.')
    const removed = await removeDemo(shop, { dryRun: false })
    console.log(
      removed
        ? `Removed ${removed.accounts.length} demo accounts and what was theirs. Restart a shop that is running; npm run make-admin makes an administrator.`
        : 'Somebody else has removed them meanwhile.',
    )
  } finally {
    await stop()
  }
})

function linesOf({ accounts, closed, counts }: RemovedDemo): string[] {
  return [
    ...accounts.map(({ id, email, role }) =>
      closed.includes(id)
        ? `  close   ${email} (${role}): orders or payments that stay point to it; nobody can log in any more`
        : `  remove  ${email} (${role})`,
    ),
    ...Object.entries(counts).map(([what, count]) => `  ${what}: ${count}`),
    '  Categories stay, and so do orders of other customers.',
  ]
}

/** True only for the answer 'yes'; the end of the input counts as no. */
async function isAgreed(): Promise<boolean> {
  process.stdout.write('This cannot be undone; npm run backup keeps a copy. Type yes to go on: ')
  const lines = createInterface({ input: process.stdin })
  try {
    for await (const line of lines) return line.trim() === 'yes'
    return false
  } finally {
    lines.close()
    process.stdin.destroy()
  }
}
