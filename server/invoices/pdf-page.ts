/** What a page of a document is drawn with: fonts, colours, columns. The layout itself is in pdf-layout.ts. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import PDFDocument from 'pdfkit'

/** A4 in points. */
const margin = 42
const pageWidth = 595.28
export const contentWidth = pageWidth - 2 * margin
const bottom = 841.89 - 58

export const colors = { ink: '#1d2b22', muted: '#5b6a61', line: '#cfd8d2', tint: '#eef4ef', brand: '#14532d' }

// Noto Sans has Latin, the rupee sign and Devanagari, and its licence (OFL) allows embedding.
const [regularFont, boldFont] = [
  import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
]
/** Reading a font takes longer than drawing a page, so both are read once. */
let fonts: Record<'regular' | 'bold', Font> | undefined
function openFonts() {
  const open = (url: string) => create(readFileSync(fileURLToPath(url))) as Font
  return (fonts ??= { regular: open(regularFont), bold: open(boldFont) })
}

export interface Style {
  size?: number
  bold?: boolean
  color?: string
  align?: 'left' | 'right' | 'center'
}

/** A page that is filled from the top: `y` is where the next block begins. */
export interface Page {
  y: number
  /** Draws a text within a column and answers its height. */
  text(words: string, x: number, y: number, width: number, style?: Style): number
  heightOf(words: string, width: number, style?: Style): number
  rule(y: number, color?: string, width?: number): void
  box(x: number, y: number, width: number, height: number, fill?: string): void
  /** Begins a new page where this much does not fit any more. */
  need(height: number): void
  /** Writes a line at the foot of each page and answers the file. */
  end(foot: (page: number, pages: number) => string): Promise<Buffer>
}

/** The same texts and the same day make the same bytes: nothing of this moment or machine gets into the file. */
export function openPage({ title, author, made }: { title: string; author: string; made: Date }): Page {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en-IN',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: made, ModDate: made },
    // Without a font of its own PDFKit would embed Helvetica's metrics.
    font: null as unknown as string,
  })
  const pieces: Buffer[] = []
  doc.on('data', (piece: Buffer) => pieces.push(piece))
  const { regular, bold } = openFonts()
  doc.registerFont('regular', regular as unknown as Buffer)
  doc.registerFont('bold', bold as unknown as Buffer)
  const set = ({ size = 8.5, bold: isBold = false, color = colors.ink }: Style) =>
    doc
      .font(isBold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(color)
  const page: Page = {
    y: margin,
    text(words, x, y, width, style = {}) {
      set(style).text(printable(words), margin + x, y, { width, align: style.align ?? 'left' })
      // PDFKit goes on below what it has written.
      return doc.y - y
    },
    heightOf: (words, width, style = {}) => set(style).heightOfString(printable(words), { width }),
    rule(y, color = colors.line, width = 0.7) {
      doc
        .moveTo(margin, y)
        .lineTo(pageWidth - margin, y)
        .lineWidth(width)
        .strokeColor(color)
        .stroke()
    },
    box(x, y, width, height, fill) {
      doc.rect(margin + x, y, width, height)
      if (fill) doc.fillColor(fill).fill()
      else doc.lineWidth(0.7).strokeColor(colors.line).stroke()
    },
    need(height) {
      if (page.y + height <= bottom) return
      doc.addPage()
      page.y = margin
    },
    end(foot) {
      const { count } = doc.bufferedPageRange()
      for (let index = 0; index < count; index += 1) {
        doc.switchToPage(index)
        page.rule(bottom + 8)
        page.text(foot(index + 1, count), 0, bottom + 14, contentWidth, {
          size: 7.5,
          color: colors.muted,
          align: 'center',
        })
      }
      return new Promise((resolve) => {
        doc.on('end', () => resolve(Buffer.concat(pieces)))
        doc.end()
      })
    },
  }
  return page
}

/** On one line and without characters that have no shape, such as those that turn the direction of writing. */
function printable(words: string): string {
  return words
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/(?![\u200c\u200d])\p{C}/gu, '')
}
