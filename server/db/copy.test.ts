/** COPY out and in is exact to the byte, also where the other side is slow. */
import { createHash } from 'node:crypto'
import { Readable, Writable } from 'node:stream'
import { expect, inject, test } from 'vitest'
import { openCopySession } from './copy.ts'

const count = 20_000

test('a slow sink gets every byte as it was sent, and copying them in makes the same rows', async () => {
  const { host, port, user } = inject('database')
  const session = await openCopySession({ host, port, user, database: 'hariyali' })
  const chunks: Buffer[] = []
  const slow = new Writable({
    highWaterMark: 1_000,
    write(chunk: Buffer, _encoding, done) {
      // The chunk is stored without a copy and compared after the driver has read on: it must not reuse the memory.
      chunks.push(chunk)
      setImmediate(done)
    },
  })
  const text = `select i, repeat(md5(i::text), 9) || chr(9) || chr(10) || '\\ हरि' from generate_series(1, ${count}) i`
  expect(await session.copyOut(`copy (${text}) to stdout`, slow)).toBe(count)
  expect(slow.writableFinished).toBe(true)
  const expected = createHash('sha256')
  for (let i = 1; i <= count; i += 1) {
    const md5 = createHash('md5').update(String(i)).digest('hex')
    expected.update(`${i}\t${md5.repeat(9)}\\t\\n\\\\ हरि\n`)
  }
  const whole = Buffer.concat(chunks)
  expect(createHash('sha256').update(whole).digest('hex')).toBe(expected.digest('hex'))

  await session.query('create temp table back (i int, t text)')
  expect(await session.copyIn('copy back from stdin', Readable.from(chunks))).toBe(count)
  expect(await session.query(`select * from back except (${text})`)).toEqual([])
  await expect(
    session.copyIn('copy back from stdin', Readable.from([Buffer.from('x\ty\n')])),
  ).rejects.toThrow('invalid input syntax')
  // A source that breaks off leaves nothing behind, and the session is good for more.
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('0\tlost\n')
      throw new Error('the disk is gone')
    })(),
  )
  await expect(session.copyIn('copy back from stdin', broken)).rejects.toThrow('the disk is gone')
  expect(await session.query('select count(*)::int as n from back')).toEqual([{ n: count }])
  await session.end()
})
