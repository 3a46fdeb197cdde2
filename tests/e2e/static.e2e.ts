/** Specification §1, §2 'Static pages', §5 'Contact form', §9 'Policy text': the pages of fixed text. */
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts'
import { expect, test } from './shop-test.ts'

const dated = ['August 2025', 'Last updated: 26 August 2025']
const hours = ['Monday to Saturday, 9 AM to 6 PM IST']

/** What each page must say, and what it must not say because another page says it differently. */
const pages: Record<string, { heading: string; says: string[]; not?: string[] }> = {
  '/shipping-policy': {
    heading: 'Shipping Policy',
    says: [
      ...dated,
      'within India only',
      'from 8 AM to 9 PM, Monday to Saturday',
      'no deliveries on Sundays or public holidays',
      'Vendor lead time: 5 to 7 business days',
      'Processing: 2 to 3 business days',
      'Under 500g₹50',
      '500g to 1 kg₹80',
      'Tracking stays active for 7 days after delivery',
    ],
    not: ['₹75'],
  },
  '/privacy-policy': {
    heading: 'Privacy Policy',
    says: [...dated, 'Account deletion takes 7 business days', 'at least 18 years old'],
  },
  '/terms-and-conditions': {
    heading: 'Terms and Conditions',
    says: [
      ...dated,
      'at least 18 years old',
      'Cancellation is possible within 1 hour',
      'Deletion takes 7 business days',
      'Grievance Officer',
      'acknowledged within 48 hours',
    ],
  },
  '/return-and-refund-policy': {
    heading: 'Returns and Exchange Policy',
    says: [
      ...dated,
      'Contact us within 7 days of delivery',
      'Ship the product back within 7 days',
      'refund within 7 days of the returned product being received',
      'cancel an order within 1 hour',
    ],
    not: ['5 to 7 business days', '3 days'],
  },
  '/faqs': {
    heading: 'Frequently Asked Questions',
    says: [
      'Rates start from ₹75',
      'Within 5 to 7 business days, to the card',
      'Yes, within 1 hour',
      'From 8 AM to 9 PM, Monday to Saturday',
      '7 days after delivery',
      '7 business days',
    ],
    not: ['₹50', '₹80'],
  },
  '/help': {
    heading: 'How can we help you?',
    says: ['Contact us within 3 days of delivery'],
    not: ['within 7 days'],
  },
  '/contact': { heading: 'Contact Us', says: ['reply within 24 hours', ...hours] },
  '/support': {
    heading: 'Customer Support',
    says: [
      '24 hours',
      'average response time',
      '98%',
      'customer satisfaction',
      ...hours,
      'Closed on Sundays and public holidays',
    ],
  },
  '/about': {
    heading: 'About Hariyali',
    says: [
      '10,000+',
      '5,000+',
      '500+',
      'verified sellers',
      '50+',
      'founded in 2023',
      '2024',
      '2025',
      'Our Story',
      'Our Mission',
      'Our Values',
      'What We Offer',
      'Our Journey',
      'Sustainability First',
      'Quality Assurance',
      'Community Care',
      'Global Impact',
      'hello@hariyaali.test',
    ],
    not: ['hello@hariyali.test'],
  },
  '/careers': {
    heading: 'Careers at Hariyali',
    says: ['95%', 'employee satisfaction', '2+', 'years of growth', 'How to Apply', 'careers@hariyaali.test'],
    not: ['careers@hariyali.test'],
  },
}

test(
  'every page has its words, figures and dates in its HTML, and a title and address of its own',
  {
    tag: '@laptop',
  },
  async ({ request }) => {
    const titles = new Set<string>()
    for (const [path, { heading, says, not = [] }] of Object.entries(pages)) {
      const response = await request.get(path)
      expect(response.status(), path).toBe(200)
      const html = await response.text()
      const text = textOf(html)
      expect(/<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]?.replace(/<!-- -->/g, ''), path).toBe(heading)
      for (const words of says) expect(text, path).toContain(words)
      for (const words of not) expect(text, path).not.toContain(words)
      expect(html, path).toMatch(new RegExp(`<link rel="canonical" href="[^"]+${path}"`))
      expect(html, path).toMatch(/<meta name="description" content="[^"]{40,160}"/)
      titles.add(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '')
    }
    expect(titles.size).toBe(Object.keys(pages).length)
  },
)

