/** Reads CSV files of spreadsheets piece by piece: UTF-8 or UTF-16, parted by commas, semicolons or tabs. */
import { TextDecoder } from 'node:util'
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

const notUtf8 = (row: number) =>
  new Refusal(
    'invalid',
    `This file is not saved as UTF-8: about row ${row} is a sign that cannot be read. In Excel choose Save As and the type 'CSV UTF-8'.`,
  )
const noCsv =
  "This is no CSV file but an Excel workbook, a zip or a picture. In Excel choose Save As and the type 'CSV UTF-8'."

/** Texts of the pieces of a file. Refuses ('invalid') what is no text in one of the encodings. */
async function* decoded(pieces: AsyncIterable<Uint8Array>, rowOf: () => number): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  // Until the first bytes tell the encoding.
  let head = Buffer.alloc(0)
  const decode = (bytes?: Uint8Array) => {
    try {
      return decoder?.decode(bytes, { stream: bytes !== undefined }) ?? ''
    } catch {
      const [before = ''] = Buffer.from(bytes ?? '')
        .toString()
        .split('\ufffd', 1)
      throw notUtf8(rowOf() + before.split('\n').length - 1)
    }
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
  if ([0x504b, 0xd0cf, 0x2550, 0x8950, 0xffd8, 0x1f8b].includes(mark)) throw new Refusal('invalid', noCsv)
  const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding, { fatal: true })
}

/** The sign that parts the headings: the most frequent one outside of quotation marks. */
function separatorOf(firstLine: string): string {
  const outside = firstLine.replaceAll(/"[^"]*"/g, '')
  const count = (sign: string) => outside.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/** start: of a cell; plain; quoted; after: a quotation mark within a quoted cell, which ends it or is doubled. */
type State = 'start' | 'plain' | 'quoted' | 'after'

const firstLineLength = 50_000

/** The records of a file that are not empty. Refuses ('invalid') what is no CSV, or above the limits. */
export async function* readCsv(
  pieces: AsyncIterable<Uint8Array>,
  limits: CsvLimits,
): AsyncGenerator<CsvRecord> {
  let row = 1
  let separator = ''
  let cells: string[] = []
  let cell = ''
  let state: State = 'start'
  let openedIn = 1
  let afterReturn = false
  let read = 0
  let head = ''

  const endCell = () => {
    if (cells.length >= limits.columns)
      throw new Refusal('invalid', `Row ${row} has more than ${limits.columns} columns.`)
    cells.push(cell)
    cell = ''
    state = 'start'
  }
  const endRow = (): CsvRecord | undefined => {
    endCell()
    const record = { row, cells }
    row += 1
    cells = []
    if (record.cells.every((text) => text.trim() === '')) return undefined
    read += 1
    // The headings are one of them.
    if (read > limits.rows + 1)
      throw new Refusal(
        'invalid',
        `A file may have ${limits.rows.toLocaleString('en-IN')} rows at most. Please part it.`,
      )
    return record
  }
  const add = (text: string) => {
    if (cell.length + text.length > limits.cellLength)
      throw new Refusal(
        'invalid',
        `A cell of row ${row} has more than ${limits.cellLength.toLocaleString('en-IN')} characters. Perhaps a quotation mark is not closed.`,
      )
    cell += text
  }

  function* parse(text: string): Generator<CsvRecord> {
    // What has no meaning of its own is taken in stretches.
    let from = 0
    const take = (to: number) => {
      if (to > from) add(text.slice(from, to))
    }
    for (let at = 0; at < text.length; at += 1) {
      const sign = text[at] ?? ''
      if (sign === '\u0000') throw new Refusal('invalid', noCsv)
      if (state === 'quoted') {
        if (sign !== '"') continue
        take(at)
        from = at + 1
        state = 'after'
        continue
      }
      if (state === 'after' && sign === '"') {
        // The second one of a pair belongs to the text.
        from = at
        state = 'quoted'
        continue
      }
      if (afterReturn && sign === '\n') {
        afterReturn = false
        from = at + 1
        continue
      }
      afterReturn = false
      if (sign === '"' && state === 'start') {
        from = at + 1
        openedIn = row
        state = 'quoted'
      } else if (sign === separator || sign === '\n' || sign === '\r') {
        take(at)
        from = at + 1
        if (sign === separator) endCell()
        else {
          afterReturn = sign === '\r'
          const record = endRow()
          if (record) yield record
        }
      } else if (state === 'start' || state === 'after') {
        from = at
        state = 'plain'
      }
    }
    take(text.length)
  }

  for await (const text of decoded(pieces, () => row)) {
    if (separator !== '') {
      yield* parse(text)
      continue
    }
    head += text
    const end = head.search(/[\r\n]/)
    if (end < 0 && head.length < firstLineLength) continue
    yield* begin()
  }
  if (separator === '') yield* begin()
  if ((state as State) === 'quoted')
    throw new Refusal('invalid', `A quotation mark that opens in row ${openedIn} is not closed.`)
  if (cells.length > 0 || cell !== '' || state !== 'start') {
    const record = endRow()
    if (record) yield record
  }

  /** Excel writes `sep=;` as a line of its own. */
  function* begin(): Generator<CsvRecord> {
    const [, told] = /^sep=([,;\t])\r?\n/.exec(head) ?? []
    const rest = told ? head.slice(head.indexOf('\n') + 1) : head
    if (told) row = 2
    separator = told ?? separatorOf(rest.slice(0, firstLineLength).split(/[\r\n]/, 1)[0] ?? '')
    head = ''
    yield* parse(rest)
  }
}
