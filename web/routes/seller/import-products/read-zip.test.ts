/** Pictures are read out of a zip one by one, and a hostile one costs no more than its limit. */
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { unpack, zipEntries } from './read-zip.ts'

const text = (words: string) => new TextEncoder().encode(words)
const zipOf = (files: Parameters<typeof zipSync>[0]) => new Blob([new Uint8Array(zipSync(files))])
const max = 1_000_000

test('files come out as they went in, whatever their folders are', async () => {
  const zip = zipOf({
    'photos/neem comb.jpg': text('first'),
    '../../etc/passwd': [text('second'), { level: 0 }],
    'empty/': new Uint8Array(0),
    'कंघी.png': text('third'),
  })
  const entries = await zipEntries(zip)
  expect(entries.map(({ name }) => name)).toEqual(['neem comb.jpg', 'passwd', 'कंघी.png'])
  const texts = await Promise.all(entries.map(async (entry) => (await unpack(zip, entry, max)).text()))
  expect(texts).toEqual(['first', 'second', 'third'])
})

test('a bomb is unpacked to its limit and no further', async () => {
  const zip = zipOf({ 'bomb.jpg': new Uint8Array(5_000_000), 'good.jpg': text('good') })
  const [bomb, good] = await zipEntries(zip)
  expect(zip.size).toBeLessThan(100_000)
  if (!bomb || !good) throw new Error('the zip has two files')
  await expect(unpack(zip, bomb, max)).rejects.toThrow('too large: at most 1 MB')
  expect(await (await unpack(zip, good, max)).text()).toBe('good')
})

test('what is no zip, damaged or locked is refused in words', async () => {
  await expect(zipEntries(new Blob(['no zip']))).rejects.toThrow('no zip')
  const bytes = new Uint8Array(zipSync({ 'a.jpg': text('a picture of a comb '.repeat(50)) }))
  await expect(zipEntries(new Blob([bytes.subarray(0, bytes.length - 30)]))).rejects.toThrow('no zip')
  const damaged = bytes.slice()
  damaged.fill(0xff, 40, 60)
  const [entry] = await zipEntries(new Blob([damaged]))
  if (!entry) throw new Error('the zip has a file')
  await expect(unpack(new Blob([damaged]), entry, max)).rejects.toThrow('damaged')
  await expect(unpack(new Blob([bytes]), { ...entry, method: 99 }, max)).rejects.toThrow('cannot be read')
  await expect(unpack(new Blob([bytes]), { ...entry, at: 99_999 }, max)).rejects.toThrow('damaged')
  const locked = bytes.slice()
  // Of the entry in the zip's directory.
  const folder = Buffer.from(bytes).indexOf('PK\u0001\u0002')
  locked[folder + 8] = 1
  expect(await zipEntries(new Blob([locked]))).toEqual([])
})
