/** What a file is, judged by its content alone: names and declared types are what the sender likes them to be. */

export type PictureKind = 'jpeg' | 'png' | 'gif' | 'svg'

/** Undefined for everything else. */
export function pictureKind(bytes: Buffer): PictureKind | undefined {
  const head = bytes.toString('latin1', 0, 8)
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head === '\x89PNG\r\n\x1a\n') return 'png'
  if (/^GIF8[79]a/.test(head)) return 'gif'
  return isSvg(bytes) ? 'svg' : undefined
}

/** What may stand before the first element; each piece ends where the next can begin, so that no text is read twice. */
const beforeElement = /\s+|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\][^>]*)?>/iy
const svgElement = /<(?:[\w.-]+:)?svg[\s/>]/y

/** A text whose first element is svg. Other encodings than UTF-8 and its subsets are not looked into. */
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
 * Whether a drawing brings more than a drawing: entities that may grow without end, or elements that have other pictures
 * or documents loaded, also such as lie inside it as text and could be any size.
 */
export function isUnsafeSvg(svg: Buffer): boolean {
  return /<!ENTITY|<[^\s<>/!?]*(?:image|include|foreignobject)[\s/>]/i.test(svg.toString('utf8'))
}
