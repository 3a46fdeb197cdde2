/** The mail that carries a one-time code: in the body only, for subjects show on locked screens. */
import { limits } from '../../contract/limits.ts'
import type { Tx } from '../db/client.ts'
import type { Shop } from '../shop.ts'
import { composeMail } from './layout.ts'
import { queueMail } from './queue-mail.ts'

interface CodeMail {
  to: string
  code: string
  purpose: 'verify-email' | 'reset-password'
}

const words = {
  'verify-email': {
    subject: 'Verify your email',
    heading: 'Verify your email',
    what: 'Enter this OTP to verify your email address.',
    unasked:
      'If you did not register with us, you can ignore this email: without the OTP nobody can use your address here.',
  },
  'reset-password': {
    subject: 'Reset your password',
    heading: 'Reset your password',
    what: 'Enter this OTP together with a new password.',
    unasked:
      'If you did not ask for a new password, you can ignore this email: your password stays as it is.',
  },
}

export async function queueCodeMail(shop: Shop, tx: Tx, { to, code, purpose }: CodeMail): Promise<void> {
  const { brandName } = shop.config
  const { subject, heading, what, unasked } = words[purpose]
  const mail = composeMail({
    to,
    brandName,
    subject: `${subject} - ${brandName}`,
    heading,
    paragraphs: [`${what} It is valid for ${limits.otpSeconds / 60} minutes.`],
    code,
    footer: `Nobody from ${brandName} will ever ask you for this OTP. ${unasked}`,
  })
  const uselessAt = new Date(Date.now() + limits.otpSeconds * 1_000).toISOString()
  await queueMail(shop, tx, { ...mail, uselessAt })
}
