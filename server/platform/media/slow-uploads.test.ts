/** Uploads that trickle: fourteen sellers hold every place, and give it up to one whose picture arrives. */
// @module-tag nightly: Uploads that trickle for half a minute. upload.test.ts proves uploads each time.
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jpeg, upload } from '../../../tests/setup/pictures.ts'
import { addSeller, type Seller } from '../../../tests/setup/sellers.ts'
import { startTestShop, type TestShop } from '../../../tests/setup/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.stop())

/** An upload that sends little more than the least each second; its status when it ends, 0 without one. */
function trickle(seller: Seller, uploads: (() => void)[]): Promise<number> {
  const cookie = [...seller.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const call = request(`${shop.url}/media/v1_1/local/image/upload`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'multipart/form-data; boundary=x', 'content-length': '9000000' },
  })
  const timer = setInterval(() => call.write(Buffer.alloc(20_000)), 1_000)
  call.write('--x')
  uploads.push(() => call.destroy())
  return new Promise((resolve) => {
    call.once('response', (response) => resolve(response.statusCode ?? 0))
    call.once('error', () => resolve(0))
    call.once('close', () => {
      clearInterval(timer)
      resolve(0)
    })
  })
}

test('with all places taken by bodies that trickle, another seller uploads a picture', async () => {
  const sellers: Seller[] = []
  for (let i = 0; i < 15; i += 1) sellers.push(await addSeller(shop))
  const [honest, ...slow] = sellers
  if (!honest) throw new Error('nobody')
  const uploads: (() => void)[] = []
  const ended: number[] = []
  // As many as each may have: ten, then four, then two.
  for (const seller of slow)
    for (let i = 0; i < 10; i += 1) {
      void trickle(seller, uploads).then((status) => ended.push(status))
      await sleep(20)
    }
  await sleep(11_000)
  // The others were refused: each account has its share, and there was no place any more.
  expect(uploads.length - ended.length).toBe(50)
  const before = ended.length
  expect((await upload(honest, await jpeg())).status).toBe(200)
  expect(ended.slice(before)).toEqual([408])
  for (const end of uploads) end()
}, 150_000)
