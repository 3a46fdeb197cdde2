/** docs/security.md is consistent: each requirement stands once, the sums match the rows, and the named files exist. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync(new URL('../docs/security.md', import.meta.url), 'utf8')
const rows = [...page.matchAll(/^\| (V\d+\.\d+\.\d+) \| ([12]) \| ([^|]+) \| [^|]* \| ([^|]*) \|$/gm)].map(
  ([, id = '', level = '', state = '', tests = '']) => ({
    id,
    level,
    state: state.replaceAll('*', '').trim(),
    tests,
  }),
)

test('each ASVS requirement of levels 1 and 2 in scope is listed once', () => {
  const ids = rows.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect([ids.length, rows.filter(({ level }) => level === '1').length]).toEqual([210, 61])
  expect(ids.filter((id) => /^V(9|10|17)\./.test(id))).toEqual([])
})

test('the sums match the rows', () => {
  const count = (state: string, level?: string) =>
    rows.filter((row) => row.state === state && (level === undefined || row.level === level)).length
  for (const [state, words] of [
    ['met', 'met'],
    ['by design', 'met by design'],
    ['by operation', 'met when the shop is run'],
    ['not met', 'not met'],
  ] as const) {
    const line = new RegExp(`^\\| ${words}[^|]*\\| (\\d+) \\| (\\d+) \\| (\\d+) \\|$`, 'm').exec(page)
    expect([state, ...(line?.slice(1).map(Number) ?? [])]).toEqual([
      state,
      count(state, '1'),
      count(state, '2'),
      count(state),
    ])
  }
  expect(rows.filter(({ state, level }) => state === 'not met' && level === '1').map(({ id }) => id)).toEqual(
    ['V6.2.1', 'V6.2.4', 'V14.2.1'],
  )
})

test('every file that it names exists', () => {
  const named = [...page.matchAll(/\]\(\.\.\/([^)]+)\)|\]\((decisions\/[^)]+)\)/g)].map(
    ([, root, docs]) => root ?? `docs/${docs}`,
  )
  expect(named.length).toBeGreaterThan(100)
  expect([...new Set(named)].filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)))).toEqual(
    [],
  )
})
