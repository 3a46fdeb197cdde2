/** The time to draw the PDF of an invoice, in the thread in which the shop draws it. */
import type { DocumentRow } from '../server/money/invoices/queries.ts'
import { renderDocument } from '../server/money/invoices/render.ts'
import { printTable } from './table.ts'

const times = 200

const english: DocumentRow = {
  id: '00000000-0000-7000-8000-000000000000',
  kind: 'invoice',
  serial: '26-27/000012',
  issuedOn: '2026-11-22',
  issuedAt: new Date('2026-11-22T05:00:00Z'),
  orderNumber: '7K3M-9QTX',
  orderedOn: '2026-11-20',
  paymentId: 'pay_0000000000001',
  sellerName: 'Measured Soaps and Botanicals Private Limited',
  sellerAddress: '12-A, Seller Street, Near the test park, Bengaluru, Karnataka - 560001',
  sellerGstin: '29AAGCB7383J1Z4',
  sellerState: 'Karnataka',
  sellerStateCode: '29',
  buyerName: 'Test Buyer',
  buyerBusinessName: null,
  buyerGstin: null,
  street: '12 Test Street, third floor',
  city: 'Jaipur',
  pinCode: '302001',
  placeOfSupply: 'Rajasthan',
  placeOfSupplyCode: '08',
  description: 'Handmade neem and tulsi soap, pack of four',
  hsnCode: '340111',
  quantity: 3,
  unit: 'NOS',
  rateBp: 500,
  grossPaise: 89_700,
  taxablePaise: 85_429,
  cgstPaise: 0,
  sgstPaise: 0,
  utgstPaise: 0,
  igstPaise: 4_271,
  reverseCharge: false,
  invoiceSerial: null,
  invoiceOn: null,
  reason: null,
}
const hindi: DocumentRow = {
  ...english,
  sellerName: 'परीक्षण हस्तशिल्प उद्योग प्राइवेट लिमिटेड',
  sellerAddress: 'दुकान संख्या ४५, क्षत्रिय मार्ग, विद्यालय के पास, द्वितीय तल, जयपुर, Rajasthan - 302001',
  description: 'बाँस का टूथब्रश, चार का पैक, प्राकृतिक और पर्यावरण अनुकूल',
  street: 'मकान नं. १२, गाँधी नगर, दूसरी गली',
  city: 'जयपुर',
}

const indian: DocumentRow = {
  ...english,
  sellerName: 'தமிழ்நாடு கைவினைப் பொருட்கள் நிறுவனம்',
  sellerAddress: '12-A, கொண்டு சேர்ப்போம் தெரு, இரண்டாம் தளம், சென்னை, Tamil Nadu - 600001',
  buyerName: 'শ্রীলক্ষ্মী হস্তশিল্প',
  street: '12, বিদ্যাসাগর স্ট্রিট, তৃতীয় তলা',
  city: 'কলকাতা',
}

export async function benchInvoices(): Promise<void> {
  const rows: string[][] = []
  for (const [name, row] of [
    ['in English', english],
    ['with names in Devanagari', hindi],
    ['with names in Tamil and Bengali', indian],
  ] as const) {
    const spans: number[] = []
    let bytes = 0
    const before = process.cpuUsage()
    for (let n = 0; n < times; n += 1) {
      const began = performance.now()
      bytes = (await renderDocument({ ...row, serial: `26-27/${String(n).padStart(6, '0')}` })).length
      spans.push(performance.now() - began)
    }
    const { user, system } = process.cpuUsage(before)
    const [first = 0] = spans
    const sorted = spans.toSorted((a, b) => a - b)
    const at = (share: number) => `${(sorted[Math.floor(times * share)] ?? 0).toFixed(0)} ms`
    const processor = `${((user + system) / 1_000 / times).toFixed(0)} ms`
    rows.push([
      name,
      `${first.toFixed(0)} ms`,
      at(0.5),
      at(0.95),
      processor,
      `${(bytes / 1_000).toFixed(1)} kB`,
    ])
  }
  printTable(
    [`PDF of an invoice, ${times} of each`, 'the first', 'median', '95 %', 'processor time of one', 'size'],
    rows,
  )
}
