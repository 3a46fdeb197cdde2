/** Which Chromium the tests and measurements use, and how it is started. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'

// Debian's shell without windows is the same engine and takes a quarter less time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

export const chromiumArguments = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Names of other machines are answered at once: a resolver that is slow or silent must not hold up a page.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/** CHROMIUM_PATH, the machine's own browser, or the one that Playwright has downloaded; undefined without any. */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const installed = names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  const candidates = [process.env.CHROMIUM_PATH, ...installed, macChrome, chromium.executablePath()]
  return candidates.find((file) => file && existsSync(file))
}

export function browserOptions(): { executablePath: string; args: string[] } {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('no Chromium found: install one or set CHROMIUM_PATH')
  return { executablePath, args: chromiumArguments }
}
