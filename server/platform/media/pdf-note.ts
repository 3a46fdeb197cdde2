/** Words of the shop on a page of a PDF. */
import { PDFDocument, StandardFonts } from 'pdf-lib'

/** How many pages of a document are shown; the saved file has all. */
export const pagesShown = 20

export async function addNote(file: PDFDocument, text: string): Promise<void> {
  const font = await file.embedFont(StandardFonts.Helvetica)
  file.addPage().drawText(text, { x: 48, y: 740, size: 18, lineHeight: 26, maxWidth: 500, font })
}

/** A PDF of one page. */
export async function drawNote(text: string): Promise<Uint8Array> {
  const file = await PDFDocument.create()
  await addNote(file, text)
  return file.save()
}
