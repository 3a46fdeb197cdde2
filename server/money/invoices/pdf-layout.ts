/** Draws a tax invoice or a credit note from its row alone (docs/money.md, Invoices). */
import type { DocumentRow } from './queries.ts'
import { colors, contentWidth, openPage, type Page } from './pdf-page.ts'
import { percent, rupeesInWords } from './rules.ts'

const number = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const amount = (paise: number) => number.format(paise / 100)
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
/** '05 Apr 2026' of '2026-04-05'. */
export function dayInWords(day: string): string {
  const [year, month, date] = day.split('-')
  return `${date} ${months[Number(month) - 1]} ${year}`
}

/** Goods without tax are sold with a bill of supply (Rule 49). */
function titleOf({ kind, rateBp }: DocumentRow): string {
  if (kind === 'credit-note') return 'Credit Note'
  return rateBp === 0 ? 'Bill of Supply' : 'Tax Invoice'
}

/** The bytes of the PDF: the same for the same row. Rejects for a row that cannot be drawn, so that the thread continues. */
export async function drawDocument(row: DocumentRow): Promise<Buffer> {
  const title = titleOf(row)
  const page = openPage({ title: `${title} ${row.serial}`, author: row.sellerName, made: row.issuedAt })
  drawHead(page, row, title)
  drawFacts(page, factsOf(row))
  drawParties(page, row)
  drawTable(page, goodsColumns(row))
  drawTotals(page, row)
  drawDeclaration(page, row, title)
  return page.end(
    (at, pages) => `${title} ${row.serial}  ·  GSTIN ${row.sellerGstin}  ·  Page ${at} of ${pages}`,
  )
}

function drawHead(page: Page, row: DocumentRow, title: string): void {
  const left = contentWidth - 175
  const top = page.y
  const titleWidth = 165
  page.text(title, contentWidth - titleWidth, top - 3, titleWidth, {
    size: 19,
    bold: true,
    color: colors.brand,
    align: 'right',
  })
  page.text('Original for recipient', contentWidth - titleWidth, top + 24, titleWidth, {
    color: colors.muted,
    align: 'right',
  })
  let y = top
  y += page.text(row.sellerName, 0, y, left, { size: 14, bold: true }) + 3
  // The PIN code stays with its state.
  const address = row.sellerAddress.replace(/ - (?=\d{6}$)/, '\u00a0-\u00a0')
  y += page.text(address, 0, y, left, { color: colors.muted }) + 3
  y += page.text(`GSTIN: ${row.sellerGstin}`, 0, y, left, { bold: true })
  y += page.text(`State: ${row.sellerState} (code ${row.sellerStateCode})`, 0, y, left, {
    color: colors.muted,
  })
  page.y = Math.max(y, top + 40) + 9
  page.rule(page.y, colors.brand, 1.6)
  page.y += 12
}

export type Facts = readonly (readonly [string, string])[]

function factsOf(row: DocumentRow): Facts {
  const order = [
    ['Order no.', row.orderNumber],
    ['Order date', dayInWords(row.orderedOn)],
  ] as const
  const supply = [
    ['Place of supply', `${row.placeOfSupply} (${row.placeOfSupplyCode})`],
    ['Reverse charge', row.reverseCharge ? 'Yes' : 'No'],
  ] as const
  if (row.kind === 'invoice')
    return [
      ['Invoice no.', row.serial],
      ['Invoice date', dayInWords(row.issuedOn)],
      supply[0],
      ...order,
      supply[1],
    ]
  return [
    ['Credit note no.', row.serial],
    ['Credit note date', dayInWords(row.issuedOn)],
    supply[0],
    ['Against invoice no.', row.invoiceSerial ?? ''],
    ['Invoice date', dayInWords(row.invoiceOn ?? '')],
    supply[1],
    ...order,
    ['Reason', row.reason ?? ''],
  ]
}

/** Three facts in each row. */
export function drawFacts(page: Page, facts: Facts): void {
  const width = contentWidth / 3
  const top = page.y
  let y = top + 7
  for (let index = 0; index < facts.length; index += 3) {
    const cells = facts.slice(index, index + 3)
    const heights = cells.map(([name, value], place) => {
      const x = place * width + 10
      page.text(name, x, y, width - 18, { size: 7.5, color: colors.muted })
      return 11 + page.text(value, x, y + 11, width - 18, { size: 9, bold: true })
    })
    y += Math.max(...heights) + 6
  }
  page.box(0, top, contentWidth, y - top)
  page.y = y + 14
}

