/** Archives of a backup: the format stays readable, and neither a full disk nor a hostile archive does harm. */
import { randomBytes } from 'node:crypto'
import { createWriteStream, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { type Headers, pack } from 'tar-stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTempFolder } from '../../../tests/setup/temp-folder.ts'
import { unpackArchive } from './read-archive.ts'
import { openArchive } from './write-archive.ts'

let folder: string
beforeAll(() => {
  folder = makeTempFolder('hariyali-archive-')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Written by the shop before it used tar-stream. */
const earlier = `
H4sIAAAAAAACA+2Wz26jMBDGc22fIpqzQ8bGQOC2D7BSD6s9bJXD2B4atvxJsNkqqvruK2iqrrpSe+lGK4WfLA2ywPPZ8DHjKJAh
z+v9YOrKRpYC33X9MbLd/rj4HBARU8Qp4t8RUaav1+O8jHWqF0tcnIHBB+oXeJZc/yHy6qYL/lpd3VDrrxczF0bDrqL1vrJh6Nmv
h5Vc6w1GD2z2n5bjQ/8r/cb/Sms1+/8ctF1Y9kx1fVzS8vQZzK64IP9TW5XsQ/TTd+0/yvGB/yWifON/1Cqd/X8OHqHs+oYCFFJA
Q46/BChAoUpXUq5QfkMsphEh4g8QsO98uOvZQwFyAwKa6q6nUHWth+IWxte5Gk80RP5Qw1bAYeCBv3Pvq66Foh3qWkAgU48r3D6C
tztuCAp47j9BQEsNQwEvjSgIsF09NM/rV+7ljq2AvnvwUCgBZVWPj7j3elkQYI5hzCq1AL8jlaRQADqMpeXcxMROIZN1GWombZM4
0bnJcMMyYU0ZS4rJlKVzccKKjaHElAaetgI8HwZu7bSlrYCppkIB1Ntd9YvHQzvV12nLJ7XvVN5XrQr/0FqyJE1GliaNdYZxaphc
Fid55hKn8mRjVEoWTZ6W6caSKlNnmZOYEixVnvGk9Z6PX6m/HwWM4Wn+Bc7MzMxcJL8BlcgCXQASAAA=
`

test('an archive that an earlier version wrote is read to the byte', async () => {
  const archive = path.join(folder, 'earlier.tar.gz')
  writeFileSync(archive, Buffer.from(earlier, 'base64'))
  const { tables, pictures } = await unpackArchive(archive, folder)
  expect([tables.map(({ rows }) => rows), pictures.length]).toEqual([[2], 1])
  const contents = [...tables, ...pictures].map(({ file }) => readFileSync(path.join(folder, file), 'utf8'))
  expect(contents).toEqual(['1\tPots\n2\tPans\n', 'not really a picture'])
})

test.skipIf(!existsSync('/dev/full'))('a full disk is reported in one line', async () => {
  const large = path.join(folder, 'large')
  // More than the compression and the streams hold back.
  writeFileSync(large, Buffer.from(Array.from({ length: 3_000_000 }, (_, i) => (i * 7_919) % 251)))
  for (const add of [
    (to: ReturnType<typeof openArchive>) => to.addFile('database/large.copy', large),
    (to: ReturnType<typeof openArchive>) => to.addBytes('media/pictures/u-1/480.webp', readFileSync(large)),
  ]) {
    const archive = openArchive('/dev/full')
    const written = add(archive).then(() => archive.end())
    await expect(written).rejects.toThrow(/^Cannot write \/dev\/full: ENOSPC: .*\.$/)
    await archive.abandon()
  }
})

test.skipIf(!existsSync('/dev/full'))(
  'a disk that is found full between two entries is reported in one line, too',
  async () => {
    const archive = openArchive('/dev/full')
    // Random bytes, which the compression cannot make smaller: the disk refuses while the first entry is taken.
    const add = async (bytes: number) => archive.addBytes('media/pictures/u-1/480.webp', randomBytes(bytes))
    const added = async () => {
      for (let n = 0; n < 200; n += 1) {
        await add(40_000)
        await sleep(5)
      }
    }
    await expect(added()).rejects.toThrow(/^Cannot write \/dev\/full: ENOSPC: .*\.$/)
    await expect(archive.addFile('database/x.copy', import.meta.filename)).rejects.toThrow(/^Cannot write /)
    await expect(archive.end()).rejects.toThrow(/^Cannot write /)
    await archive.abandon()
  },
)

test.each<[what: string, header: Headers]>([
  ['a name that leads out of the folder', { name: '../manifest.json' }],
  ['a name that no backup has', { name: 'media/pictures/.ssh' }],
  ['a link', { name: 'manifest.json', type: 'symlink', linkname: '/etc/passwd' }],
])('an archive with %s is refused', async (_what, header) => {
  const archive = path.join(folder, 'strange.tar.gz')
  const tar = pack()
  tar.entry(header, '')
  tar.finalize()
  await pipeline(tar, createGzip(), createWriteStream(archive))
  await expect(unpackArchive(archive, path.join(folder, 'out'))).rejects.toThrow('it holds a strange file')
  expect(existsSync(path.join(folder, 'out'))).toBe(false)
})
