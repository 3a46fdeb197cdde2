/** How the machine's Chromium is started, for tests and measurements. */
import { existsSync } from 'node:fs'

const known = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable']

export const chromiumArguments = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
]

export function browserOptions(): { executablePath: string; args: string[] } {
  const executablePath = process.env['CHROMIUM_PATH'] ?? known.find((file) => existsSync(file))
  if (!executablePath) throw new Error('no Chromium found: install one or set CHROMIUM_PATH')
  return { executablePath, args: chromiumArguments }
}
