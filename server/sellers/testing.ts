/** What the tests of sellers and of their pictures share. */
import sharp from 'sharp'
import { gstCheckCharacter } from '../../contract/gstin.ts'
import type { TestClient } from '../../tests/setup/client.ts'
import type { TestShop } from '../../tests/setup/shop.ts'
import { sql } from '../db/sql.ts'

let sellers = 0

/** A GST number of Maharashtra that nobody has yet. */
export function newGst(): string {
  sellers += 1
  const first14 = `27AAPFU${String(sellers).padStart(4, '0')}F1Z`
  return first14 + gstCheckCharacter(first14)
}

export function sellerSignup(email: string, more: object = {}) {
  return {
    email,
    password: 'green-and-secret',
    companyName: 'Test Bamboo Works',
    GSTNumber: newGst(),
    mobileNo: '9876543210',
    buildingNo: '12-A',
    street: 'Test Street',
    landmark: 'Near the test park',
    pinCode: '400001',
    city: 'Mumbai',
    state: 'Maharashtra',
    fullName: 'Test Owner',
    accountNo: '123456789012',
    IFSCCode: 'HDFC0000001',
    ...more,
  }
}

export interface Seller extends TestClient {
  email: string
  accountId: string
}

/** A seller who signed up, entered the code and is logged in by that. */
export async function newSeller(shop: TestShop, more: object = {}): Promise<Seller> {
  const email = `seller-${(sellers += 1)}@sellers.hariyali.test`
  const client = shop.client()
  const signup = await client.post('/auth/seller/signup', sellerSignup(email, more))
  if (signup.status !== 200) throw new Error(`sign-up: ${signup.status} ${JSON.stringify(signup.body)}`)
  const [mail] = await shop.mail(email)
  const otp = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
  const verified = await client.post('/auth/verify-otp', { email, otp })
  if (verified.status !== 200) throw new Error(`verify: ${verified.status} ${JSON.stringify(verified.body)}`)
  const [row] = await shop.db.query<{ id: string }>(sql`select id from account where email = ${email}`)
  return Object.assign(client, { email, accountId: row?.id ?? '' })
}

let pictures = 0

/** A small JPEG that differs from every other one. */
export async function jpeg(width = 300, height = 200): Promise<Buffer> {
  pictures += 1
  const background = { r: pictures % 256, g: (pictures * 7) % 256, b: 120 }
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

/** Sends a file as a browser's form does. */
export async function upload(
  client: TestClient,
  bytes: Uint8Array,
  { name = 'picture.jpg', type = 'image/jpeg', preset = 'local' } = {},
) {
  const form = new FormData()
  form.set('upload_preset', preset)
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), name)
  const response = await client.request('/media/v1_1/local/image/upload', { method: 'POST', body: form })
  return { status: response.status, body: await response.json() }
}

export async function uploaded(client: TestClient): Promise<string> {
  const { status, body } = await upload(client, await jpeg())
  if (status !== 200) throw new Error(`upload: ${status} ${JSON.stringify(body)}`)
  return body.secure_url
}

export interface TestSubcategory {
  categoryId: number
  subCategoryId: number
}

export async function newSubcategory(shop: TestShop, name = 'Brushes'): Promise<TestSubcategory> {
  const [row] = await shop.db.query<TestSubcategory>(sql`
    with c as (insert into category (name) values (${name}) returning id)
    insert into subcategory (category_id, name, image_url) select id, ${`${name} of wood`}, '/media/p/test/480.webp' from c
    returning category_id as "categoryId", id as "subCategoryId"`)
  if (!row) throw new Error('no subcategory')
  return row
}

export function productInput(subcategory: TestSubcategory, imageUrls: string[], more: object = {}) {
  return {
    name: 'Beechwood Dish Brush',
    imageUrls,
    price: 249.5,
    description: 'A brush with bristles of agave.',
    noOfUnits: 100,
    details: 'Material: beechwood',
    ...subcategory,
    height: 6.5,
    length: 24,
    width: 5,
    weight: 90,
    ...more,
  }
}
