import { defineConfig } from '@playwright/test'
import { browserOptions } from './tests/setup/chromium.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './tests/e2e/start-shop.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // Generous, because a busy machine is no fault of the shop; a test that passes only the second time is shown as flaky.
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
    // What needs a keyboard, and what is the same for every screen, runs on one of the two alone.
    {
      name: 'phone',
      grepInvert: /@laptop/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
    { name: 'laptop', grepInvert: /@phone/, use: { viewport: { width: 1280, height: 800 } } },
  ],
})
