/** Settings that are allowed but wrong for a public shop, as texts for its operator. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../platform/config/config.ts'
import { missingLinks } from '../platform/config/links.ts'
import { countTestMoney } from '../buying/checkout/test-money.ts'
import type { Queryable } from '../platform/db/client.ts'
import { countAdminsWithoutFactor } from '../people/identity/second-factor-queries.ts'
import { countUnreachableAccounts } from '../people/identity/demo-accounts.ts'
import { rehearsalWords } from '../platform/rehearsal.ts'

/** One line for each; without any the shop may open. */
export function adviseOn(config: Config): string[] {
  const local = /^https?:\/\/(127\.|localhost|\[::1\])/.test(config.publicUrl)
  const links = missingLinks(config)
  const checks: [wrong: boolean, words: string][] = [
    [!config.production, 'NODE_ENV is not production: /dev/ and the demo accounts are open to everybody.'],
    [
      config.rehearsal,
      `REHEARSAL is true: THIS SHOP IS A REHEARSAL, and every page says "${rehearsalWords(config)}" Take it away before people buy.`,
    ],
    [local, `PUBLIC_URL is ${config.publicUrl}: nobody outside this machine reaches that.`],
    [
      !local && !config.publicUrl.startsWith('https:'),
      'PUBLIC_URL is not https: cookies travel unprotected.',
    ],
    [!config.databaseUrl, 'DATABASE_URL is not set: the embedded database serves one machine only.'],
    [!config.appSecret, 'APP_SECRET is not set: the key lies in DATA_DIR, and several nodes would differ.'],
    [
      config.production && !config.secondFactorRequired,
      'ADMIN_SECOND_FACTOR is optional: the password of an administrator alone opens everything.',
    ],
    [
      config.production && config.sellerApproval === 'automatic',
      'SELLER_APPROVAL is automatic: everybody can sell before anybody has seen who they are.',
    ],
    [!config.backupKey, 'BACKUP_PUBLIC_KEY is not set: npm run backup makes no backup in production.'],
    [!config.payment, 'RAZORPAY_* are not set: nobody can pay.'],
    [
      config.payment?.keyId.startsWith('rzp_test_') ?? false,
      'RAZORPAY_KEY_ID is a test key: no real money moves.',
    ],
    [
      config.production && !config.rehearsal && existsSync(path.join(config.dataDir, 'sandbox')),
      `${path.join(config.dataDir, 'sandbox')} holds what stand-ins wrote, mails among it: nothing reads it any more, delete it.`,
    ],
    [!config.courier, 'SHIPROCKET_* are not set: no parcel is booked.'],
    [!config.smtpUrl, 'SMTP_URL is not set: no mail leaves.'],
    [
      config.supportEmail.endsWith('.test'),
      `SUPPORT_EMAIL is ${config.supportEmail}: mail to it arrives nowhere.`,
    ],
    [
      config.companyEmailDomain.endsWith('.test'),
      'COMPANY_EMAIL_DOMAIN is not set: About and Careers show a made-up one.',
    ],
    [!config.legal, 'LEGAL_* are not set: the law wants the business and its grievance officer named.'],
    [
      config.production && !config.taxIdentity,
      'LEGAL_GSTIN is not set: sellers and buyers get no tax invoice for what the shop charges them.',
    ],
    [
      links.length > 0,
      `${links.join(', ')} ${links.length === 1 ? 'is' : 'are'} not set: the footer shows ${links.length === 1 ? 'its link' : 'their links'} greyed out, and pressing does nothing.`,
    ],
    [
      !config.s3 && !config.cloudinary,
      'Neither S3_* nor CLOUDINARY_* are set: uploaded pictures lie in DATA_DIR, which several nodes have to share.',
    ],
    [
      !config.trustProxy,
      'TRUST_PROXY is false: behind a proxy every visitor has its address, and shares its limits.',
    ],
    [!config.metrics, 'METRICS_PORT is not set: nobody sees what the shop does.'],
    [
      config.metrics !== undefined && !/^(127\.|localhost$|::1$)/.test(config.metrics.host),
      `METRICS_HOST is ${config.metrics?.host}: see that only the monitoring reaches port ${config.metrics?.port}.`,
    ],
  ]
  return checks.filter(([wrong]) => wrong).map(([, words]) => words)
}

/** Rows from the time before the shop opened, besides demo accounts; the schema is up to date. */
export async function adviseOnData(db: Queryable): Promise<string[]> {
  const { orders, refunds } = await countTestMoney(db)
  const nowhere = await countUnreachableAccounts(db)
  const withPasswordOnly = await countAdminsWithoutFactor(db)
  return [
    ...(withPasswordOnly > 0
      ? [
          `Administrators without a second factor: ${withPasswordOnly}. Whoever knows the password can set one up; each of them should, at the first login.`,
        ]
      : []),
    ...(orders > 0
      ? [
          `Orders paid with test money, by a stand-in or a test key: ${orders}. Nobody is to send anything for them; see All Orders, and Refunds.`,
        ]
      : []),
    ...(refunds > 0
      ? [`Refunds of test money that are still to be made: ${refunds}. The real provider knows none.`]
      : []),
    ...(nowhere > 0
      ? [
          `Accounts with addresses in .test, where no mail arrives: ${nowhere}. They are from trying the shop out.`,
        ]
      : []),
  ]
}
