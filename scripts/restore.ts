/**
 * `npm run restore -- FILE [--key PRIVATE] [--force] [--other-key] [--none-deleted]`: restores a backup into an empty database and data folder.
 * `npm run restore -- --hold TIME [--none-deleted]`: holds a database that was restored to this time by other means.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type DeletedAgain, holdRestored, restoreBackup } from '../server/platform/backup/restore-backup.ts'
import { readConfig, StartError } from '../server/platform/config/config.ts'
import { operate } from './operate.ts'

const held = `The shop is held: it sells, pays, refunds and invoices nothing until an administrator has reconciled and released it (docs/operations.md, "A held shop").
Its administrators are suspended: let an owner in with npm run make-admin, who reinstates the others.`

await operate(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      key: { type: 'string' },
      force: { type: 'boolean' },
      'other-key': { type: 'boolean' },
      'none-deleted': { type: 'boolean' },
      hold: { type: 'string' },
    },
  })
  const noneDeleted = values['none-deleted'] ?? false
  if (values.hold !== undefined) {
    const at = new Date(values.hold)
    if (Number.isNaN(at.getTime()) || at > new Date() || positionals.length > 0)
      throw new StartError('Say to which time: npm run restore -- --hold 2026-11-01T03:00+05:30.')
    say(await holdRestored(readConfig(process.env), at, { noneDeleted }))
    console.log(held)
    return
  }
  const [file] = positionals
  if (!file || positionals.length > 1)
    throw new StartError(
      'Say which archive: npm run restore -- FILE [--key PRIVATE] [--force] [--other-key] [--none-deleted].',
    )
  const began = performance.now()
  const { manifest, deletedAgain } = await restoreBackup(readConfig(process.env), path.resolve(file), {
    force: values.force ?? false,
    otherKey: values['other-key'] ?? false,
    noneDeleted,
    privateKey: values.key === undefined ? undefined : readKey(values.key),
  })
  const { tables, pictures, media, madeAt } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  console.log(
    `The shop of ${madeAt} is back: ${rows} rows of ${tables.length} tables, ${pictures.length} files of pictures, after ${seconds} s.`,
  )
  say(deletedAgain)
  console.log(held)
  if (media === 'bucket') console.log('Its uploaded pictures are in the bucket (S3_*).')
})

function say(deletedAgain: DeletedAgain): void {
  console.log(
    deletedAgain === null
      ? 'There is no list of deleted accounts (deleted-accounts): whoever was deleted after the backup is back.'
      : `Accounts that were deleted after the backup, closed now and deleted again once the shop is released: ${deletedAgain}.`,
  )
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartError(`Cannot read the key ${file}: ${(error as { code?: string }).code}.`)
  }
}
