/** Writes a one-page PDF with Helvetica text and filled rectangles. Coordinates in points from the top left. */

export class Page {
  readonly width: number
  readonly height: number
  readonly #drawn: string[] = []

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
  }

  text(x: number, y: number, size: number, text: string, bold = false): void {
    this.#drawn.push(
      `BT /${bold ? 'F2' : 'F1'} ${size} Tf ${round(x)} ${round(this.height - y)} Td (${escaped(text)}) Tj ET`,
    )
  }

  /** Draws text wrapped to about `width`; returns the y below it. */
  paragraph(x: number, y: number, size: number, width: number, text: string): number {
    const most = Math.floor(width / (size * 0.52))
    let line = ''
    let below = y
    for (const word of [...text.split(/\s+/).flatMap((one) => pieces(one, most)), '']) {
      if (word !== '' && `${line} ${word}`.trim().length <= most) {
        line = `${line} ${word}`.trim()
        continue
      }
      if (line !== '') this.text(x, below, size, line)
      if (line !== '') below += size * 1.25
      line = word
    }
    return below
  }

  box(x: number, y: number, width: number, height: number): void {
    this.#drawn.push(`${round(x)} ${round(this.height - y - height)} ${round(width)} ${round(height)} re f`)
  }

  bytes(title: string): Uint8Array<ArrayBuffer> {
    const content = this.#drawn.join('\n')
    const font = (name: string) =>
      `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
    const objects = [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${round(this.width)} ${round(this.height)}] /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> /Contents 6 0 R >>`,
      font('Helvetica'),
      font('Helvetica-Bold'),
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      `<< /Title (${escaped(title)}) >>`,
    ]
    let file = '%PDF-1.4\n'
    const places = objects.map((object, index) => {
      const place = file.length
      file += `${index + 1} 0 obj\n${object}\nendobj\n`
      return place
    })
    const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
    const rows = objects.length + 1
    file += `xref\n0 ${rows}\n0000000000 65535 f \n${table}trailer\n<< /Size ${rows} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
    return new Uint8Array(Buffer.from(file, 'latin1'))
  }
}

const round = (value: number) => Math.round(value * 1000) / 1000
/** The built-in PDF fonts have Western letters only; other characters become question marks. */
const escaped = (text: string) => text.replace(/[^\x20-\x7e\xa1-\xff]/gu, '?').replace(/[\\()]/g, '\\$&')
function pieces(word: string, most: number): string[] {
  const signs = Array.from(word)
  return Array.from({ length: Math.ceil(signs.length / most) }, (_, i) =>
    signs.slice(i * most, (i + 1) * most).join(''),
  )
}
