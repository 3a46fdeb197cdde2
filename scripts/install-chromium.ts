/** Gets a browser onto a bare Debian or Ubuntu machine, as test machines are. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findChromium } from '../tests/setup/chromium.ts'

/** Answers the path of a Chromium, installing one where we may; throws one clear line where there is none to be had. */
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
  // Not every release has the first one.
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
