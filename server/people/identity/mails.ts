/** Texts of the mails about an account: its codes, a second sign-up, a new password, a suspension. */
import type { Role } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import { daysInWords } from '../../../contract/period-words.ts'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import type { Shop } from '../../platform/shop.ts'
import type { CodePurpose } from './rules.ts'

interface CodeMail {
  to: string
  code: string
  expiresAt: Date
  purpose: CodePurpose
}

const codeMailTexts = {
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

/** The code is not in the subject, which a locked screen shows. The mail is not sent after the code has expired. */
export async function queueCodeMail(
  shop: Shop,
  tx: Tx,
  { to, code, expiresAt, purpose }: CodeMail,
): Promise<void> {
  const { brandName } = shop.config
  const { subject, heading, what, unasked } = codeMailTexts[purpose]
  await queueMail(shop, tx, {
    id: newId(),
    awaited: true,
    to,
    subject: `${subject} - ${brandName}`,
    heading,
    paragraphs: [`${what} It is valid for ${limits.otpSeconds / 60} minutes.`],
    code,
    footer: `Nobody from ${brandName} will ever ask you for this OTP. ${unasked}`,
    uselessAt: expiresAt.toISOString(),
  })
}

/** Tells the owner of an account that somebody signed up with its e-mail; the page itself must not say so (api-rules §6). */
export async function queueAccountExistsMail(shop: Shop, tx: Tx, to: string): Promise<void> {
  const { brandName, publicUrl } = shop.config
  await queueMail(shop, tx, {
    notice: 'account-exists',
    to,
    subject: `You already have an account - ${brandName}`,
    heading: 'You already have an account',
    paragraphs: [
      `Somebody just registered at ${brandName} with this email address, which has an account already. Nothing was changed.`,
      `If it was you, log in with your password, or choose a new one at ${publicUrl}/reset-password.`,
    ],
    link: { label: 'Log in', url: `${publicUrl}/login` },
    footer: 'If it was not you, you can ignore this email.',
  })
}

/** Tells the owner that the password was changed, so that an owner who did not change it can act. */
export async function queuePasswordChangedMail(shop: Shop, tx: Tx, to: string): Promise<void> {
  const { brandName, publicUrl, supportEmail } = shop.config
  await queueMail(shop, tx, {
    notice: 'password-changed',
    to,
    subject: `Your password was changed - ${brandName}`,
    heading: 'Your password was changed',
    paragraphs: [
      `The password of your ${brandName} account was changed just now, and every device was logged out.`,
      `If it was not you, choose a new password at ${publicUrl}/reset-password and write to ${supportEmail}.`,
    ],
    link: { label: 'Log in', url: `${publicUrl}/login` },
  })
}

const factorChanges = {
  'second-factor-on': 'Logging in now asks for a code from an authenticator app',
  'second-factor-off': 'Logging in no longer asks for a code from an authenticator app',
  'recovery-codes-made': 'New recovery codes were made, and the earlier ones are void',
}

/** Tells the owner that their authenticator app or its recovery codes have changed. */
export async function queueFactorChangedMail(
  shop: Shop,
  tx: Tx,
  to: string,
  change: keyof typeof factorChanges,
): Promise<void> {
  const { brandName, publicUrl, supportEmail } = shop.config
  await queueMail(shop, tx, {
    notice: change,
    to,
    subject: `How you log in has changed - ${brandName}`,
    heading: 'How you log in has changed',
    paragraphs: [
      `${factorChanges[change]}. Your other devices were logged out.`,
      `If it was not you, choose a new password at ${publicUrl}/reset-password and write to ${supportEmail}.`,
    ],
    link: { label: 'Log in', url: `${publicUrl}/login` },
  })
}

/** Tells the owner why logging in is refused, a seller also what happens to their money, and whom to ask. */
export async function queueSuspendedMail(
  shop: Shop,
  tx: Tx,
  { email: to, role }: { email: string; role: Role },
  reason: string,
): Promise<void> {
  const { brandName, supportEmail } = shop.config
  await queueMail(shop, tx, {
    notice: 'suspended',
    to,
    subject: `Your account is suspended - ${brandName}`,
    heading: 'Your account is suspended',
    paragraphs: [
      `Your ${brandName} account has been suspended. You cannot log in, and products you sell are not shown for now.`,
      ...(role === 'SELLER'
        ? [
            `Parcels that the courier has not fetched are stopped: please do not hand them over, unless we write to you. Their orders are refunded ${daysInWords(limits.stoppedDays)} later. Write to ${supportEmail} with your answers to returns.`,
            'Your payouts are on hold. What is due goes into the first weekly settlement after the suspension ends.',
          ]
        : ['Orders that were placed before are still delivered.']),
      `If you think that this is a mistake, write to ${supportEmail}.`,
    ],
    rows: [['Reason', reason]],
  })
}

/** Tells the owner that the suspension has ended. */
export async function queueReinstatedMail(
  shop: Shop,
  tx: Tx,
  { email: to, role }: { email: string; role: Role },
): Promise<void> {
  const { brandName, publicUrl } = shop.config
  await queueMail(shop, tx, {
    notice: 'reinstated',
    to,
    subject: `Your account is active again - ${brandName}`,
    heading: 'Your account is active again',
    paragraphs: [
      `Your ${brandName} account is no longer suspended. You can log in as before.`,
      role === 'SELLER' && 'Payouts that were on hold go out with the next weekly settlement.',
    ],
    link: { label: 'Log in', url: `${publicUrl}/login` },
  })
}
