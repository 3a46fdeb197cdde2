/** No file that a visitor can load contains anything of the administrator's pages (api-rules §2). */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nightly } from '../../tests/setup/nightly.ts'
import { addAdmin, type Admin, adminPassword } from '../../tests/setup/people.ts'
import { startTestShop, type TestShop } from '../../tests/setup/shop.ts'

const root = path.join(import.meta.dirname, '../..')

let shop: TestShop
let admin: Admin
let home: string

beforeAll(async () => {
  shop = await startTestShop({ pages: true })
  admin = await addAdmin(shop)
  home = (await admin.get('/private/me')).body.home
})
afterAll(() => shop?.stop())

test(
  'no script, style or other text that a visitor can load contains anything of them',
  nightly(
    'It reads all built files. That they are given to administrators only is proved beside it each time.',
  ),
  async () => {
    const words = adminWords()
    const console = readFileSync(path.join(root, 'build/admin/console.js'), 'utf8')
    // The words are texts of the pages.
    expect(words.filter((word) => console.includes(word)).length).toBeGreaterThan(100)

    const visitor = shop.client()
    const addresses = [
      ...filesIn('build/client').map((file) => `/${path.relative('build/client', file)}`),
      '/',
      '/login',
      '/register',
      '/register-seller',
      '/nowhere',
      '/_.data',
      '/robots.txt',
      '/sitemap.xml',
    ].filter((address) => !/\.(br|gz|woff2|avif|webp|jpg|png)$/.test(address))
    const found: string[] = []
    for (const address of addresses) {
      const text = await (await visitor.request(address, {})).text()
      if (/admin/i.test(text)) found.push(`${address}: ${/.{20}admin.{20}/i.exec(text)?.[0]}`)
      found.push(...words.filter((word) => text.includes(word)).map((word) => `${address}: ${word}`))
    }
    expect(addresses.length).toBeGreaterThan(50)
    expect(found).toEqual([])
  },
)

test('their files are given to an administrator, and to nobody else under whatever name', async () => {
  const files = filesIn('build/admin').map((file) => path.relative('build/admin', file))
  expect(files).toContain('console.js')
  const others = [shop.client(), await shop.customer()]
  for (const file of files) {
    const own = await admin.request(`${home}/${file}`, {})
    expect(own.status).toBe(200)
    expect(own.headers.get('cache-control')).toBe('private, no-cache')
    const etag = own.headers.get('etag') ?? ''
    expect((await admin.request(`${home}/${file}`, { headers: { 'if-none-match': etag } })).status).toBe(304)
    // Fonts are the shop's own, too.
    if (existsSync(path.join(root, 'build/client/assets', file))) continue
    for (const person of others)
      for (const address of [home, '', '/admin', '/assets', '/build/admin', '/assets/%2e%2e/admin'])
        expect((await person.request(`${address}/${file}`, {})).status, address).toBe(404)
    expect((await admin.request(`/${crypto.randomUUID()}/${file}`, {})).status).toBe(404)
  }
  for (const name of ['../console.js', '..%2fserver%2findex.js', 'console.js.map'])
    expect((await admin.request(`${home}/${name}`, {})).status).toBe(404)
})

test('the link to them and its label come from the server, for an administrator only', async () => {
  expect(home).toMatch(/^\/[\da-f]{32}$/)
  const login = { email: admin.email, password: adminPassword }
  expect((await shop.client().post('/auth/login', login)).body.msg).toBe('Admin Login Success')
  const customer = await shop.customer()
  expect((await customer.get('/private/me')).body).toEqual({ email: customer.email, role: 'CUSTOMER' })

  const page = await admin.get(home)
  expect(page.status).toBe(200)
  expect(page.headers.get('cache-control')).toBe('private, no-store')
  // Before the script that writes the first line: late fonts move the layout.
  const font = /rel="preload" href="([^"]+\.woff2)" as="font"/.exec(page.body)?.[1] ?? ''
  expect((await admin.request(font, {})).headers.get('content-type')).toBe('font/woff2')
  expect((await admin.get(`${home}/audit`)).status).toBe(200)
  expect((await admin.get(`${home}/rates/gst`)).status).toBe(200)
  expect((await admin.get(`${home}/a/b/c`)).status).toBe(404)
  await admin.post('/auth/logout')
  expect((await admin.get(home)).status).toBe(404)
})

/** The words in the pages' sources that the shop's own sources do not have. */
function adminWords(): string[] {
  const [own, others] = [true, false].map((wanted) =>
    filesIn('web')
      .filter((file) => /\.tsx?$/.test(file) && file.includes('/routes/admin/') === wanted)
      .map((file) => readFileSync(path.join(root, file), 'utf8'))
      .join('\n'),
  )
  const said = [
    ...(own ?? '').matchAll(/'([A-Z][^'\n]{7,})'|="([A-Z][^"\n]{7,})"|>\s*([A-Z][^<>{}\n]{7,}?)\s*</g),
  ]
  const words = new Set(said.map(([, quoted, attribute, text]) => quoted ?? attribute ?? text ?? ''))
  return [...words].filter((word) => !others?.includes(word))
}

function filesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
}
