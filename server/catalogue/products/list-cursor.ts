/** Cursors of the sorted and filtered lists of the catalogue. Each is valid for one list, sort and filters only. */
import { createHash } from 'node:crypto'
import { compactIdCursor, type CursorFormat } from '../../platform/keyset-page.ts'

/** Eight letters for a list, its sort and its filters. Its cursors begin with them, so that another list refuses them. */
export function listFingerprint(list: unknown): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 8)
}

/** The last row of a page and the number that the list is sorted by, such as the price. */
export interface ListPosition {
  id: string
  value: number
}

/** The cursors of the list with this fingerprint: the fingerprint, then the number (eight bytes) and the id as base64url. */
export function listCursor<Row extends { id: string }>(
  fingerprint: string,
  valueOf: (row: Row) => number,
): CursorFormat<Row, ListPosition | undefined> {
  const write = ({ id, value }: ListPosition) => {
    const number = Buffer.alloc(8)
    number.writeBigInt64BE(BigInt(value))
    const bytes = Buffer.concat([number, Buffer.from(id.replaceAll('-', ''), 'hex')])
    return fingerprint + bytes.toString('base64url')
  }
  return {
    start: undefined,
    write: (row) => write({ id: row.id, value: valueOf(row) }),
    read(cursor) {
      const bytes = Buffer.from(cursor.slice(fingerprint.length), 'base64url')
      if (!cursor.startsWith(fingerprint) || bytes.length !== 24) return null
      const value = Number(bytes.readBigInt64BE())
      if (!Number.isSafeInteger(value)) return null
      const id = compactIdCursor.read(bytes.subarray(8).toString('base64url'))
      if (id === null) return null
      const position = { id, value }
      return write(position) === cursor ? position : null
    },
  }
}
