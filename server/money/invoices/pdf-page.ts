/** Colours, columns and text of a document's page. The layout itself is in pdf-layout.ts. */
import PDFDocument from 'pdfkit'
import { type Family, isPlain, openFont } from './pdf-fonts.ts'
import { breakLines } from './pdf-lines.ts'

/** A4 in points. */
const margin = 42
const pageWidth = 595.28
export const contentWidth = pageWidth - 2 * margin
const bottom = 841.89 - 58

export const colors = { ink: '#1d2b22', muted: '#5b6a61', line: '#cfd8d2', tint: '#eef4ef', brand: '#14532d' }

interface Style {
  size?: number
  bold?: boolean
  color?: string
  align?: 'left' | 'right' | 'center'
}

/** A page that is filled from the top: `y` is where the next block begins. */
export interface Page {
  y: number
  /** Draws a text within a column and returns its height. */
  text(words: string, x: number, y: number, width: number, style?: Style): number
  heightOf(words: string, width: number, style?: Style): number
  /** Of a text on one line. */
  widthOf(words: string, style?: Style): number
  rule(y: number, color?: string, width?: number): void
  box(x: number, y: number, width: number, height: number, fill?: string): void
  /** Begins a new page where less height than this is left. */
  need(height: number): void
  /** Writes a line at the foot of each page and returns the file. */
  end(foot: (page: number, pages: number) => string): Promise<Buffer>
}

/** The same texts and the same day make the same bytes: the file contains nothing of the present time or machine. */
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
  const registered = new Set<string>()
  /** Only the fonts of the drawn texts are embedded in the file. */
  const setFont = (family: Family, isBold: boolean) => {
    const weight = isBold ? 'bold' : 'regular'
    const name = family === 'base' ? weight : `${family}-${weight}`
    if (!registered.has(name)) doc.registerFont(name, openFont(family, weight) as unknown as Buffer)
    registered.add(name)
    return doc.font(name)
  }
  const set = ({ size = 8.5, bold: isBold = false, color = colors.ink }: Style) =>
    setFont('base', isBold).fontSize(size).fillColor(color)
  /** The lines of a text in several scripts, and their distance. */
  const inScripts = (words: string, width: number, style: Style) => {
    set(style)
    const widthOf = (family: Family, text: string) => setFont(family, style.bold ?? false).widthOfString(text)
    return breakLines(words, width, { size: style.size ?? 8.5, bold: style.bold ?? false, widthOf })
  }
  const page: Page = {
    y: margin,
    text(given, x, y, width, style = {}) {
      const words = printable(given)
      if (isPlain(words)) {
        set(style).text(words, margin + x, y, { width, align: style.align ?? 'left' })
        // PDFKit goes on below what it has written.
        return doc.y - y
      }
      const { lines, ascent, height } = inScripts(words, width, style)
      for (const [no, line] of lines.entries()) {
        const share = { left: 0, center: 0.5, right: 1 }[style.align ?? 'left']
        let at = margin + x + (width - line.width) * share
        for (const { family, text, width: own } of line.runs) {
          setFont(family, style.bold ?? false).text(text, at, y + no * height + ascent, {
            lineBreak: false,
            baseline: 'alphabetic',
          })
          at += own
        }
      }
      return lines.length * height
    },
    heightOf(given, width, style = {}) {
      const words = printable(given)
      if (isPlain(words)) return set(style).heightOfString(words, { width })
      const { lines, height } = inScripts(words, width, style)
      return lines.length * height
    },
    widthOf(given, style = {}) {
      const words = printable(given)
      // Without a colour, which would be written into the page.
      if (isPlain(words))
        return setFont('base', style.bold ?? false)
          .fontSize(style.size ?? 8.5)
          .widthOfString(words)
      return Math.max(...inScripts(words, contentWidth, style).lines.map((line) => line.width))
    },
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

/** On one line and without characters that have no shape, such as those that change the direction of writing. */
function printable(words: string): string {
  return words
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/(?![\u200c\u200d])\p{C}/gu, '')
}
