/** Ids are made by the app, so that any PostgreSQL will do and a row's id is known before it is written. */
import { randomBytes } from 'node:crypto'

let lastMs = 0
let sequence = 0

/** A UUID version 7: ordered by time, also within one millisecond of one process; of several machines, as well as their clocks agree. */
export function newId(now = Date.now()): string {
  if (now > lastMs) {
    lastMs = now
    sequence = randomBytes(2).readUInt16BE() & 0x07ff
  } else {
    sequence += 1
    if (sequence > 0x0fff) {
      lastMs += 1
      sequence = 0
    }
  }
  return uuid(lastMs, sequence)
}

/** An id for something that happened before: its place among the others is that of the moment, then of `order`. */
export function pastId(ms: number, order = 0): string {
  return uuid(Math.floor(ms), order)
}

function uuid(ms: number, order: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(ms, 0, 6)
  bytes.writeUInt16BE(0x7000 | order, 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
