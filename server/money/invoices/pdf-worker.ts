/** The thread that draws documents: it receives a row and returns the bytes of its PDF (render.ts). */
import { parentPort } from 'node:worker_threads'
import { drawShopDocument } from '../shop-documents/pdf-layout.ts'
import type { ShopDocumentRow } from '../shop-documents/queries.ts'
import type { HalfSheet } from './pdf-halves.ts'
import { drawDocument } from './pdf-layout.ts'
import { drawSheet, type Sheet } from './pdf-sheet.ts'
import type { DocumentRow } from './queries.ts'

export interface DrawRequest {
  no: number
  row: DocumentRow | ShopDocumentRow | Sheet | Halves | Files
}

export interface Halves {
  halves: readonly HalfSheet[]
}
/** PDFs that become one. */
export interface Files {
  files: readonly Uint8Array[]
}
export type DrawReply = { no: number; pdf: Uint8Array } | { no: number; failure: string }

parentPort?.on('message', ({ no, row }: DrawRequest) => {
  draw(row).then(
    (pdf) => parentPort?.postMessage({ no, pdf } satisfies DrawReply),
    (error: unknown) => parentPort?.postMessage({ no, failure: String(error) } satisfies DrawReply),
  )
})

async function draw(row: DrawRequest['row']): Promise<Uint8Array> {
  // Loaded when it is needed: most threads draw invoices only.
  if ('halves' in row) return (await import('./pdf-halves.ts')).drawHalves(row.halves)
  if ('files' in row) return (await import('./pdf-halves.ts')).joinFiles(row.files)
  if ('sections' in row) return drawSheet(row)
  return 'lines' in row ? drawShopDocument(row) : drawDocument(row)
}