function drawParties(page: Page, row: DocumentRow): void {
  const state = `${row.placeOfSupply} - ${row.pinCode}, State code ${row.placeOfSupplyCode}`
  const address = [row.street, row.city, state]
  const width = contentWidth / 2 - 12
  const billed = row.buyerBusinessName ? [row.buyerBusinessName, row.buyerName] : [row.buyerName]
  const identity = row.buyerGstin ? `GSTIN: ${row.buyerGstin}` : 'Unregistered buyer (no GSTIN given)'
  // Both columns on one page: otherwise a text that reaches the end of the page would continue above the foot of the next one.
  const heights = [...billed, ...address].map((line) => page.heightOf(line, width, { size: 9.5, bold: true }))
  page.need(heights.reduce((sum, height) => sum + height, 40))
  const column = (x: number, heading: string, names: readonly string[], last: string | null) => {
    let y = page.y
    y += page.text(heading, x, y, width, { size: 7.5, bold: true, color: colors.brand }) + 2
    const [first = '', ...others] = names
    y += page.text(first, x, y, width, { size: 9.5, bold: true }) + 1
    for (const line of [...others, ...address]) y += page.text(line, x, y, width)
    if (last) y += page.text(last, x, y + 2, width, { bold: row.buyerGstin !== null }) + 2
    return y
  }
  page.y =
    Math.max(
      column(0, 'BILLED TO', billed, identity),
      column(contentWidth / 2 + 12, 'DELIVERED TO', [row.buyerName], null),
    ) + 14
}

interface TaxHead {
  name: string
  rate: string
  paise: number
}

/** The columns of the tax that is in the price; none for goods without tax. */
function taxHeads(row: DocumentRow): TaxHead[] {
  if (row.rateBp === 0) return []
  const half = `${percent(row.rateBp / 2)}%`
  if (row.sellerState !== row.placeOfSupply)
    return [{ name: 'IGST', rate: `${percent(row.rateBp)}%`, paise: row.igstPaise }]
  const own =
    row.utgstPaise > 0
      ? { name: 'UTGST', rate: half, paise: row.utgstPaise }
      : { name: 'SGST', rate: half, paise: row.sgstPaise }
  return [{ name: 'CGST', rate: half, paise: row.cgstPaise }, own]
}

export interface Column {
  head: string
  values: readonly string[]
  total?: string
  width: number
  align: 'left' | 'right' | 'center'
  /** A column of numbers: it is as wide as its widest number, which must not be broken. */
  isNumber?: boolean
}

const moneyColumn = (head: string, paise: readonly number[], width = 64): Column => ({
  head,
  values: paise.map(amount),
  total: amount(paise.reduce((sum, one) => sum + one, 0)),
  width,
  align: 'right',
  isNumber: true,
})

/** The columns of a table of goods or services: what is described, the columns given, and money. */
export function tableColumns(
  what: { head: string; values: readonly string[] },
  own: readonly Column[],
  money: readonly { head: string; paise: readonly number[]; width?: number }[],
): Column[] {
  return [
    { head: '#', values: what.values.map((_, index) => String(index + 1)), width: 22, align: 'left' },
    { ...what, total: 'Total', width: 0, align: 'left' },
    ...own,
    ...money.map(({ head, paise, width }) => moneyColumn(head, paise, width)),
  ]
}

function goodsColumns(row: DocumentRow): Column[] {
  return tableColumns(
    { head: 'Description of goods', values: [row.description] },
    [
      { head: 'HSN', values: [row.hsnCode ?? '-'], width: 50, align: 'left' },
      {
        head: 'Quantity',
        values: [row.quantity === 0 ? '-' : `${row.quantity} ${row.unit}`],
        width: 56,
        align: 'right',
      },
    ],
    [
      { head: 'Taxable value (₹)', paise: [row.taxablePaise] },
      ...taxHeads(row).map(({ name, rate, paise }) => ({
        head: `${name} ${rate} (₹)`,
        paise: [paise],
        width: 58,
      })),
      { head: 'Total (₹)', paise: [row.grossPaise], width: 70 },
    ],
  )
}

const padding = 5
const leastDescription = 80

/** The widths at a size of the letters: the column without a width of its own, the description, gets the rest. */
function fit(page: Page, columns: readonly Column[], size: number): Column[] {
  const fitted = columns.map((column) => {
    if (!column.isNumber) return column
    const texts = [...column.values, column.total ?? '']
    const widest = Math.max(...texts.map((words) => page.widthOf(words, { size, bold: true })))
    // A point more, because PDFKit breaks a text that is as wide as its column.
    return { ...column, width: Math.max(column.width, Math.ceil(widest) + 2 * padding + 1) }
  })
  const left = contentWidth - fitted.reduce((sum, { width }) => sum + width, 0)
  return fitted.map((column) => (column.width === 0 ? { ...column, width: left } : column))
}

