/**
 * `npm run reseal`: key rotation. Re-encrypts with APP_SECRET everything that was encrypted with an older key
 * (APP_SECRET_OLD). The shop may run at the same time with both settings; an interrupted run continues when it is started
 * again. Exits with 1 if something still needs an older key.
 */
import { readConfig } from '../server/platform/config/config.ts'
import { openDataFolder } from '../server/platform/data-folder.ts'
import { openDatabase } from '../server/platform/db/open-database.ts'
import { openLog } from '../server/platform/observe/log.ts'
import { sealedSecondFactors } from '../server/people/identity/second-factor.ts'
import { sealedApprovals } from '../server/administration/approvals/reseal-approvals.ts'
import { sealedMail } from '../server/platform/mail/reseal-mail.ts'
import { resealPlace } from '../server/platform/reseal.ts'
import { secretsOf } from '../server/platform/secrets.ts'
import { sealedBankFiles } from '../server/money/settlements/reseal-bank-files.ts'
import { sealedBankAccounts, sealedEarlierAccounts } from '../server/people/sellers/reseal-bank-accounts.ts'
import { operate } from './operate.ts'

await operate(async () => {
  const config = readConfig(process.env)
  openDataFolder(config.dataDir)
  const secrets = secretsOf(config)
  const { db, stop } = await openDatabase(config, openLog('silent'))
  let left = 0
  try {
    for (const [what, place] of [
      ['Bank accounts', sealedBankAccounts(db)],
      ['Earlier bank accounts', sealedEarlierAccounts(db)],
      ['Bank files', sealedBankFiles(db)],
      ['Secrets of authenticator apps', sealedSecondFactors(db)],
      ['Mails', sealedMail(db)],
      ['Calls that wait for a second administrator', sealedApprovals(db)],
    ] as const) {
      const { sealed, unreadable } = await resealPlace(secrets, place)
      console.log(`${what}: ${sealed} sealed anew.`)
      if (unreadable.length > 0)
        console.log(
          `${what}: ${unreadable.length} that no key of ours opens: ${unreadable.slice(0, 20).join(', ')}`,
        )
      left += unreadable.length
    }
  } finally {
    await stop()
  }
  console.log(
    left === 0
      ? 'Nothing needs an older key.'
      : 'Keep the older keys: not everything can do without them yet.',
  )
  if (left > 0) process.exit(1)
})
