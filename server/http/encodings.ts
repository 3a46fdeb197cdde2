/** The forms in which a body travels, and which of them a browser takes. */
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Browsers and proxies send a handful of different ones. */
const known = new Map<string, Encoding>()
const mostKnown = 100

/** The smallest form that the header allows; a form with q=0 is refused. */
export function bestEncoding(header: string | undefined): Encoding {
  if (!header) return 'identity'
  let best = known.get(header)
  if (best === undefined) {
    best = readEncodings(header)
    if (known.size < mostKnown && header.length < 100) known.set(header, best)
  }
  return best
}

function readEncodings(header: string): Encoding {
  const taken = new Set(
    header
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
      .map((part) => part.split(';', 1)[0]?.trim()),
  )
  return taken.has('br') ? 'br' : taken.has('gzip') ? 'gzip' : 'identity'
}

const compressBrotli = promisify(brotliCompress)
const expandBrotli = promisify(brotliDecompress)
const compressGzip = promisify(gzip)

/** A short result lies in memory that it shares with strangers: kept for long, it would keep the whole piece. */
function inOwnMemory(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

/** Quality 5 takes about a millisecond for a page; 11 would take a hundred times as long for an eighth less. */
export async function toBrotli(text: Uint8Array): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  }
  return inOwnMemory(await compressBrotli(text, { params }))
}

export const fromBrotli = async (bytes: Uint8Array): Promise<Buffer> => inOwnMemory(await expandBrotli(bytes))
export const toGzip = async (text: Uint8Array): Promise<Buffer> =>
  inOwnMemory(await compressGzip(text, { level: 6 }))
