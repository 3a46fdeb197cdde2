/**
 * A thread of make-sizes.ts: copies the first pages of a PDF of a stranger into a new PDF. A page is copied with its boxes,
 * contents and resources only, and its visible annotations (filled-in fields, stamps, signatures) are drawn onto it. So the
 * scripts, actions, links, forms and attached files of the original are in no place where a viewer looks for them.
 */
import { parentPort, workerData } from 'node:worker_threads'
import {
  concatTransformationMatrix,
  drawObject,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFInvalidObject,
  PDFName,
  PDFNumber,
  type PDFPage,
  PDFPageLeaf,
  PDFPageTree,
  PDFRef,
  PDFStream,
  popGraphicsState,
  pushGraphicsState,
} from 'pdf-lib'
import { addNote, pagesShown } from './pdf-note.ts'

const keptOfPage = new Set([
  'Type',
  'MediaBox',
  'CropBox',
  'Rotate',
  'UserUnit',
  'Contents',
  'Resources',
  'Group',
])
/** Bits of an annotation's flags: not drawn on a screen. */
const hidden = 0b10_0010

const copied = await copyPages(workerData as Uint8Array)
parentPort?.postMessage(copied, [copied.buffer as ArrayBuffer])

/** Throws for a PDF of which it can read no page, or not all of what it would copy. */
async function copyPages(bytes: Uint8Array): Promise<Uint8Array> {
  const original = await PDFDocument.load(bytes, { updateMetadata: false })
  // `getPages` leaves out what is no page.
  original.catalog.Pages().traverse((node) => {
    if (!(node instanceof PDFPageTree || node instanceof PDFPageLeaf)) throw new Error('no page')
  })
  const copy = await PDFDocument.create()
  const all = original.getPages()
  const pages = all.slice(0, pagesShown)
  if (pages.length === 0) throw new Error('no pages')
  for (const page of pages) {
    drawAnnotations(page)
    for (const key of page.node.keys())
      if (key !== PDFName.Parent && !keptOfPage.has(key.decodeText())) page.node.delete(key)
  }
  for (const page of await copy.copyPages(original, [...pages.keys()])) copy.addPage(page)
  // An object that is not understood is copied byte for byte.
  if (copy.context.enumerateIndirectObjects().some(([, object]) => object instanceof PDFInvalidObject))
    throw new Error('invalid object')
  if (all.length > pages.length)
    await addNote(copy, `Pages ${pages.length + 1} to ${all.length} are in the saved file.`)
  return copy.save({ useObjectStreams: false })
}

function drawAnnotations(page: PDFPage): void {
  const annotations = page.node.Annots()?.asArray() ?? []
  for (const entry of annotations) {
    const annotation = page.doc.context.lookup(entry)
    if (!(annotation instanceof PDFDict) || numberIn(annotation, 'F') & hidden) continue
    const [ref, appearance] = appearanceOf(annotation) ?? []
    const place = numbersIn(annotation, 'Rect')
    const box = appearance && numbersIn(appearance.dict, 'BBox')
    if (!ref || !appearance || place?.length !== 4 || box?.length !== 4) continue
    const name = page.node.newXObject('Shown', ref)
    page.pushOperators(
      pushGraphicsState(),
      concatTransformationMatrix(...fit(box, numbersIn(appearance.dict, 'Matrix'), place)),
      drawObject(name),
      popGraphicsState(),
    )
  }
}

/** The drawing of an annotation, of those for several states the one of its state. */
function appearanceOf(annotation: PDFDict): [PDFRef, PDFStream] | undefined {
  const all = annotation.lookup(PDFName.of('AP'))
  if (!(all instanceof PDFDict)) return undefined
  const normal = all.lookup(PDFName.of('N'))
  const state = annotation.lookup(PDFName.of('AS'))
  const [holder, key] =
    normal instanceof PDFDict
      ? [normal, state instanceof PDFName ? state : undefined]
      : [all, PDFName.of('N')]
  const ref = key && holder.get(key)
  const stream = key && holder.lookup(key)
  return ref instanceof PDFRef && stream instanceof PDFStream ? [ref, stream] : undefined
}

type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number]

/** The matrix that puts a drawing's box, which its own matrix turns first, into its place on the page (ISO 32000, 12.5.5). */
function fit(box: readonly number[], own: readonly number[] | undefined, place: readonly number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = own ?? []
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = box
  const corners = [x1, x2].flatMap((x) =>
    [y1, y2].map((y) => [a * x + c * y + e, b * x + d * y + f] as const),
  )
  const [left, width] = span(corners.map(([x]) => x))
  const [bottom, height] = span(corners.map(([, y]) => y))
  const [placeLeft, placeWidth] = span([place[0] ?? 0, place[2] ?? 0])
  const [placeBottom, placeHeight] = span([place[1] ?? 0, place[3] ?? 0])
  const [sx, sy] = [width ? placeWidth / width : 1, height ? placeHeight / height : 1]
  return [sx, 0, 0, sy, placeLeft - left * sx, placeBottom - bottom * sy]
}

function span(values: readonly number[]): [from: number, length: number] {
  const from = Math.min(...values)
  return [from, Math.max(...values) - from]
}

function numberIn(dict: PDFDict, key: string): number {
  const value = dict.lookup(PDFName.of(key))
  return value instanceof PDFNumber ? value.asNumber() : 0
}

function numbersIn(dict: PDFDict, key: string): number[] | undefined {
  const value = dict.lookup(PDFName.of(key))
  if (!(value instanceof PDFArray)) return undefined
  const numbers = value.asArray().map((entry) => dict.context.lookup(entry))
  return numbers.every((one) => one instanceof PDFNumber) ? numbers.map((one) => one.asNumber()) : undefined
}
