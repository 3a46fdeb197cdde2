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
 * Whether a drawing has entities, which can expand without limit, or elements that load other pictures or documents. That
 * includes pictures embedded as text, whose size in pixels would not be checked.
 */
export function isUnsafeSvg(svg: Buffer): boolean {
  return /<!ENTITY|<[^\s<>/!?]*(?:image|include|foreignobject)[\s/>]/i.test(svg.toString('utf8'))
}