/** A table with a line of sums. Its letters become smaller where very large numbers would leave no room for the description. */
export function drawTable(page: Page, given: readonly Column[]): void {
  const sizes = [8.5, 7.5, 6.5, 5.5] as const
  const size =
    sizes.find((one) =>
      fit(page, given, one).every(({ width, total }) => total !== 'Total' || width >= leastDescription),
    ) ?? 5.5
  const columns = fit(page, given, size)
  const inner = ({ width }: Column) => width - 2 * padding
  const heightOf = (cells: readonly string[], bold: boolean) =>
    2 * padding +
    Math.max(
      ...columns.map((column, index) => page.heightOf(cells[index] ?? '', inner(column), { size, bold })),
    )
  const line = (cells: readonly string[], bold: boolean, fill?: string) => {
    const height = heightOf(cells, bold)
    if (fill) page.box(0, page.y, contentWidth, height, fill)
    let x = 0
    for (const [index, column] of columns.entries()) {
      page.text(cells[index] ?? '', x + padding, page.y + padding, inner(column), {
        size,
        bold,
        align: column.align,
      })
      x += column.width
    }
    page.y += height
    page.rule(page.y)
  }
  const heads = columns.map(({ head }) => head)
  const totals = columns.map(({ total }) => total ?? '')
  const rows = (columns[0]?.values ?? []).map((_, index) => columns.map(({ values }) => values[index] ?? ''))
  // The lines stay together, because a heading without its goods says nothing.
  page.need([heads, ...rows, totals].reduce((sum, cells) => sum + heightOf(cells, true), 0))
  line(heads, true, colors.tint)
  for (const cells of rows) line(cells, false)
  line(totals, true)
  page.y += 12
}

/** What the total is made of; nothing where it is the price of the goods. */
function partsOfPrice({ grossPaise, discountPaise, deliveryPaise }: DocumentRow): [string, string][] {
  if (discountPaise === 0 && deliveryPaise === 0) return []
  return [
    ['Price of goods', amount(grossPaise + discountPaise - deliveryPaise)],
    ...(discountPaise > 0 ? [['Discount', `−${amount(discountPaise)}`] as [string, string]] : []),
    ...(deliveryPaise > 0 ? [['Delivery charge', amount(deliveryPaise)] as [string, string]] : []),
  ]
}

function drawTotals(page: Page, row: DocumentRow): void {
  const right = 210
  const left = contentWidth - right - 24
  const isNote = row.kind === 'credit-note'
  const parts = partsOfPrice(row)
  const sums: [string, string][] = [
    ...parts,
    ['Taxable value', amount(row.taxablePaise)],
    ...taxHeads(row).map(({ name, rate, paise }): [string, string] => [`${name} at ${rate}`, amount(paise)]),
  ]
  page.need(33 + sums.length * 15 + 40)
  const top = page.y
  let y = top
  const x = contentWidth - right
  for (const [index, [name, value]] of sums.entries()) {
    // Above it is the price with tax, below it the tax that is in it.
    if (index === parts.length && index > 0) {
      page.box(x, y, right, 0)
      y += 5
    }
    page.text(name, x, y, 110, { color: colors.muted })
    page.text(value, x + 110, y, right - 115, { align: 'right' })
    y += 15
  }
  page.box(x, y, right, 23, colors.tint)
  page.text(isNote ? 'Total credit' : 'Invoice total', x + 8, y + 5, 100, { size: 9.5, bold: true })
  page.text(`₹${amount(row.grossPaise)}`, x + 100, y + 5, right - 105, {
    size: 9.5,
    bold: true,
    align: 'right',
  })
  y += 34
  let words = top
  words += page.text('AMOUNT IN WORDS', 0, words, left, { size: 7.5, bold: true, color: colors.brand }) + 2
  words += page.text(rupeesInWords(row.grossPaise), 0, words, left, { bold: true }) + 8
  const paid = isNote
    ? row.shopDiscountPaise > 0
      ? `Of this credit ₹${amount(row.grossPaise - row.shopDiscountPaise)} was paid online, payment ${row.paymentId}, and ₹${amount(row.shopDiscountPaise)} by the shop for the buyer. It reduces invoice ${row.invoiceSerial}.`
      : `The price was paid online, payment ${row.paymentId}. This credit reduces invoice ${row.invoiceSerial}.`
    : row.shopDiscountPaise > 0
      ? `Paid online: ₹${amount(row.grossPaise - row.shopDiscountPaise)}, payment ${row.paymentId}; by the shop for the buyer: ₹${amount(row.shopDiscountPaise)}.`
      : `Paid online in full: ₹${amount(row.grossPaise)}, payment ${row.paymentId}.`
  words += page.text(paid, 0, words, left)
  page.y = Math.max(y, words) + 12
}

function drawDeclaration(page: Page, row: DocumentRow, title: string): void {
  const note = title.toLowerCase()
  const lines = [
    row.kind === 'invoice'
      ? `We declare that this ${note} shows the actual price of the goods described and that all particulars are true and correct. ${row.deliveryPaise > 0 ? 'The delivery charge is taxed as a part of their supply.' : 'Prices include delivery.'}`
      : `This ${note} is issued under section 34 of the CGST Act, 2017 for the supply in the invoice named above.`,
    `This is a computer-generated ${note} and needs no signature.`,
  ]
  const height = lines.reduce((sum, line) => sum + page.heightOf(line, contentWidth) + 3, 10)
  page.need(height + 16)
  page.rule(page.y)
  page.y += 8
  for (const line of lines) page.y += page.text(line, 0, page.y, contentWidth, { color: colors.muted }) + 3
  page.text(`For ${row.sellerName}`, 0, page.y + 4, contentWidth, { bold: true, align: 'right' })
}
