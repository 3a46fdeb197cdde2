/** What every page must pass (WCAG 2.2 AA). */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './shop-test.ts'

/** `within`: only this part is checked. */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  // Half-faded messages have the contrast of the moment.
  await expect(page.getByRole('status').filter({ hasText: 'Successfully' })).toHaveCount(0)
  await layOutAll(page)
  // A document that axe has checked before contains its script already.
  const loaded = await page.evaluate(() => 'axe' in globalThis)
  const builder = new AxeBuilder({ page, ...(loaded && { axeSource: ';' }) })
  const { violations } = await (within ? builder.include(within) : builder)
    // Everything is in one frame of one origin, so axe needs no second page to collect results of frames.
    .setLegacyMode()
    // One node for each passed rule is enough: listing all of them takes longer than the rules.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}

/**
 * Lays out what the browser skips because it is far from the screen (shop.css). Its styles may be outdated: axe would measure, for
 * example, text of the light appearance on the ground of the dark one.
 */
async function layOutAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets = [sheet]
  })
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  if (size) await page.setViewportSize(size)
}

/** Nor with text of twice the size, which some people set in their browser. */
export async function expectLargeTextFits(page: Page): Promise<void> {
  const size = page.viewportSize()
  const setText = (fontSize: string) =>
    page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), fontSize)
  await page.setViewportSize({ width: 360, height: 640 })
  await setText('200%')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await setText('')
  if (size) await page.setViewportSize(size)
}
