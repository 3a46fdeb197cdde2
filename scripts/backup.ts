/** `npm run backup -- [--to FILE]`: writes the database and the uploaded pictures into one archive. */
import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { writeBackup } from '../server/platform/backup/write-backup.ts'
import { readConfig } from '../server/platform/config/config.ts'
import { openDataFolder } from '../server/platform/data-folder.ts'
import { operate } from './operate.ts'

await operate(async () => {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  const config = readConfig(process.env)
  openDataFolder(config.dataDir)
  const name = `hariyali-${new Date().toISOString().replace(/[:.]/g, '-')}.tar.gz${config.backupKey ? '.sealed' : ''}`
  const target = path.resolve(values.to ?? path.join(config.dataDir, 'backups', name))
  if (!values.to) mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 })
  const began = performance.now()
  const { tables, pictures, media } = await writeBackup(config, target)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const kilobytes = Math.ceil(statSync(target).size / 1_000)
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  console.log(`${target}
${rows} rows of ${tables.length} tables and ${pictures.length} files of pictures in ${kilobytes} kB, after ${seconds} s.`)
  console.log(
    config.backupKey
      ? 'It is encrypted: only the private key of BACKUP_PUBLIC_KEY opens it.'
      : 'It is NOT encrypted (BACKUP_PUBLIC_KEY).',
  )
  if (media === 'bucket')
    console.log('Uploaded pictures are in the bucket (S3_*): back that up by its own means.')
  console.log(
    config.appSecret
      ? 'The key (APP_SECRET) is not in it: keep it in another place, bank accounts cannot be read without it.'
      : `The key (${path.join(config.dataDir, 'app-secret')}) is not in it: keep a copy in another place, bank accounts cannot be read without it.`,
  )
})
