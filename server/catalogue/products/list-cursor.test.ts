import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { listCursor, listFingerprint, type ListPosition } from './list-cursor.ts'

const cursorOf = (list: unknown) => listCursor(listFingerprint(list), ({ value }: ListPosition) => value)

test('the cursor of a list returns its position, in that list only', () => {
  const own = cursorOf([{ categoryId: 1 }, 'price-low', { stock: false }])
  const position = { id: newId(), value: 99_99 }
  const cursor = own.write(position)
  expect(own.read(cursor)).toEqual(position)
  for (const other of [
    [{ categoryId: 2 }, 'price-low', { stock: false }],
    [{ subcategoryId: 1 }, 'price-low', { stock: false }],
    [{ categoryId: 1 }, 'price-high', { stock: false }],
    [{ categoryId: 1 }, 'price-low', { stock: true }],
  ])
    expect(cursorOf(other).read(cursor)).toBeNull()
  const fingerprint = cursor.slice(0, 8)
  fc.assert(
    fc.property(fc.string(), (text) => {
      const read = own.read(fingerprint + text)
      return !read || own.write(read) === fingerprint + text
    }),
  )
})

test('a cursor with a price beyond every number is refused', () => {
  const own = cursorOf([{ categoryId: 1 }, 'price-low', { stock: false }])
  const bytes = Buffer.from(own.write({ id: newId(), value: 1 }).slice(8), 'base64url')
  for (const price of [2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n]) {
    bytes.writeBigInt64BE(price)
    expect(
      own.read(own.write({ id: newId(), value: 1 }).slice(0, 8) + bytes.toString('base64url')),
    ).toBeNull()
  }
})

test('the format of cursors that clients hold already stays as it is', () => {
  const position = { id: '0198c0de-0000-7000-8000-00000000002a', value: 29_900 }
  expect(cursorOf([{ categoryId: 1 }, 'newest', { stock: false }]).write(position)).toBe(
    'X681OcApAAAAAAAAdMwBmMDeAABwAIAAAAAAAAAq',
  )
})
