/** Finds out the kind of a file from its content alone. The sender chooses its name and declared type freely. */

export type PictureKind = 'jpeg' | 'png' | 'gif' | 'svg'

/** The kind of a file with these bytes; undefined for everything else. */
export function pictureKind(bytes: Buffer): PictureKind | undefined {
  const head = bytes.toString('latin1', 0, 8)
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head === '\x89PNG\r\n\x1a\n') return 'png'
  if (/^GIF8[79]a/.test(head)) return 'gif'
  return isSvg(bytes) ? 'svg' : undefined
}

/** Whether a file begins as a PDF does. Nothing in the shop reads more of one. */
export const isPdf = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 5) === '%PDF-'

/** What may come before the first element. Each match ends where the next one begins, so no text is read twice. */
const beforeElement = /\s+|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\][^>]*)?>/iy
const svgElement = /<(?:[\w.-]+:)?svg[\s/>]/y

/** Whether the first element of a text is svg. Only UTF-8 and its subsets are recognised. */
function isSvg(bytes: Buffer): boolean {
  const text = bytes.toString('utf8', 0, 65_536)
  let at = 0
  do {
    svgElement.lastIndex = beforeElement.lastIndex = at
    if (svgElement.test(text)) return true
    beforeElement.test(text)
    at = beforeElement.lastIndex
  } while (at > 0)
  return false
}

/**
 * Whether a drawing has entities, which can expand without limit, or refers to anything but its own elements. A picture or a
 * document that is embedded as text would not be checked itself.
 */
export function isUnsafeSvg(svg: Buffer): boolean {
  const text = svg.toString('utf8')
  return declares.test(text) || loads.test(text) || refers.test(text) || styles.test(spelledOut(text))
}

/** The declared attributes of an element stand in no tag of it. */
const declares = /<!ENTITY|<!ATTLIST/i
const loads = /<[^\s<>/!?]*(?:image|include|foreignobject)[\s/>]/i
const refers = /href\s*=(?!\s*["']#)/i
const styles = /@import|url\((?!\s*["']?#)/i

/** A text without the references of XML and the escapes of CSS, in which a style may write each of its letters. */
function spelledOut(text: string): string {
  const character = (code: number) => (code <= 0x10_ff_ff ? String.fromCodePoint(code) : '')
  return text
    .replace(/&quot;|&apos;/g, '"')
    .replace(/&#x([\da-f]+);/gi, (_, digits: string) => character(Number.parseInt(digits, 16)))
    .replace(/&#(\d+);/g, (_, digits: string) => character(Number(digits)))
    .replace(/\\([\da-f]{1,6})(?:\r\n|\s)?/gi, (_, digits: string) => character(Number.parseInt(digits, 16)))
    .replaceAll('\\', '')
}
