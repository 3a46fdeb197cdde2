/** A seller's files of products: export, template, and import with a check before anything is changed. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, message, numericId, page, streamedFile, text } from './fields.ts'
import { importLimits } from './import-limits.ts'

/**
 * checking: its rows are read; checked: it waits for the seller; running: rows are written; done, stopped: nothing is written any
 * more.
 */
export const importStates = ['checking', 'checked', 'running', 'done', 'stopped'] as const
export const importSources = ['hariyali', 'shopify', 'woocommerce'] as const

export const productImport = z.object({
  id: z.string(),
  fileName: z.string(),
  state: z.enum(importStates),
  source: z.enum(importSources),
  createdAt: z.string(),
  /** Of the whole file, without empty rows and examples. */
  rows: z.number().int(),
  checked: z.number().int(),
  /** What the check found. */
  toAdd: z.number().int(),
  toChange: z.number().int(),
  same: z.number().int(),
  wrong: z.number().int(),
  /** What was written. */
  added: z.number().int(),
  changed: z.number().int(),
  refused: z.number().int(),
  /** What of the file is left out, in words. */
  notes: z.array(z.string()),
  /** Names of pictures that are not there yet: files of a zip. */
  missingPictures: z.array(z.string()),
})
export type ProductImport = z.output<typeof productImport>

export const importProblem = z.object({
  /** As a spreadsheet counts, the headings being row 1. */
  row: z.number().int(),
  column: z.string(),
  message: z.string(),
})
export type ImportProblem = z.output<typeof importProblem>

const seller = ['SELLER'] as const
const params = z.object({ id })

/** A CSV file is sent to this path as it is, with its name in the query (`?name=`); the reply is `importUploaded`. */
export const importUpload = '/media/v1_1/products/csv/upload'
export const importUploaded = z.object({ id: z.string() })

export const productImports = {
  list: endpoint({
    method: 'GET',
    path: '/private/product-imports',
    roles: seller,
    areas: ['products'],
    summary: 'Imports of the caller of the last days, newest first.',
    query: page,
    reply: z.array(productImport),
    paged: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/private/product-imports/{id}',
    roles: seller,
    areas: ['products'],
    summary: 'One import of the caller, with how far it is.',
    params,
    reply: productImport,
  }),
  problems: endpoint({
    method: 'GET',
    path: '/private/product-imports/{id}/problems',
    roles: seller,
    areas: ['products'],
    summary: 'What is wrong in the file of an import, by row and column.',
    params,
    query: page,
    reply: z.array(z.object({ row: z.number().int(), problems: z.array(importProblem) })),
    paged: true,
  }),
  problemsCsv: endpoint({
    method: 'GET',
    path: '/private/product-imports/{id}/problems-csv',
    roles: seller,
    areas: ['products'],
    summary: 'The same as CSV.',
    params,
    reply: streamedFile,
    file: 'text/csv',
  }),
  wrongRows: endpoint({
    method: 'GET',
    path: '/private/product-imports/{id}/wrong-rows',
    roles: seller,
    areas: ['products'],
    summary: 'The rows of an import with mistakes, in our own columns, to be corrected and sent again.',
    params,
    reply: streamedFile,
    file: 'text/csv',
  }),
  pictures: endpoint({
    method: 'POST',
    path: '/private/product-imports/{id}/pictures',
    roles: seller,
    areas: ['products'],
    costly: ['rows'],
    limits: [{ max: 300, seconds: 86_400 }],
    summary:
      'Give uploaded pictures the names that the file of an import uses for them. The import is checked again.',
    params,
    body: z.object({
      pictures: z
        .array(
          z.object({
            name: text(importLimits.pictureNameLength, 'A picture has a name.'),
            address: z.string().max(1_000),
          }),
        )
        .min(1, 'There is no picture.')
        .max(importLimits.zippedPictures, `At most ${importLimits.zippedPictures} pictures.`),
    }),
    bodyMax: 1_000_000,
    reply: message,
  }),
  stop: endpoint({
    method: 'POST',
    path: '/private/product-imports/{id}/stop',
    roles: seller,
    areas: ['products'],
    summary: 'Stop an import: rows that were written stay, no more are.',
    params,
    reply: message,
  }),
  run: endpoint({
    method: 'POST',
    path: '/private/product-imports/{id}/run',
    roles: seller,
    areas: ['products'],
    costly: ['rows'],
    limits: [{ max: importLimits.aDay, seconds: 86_400 }],
    summary: 'Write the rows of a checked import that have no problem. 409 for one that is not checked.',
    params,
    reply: message,
  }),
  export: endpoint({
    method: 'GET',
    path: '/private/product-export',
    roles: seller,
    areas: ['products'],
    summary:
      'Products of the caller as CSV, all columns or price and stock alone, in the format of an import.',
    query: z.object({ columns: z.enum(['all', 'stock']).default('all') }),
    reply: streamedFile,
    file: 'text/csv',
  }),
  template: endpoint({
    method: 'GET',
    path: '/private/product-template',
    roles: seller,
    areas: ['products'],
    summary: 'A file without products: the columns of a category and one example, which is not imported.',
    query: z.object({ categoryId: numericId }),
    reply: streamedFile,
    file: 'text/csv',
  }),
}
