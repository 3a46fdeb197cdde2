/** The administrator's pages: an ordinary 404, byte for byte, for everybody else (api-rules §2). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAdmin, type Admin } from '../../tests/setup/people.ts'
import { addSeller } from '../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { AdminPaths } from '../../contract/admin-security.ts'

let shop: TestShop
let admin: Admin
let paths: AdminPaths

beforeAll(async () => {
  shop = await startTestShop({ pages: true })
  admin = await addAdmin(shop)
  paths = (await admin.get('/public/admin/me')).body.paths
})
afterAll(() => shop?.stop())

/** The response that a browser gets, without parts that differ each time. */
async function answer(client: { request: Admin['request'] }, target: string) {
  const response = await client.request(target, {})
  const headers = Object.fromEntries(response.headers)
  for (const name of ['x-request-id', 'date']) delete headers[name]
  // The page contains its own address in places.
  const body = (await response.text()).replaceAll(target.replace(/\.data$/, ''), '/…')
  return { status: response.status, headers, body }
}

test('whoever is no administrator gets the same 404 there as anywhere', async () => {
  const people = [shop.client(), await shop.customer(), await addSeller(shop)]
  for (const person of people) {
    const nowhere = await answer(person, '/00000000-0000-4000-8000-000000000000')
    expect(nowhere.status).toBe(404)
    for (const name of Object.values(paths)) expect(await answer(person, `/${name}`)).toEqual(nowhere)
    expect(await answer(person, `/${paths.overview}/audit`)).toEqual(await answer(person, '/nothing/audit'))
    expect(await answer(person, '/admin-seller-orders/a@b.test')).toEqual(
      await answer(person, '/admin-nothing/a@b.test'),
    )
    expect(await answer(person, `/${paths.orders}.data`)).toEqual(await answer(person, '/nothing.data'))
  }
})

test('the paths are sent to an administrator only, and no file of the build contains them', async () => {
  const everything = JSON.stringify([
    (await shop.client().get('/api/v1/openapi.json')).body,
    (await shop.client().get('/robots.txt')).body,
    (await shop.client().get('/sitemap.xml')).body,
    (await shop.client().get('/')).body,
    (await shop.client().get('/public/settings')).body,
  ])
  const assets = path.join(import.meta.dirname, '../../build/client/assets')
  const scripts = readdirSync(assets)
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(path.join(assets, file), 'utf8'))
    .join('\n')
  for (const name of Object.values(paths)) {
    expect(everything).not.toContain(name)
    expect(scripts).not.toContain(name)
  }
})
