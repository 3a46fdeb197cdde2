/** The thread that draws documents: what goes wrong with one of them does not concern the others. */
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { DocumentRow } from './queries.ts'
import { renderDocument } from './render.ts'

const good: DocumentRow = {
  id: '01a20497-82d5-75e9-a200-888100898cba',
  kind: 'invoice',
  serial: '26-27/000001',
  issuedOn: '2026-04-05',
  issuedAt: new Date('2026-04-05T06:00:00Z'),
  orderNumber: '7K3M-9QTX',
  orderedOn: '2026-04-01',
  paymentId: 'pay_1',
  sellerName: 'Aranya Soaps',
  sellerAddress: '12-A, Soap Street, Near the park, Jaipur, Rajasthan - 302001',
  sellerGstin: '08AAGCB7383J1Z8',
  sellerState: 'Rajasthan',
  sellerStateCode: '08',
  buyerName: 'Asha Rao',
  buyerBusinessName: null,
  buyerGstin: null,
  street: '12 Test Street',
  city: 'Jaipur',
  pinCode: '302001',
  placeOfSupply: 'Rajasthan',
  placeOfSupplyCode: '08',
  description: 'Soap',
  hsnCode: '3401',
  quantity: 1,
  unit: 'NOS',
  rateBp: 1800,
  grossPaise: 11_800,
  taxablePaise: 10_000,
  cgstPaise: 900,
  sgstPaise: 900,
  utgstPaise: 0,
  igstPaise: 0,
  reverseCharge: false,
  invoiceSerial: null,
  invoiceOn: null,
  reason: null,
}
const bad = { ...good, issuedOn: undefined } as unknown as DocumentRow
const isPdf = (pdf: Buffer) => pdf.subarray(0, 5).toString() === '%PDF-'

test('a row that cannot be drawn fails alone, and those before and after it are drawn', async () => {
  const ends = await Promise.allSettled([good, bad, good].map(renderDocument))
  expect(ends.map((end) => (end.status === 'fulfilled' ? isPdf(end.value) : String(end.reason)))).toEqual([
    true,
    expect.stringContaining('document not drawn'),
    true,
  ])
  await renderDocument(bad).catch(() => undefined)
  expect(isPdf(await renderDocument(good))).toBe(true)
})

test('names and addresses of the greatest length stay above the foot of their pages', async () => {
  const longest = 'W'.repeat(200)
  const pdf = await renderDocument({
    ...good,
    sellerName: longest,
    sellerAddress: Array(6).fill(longest).join(', '),
    buyerName: longest,
    buyerBusinessName: longest,
    street: longest,
    city: longest,
    description: longest,
  })
  const pages = [...pdf.toString('latin1').matchAll(/\nstream\n([\s\S]*?)\nendstream/g)]
    .map(([, stream]) => {
      try {
        return inflateSync(Buffer.from(stream ?? '', 'latin1')).toString('latin1')
      } catch {
        return ''
      }
    })
    .filter((stream) => / Tm$/m.test(stream))
  expect(pages.length).toBeGreaterThan(1)
  for (const page of pages) {
    // Heights are measured from the bottom: the foot is one line there, below the margin of 58 points.
    const heights = [...page.matchAll(/^1 0 0 1 \S+ (\S+) Tm$/gm)].map(([, y]) => Number(y))
    expect(new Set(heights.filter((y) => y < 50)).size).toBe(1)
  }
})
