/** Pages whose upper half is the first page of another PDF, and whose lower half is a sheet: to be cut through. */
import { PDFDocument } from 'pdf-lib'
import { drawSheet, type Sheet } from './pdf-sheet.ts'

export interface HalfSheet {
  above: Uint8Array
  below: Sheet
}

/** A4 in points. */
const [width, height] = [595.28, 841.89]
const half = height / 2
const margin = 12

/** All of them in one file, in this order. Further pages of either follow their own. Throws for what is no PDF. */
export async function drawHalves(halves: readonly HalfSheet[]): Promise<Uint8Array> {
  const file = await PDFDocument.create()
  for (const { above, below } of halves) {
    const [upper, lower] = [
      await PDFDocument.load(above),
      await PDFDocument.load(await drawSheet(below, half)),
    ]
    const [first, ...rest] = await file.copyPages(lower, lower.getPageIndices())
    if (!first) throw new Error('a sheet without a page')
    file.addPage(first)
    const [label] = await file.embedPages([upper.getPage(0)])
    if (!label) throw new Error('a PDF without a page')
    const scale = Math.min(1, (width - 2 * margin) / label.width, (half - 2 * margin) / label.height)
    first.drawPage(label, {
      x: (width - label.width * scale) / 2,
      y: half + (half - label.height * scale) / 2,
      xScale: scale,
      yScale: scale,
    })
    first.drawLine({
      start: { x: margin, y: half },
      end: { x: width - margin, y: half },
      thickness: 0.5,
      dashArray: [4, 4],
    })
    for (const page of rest) file.addPage(page)
    const others = upper.getPageIndices().slice(1)
    for (const page of await file.copyPages(upper, others)) file.addPage(page)
  }
  return file.save()
}

/** All pages of these PDFs in one file. */
export async function joinFiles(files: readonly Uint8Array[]): Promise<Uint8Array> {
  const joined = await PDFDocument.create()
  for (const bytes of files) {
    const file = await PDFDocument.load(bytes)
    for (const page of await joined.copyPages(file, file.getPageIndices())) joined.addPage(page)
  }
  return joined.save()
}
