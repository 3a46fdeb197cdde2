import { defineConfig } from '@playwright/test'
import { browserOptions } from './tests/setup/chromium.ts'

/**
 * `npm test` leaves out tests tagged @nightly, and runs those tagged @nightly-laptop or @nightly-phone at the other width only;
 * `npm run test:nightly` runs what is left.
 */
const isNight = Boolean(process.env.NIGHTLY)

/** Which tests run at this width; those tagged `other` never do. */
const testsOf = (width: 'phone' | 'laptop', other: RegExp) => {
  const atNight = new RegExp(`@nightly(?:-${width}\\b|(?!-))`)
  return isNight ? { grep: atNight, grepInvert: other } : { grepInvert: [other, atNight] }
}

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
      ...testsOf('phone', /@laptop/),
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'laptop',
      ...testsOf('laptop', /@phone/),
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
})
