/** A shipping label as an A6 PDF: both addresses, and the AWB as a Code 128 barcode of vector bars. */
import { code128 } from './code128.ts'
import { COURIER_NAME, type Parcel } from './parcel.ts'
import { Page } from './pdf.ts'

const MM = 72 / 25.4
const MARGIN = 18

export function drawLabel(parcel: Parcel): Uint8Array<ArrayBuffer> {
  const { form, place, awb, courierName } = parcel
  const page = new Page(105 * MM, 148 * MM)
  const inner = page.width - 2 * MARGIN
  const rule = (y: number) => page.box(MARGIN, y, inner, 0.8)

  page.text(MARGIN, 32, 13, courierName ?? '', true)
  page.text(page.width - MARGIN - 58, 32, 13, form.payment_method.toUpperCase(), true)
  rule(40)
  barcode(page, awb ?? '', 50, 52)
  page.text(page.width / 2 - (awb ?? '').length * 3.6, 118, 13, awb ?? '', true)
  rule(128)
  page.text(MARGIN, 143, 8, 'DELIVER TO', true)
  page.text(MARGIN, 159, 12, `${form.billing_customer_name} ${form.billing_last_name}`.slice(0, 28), true)
  const street = `${form.billing_address}, ${form.billing_city}`
  const size = street.length > 120 ? 8 : 10
  let y = page.paragraph(MARGIN, 174, size, inner, street)
  y = page.paragraph(MARGIN, y, size, inner, `${form.billing_state} - ${form.billing_pincode}`)
  page.text(MARGIN, y, size, `Phone ${form.billing_phone}`)
  page.text(page.width - MARGIN - 57, 159, 17, form.billing_pincode, true)
  rule(258)
  const [item] = form.order_items
  page.text(MARGIN, 273, 8, 'CONTENTS', true)
  const more = form.order_items.length - 1
  const first = `${item?.units ?? 1} x ${item?.name ?? ''}`.slice(0, 85)
  page.paragraph(MARGIN, 286, 9, inner, more > 0 ? `${first} and ${more} more` : first)
  page.text(
    MARGIN,
    312,
    9,
    `${form.weight} kg   ${form.length} x ${form.breadth} x ${form.height} cm   Rs. ${form.sub_total.toFixed(2)}`,
  )
  page.text(MARGIN, 325, 7, `Order ${form.order_id}`)
  rule(333)
  page.text(MARGIN, 347, 8, 'IF UNDELIVERED, RETURN TO', true)
  page.text(MARGIN, 360, 10, place.name.slice(0, 44), true)
  const sender = `${place.address}${place.address_2}, ${place.city}`.slice(0, 200)
  const small = sender.length > 110 || place.state.length > 25 ? 7 : 8.5
  y = page.paragraph(MARGIN, 372, small, inner, sender)
  page.text(MARGIN, y, small, `${place.state} - ${place.pin_code}   Phone ${place.phone}`)
  page.text(MARGIN, page.height - 8, 6.5, 'Test label of the development kit: no courier takes it.')
  return page.bytes(`Shipping label ${awb ?? ''}`)
}

/** The list of the parcels that the driver takes, on one A4 page: at most 50 lines. */
export function drawManifest(parcels: readonly Parcel[]): Uint8Array<ArrayBuffer> {
  const page = new Page(210 * MM, 297 * MM)
  page.text(MARGIN, 40, 15, `Manifest: ${parcels.length} parcels of ${COURIER_NAME}`, true)
  parcels.forEach(({ awb, id, form }, no) => {
    const y = 64 + no * 13.5
    page.text(MARGIN, y, 9, `${no + 1}`)
    page.text(MARGIN + 24, y, 9, awb ?? '', true)
    page.text(MARGIN + 130, y, 9, `Order ${id}`)
    page.text(MARGIN + 380, y, 9, `${form.billing_pincode}   ${form.weight} kg`)
  })
  page.text(MARGIN, page.height - 44, 9, 'Signature of the driver: ______________________')
  return page.bytes('Manifest')
}

/** Centred, with a quiet zone of ten modules on both sides, which barcode readers need. */
function barcode(page: Page, text: string, y: number, height: number): void {
  const widths = code128(text)
  const modules = widths.reduce((sum, width) => sum + width, 0)
  const module = Math.min(1.6, (page.width - 8) / (modules + 20))
  let x = (page.width - modules * module) / 2
  widths.forEach((width, index) => {
    if (index % 2 === 0) page.box(x, y, width * module, height)
    x += width * module
  })
}
