/** Reads the text back from a PDF that PDFKit made: its glyphs are numbers of an embedded font, which has a map to Unicode. */
import { inflateSync } from 'node:zlib'

/** The objects of the file by number: dictionary and, where it has one, the inflated stream. */
function objectsOf(pdf: Buffer): Map<string, { dictionary: string; stream: string }> {
  const objects = new Map<string, { dictionary: string; stream: string }>()
  const raw = pdf.toString('latin1')
  for (const part of raw.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [dictionary = '', body] = (part[2] ?? '').split(/\nstream\n/)
    const bytes = Buffer.from((body ?? '').replace(/\nendstream$/, ''), 'latin1')
    const stream = body && dictionary.includes('FlateDecode') ? inflateSync(bytes).toString('latin1') : ''
    objects.set(part[1] ?? '', { dictionary, stream })
  }
  return objects
}

/** Text by glyph, of a ToUnicode map: `beginbfrange` with one list from glyph 0 on, 256 at most each. */
function unicodeOf(map: string): Map<number, string> {
  const glyphs = new Map<number, string>()
  for (const [, first, , list] of map.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g))
    for (const [index, code] of [...(list ?? '').matchAll(/<([\w ]*)>/g)].entries()) {
      const units = (code[1] ?? '').replaceAll(' ', '').match(/.{4}/g) ?? []
      glyphs.set(
        Number.parseInt(first ?? '0', 16) + index,
        String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))),
      )
    }
  return glyphs
}

/** All pieces of text in the order in which they are drawn, joined by line breaks. */
export function pdfText(pdf: Buffer): string {
  const objects = objectsOf(pdf)
  const fonts = new Map<string, Map<number, string>>()
  for (const { dictionary } of objects.values())
    for (const [, name, font] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font ?? '')?.dictionary ?? '')?.[1]
      if (name && map) fonts.set(name, unicodeOf(objects.get(map)?.stream ?? ''))
    }
  const lines: string[] = []
  for (const { stream } of objects.values()) {
    // Marks that stand higher or lower than their letters begin another list of glyphs within the same text.
    let glyphsOf: Map<number, string> | undefined
    for (const [, font, shown = ''] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (font) {
        glyphsOf = fonts.get(font)
        lines.push('')
        continue
      }
      const glyphs = [...shown.matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      const text = glyphs.map((glyph) => glyphsOf?.get(Number.parseInt(glyph, 16)) ?? '').join('')
      lines.push((lines.pop() ?? '') + text)
    }
  }
  return lines.join('\n')
}
