/** A plain sheet of facts: a title and sections of two columns. */
import { colors, contentWidth, openPage } from './pdf-page.ts'

export interface Sheet {
  title: string
  author: string
  made: Date
  about: readonly (readonly [string, string])[]
  sections: readonly { heading: string; rows: readonly (readonly [string, string])[] }[]
}

const labelWidth = 130
const gap = 10

/** `top`: how much of the first page stays empty. */
export function drawSheet({ title, author, made, about, sections }: Sheet, top = 0): Promise<Buffer> {
  const page = openPage({ title, author, made })
  page.y += top
  const row = ([label, value]: readonly [string, string]) => {
    const width = contentWidth - labelWidth - gap
    const height = Math.max(page.heightOf(label, labelWidth), page.heightOf(value, width)) + 4
    page.need(height)
    page.text(label, 0, page.y, labelWidth, { color: colors.muted })
    page.text(value, labelWidth + gap, page.y, width)
    page.y += height
  }
  page.text(author, 0, page.y, contentWidth, { size: 10, bold: true, color: colors.brand })
  page.y += 18
  page.y += page.text(title, 0, page.y, contentWidth, { size: 16, bold: true }) + 8
  for (const one of about) row(one)
  for (const { heading, rows } of sections) {
    page.need(60)
    page.y += 8
    page.rule(page.y)
    page.y += 8
    page.y += page.text(heading, 0, page.y, contentWidth, { size: 11, bold: true }) + 6
    for (const one of rows) row(one)
  }
  return page.end((no, pages) => `${title}, page ${no} of ${pages}`)
}
