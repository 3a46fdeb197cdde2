/** A production shop with stand-ins or test keys: refused, or, as a rehearsal, announced on every page (decision 20). */
import type { Config } from './config/config.ts'

type Providers = Pick<Config, 'payment' | 'courier' | 'smtpUrl'>

const settings = {
  payment: 'RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET',
  courier: 'SHIPROCKET_EMAIL, SHIPROCKET_PASSWORD, SHIPROCKET_WEBHOOK_TOKEN',
  smtpUrl: 'SMTP_URL',
} as const

/** The names of the settings of all missing providers, separated by commas; undefined where none is missing. */
export function missingSettings(config: Providers): string | undefined {
  const names = (['payment', 'courier', 'smtpUrl'] as const).filter((part) => !config[part])
  return names.length > 0 ? names.map((part) => settings[part]).join(', ') : undefined
}

/**
 * Why this shop may not open to the public, in one line that names every setting to correct; undefined where it may. To be
 * called with the settings before a development kit fills in what they lack.
 */
export function standInsRefused(
  config: Providers & Pick<Config, 'production' | 'rehearsal' | 'standIns'>,
): string | undefined {
  if (!config.production || config.rehearsal || config.standIns.length === 0) return undefined
  const missing = missingSettings(config)
  const problems = [
    ...(missing ? [`${missing} missing`] : []),
    ...(config.payment && config.standIns.includes('payments') ? ['RAZORPAY_KEY_ID is a test key'] : []),
  ]
  return `A shop in production needs real providers: ${problems.join('; ')}. To try it out without them set REHEARSAL=true: every page then says that it is not real.`
}

/** The first line of pages and mails of a rehearsal; undefined for any other shop. */
export function rehearsalWords(config: Pick<Config, 'rehearsal' | 'standIns'>): string | undefined {
  if (!config.rehearsal) return undefined
  const { standIns } = config
  // No stand-in is in use, but people should not think that the shop is open.
  if (standIns.length === 0) return 'Rehearsal: this shop is not open yet.'
  const all = [...standIns]
  const last = all.pop()
  return `Rehearsal: ${all.length > 0 ? `${all.join(', ')} and ${last}` : last} are not real.`
}

/** The same line for the few pages that bring no style sheet: as .rehearsal in web/theme.css. */
export function rehearsalLine(words: string): string {
  return `<aside aria-label="About this shop" style="margin:0 0 1rem;padding:.5rem 1rem;background:#f9d56e;color:#1a2920;font:600 .875rem/1.25rem system-ui,sans-serif;text-align:center">${words}</aside>`
}
