/** What is allowed and yet wrong for a shop that people reach, in words for the person who runs it. */
import type { Config } from './config.ts'

/** One line each; an empty list is a shop that may open. */
export function adviseOn(config: Config): string[] {
  const local = /^https?:\/\/(127\.|localhost|\[::1\])/.test(config.publicUrl)
  const checks: [wrong: boolean, words: string][] = [
    [!config.production, 'NODE_ENV is not production: /dev/ and the demo accounts are open to everybody.'],
    [local, `PUBLIC_URL is ${config.publicUrl}: nobody outside this machine reaches that.`],
    [
      !local && !config.publicUrl.startsWith('https:'),
      'PUBLIC_URL is not https: cookies travel unprotected.',
    ],
    [!config.databaseUrl, 'DATABASE_URL is not set: the embedded database serves one machine only.'],
    [!config.appSecret, 'APP_SECRET is not set: the key lies in DATA_DIR, and several nodes would differ.'],
    [!config.payment, 'RAZORPAY_* are not set: nobody can pay.'],
    [
      config.payment?.keyId.startsWith('rzp_test_') ?? false,
      'RAZORPAY_KEY_ID is a test key: no real money moves.',
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
