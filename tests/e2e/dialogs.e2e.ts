/** Dialogs of the shop and of the administrator's pages leave the page behind them where it is, and ask before what cannot be undone. */
import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { browserOptions } from '../setup/chromium.ts'
import { couponInput } from '../setup/coupons.ts'
import { admin, callApi, customer, expect, seller, test } from './shop-test.ts'

/** Opens a dialog and returns by how many pixels the button that opened it moved sideways. */
async function shift(page: Page, name: RegExp): Promise<number> {
  const opener = page.getByRole('button', { name }).first()
  await expect(opener).toBeVisible()
  const before = await opener.boundingBox()
  await opener.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const after = await opener.boundingBox()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  return (after?.x ?? NaN) - (before?.x ?? NaN)
}

test('a dialog moves nothing of the page, with a scrollbar and without @nightly @laptop', async ({
  playwright,
  baseURL,
}) => {
  // Playwright hides scrollbars, which is what this is about.
  const browser = await playwright.chromium.launch({
    ...browserOptions(),
    ignoreDefaultArgs: ['--hide-scrollbars'],
  })
  const page = await browser.newPage({ ...(baseURL && { baseURL }) })
  const tall = { width: 1280, height: 2400 }
  const short = { width: 1280, height: 300 }
  const scrollbar = () => page.evaluate(() => innerWidth - document.documentElement.clientWidth)
  const tryBoth = async (path: string, opener: RegExp) => {
    for (const size of [tall, short]) {
      await page.setViewportSize(size)
      await page.goto(path)
      expect(await shift(page, opener), `${path} at ${size.height}`).toBe(0)
      expect((await scrollbar()) > 0, `scrollbar at ${size.height}`).toBe(size === short)
    }
  }
  const email = await customer(page)
  await tryBoth('/profile?show=wishlist', /^Edit Profile$/)
  await admin(page)
  const { paths } = await callApi<{ paths: { customers: string } }>(page, '/public/admin/me')
  await tryBoth(`/${paths.customers}?q=${encodeURIComponent(email)}`, /^Suspend/)
  await browser.close()
})

test('a coupon stops only after a second press, for a stopped one cannot start again', async ({ page }) => {
  const code = `STOP${randomInt(1_000_000, 10_000_000)}`
  await seller(page)
  await callApi(page, '/private/seller/coupons', couponInput(code))
  await page.goto('/seller-coupons')
  const stop = page.getByRole('button', { name: `Stop: ${code}` })
  await stop.click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await stop.click()
  await page.getByRole('button', { name: 'Stop coupon' }).click()
  await expect(page.getByText('The coupon is stopped.')).toBeVisible()
  await expect(stop).toBeHidden()
})