/** The text of the HTML: without scripts, tags and the marks that React leaves between texts. */
function textOf(html: string): string {
  const entities: Record<string, string> = { amp: '&', quot: '"', '#x27': "'", lt: '<', gt: '>' }
  return html
    .replace(/<script[\s\S]*?<\/script>|<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, '')
    .replace(/&(amp|quot|#x27|lt|gt);/g, (_, name: string) => entities[name] ?? '')
}

test('the FAQ is there for search engines: each question on the page with its answer @nightly @phone', async ({
  page,
}) => {
  await page.goto('/faqs')
  const data = JSON.parse(await page.locator('script[type="application/ld+json"]').innerText()) as {
    '@type': string
    mainEntity: { name: string; acceptedAnswer: { text: string } }[]
  }
  expect(data['@type']).toBe('FAQPage')
  expect(data.mainEntity.map(({ name }) => name)).toEqual(await page.locator('summary').allInnerTexts())
  expect(data.mainEntity.every(({ acceptedAnswer }) => acceptedAnswer.text.length > 20)).toBe(true)
})

/** One of each kind for wide screens; FAQ and support are looked at in tests of their own. */
const kinds = ['/shipping-policy', '/about', '/contact', '/help']

test('no page scrolls sideways at 320 px, and axe finds nothing @nightly', async ({ page, isMobile }) => {
  test.slow()
  for (const [path, { heading }] of Object.entries(pages)) {
    if (!isMobile && !kinds.includes(path)) continue
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
})

test('the footer leads to every page, without loading the document again, and up to the top @nightly', async ({
  page,
}) => {
  await gotoHydrated(page, '/shipping-policy')
  const footer = page.getByRole('contentinfo')
  for (const [name, path] of [
    ['Register as a Seller', '/register-seller'],
    ['Return & Refund Policy', '/return-and-refund-policy'],
    ['Privacy Policy', '/privacy-policy'],
    ['Terms and Conditions', '/terms-and-conditions'],
    ['FAQs', '/faqs'],
    ['Contact Us', '/contact'],
    ['Get Customer Support', '/support'],
    ['Help', '/help'],
    ['About Us', '/about'],
    ['Careers', '/careers'],
  ] as const) {
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
  }
  // Two have an address in tests/e2e/shop-process.ts. The others are placeholders that say so and do nothing.
  for (const [name, address] of [
    ['Bulk & Corporate Req', 'https://forms.example/bulk'],
    ['Facebook', 'https://www.facebook.com/hariyali'],
  ] as const)
    await expect(footer.getByRole('link', { name: `${name} (opens in a new tab)` })).toHaveAttribute(
      'href',
      address,
    )
  for (const name of ['Affiliate Program', 'Instagram', 'LinkedIn', 'X', 'YouTube']) {
    const placeholder = footer.getByRole('link', { name: `${name} (not available yet)`, exact: true })
    await expect(placeholder).toBeDisabled()
    await expect(placeholder).toHaveAttribute('title', 'Not available yet')
    await placeholder.click({ force: true })
    await expect(page).toHaveURL('/shipping-policy')
  }
  await expect(footer).toContainText('© 2024 Hariyali. All rights reserved.')

  for (const [name, heading] of [
    ['Return & Refund Policy', 'Returns and Exchange Policy'],
    ['About Us', 'About Hariyali'],
    ['Get Customer Support', 'Customer Support'],
    ['Shipping Policy', 'Shipping Policy'],
  ] as const) {
    await footer.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    expect(await isHydrated(page), 'still the same document').toBe(true)
  }
})

test('a heading is reached by its address: from the table of contents, from another page, and back @nightly', async ({
  page,
}) => {
  await gotoHydrated(page, '/return-and-refund-policy')
  if ((page.viewportSize()?.width ?? 0) >= 1024) {
    const contents = page.getByRole('navigation', { name: 'On this page' })
    await contents.getByRole('link', { name: 'If we do not agree' }).click()
    await expect(page).toHaveURL('/return-and-refund-policy#complaint')
    await expect(page.getByRole('heading', { name: 'If we do not agree' })).toBeFocused()
    await page.goBack()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  }
  await page.getByRole('link', { name: 'Terms and Conditions' }).first().click()
  await expect(page).toHaveURL('/terms-and-conditions#grievances')
  const heading = page.getByRole('heading', { name: 'Complaints and the Grievance Officer' })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  await expect(page.getByRole('link', { name: 'Become a Seller' })).toHaveAttribute(
    'href',
    '/register-seller',
  )
  expect(await isHydrated(page), 'still the same document').toBe(true)
})

test('the FAQ has six categories; searching says how much it found, opens it, and says when there is nothing @nightly', async ({
  page,
}) => {
  await gotoHydrated(page, '/faqs')
  const main = page.getByRole('main')
  const questions = main.getByRole('group')
  await expect(main.getByRole('navigation', { name: 'Categories' }).getByRole('listitem')).toHaveCount(6)
  const all = await questions.count()
  await expect(main.getByRole('status')).toHaveText(`${all} questions`)
  const answer = main.getByText('Rates start from ₹75')
  await expect(answer).toBeHidden()
  await main.getByText('How much is shipping?').click()
  await expect(answer).toBeVisible()

  // Words of the answer count, in any case and order; without a match in the question itself.
  const search = main.getByRole('searchbox', { name: 'Search the questions' })
  await search.fill('₹75 RATES')
  await expect(main.getByRole('status')).toHaveText('1 question found')
  await expect(questions).toHaveCount(1)
  await expect(answer).toBeVisible()
  await search.fill('refund')
  await expect(main.getByRole('status')).toHaveText(`${await questions.count()} questions found`)
  await search.fill('xylophone')
  await expect(main.getByText('No questions found')).toBeVisible()
  await expect(main.getByRole('status')).toHaveText('0 questions found')
  await expectAccessible(page)
  await search.fill(' ')
  await expect(questions).toHaveCount(all)
})

test('support has three tabs for mouse and keyboard, with every way to reach us @nightly', async ({
  page,
}) => {
  await gotoHydrated(page, '/support')
  const tab = (name: string) => page.getByRole('tab', { name })
  const panel = page.getByRole('tabpanel')
  await expect(panel).toHaveAccessibleName('Contact Us')
  const card = panel.getByRole('listitem').filter({ hasText: 'Recommended' })
  await expect(card).toContainText('Response time: 24 hours')
  await expect(card.getByRole('link')).toHaveAttribute('href', 'mailto:support@hariyali.test')
  await expect(panel.getByRole('link', { name: 'Read the FAQs' })).toHaveAttribute('href', '/faqs')
  await expect(panel.getByRole('heading', { name: 'Support hours' })).toBeVisible()

  await tab('Contact Us').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab('Support Categories')).toBeFocused()
  await expect(panel).toHaveAccessibleName('Support Categories')
  await expect(panel.getByRole('link', { name: /^Returns and Refunds/ })).toHaveAttribute(
    'href',
    'mailto:support@hariyali.test?subject=Returns%20and%20Refunds%20-%20Support%20Request',
  )
  await expect(panel.getByRole('link', { name: 'support@hariyali.test' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('End')
  await expect(tab('Quick Solutions')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowRight')
  await expect(tab('Contact Us')).toBeFocused()

  await tab('Quick Solutions').click()
  await expect(panel).toHaveCount(1)
  const search = panel.getByPlaceholder('Search for solutions...')
  await search.fill('otp')
  await expect(panel.getByText('I get no OTP')).toBeVisible()
  await expect(panel.getByText('Where is my order?')).toBeHidden()
  await search.fill('xylophone')
  await expect(panel.getByRole('status')).toContainText('No solutions found')
  await expect(panel.getByText('Try other keywords, or email our support')).toBeVisible()
  await expect(panel.getByRole('region', { name: 'Still need help?' })).toBeVisible()
  await expectAccessible(page)
})

test('the contact form tells what is missing, takes 2 seconds, thanks, makes no call, and opens the message as an e-mail @nightly @phone', async ({
  page,
}) => {
  await page.clock.install()
  await gotoHydrated(page, '/contact')
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  const send = page.getByRole('button', { name: /^Send/ })
  const field = (name: string) => page.getByLabel(name, { exact: true })
  expect(await field('Category').locator('option').allInnerTexts()).toEqual([
    'Select a category',
    'Order',
    'Product',
    'Account',
    'General',
    'Partnership',
    'Feedback',
  ])
  await field('Message').fill('Where is it?')
  await field('Email').fill('asha@')
  await field('Phone (optional)').fill('12345')
  await send.click()
  await expect(field('Name')).toBeFocused()
  await expect(field('Name')).toHaveAccessibleDescription('Name is required.')
  await expect(field('Email')).toHaveAccessibleDescription('Email address is invalid.')
  await expect(field('Phone (optional)')).toHaveAccessibleDescription('Phone number must be 10 digits.')
  await expect(field('Category')).toHaveAccessibleDescription('Please select a category.')
  await expect(field('Subject')).toHaveAccessibleDescription('Subject is required.')
  await expect(field('Message')).toHaveValue('Where is it?')
  await expectAccessible(page)

  await field('Name').fill('Asha Rao')
  await field('Email').fill('asha@browsers.hariyali.test')
  await field('Phone (optional)').fill('')
  await field('Category').selectOption('order')
  await field('Subject').fill('My order')
  await expect(page.getByRole('main')).toContainText('We answer from that address.')
  const opened = await mailsOpened(page)
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await send.click()
  await expect(send).toHaveText('Sending...')
  await send.dispatchEvent('click')
  await field('Subject').press('Enter')
  const banner = page.getByRole('main').getByRole('status')
  await page.clock.runFor(1_900)
  await expect(send).toHaveText('Sending...')
  await expect(banner).toBeHidden()
  await page.clock.runFor(200)
  await expect(banner).toContainText('Thank you for your message!')
  await expect(banner).toContainText('within 24 hours')
  await expect(banner).toBeFocused()
  // Once: the press while it was busy sent nothing more.
  await page.clock.runFor(4_000)
  await expect(send).toHaveText('Send Message')
  const [address] = await opened()
  const { pathname, searchParams } = new URL(address ?? '')
  expect([pathname, searchParams.get('subject'), searchParams.get('body')]).toEqual([
    'support@hariyali.test',
    'Order: My order',
    'Where is it?\r\n\r\nName: Asha Rao\r\nEmail: asha@browsers.hariyali.test',
  ])
  expect(await opened()).toHaveLength(1)

  // The page cannot find out whether an e-mail program opened: the text stays, and there are two other ways.
  await expect(field('Message')).toHaveValue('Where is it?')
  await expect(banner).toContainText('No email opened?')
  await banner.getByRole('link', { name: 'Open the email' }).click()
  expect(await opened()).toEqual([address, address])
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await banner.getByRole('button', { name: 'Copy the message' }).click()
  await expect(banner.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    'Order: My order\n\nWhere is it?',
  )
  await page.clock.resume()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await field('Message').fill('म'.repeat(400))
  await send.click()
  await expect(banner).toContainText('too long to be filled in')
  const body = new URL((await opened()).at(-1) ?? '').searchParams.get('body')
  expect(body).toBe('(Please paste the message here.)')
  expect(calls).toEqual([])
})

/** Holds the e-mails that the page opens, because no e-mail program is installed here; returns their addresses. */
async function mailsOpened(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const opened: string[] = []
    Object.assign(window, { opened })
    addEventListener('click', (event) => {
      const { href = '' } = (event.target as Element).closest('a') ?? {}
      if (!href.startsWith('mailto:')) return
      event.preventDefault()
      opened.push(href)
    })
  })
  return () => page.evaluate(() => (window as unknown as { opened: string[] }).opened)
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('everything can be read, and what needs scripts is not offered @nightly-laptop', async ({ page }) => {
    await page.goto('/support')
    for (const title of ['Contact Us', 'Support Categories', 'Quick Solutions'])
      await expect(page.getByRole('main').getByRole('heading', { name: title, level: 2 })).toBeVisible()
    await expect(page.getByRole('tab')).toHaveCount(0)
    await expect(page.getByRole('searchbox', { name: 'Search for solutions' })).toBeHidden()

    await page.goto('/faqs')
    await page.getByText('When do I get my refund?').click()
    await expect(page.getByText('Within 5 to 7 business days')).toBeVisible()
    await expect(page.getByRole('searchbox', { name: 'Search the questions' })).toBeHidden()

    for (const path of ['/login', '/register', '/reset-password', '/invitation', '/register-seller']) {
      await page.goto(path)
      await expect(page.getByText('This page needs JavaScript.'), path).toBeVisible()
      await expect(page.getByRole('button'), path).toHaveCount(0)
    }

    await page.goto('/contact')
    await expect(page.getByText('This form needs JavaScript.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send Message' })).toBeHidden()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Careers' }).click()
    await expect(page.getByRole('heading', { name: 'How to Apply' })).toBeVisible()
    const apply = page.getByRole('link', { name: 'Send Your Resume' })
    await expect(apply).toHaveAttribute(
      'href',
      'mailto:careers@hariyaali.test?subject=Application%20at%20Hariyali',
    )
  })
})

/** Opens a page and waits until its scripts have taken over. */
async function gotoHydrated(page: Page, path: string): Promise<void> {
  await page.addInitScript(() =>
    addEventListener('app:hydrated', () => Object.assign(window, { hydrated: true })),
  )
  await page.goto(path)
  await expect.poll(() => isHydrated(page)).toBe(true)
}

function isHydrated(page: Page): Promise<boolean> {
  return page.evaluate(() => 'hydrated' in window)
}
