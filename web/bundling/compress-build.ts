/** Writes the compressed forms of each text of the browser's build beside it, once and as small as they get. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const texts = /\.(?:js|css|svg|txt|json|webmanifest)$/
/** Smaller files fit into the first packet either way. */
const worthwhile = 1_000

export function compressBuild(): Plugin {
  return {
    name: 'compress-build',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle({ dir }) {
      for (const entry of readdirSync(dir ?? '', { recursive: true, withFileTypes: true })) {
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
    },
  }
}
