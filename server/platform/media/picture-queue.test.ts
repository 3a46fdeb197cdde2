/** Turns go from account to account and not from picture to picture. */
import { expect, test, vi } from 'vitest'
import { openPictureQueue } from './picture-queue.ts'

/** Work that ends when the test says so, and that records when it began. */
function work(name: string, begun: string[]) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const run = async () => {
    begun.push(name)
    await promise
  }
  return { run, end: resolve }
}
const settle = () => vi.advanceTimersByTimeAsync(0)

test('a later account waits for one picture of another account, not for all of them', async () => {
  vi.useFakeTimers()
  try {
    const queue = openPictureQueue(1)
    const begun: string[] = []
    const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => ({ name, ...work(name, begun) }))
    const done = all.map(({ name, run }) => queue.run(name.slice(0, 1), run))
    for (let turn = 0; turn < all.length; turn += 1) {
      await settle()
      expect(begun).toHaveLength(turn + 1)
      all.find(({ name }) => name === begun.at(-1))?.end()
    }
    await Promise.all(done)
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  } finally {
    vi.useRealTimers()
  }
})

test('an account uses one slot of several; the rest is for other accounts', async () => {
  vi.useFakeTimers()
  try {
    const queue = openPictureQueue(2)
    const begun: string[] = []
    const all = ['a1', 'a2', 'b1'].map((name) => ({ name, ...work(name, begun) }))
    const done = all.map(({ name, run }) => queue.run(name.slice(0, 1), run))
    await settle()
    expect(begun).toEqual(['a1', 'b1'])
    for (const { end } of all) end()
    await Promise.all(done)
    expect(begun).toEqual(['a1', 'b1', 'a2'])
  } finally {
    vi.useRealTimers()
  }
})

test('a picture without a turn within a minute is refused, and its turn goes to the next', async () => {
  vi.useFakeTimers()
  try {
    const queue = openPictureQueue(1)
    const begun: string[] = []
    const [first, late, next] = ['a1', 'b1', 'c1'].map((name) => work(name, begun))
    const running = queue.run('a', first!.run)
    const refused = queue.run('b', late!.run).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(61_000)
    expect(await refused).toMatchObject({ code: 'unavailable', retryAfterSeconds: 10 })
    next!.end()
    const served = queue.run('c', next!.run)
    first!.end()
    await Promise.all([running, served])
    expect(begun).toEqual(['a1', 'c1'])
  } finally {
    vi.useRealTimers()
  }
})
