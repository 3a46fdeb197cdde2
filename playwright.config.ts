import { defineConfig } from '@playwright/test'
import { browserOptions } from './tests/setup/chromium.ts'

/** Tests tagged @nightly run in the nightly set only, those tagged @nightly-laptop run there at the laptop's width. */
const isNight = Boolean(process.env.NIGHTLY)
const nightly = /@nightly(?!-)/

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './tests/e2e/start-shop.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // One more than processors: a test waits for mail, jobs and the page about a third of its time.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // Long timeouts and one retry, so that a busy machine fails no test; one that passes on retry is reported as flaky.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  retries: 1,
  reporter: [['dot']],
  use: {
    browserName: 'chromium',
    launchOptions: browserOptions(),
    trace: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
  },
  projects: [
    // Tests tagged @laptop or @phone run in one project only: they need a keyboard or do not depend on the screen size.
    {
      name: 'phone',
      ...(isNight ? { grep: nightly, grepInvert: /@laptop/ } : { grepInvert: [/@laptop/, nightly] }),
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'laptop',
      ...(isNight ? { grep: /@nightly/, grepInvert: /@phone/ } : { grepInvert: [/@phone/, /@nightly/] }),
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
})
