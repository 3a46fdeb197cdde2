/** Reads chosen files out of a zip in the browser: nothing else of it is unpacked, and no file beyond its limit. */

interface Entry {
  /** Without its folders. */
  name: string
  method: number
  /** Where its header begins, and its bytes as they are packed. */
  at: number
  packed: number
}

export class ZipProblem extends Error {}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const headerSignature = 0x04034b50
const [stored, deflated] = [0, 8]
const endLength = 22
const commentMax = 65_535
/** A folder of this many bytes has tens of thousands of entries. */
const folderMax = 10_000_000

const bytesOf = async (part: Blob) => new DataView(await part.arrayBuffer())

/** The files of a zip, without folders. Throws ZipProblem for what is no zip or has a form that nobody needs for pictures. */
export async function zipEntries(zip: Blob): Promise<Entry[]> {
  const tail = await bytesOf(zip.slice(-(endLength + commentMax)))
  let end = tail.byteLength - endLength
  while (end >= 0 && tail.getUint32(end, true) !== endSignature) end -= 1
  if (end < 0) throw new ZipProblem('This is no zip, or it is damaged.')
  const [length, from] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)]
  if (from === 0xffffffff || length > folderMax)
    throw new ZipProblem('This zip is too large. Please part it.')
  const folder = await bytesOf(zip.slice(from, from + length))
  const entries: Entry[] = []
  for (let at = 0; at + 46 <= folder.byteLength;) {
    if (folder.getUint32(at, true) !== entrySignature) throw new ZipProblem('This zip is damaged.')
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => folder.getUint16(at + field, true))
    const nameBytes = new Uint8Array(
      folder.buffer,
      at + 46,
      Math.min(nameLength ?? 0, folder.byteLength - at - 46),
    )
    const path = new TextDecoder().decode(nameBytes)
    const isLocked = (folder.getUint16(at + 8, true) & 1) === 1
    if (!path.endsWith('/') && !isLocked)
      entries.push({
        name: path.split(/[/\\]/).at(-1) ?? '',
        method: folder.getUint16(at + 10, true),
        packed: folder.getUint32(at + 20, true),
        at: folder.getUint32(at + 42, true),
      })
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return entries
}

/** The bytes of one file. Stops at `maxBytes`, whatever the zip says about itself. */
export async function unpack(zip: Blob, entry: Entry, maxBytes: number): Promise<Blob> {
  const header = await bytesOf(zip.slice(entry.at, entry.at + 30))
  if (header.byteLength < 30 || header.getUint32(0, true) !== headerSignature)
    throw new ZipProblem('This file of the zip is damaged.')
  const from = entry.at + 30 + header.getUint16(26, true) + header.getUint16(28, true)
  const packed = zip.slice(from, from + entry.packed)
  if (entry.method !== stored && entry.method !== deflated)
    throw new ZipProblem('This file is packed in a way that cannot be read.')
  const stream =
    entry.method === stored
      ? packed.stream()
      : packed.stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const pieces: BlobPart[] = []
  let size = 0
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return new Blob(pieces)
      size += value.byteLength
      if (size > maxBytes)
        throw new ZipProblem(`This picture is too large: at most ${Math.floor(maxBytes / 1_000_000)} MB.`)
      pieces.push(value)
    }
  } catch (error) {
    throw error instanceof ZipProblem ? error : new ZipProblem('This file of the zip is damaged.')
  } finally {
    await reader.cancel().catch(() => {})
  }
}
