/** Cursors of the sorted and filtered lists of products. Each is valid for one list, sort and filters only. */
import { createHash } from 'node:crypto'
import { compactIdCursor, type CursorFormat } from '../../platform/keyset-page.ts'

/** Eight letters for a list, its sort and its filters. Its cursors begin with them, so that another list refuses them. */
export function listFingerprint(list: unknown): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 8)
}

/** The last product of a page and its price. */
export interface ListPosition {
  id: string
  pricePaise: number
}

/** The cursors of the list with this fingerprint: the fingerprint, then price (eight bytes) and id as base64url. */
export function listCursor(fingerprint: string): CursorFormat<ListPosition, ListPosition | undefined> {
  const write = ({ id, pricePaise }: ListPosition) => {
    const price = Buffer.alloc(8)
    price.writeBigInt64BE(BigInt(pricePaise))
    const bytes = Buffer.concat([price, Buffer.from(id.replaceAll('-', ''), 'hex')])
    return fingerprint + bytes.toString('base64url')
  }
  return {
    start: undefined,
    write,
    read(cursor) {
      const bytes = Buffer.from(cursor.slice(fingerprint.length), 'base64url')
      if (!cursor.startsWith(fingerprint) || bytes.length !== 24) return null
      const pricePaise = Number(bytes.readBigInt64BE())
      if (!Number.isSafeInteger(pricePaise)) return null
      const id = compactIdCursor.read(bytes.subarray(8).toString('base64url'))
      if (id === null) return null
      const position = { id, pricePaise }
      return write(position) === cursor ? position : null
    },
  }
}
