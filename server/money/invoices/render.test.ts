/** The thread that draws documents: a failure of one document does not affect the others. */
// @module-tag nightly: Names in ten scripts, drawn one by one. invoices.test.ts proves what an invoice says each time.
import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pdfText } from '../../../tests/setup/pdf-text.ts'
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
  discountPaise: 0,
  shopDiscountPaise: 0,
  deliveryPaise: 0,
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
/** The content of the file, decompressed. */
const streamsOf = (pdf: Buffer) =>
  [...pdf.toString('latin1').matchAll(/\nstream\n([\s\S]*?)\nendstream/g)].map(([, stream]) => {
    try {
      return inflateSync(Buffer.from(stream ?? '', 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
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
  const pages = streamsOf(pdf).filter((stream) => / Tm$/m.test(stream))
  expect(pages.length).toBeGreaterThan(1)
  for (const page of pages) {
    // Heights are measured from the bottom: the foot is one line there, below the margin of 58 points.
    const heights = [...page.matchAll(/^1 0 0 1 \S+ (\S+) Tm$/gm)].map(([, y]) => Number(y))
    expect(new Set(heights.filter((y) => y < 50)).size).toBe(1)
  }
})

test('a credit note says what the shop had paid of what it gives back', async () => {
  const note = {
    ...good,
    kind: 'credit-note' as const,
    invoiceSerial: '26-27/000001',
    reason: 'Goods returned',
  }
  const textOf = async (row: DocumentRow) => pdfText(await renderDocument(row)).replace(/\s+/g, ' ')
  expect(await textOf(note)).toContain('The price was paid online, payment pay_1. This credit reduces')
  const shared = await textOf({ ...note, shopDiscountPaise: 1_180 })
  expect(shared).toContain(
    'Of this credit ₹106.20 was paid online, payment pay_1, and ₹11.80 by the shop for the buyer. It reduces invoice 26-27/000001.',
  )
  expect(shared).not.toContain('The price was paid online')
})

/** With conjuncts, signs before their letters, and marks that some letters have no place for. */
const scripts = {
  Bengali: 'শ্রীলক্ষ্মী হস্তশিল্প কলকাতা র‍্যাব',
  Gujarati: 'ક્ષેત્ર જ્ઞાન કૃષ્ણ દ્વારકા',
  Gurmukhi: 'ਪੰਜਾਬੀ ਸ੍ਰੀ ਅੰਮ੍ਰਿਤਸਰ ਪ੍ਰੇਮ',
  Kannada: 'ಕ್ಷೇತ್ರ ಜ್ಞಾನ ಸ್ತ್ರೀ ಬೆಂಗಳೂರು',
  Malayalam: 'ശ്രീലക്ഷ്മി ക്ഷേത്രം തിരുവനന്തപുരം',
  Odia: 'ଶ୍ରୀକ୍ଷେତ୍ର ଜଗନ୍ନାଥ ମନ୍ଦିର ଓଡ଼ିଶା',
  Tamil: 'தமிழ்நாடு ஸ்ரீ கொண்டு சோப்பு',
  Telugu: 'శ్రీకాకుళం ఆంధ్రప్రదేశ్ హైదరాబాద్',
}
const letters = (text: string) =>
  Array.from(text.replaceAll(/[\s\u200c\u200d]/g, ''))
    .toSorted()
    .join('')

test.each(Object.entries(scripts))(
  'a name in %s is drawn by a font that has its letters, beside others and in the same bytes each time',
  async (_, name) => {
    const row = { ...good, buyerName: name, sellerName: `${name} & Sons, साबुन` }
    const pdf = await renderDocument(row)
    // A letter without a font becomes no glyph that a reader could copy.
    const drawn = pdfText(pdf)
    expect(drawn).not.toContain('\ufffd')
    const own = (text: string) => letters(text.replaceAll(/[\p{ASCII}\p{Script=Devanagari}₹·]/gu, ''))
    // The buyer twice, the seller at the top and at the end; composed letters are drawn by their parts.
    expect(own(drawn.normalize('NFD'))).toBe(own(`${name} `.repeat(4).normalize('NFD')))
    expect(drawn).toContain('Sons')
    expect((await renderDocument(row)).equals(pdf)).toBe(true)
  },
)

test('letters and pictures that no font has are one sign each, and the others are drawn', async () => {
  const pdf = await renderDocument({ ...good, description: 'Soap 王 👩‍🌾 சோப்பு 石鹸' })
  const line = pdfText(pdf)
    .split('\n')
    .find((text) => text.startsWith('Soap '))
  expect(line).toBe('Soap \ufffd \ufffd ')
  expect(pdfText(pdf).match(/\ufffd/g)).toHaveLength(4)
})

test('documents in Latin and Devanagari are those that were issued before other scripts could be drawn', async () => {
  const hindi = {
    ...good,
    sellerName: 'अरण्य साबुन क्षेत्र',
    buyerName: 'श्रीमती आशा राव',
    street: '12, स्वतंत्रता मार्ग, ज्ञानपुर',
    city: 'जयपुर',
  }
  const digests = await Promise.all(
    [good, hindi].map(async (row) =>
      createHash('sha256')
        .update(streamsOf(await renderDocument(row)).join('\n'))
        .digest('hex')
        .slice(0, 16),
    ),
  )
  expect(digests).toEqual(['629b49dc5f229037', '85f687082dcebc94'])
})

test('no number is broken within its cell, however large, and the description keeps room', async () => {
  for (const grossPaise of [126_000_000, 106_779_660 * 118, 99_999_999_900]) {
    const half = Math.round((grossPaise * 9) / 118)
    const row = {
      ...good,
      description: 'Handwoven Organic Cotton Bedcover With Natural Dyes',
      quantity: 999,
      grossPaise,
      taxablePaise: grossPaise - 2 * half,
      cgstPaise: half,
      sgstPaise: half,
    }
    const text = pdfText(await renderDocument(row)).split('\n')
    const inr = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    for (const paise of [row.taxablePaise, half, grossPaise]) {
      const shown = text.filter((line) => line === inr.format(paise / 100))
      // In the line of the goods, in the line of sums; the taxes and the taxable value also below.
      expect(shown.length, inr.format(paise / 100)).toBeGreaterThanOrEqual(2)
    }
    expect(text.some((line) => line.startsWith('Handwoven'))).toBe(true)
  }
})
