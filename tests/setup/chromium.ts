/** Finds the Chromium for tests and measurements and defines its command line. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'

// Preferred: chromium-headless-shell has the same engine without windows, and tests take a tenth less time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** Features of Chromium's own window, switched off: with them a page takes twice the processor time. */
const windowFeatures = [
  // The suggestions under the address field: two pages of the browser, loaded for each window.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // A spare process for the next page, which a test hardly ever opens.
  'SpareRendererForSitePerProcess',
]
/** Chromium reads only the last --disable-features, so those that Playwright names are repeated. */
const featuresOfPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'SkipListAccountsWithoutGaiaCookies',
]

export const chromiumArguments = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...featuresOfPlaywright, ...windowFeatures].join(',')}`,
  // Fail all other host names at once, because a slow or silent DNS resolver would delay page loads.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/** Returns CHROMIUM_PATH, an installed browser, or the one that Playwright has downloaded; undefined if there is none. */
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
