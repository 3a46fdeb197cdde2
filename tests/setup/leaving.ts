/** People who download what the shop has of them, and who delete their account; what is left of them then. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { eventually } from './buying.ts'
import { browserAt, logIn, password, verify as verifyEmail } from './people.ts'
import type { Customer, TestShop } from './shop.ts'
import { sql } from '../../server/platform/db/sql.ts'
import { personalRows } from '../../server/administration/erasure/personal-rows.ts'

export const accountIdOf = async (shop: TestShop, email: string) =>
  (await shop.db.query<{ id: string }>(sql`select id from account where email = ${email}`))[0]?.id ?? ''

export const untilMailSays = (shop: TestShop, email: string, words: string) =>
  eventually(
    () => shop.mailSoFar(email),
    (all) => all.some(({ text }) => text.includes(words)),
  )

/** The seven days pass. */
export const endDeletionWait = (shop: TestShop, id: string) =>
  shop.db.query(sql`update account set deletion_due_at = now() - interval '1 second' where id = ${id}`)

/** Which tables have one of these strings anywhere, as text. */
export async function tablesWith(shop: TestShop, strings: readonly string[]): Promise<string[]> {
  const tables = await shop.db.query<{ name: string }>(sql`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'pgboss') and c.relkind = 'r' order by 1`)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await shop.db.execute(
      `select 1 from ${name} x where x::text ilike any(select '%' || s || '%' from unnest($1::text[]) s) limit 1`,
      [strings],
    )
    if (rows.length > 0) found.push(name.replace('public.', ''))
  }
  return found
}

/** Files of the data folder with one of these strings. The stand-ins of outside providers have a folder of their own in it. */
export const filesWith = (shop: TestShop, strings: readonly string[]): string[] =>
  readdirSync(shop.running.shop.config.dataDir, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !file.parentPath.endsWith('/sandbox'))
    .map((file) => path.join(file.parentPath, file.name))
    .filter((file) => {
      const bytes = readFileSync(file)
      return strings.some((text) => bytes.includes(text))
    })

/** The tables that the page names as kept by law, or with something left. */
export const keptByLaw = (side: 'buyer' | 'seller') =>
  Object.entries(personalRows).flatMap(([table, rules]) =>
    rules.some(({ of, deletion }) => (of === side || of === 'both') && deletion.does === 'kept')
      ? [table]
      : [],
  )

export async function customerNamed(
  shop: TestShop,
  email: string,
  first: string,
  last: string,
  mobile: string,
): Promise<Customer & { id: string }> {
  const browser = browserAt(shop)
  const codes = async () =>
    (await shop.mailSoFar(email)).flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])
  const before = (await codes()).length
  const signedUp = { firstName: first, lastName: last, email, mobile, password }
  expect((await browser.post('/auth/customer/signup', signedUp)).status).toBe(200)
  await verifyEmail(browser, email, (await eventually(codes, (all) => all.length > before))[0]!)
  await logIn(browser, email)
  return Object.assign(browser, { email, password, id: await accountIdOf(shop, email) })
}

export const leaversHome = {
  street: '77 Jacaranda Walk',
  city: 'Jaipur',
  state: 'Rajasthan',
  pinCode: '302001',
}

export const askForDeletion = (who: { post: Customer['post'] }, keepReviews = false) =>
  who.post('/private/own-data/deletion', { keepReviews })

/** The cookie of a new session: the client of tests reads text. */
export async function headersOf(
  shop: TestShop,
  email: string,
  secret = password,
): Promise<Record<string, string>> {
  const origin = new URL(shop.url).origin
  const response = await fetch(`${shop.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email, password: secret }),
  })
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return { cookie, origin, 'sec-fetch-site': 'same-origin' }
}

export async function archiveOf(shop: TestShop, email: string): Promise<Uint8Array> {
  const response = await fetch(`${shop.url}/api/v1/private/own-data/archive`, {
    headers: await headersOf(shop, email),
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  return new Uint8Array(await response.arrayBuffer())
}
