/**
 * Writes a brotli and a gzip version beside each text file of the browser's build, at the highest level, so that the
 * server need not compress. To be called when everything is written: React Router adds the manifest of the routes last.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const texts = /\.(?:js|css|svg|txt|json|webmanifest)$/
/** In bytes. Smaller files fit into one packet without compression. */
const worthwhile = 1_000

export function compressBuild(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (!entry.isFile() || !texts.test(entry.name)) continue
    const text = readFileSync(file)
    if (text.length < worthwhile) continue
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    }
    writeFileSync(`${file}.br`, brotliCompressSync(text, { params }))
    writeFileSync(`${file}.gz`, gzipSync(text, { level: constants.Z_BEST_COMPRESSION }))
  }
}
