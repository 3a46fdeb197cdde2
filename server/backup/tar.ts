/** The tar format (ustar), as far as a backup needs it: plain files, so that any tar looks into one. */
import type { Readable } from 'node:stream'

const block = 512

/** What stands before a file's bytes. */
export function tarHeader(name: string, bytes: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`the name ${name} is too long for the archive`)
  const header = Buffer.alloc(block)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  // Twelve characters of octal reach 8 GB; beyond, the format takes the number itself, marked by the first bit.
  if (bytes < 0o77777777777) header.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124)
  else {
    header.writeUInt8(0x80, 124)
    header.writeBigUInt64BE(BigInt(bytes), 128)
  }
  header.write('00000000000\0', 136)
  header.write('        ', 148) // the sum is taken over spaces in its own place
  header.write('0', 156)
  header.write('ustar\0', 257)
  header.write('00', 263)
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** What stands after a file's bytes. */
export function tarPadding(bytes: number): Buffer {
  return Buffer.alloc((block - (bytes % block)) % block)
}

/** What ends an archive. */
export const tarEnd = Buffer.alloc(2 * block)

export interface TarEntry {
  name: string
  bytes: number
  /** Must be read to its end before the next entry is asked for. */
  content: AsyncIterable<Buffer>
}

/** Reads an archive. Throws where it breaks off or is none. */
export async function* readTar(source: Readable): AsyncGenerator<TarEntry> {
  const input = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let rest: Buffer = Buffer.alloc(0)

  async function more(): Promise<void> {
    const { done, value } = await input.next()
    if (done) throw new Error('it breaks off')
    rest = rest.length > 0 ? Buffer.concat([rest, value]) : value
  }
  async function take(bytes: number): Promise<Buffer> {
    while (rest.length < bytes) await more()
    const taken = rest.subarray(0, bytes)
    rest = rest.subarray(bytes)
    return taken
  }
  async function* content(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0;) {
      if (rest.length === 0) await more()
      const piece = rest.subarray(0, left)
      rest = rest.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }

  for (;;) {
    const header = await take(block)
    if (header.every((byte) => byte === 0)) {
      // To the end, so that a checksum of the compression that does not fit is noticed.
      while (!(await input.next()).done);
      return
    }
    const copy = Buffer.from(header)
    copy.write('        ', 148)
    if (parseInt(header.toString('latin1', 148, 154), 8) !== sumOf(copy))
      throw new Error('a header is damaged')
    const name = header.toString('utf8', 0, header.indexOf(0) < 100 ? header.indexOf(0) : 100)
    const large = ((header[124] ?? 0) & 0x80) !== 0
    const bytes = large
      ? Number(header.readBigUInt64BE(128))
      : parseInt(header.toString('latin1', 124, 135), 8)
    yield { name, bytes, content: content(bytes) }
    await take(tarPadding(bytes).length)
  }
}

function sumOf(header: Buffer): number {
  return header.reduce((sum, byte) => sum + byte, 0)
}
