/** Finds a Chromium for the browser tests, or installs one on Debian and Ubuntu. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findChromium } from '../tests/setup/chromium.ts'

/** Returns the path of a Chromium; installs one with apt-get when run as root. Throws a one-line error if it cannot. */
export function requireChromium(): string {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted && !existsSync(wanted)) throw new Error(`CHROMIUM_PATH names no file: ${wanted}.`)
  const found = findChromium()
  if (found) return found
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error(
      'The browser tests need Chromium: install chromium or Google Chrome, or set CHROMIUM_PATH.',
    )
  }
  console.log('Installing Chromium for the browser tests (once) ...')
  apt('update')
  let output = ''
  // chromium-headless-shell does not exist in every release.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    output = apt('install', '-y', '--no-install-recommends', name).output
    const installed = findChromium()
    if (installed) return installed
  }
  throw new Error(
    `${output}\nChromium could not be installed with apt-get: install it, or set CHROMIUM_PATH.`,
  )
}

function apt(...args: string[]): { output: string } {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { stdout, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8' })
  return { output: `${stdout}${stderr}`.trim() }
}
