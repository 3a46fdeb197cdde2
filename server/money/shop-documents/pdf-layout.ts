/** Draws an invoice or a credit note of the shop from its row alone (docs/money.md, "The shop's invoices"). */
import { dayInWords, drawFacts, drawTable, type Facts, tableColumns } from '../invoices/pdf-layout.ts'
import { colors, contentWidth, openPage, type Page } from '../invoices/pdf-page.ts'
import { percent, rupeesInWords } from '../invoices/rules.ts'
import type { ShopDocumentRow } from './queries.ts'
import { monthInWords } from './rules.ts'

const titleOf = ({ kind }: ShopDocumentRow) => (kind === 'invoice' ? 'Tax Invoice' : 'Credit Note')

/** The bytes of the PDF: the same for the same row. */
export async function drawShopDocument(row: ShopDocumentRow): Promise<Buffer> {
  const title = titleOf(row)
  const page = openPage({ title: `${title} ${row.serial}`, author: row.shopName, made: row.issuedAt })
  drawHead(page, row, title)
  drawFacts(page, factsOf(row))
  drawRecipient(page, row)
  drawServices(page, row)
  drawWords(page, row)
  return page.end(
    (at, pages) => `${title} ${row.serial}  ·  GSTIN ${row.shopGstin}  ·  Page ${at} of ${pages}`,
  )
}

function drawHead(page: Page, row: ShopDocumentRow, title: string): void {
  const left = contentWidth - 175
  const top = page.y
  page.text(title, contentWidth - 165, top - 3, 165, {
    size: 19,
    bold: true,
    color: colors.brand,
    align: 'right',
  })
  page.text('Original for recipient', contentWidth - 165, top + 24, 165, {
    color: colors.muted,
    align: 'right',
  })
  let y = top
  y += page.text(row.shopName, 0, y, left, { size: 14, bold: true }) + 3
  y += page.text(row.shopAddress, 0, y, left, { color: colors.muted }) + 3
  y += page.text(`GSTIN: ${row.shopGstin}`, 0, y, left, { bold: true })
  y += page.text(`State: ${row.shopState} (code ${row.shopStateCode})`, 0, y, left, { color: colors.muted })
  page.y = Math.max(y, top + 40) + 9
  page.rule(page.y, colors.brand, 1.6)
  page.y += 12
}

function factsOf(row: ShopDocumentRow): Facts {
  const subject = row.month
    ? (['Month', monthInWords(row.month)] as const)
    : (['Order no.', row.orderNumber ?? ''] as const)
  const supply = [
    ['Place of supply', `${row.placeOfSupply} (${row.placeOfSupplyCode})`],
    ['Reverse charge', 'No'],
  ] as const
  if (row.kind === 'invoice')
    return [
      ['Invoice no.', row.serial],
      ['Invoice date', dayInWords(row.issuedOn)],
      supply[0],
      subject,
      supply[1],
    ]
  return [
    ['Credit note no.', row.serial],
    ['Credit note date', dayInWords(row.issuedOn)],
    supply[0],
    ['Against invoice no.', row.invoiceSerial ?? ''],
    ['Invoice date', dayInWords(row.invoiceOn ?? '')],
    supply[1],
    subject,
    ['Reason', row.reason ?? ''],
  ]
}

function drawRecipient(page: Page, row: ShopDocumentRow): void {
  const texts = [row.recipientName, row.recipientAddress]
  page.need(
    texts.reduce((sum, words) => sum + page.heightOf(words, contentWidth, { size: 9.5, bold: true }), 40),
  )
  page.y +=
    page.text('BILLED TO', 0, page.y, contentWidth, { size: 7.5, bold: true, color: colors.brand }) + 2
  page.y += page.text(row.recipientName, 0, page.y, contentWidth, { size: 9.5, bold: true }) + 1
  page.y += page.text(row.recipientAddress, 0, page.y, contentWidth)
  const identity = row.recipientGstin ? `GSTIN: ${row.recipientGstin}` : 'Unregistered (no GSTIN given)'
  page.y += page.text(identity, 0, page.y + 2, contentWidth, { bold: row.recipientGstin !== null }) + 14
}

function drawServices(page: Page, row: ShopDocumentRow): void {
  const { lines } = row
  const of = (name: string, key: 'cgstPaise' | 'sgstPaise' | 'utgstPaise' | 'igstPaise') => ({
    head: `${name} (₹)`,
    paise: lines.map((line) => line[key]),
    width: 58,
  })
  const taxes =
    row.shopState !== row.placeOfSupply
      ? [of('IGST', 'igstPaise')]
      : [of('CGST', 'cgstPaise'), row.utgstPaise > 0 ? of('UTGST', 'utgstPaise') : of('SGST', 'sgstPaise')]
  drawTable(
    page,
    tableColumns(
      { head: 'Description of services', values: lines.map(({ description }) => description) },
      [
        { head: 'SAC', values: lines.map(({ sac }) => sac), width: 48, align: 'left' },
        {
          head: 'GST rate',
          values: lines.map(({ rateBp }) => `${percent(rateBp)}%`),
          width: 46,
          align: 'right',
        },
      ],
      [
        { head: 'Taxable value (₹)', paise: lines.map(({ taxablePaise }) => taxablePaise) },
        ...taxes,
        { head: 'Total (₹)', paise: lines.map(({ grossPaise }) => grossPaise), width: 70 },
      ],
    ),
  )
}

function drawWords(page: Page, row: ShopDocumentRow): void {
  const paid = row.orderNumber
    ? 'Paid in full: kept back from the refund of the order.'
    : row.kind === 'invoice'
      ? 'Paid in full: taken off the settlements of the month.'
      : `Given back by the settlements. This credit reduces invoice ${row.invoiceSerial}.`
  const texts = [
    ...(row.kind === 'credit-note'
      ? ['This credit note is issued under section 34 of the CGST Act, 2017.']
      : []),
    `This is a computer-generated ${titleOf(row).toLowerCase()} and needs no signature.`,
  ]
  page.need(100)
  page.y +=
    page.text('AMOUNT IN WORDS', 0, page.y, contentWidth, { size: 7.5, bold: true, color: colors.brand }) + 2
  page.y += page.text(rupeesInWords(row.grossPaise), 0, page.y, contentWidth, { bold: true }) + 8
  page.y += page.text(paid, 0, page.y, contentWidth) + 12
  page.rule(page.y)
  page.y += 8
  for (const text of texts) page.y += page.text(text, 0, page.y, contentWidth, { color: colors.muted }) + 3
  page.text(`For ${row.shopName}`, 0, page.y + 4, contentWidth, { bold: true, align: 'right' })
}
