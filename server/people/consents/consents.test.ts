/** The kept texts are those that the pages show, and a sign-up notes their versions. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { textVersions } from '../../../contract/own-data.ts'
import { signUp } from '../../../tests/setup/people.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'
import { sql } from '../../platform/db/sql.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ pages: true })
})
afterAll(() => shop.stop())

/** The words of the page's main part, a line for each paragraph. */
function wordsOf(html: string): string {
  const [, main = ''] = /<main[^>]*>([^]*)<\/main>/.exec(html) ?? []
  return main
    .replace(/<(?:\/(?:p|li|h\d|dd|dt|tr|ul|section|nav))>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
}

// Red because a page has other words? A new day in `textVersions` comes first: the text that people agreed to stays.
test('the texts of the newest versions are what the pages say', async () => {
  const pages = { terms: '/terms-and-conditions', privacy: '/privacy-policy' }
  for (const kind of ['terms', 'privacy'] as const) {
    const { body } = await shop.client().get<string>(pages[kind])
    // The date of the specification is not that of this text.
    expect(body).toContain(`<time dateTime="${textVersions[kind]}">`)
    await expect(`${wordsOf(body)}\n`).toMatchFileSnapshot(`texts/${kind}-${textVersions[kind]}.txt`)
  }
})

test('a sign-up notes what was agreed to', async () => {
  const email = 'agrees@consents.test'
  const noted = () =>
    shop.db.query<{ kind: string; version: string }>(sql`
      select kind, version::text as version from consent c join account a on a.id = c.account_id where a.email = ${email} order by kind`)
  await signUp(shop, email)
  const both = [
    { kind: 'privacy', version: textVersions.privacy },
    { kind: 'terms', version: textVersions.terms },
  ]
  expect(await noted()).toEqual(both)
})
