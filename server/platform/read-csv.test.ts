/** Files of spreadsheets, also damaged and hostile ones, are read piece by piece. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byteOrderMark, csvLine, doubled, withoutEscape } from './csv.ts'
import { readCsv } from './read-csv.ts'

const limits = { rows: 5, columns: 4, cellLength: 100 }

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function rowsOf(file: string | Uint8Array, size = 7, most = limits): Promise<string[][]> {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  const rows: string[][] = []
  for await (const { cells } of readCsv(inPieces(bytes, size), most)) rows.push(cells)
  return rows
}

test('quotes, line ends, separators and encodings are those of the file', async () => {
  const expected = [
    ['Name', 'Price'],
    ['Comb, "neem"\nin two lines', '₹2'],
  ]
  const comma = 'Name,Price\r\n"Comb, ""neem""\nin two lines",₹2\r\n'
  expect(await rowsOf(comma, 1)).toEqual(expected)
  expect(await rowsOf(byteOrderMark + comma)).toEqual(expected)
  expect(await rowsOf(`sep=;\r\n${comma.replace(/,(?! )/g, ';')}`)).toEqual(expected)
  expect(await rowsOf(comma.replace(/,(?! )/g, '\t').replaceAll('\r\n', '\r'))).toEqual(expected)
  const little = Buffer.from(byteOrderMark + comma, 'utf16le')
  expect(await rowsOf(little, 3)).toEqual(expected)
  expect(await rowsOf(Buffer.from(little).swap16(), 5)).toEqual(expected)
  const unmarked = Buffer.from(comma, 'utf16le')
  expect(await rowsOf(unmarked, 3)).toEqual(expected)
  expect(await rowsOf(Buffer.from(unmarked).swap16(), 5)).toEqual(expected)
  expect(await rowsOf('a,b\n\n,\n1,2')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
  expect(await rowsOf('')).toEqual([])
})

test('what cannot be read is refused with the row and what to do', async () => {
  const wrong: [string | Uint8Array, string][] = [
    [Buffer.from('Name\nSoap\nCr\xe8me', 'latin1'), 'about row 3 is a sign that cannot be read'],
    [Buffer.from('PK\u0003\u0004 a workbook'), 'no CSV file'],
    ['Name\nSo\u0000ap', 'no CSV file'],
    ['Name\nSoap\n"Comb\nBrush\n', 'opens in row 3 is not closed'],
    [`a\n${'x'.repeat(101)}`, 'more than 100 characters'],
    [`a\n"${'x\n'.repeat(100)}`, 'opens in row 2 is not closed'],
    [`a\n"${'x\n'.repeat(300)}`, 'more than 100 characters'],
    ['a,b,c,d,e\n', 'more than 4 columns'],
    ['a\n1\n2\n3\n4\n5\n6\n', '5 rows at most'],
  ]
  for (const [file, words] of wrong) await expect(rowsOf(file), words).rejects.toThrow(words)
})

test('each text comes back from a file as it was, also where a spreadsheet would run it', async () => {
  const sign = fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    "'",
    '"',
    ';',
    ',',
    '\t',
    '\r',
    '\n',
    ' ',
    'a',
    '1',
    '.',
    '＝',
  )
  const text = fc.array(sign, { maxLength: 12 }).map((signs) => signs.join(''))
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 9 }),
      async (texts, size) => {
        const line = csvLine(['x', ...texts.slice(0, 3).map(doubled)])
        const [read] = await rowsOf(`a,b\n${line}`, size).then((rows) => rows.slice(1))
        expect(read?.slice(1).map(withoutEscape)).toEqual(texts.slice(0, 3))
      },
    ),
    { numRuns: 500 },
  )
  expect(withoutEscape("'=1+1")).toBe('=1+1')
  expect(withoutEscape("It's")).toBe("It's")
})
