/** A picture is fetched from public addresses only, whatever a name or a redirect says, and no more than its limit of it. */
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { fetchPicture, isPublicAddress } from './fetch-picture.ts'

let server: Server
let port: string
let sent = 0
const asked: string[] = []
beforeAll(async () => {
  server = createServer(({ url = '', headers }, response) => {
    asked.push(`${headers.host}${url}`)
    const to = (location: string) => response.writeHead(302, { location }).end()
    if (url === '/picture') response.end('a picture')
    else if (url === '/moved') to('/picture')
    else if (url === '/number') to('http://2130706433/picture')
    else if (url === '/file') to('file:///etc/passwd')
    else if (url === '/round') to('/round')
    else if (url === '/large') response.writeHead(200, { 'content-length': 13_000_000 }).end()
    else if (url === '/endless') {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(100_000))) sent += 100_000
        response.once('drain', more)
      }
      more()
    } else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = String((server.address() as AddressInfo).port)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** The server of this test is public by its number, and private by a name. */
const internet = () => ({
  isPublic: (ip: string) => ip === '127.0.0.1' && isOpen,
  protocol: 'http:',
  ports: [port],
  request: request as never,
})
let isOpen = true
const get = (path: string) => fetchPicture(`http://127.0.0.1:${port}${path}`, internet())

test('the bytes come, also after a redirect', async () => {
  expect((await get('/picture')).toString()).toBe('a picture')
  expect((await get('/moved')).toString()).toBe('a picture')
})

test('what is missing, endless, or too large is refused, and not read on', async () => {
  await expect(get('/none')).rejects.toThrow('There is no picture')
  await expect(get('/round')).rejects.toThrow('There is no picture')
  await expect(get('/large')).rejects.toThrow('too large')
  await expect(get('/endless')).rejects.toThrow('too large')
  expect(sent).toBeLessThan(3 * limits.uploadBytesMax)
})

test('a redirect and a name are checked as the address itself', async () => {
  await expect(get('/number')).rejects.toThrow('none of the public internet')
  await expect(get('/file')).rejects.toThrow('none of the public internet')
  const before = asked.length
  isOpen = false
  await expect(fetchPicture(`http://localhost:${port}/picture`, internet())).rejects.toThrow(
    'none of the public internet',
  )
  await expect(get('/picture')).rejects.toThrow('none of the public internet')
  isOpen = true
  expect(asked.length).toBe(before)
})

test('addresses of machines inside, other ports and protocols are refused before anything is sent', async () => {
  for (const address of [
    'http://example.com/a.png',
    'https://example.com:8443/a.png',
    'https://user:secret@example.com/a.png',
    'https://127.0.0.1/a.png',
    'https://0x7f.1/a.png',
    'https://[::1]/a.png',
    'https://[::ffff:169.254.169.254]/a.png',
    'https://169.254.169.254/latest',
    'https://localhost/a.png',
    'ftp://example.com/a.png',
  ])
    await expect(fetchPicture(address), address).rejects.toThrow('none of the public internet')
  await expect(fetchPicture('no address')).rejects.toThrow('There is no picture')
})

test('which addresses are public', () => {
  const inside = [
    '10.1.2.3',
    '100.64.0.1',
    '172.31.0.1',
    '192.168.1.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
  ]
  const inside6 = [
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
  ]
  expect([...inside, ...inside6, 'x'].filter(isPublicAddress)).toEqual([])
  const outside = ['1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2404:6800::1']
  expect(outside.filter(isPublicAddress)).toEqual(outside)
})
