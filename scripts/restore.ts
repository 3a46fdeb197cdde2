/** `npm run restore -- FILE [--key PRIVATE] [--force] [--other-key]`: restores a backup into an empty database and data folder. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { restoreBackup } from '../server/platform/backup/restore-backup.ts'
import { readConfig, StartError } from '../server/platform/config/config.ts'
import { operate } from './operate.ts'

await operate(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, force: { type: 'boolean' }, 'other-key': { type: 'boolean' } },
  })
  const [file] = positionals
  if (!file || positionals.length > 1)
    throw new StartError(
      'Say which archive: npm run restore -- FILE [--key PRIVATE] [--force] [--other-key].',
    )
  const began = performance.now()
  const { tables, pictures, media, madeAt } = await restoreBackup(
    readConfig(process.env),
    path.resolve(file),
    {
      force: values.force ?? false,
      otherKey: values['other-key'] ?? false,
      privateKey: values.key === undefined ? undefined : readKey(values.key),
    },
  )
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  console.log(
    `The shop of ${madeAt} is back: ${rows} rows of ${tables.length} tables, ${pictures.length} files of pictures, after ${seconds} s.`,
  )
  if (media === 'bucket') console.log('Its uploaded pictures are in the bucket (S3_*).')
})

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartError(`Cannot read the key ${file}: ${(error as { code?: string }).code}.`)
  }
}
