import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newId } from './db/ids.ts'
import { compactIdCursor, idCursor, keysetPage } from './keyset-page.ts'

describe.each([
  ['as it is', idCursor],
  ['as base64url', compactIdCursor],
])('the cursor of an id %s', (_, format) => {
  test('returns the id that it was made from', () => {
    for (let i = 0; i < 100; i += 1) {
      const id = newId()
      expect(format.read(format.write({ id }))).toBe(id)
    }
  })

  test('starts above every id', () => {
    expect(format.start > newId()).toBe(true)
  })

  test('is no other text', () => {
    expect(format.read('no cursor')).toBeNull()
    expect(format.read('')).toBeNull()
    fc.assert(
      fc.property(fc.string(), (text) => {
        const id = format.read(text)
        return id === null || format.write({ id }) === text
      }),
    )
  })
})

test('the formats of cursors that clients hold already stay as they are', () => {
  const id = '0198c0de-0000-7000-8000-00000000002a'
  expect(idCursor.write({ id })).toBe(id)
  expect(compactIdCursor.write({ id })).toBe('AZjA3gAAcACAAAAAAAAAKg')
})

describe('a page of a list', () => {
  const rows = ['05', '04', '03', '02', '01'].map((end) => ({
    id: `00000000-0000-7000-8000-0000000000${end}`,
  }))
  let counted = 0
  const source = {
    rows: async (limit: number, before: string) => rows.filter(({ id }) => id < before).slice(0, limit),
    count: async (found: number) => {
      counted += 1
      expect(found).toBeGreaterThan(0)
      return rows.length
    },
    toItem: ({ id }: { id: string }) => id.slice(-1),
  }

  test('is followed by the next one without a gap or a repeat', async () => {
    const seen: string[] = []
    for (let cursor: string | undefined; ;) {
      const page = await keysetPage({ limit: 2, cursor }, compactIdCursor, source)
      expect(page.total).toBe(5)
      seen.push(...page.items)
      if (page.next === undefined) break
      cursor = page.next
    }
    expect(seen).toEqual(['5', '4', '3', '2', '1'])
  })

  test('counts the list itself when it holds all of it', async () => {
    counted = 0
    expect(await keysetPage({ limit: 5 }, idCursor, source)).toEqual({
      items: ['5', '4', '3', '2', '1'],
      total: 5,
      next: undefined,
    })
    expect(counted).toBe(0)
  })

  test('is refused for a cursor of another format', async () => {
    await expect(keysetPage({ limit: 2, cursor: 'no cursor' }, idCursor, source)).rejects.toMatchObject({
      code: 'invalid',
      message: 'This is no cursor of this list.',
    })
  })
})
