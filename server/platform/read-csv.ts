/** Reads CSV files of spreadsheets: UTF-8 or UTF-16, parted by commas, semicolons or tabs. */
import { pipeline } from 'node:stream'
import { TextDecoder } from 'node:util'
import { CsvError, type Options, parse } from 'csv-parse'
import { parse as parseText } from 'csv-parse/sync'
import { Refusal } from './refusal.ts'

export interface CsvLimits {
  rows: number
  columns: number
  cellLength: number
}

export interface CsvRecord {
  /** As a spreadsheet counts, from 1; empty rows count. */
  row: number
  cells: string[]
}

const tolerant: Options = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
}
const refused = (words: string) => new Refusal('invalid', words)
const noCsv =
  "This is no CSV file but an Excel workbook, a zip or a picture. In Excel choose Save As and the type 'CSV UTF-8'."

/** The cells of each line of a short file, parted by commas; undefined where a quotation mark is not closed. */
export function readShortCsv(text: string): string[][] | undefined {
  try {
    return parseText(text, { ...tolerant, bom: true })
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') return undefined
    throw error
  }
}

/** The records of a file, piece by piece, that are not empty. Refuses ('invalid') what is no CSV, or above the limits. */
export async function* readCsv(
  pieces: AsyncIterable<Uint8Array>,
  { rows, columns, cellLength }: CsvLimits,
): AsyncGenerator<CsvRecord> {
  const tooLong = (row: number) =>
    refused(
      `A cell of row ${row} has more than ${cellLength.toLocaleString('en-IN')} characters. Perhaps a quotation mark is not closed.`,
    )
  // The row that is being parsed, which is ahead of the ones that are read.
  let parsing = () => 1
  const texts = decoded(pieces, () => parsing())
  const head = await headOf(texts)
  // Excel writes `sep=;` as a line of its own.
  const [told = '', separator] = /^sep=([,;\t])(?:\r\n?|\n)/.exec(head) ?? []
  const skipped = told ? 1 : 0
  const parser = parse({
    ...tolerant,
    delimiter: separator ?? separatorOf(head.split(/[\r\n]/, 1)[0] ?? ''),
    max_record_size: columns * cellLength,
  })
  parsing = () => skipped + parser.info.records + 1
  async function* withHead() {
    yield head.slice(told.length)
    yield* texts
  }
  // Whoever reads the records gets its errors.
  pipeline(withHead, parser, () => {})
  let row = skipped
  let read = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1
      if (cells.length > columns) throw refused(`Row ${row} has more than ${columns} columns.`)
      if (cells.some((text) => text.length > cellLength)) throw tooLong(row)
      if (cells.every((text) => text.trim() === '')) continue
      read += 1
      // The headings are one of them.
      if (read > rows + 1)
        throw refused(`A file may have ${rows.toLocaleString('en-IN')} rows at most. Please part it.`)
      yield { row, cells }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw tooLong(parsing())
    if (error.code === 'CSV_QUOTE_NOT_CLOSED')
      throw refused(`A quotation mark that opens in row ${parsing()} is not closed.`)
    throw error
  }
}

const headLength = 50_000

/** The beginning of a text, with its first line unless that is too long for one. */
async function headOf(texts: AsyncGenerator<string>): Promise<string> {
  let head = ''
  while (!/[\r\n]/.test(head.slice(0, -1)) && head.length < headLength) {
    const { value, done } = await texts.next()
    if (done) break
    head += value
  }
  return head
}

/** The sign that parts the headings: the most frequent one outside of quotation marks. */
function separatorOf(firstLine: string): string {
  const outside = firstLine.replaceAll(/"[^"]*"/g, '')
  const count = (sign: string) => outside.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/** Texts of the pieces of a file. Refuses ('invalid') what is no text in one of the encodings. */
async function* decoded(pieces: AsyncIterable<Uint8Array>, rowOf: () => number): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  // Until the first bytes tell the encoding.
  let head = Buffer.alloc(0)
  const decode = (bytes?: Uint8Array) => {
    let text: string
    try {
      text = decoder?.decode(bytes, { stream: bytes !== undefined }) ?? ''
    } catch {
      const [before = ''] = Buffer.from(bytes ?? '')
        .toString()
        .split('\ufffd', 1)
      const row = rowOf() + before.split('\n').length - 1
      throw refused(
        `This file is not saved as UTF-8: about row ${row} is a sign that cannot be read. In Excel choose Save As and the type 'CSV UTF-8'.`,
      )
    }
    if (text.includes('\0')) throw refused(noCsv)
    return text
  }
  for await (const piece of pieces) {
    if (decoder) {
      yield decode(piece)
      continue
    }
    head = Buffer.concat([head, piece])
    if (head.length < 8) continue
    decoder = decoderOf(head)
    yield decode(head)
  }
  if (!decoder) {
    decoder = decoderOf(head)
    yield decode(head)
  }
  yield decode()
}

function decoderOf(head: Buffer): TextDecoder {
  const [first = 0, second = 0] = head
  const mark = first * 256 + second
  // Of zip, old Excel, PDF, PNG, JPEG and gzip.
  if ([0x504b, 0xd0cf, 0x2550, 0x8950, 0xffd8, 0x1f8b].includes(mark)) throw refused(noCsv)
  // Without a mark, every other byte of the headings is 0.
  const encoding =
    mark === 0xfffe || second === 0 ? 'utf-16le' : mark === 0xfeff || first === 0 ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding, { fatal: true })
}
