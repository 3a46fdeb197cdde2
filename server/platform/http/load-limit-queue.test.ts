/** The order in which admitted requests are started. The test controls when their work ends. */
import { Agent, createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { eventually } from '../../../tests/setup/buying.ts'
import { openArrivals } from './arrivals.ts'
import { type LoadLimit, openLoadLimit } from './load-limit.ts'

/** More than the system takes for a client that does not read. */
const large = Buffer.alloc(6_000_000)
let limit: LoadLimit
let server: Server
let agent: Agent
let begun: string[]
/** Ends the work of a request, by path. */
let finish: Map<string, () => void>
let left: string[]

beforeEach(async () => {
  begun = []
  finish = new Map()
  left = []
  agent = new Agent({ keepAlive: true })
  // Fake clock of the limit: the test decides when a task is assumed to wait on I/O, however slow the machine is.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  // Four tasks are processed at a time.
  const arrivals = openArrivals()
  const log = pino({ level: 'silent' })
  limit = openLoadLimit({ maxInFlight: 16, maxBurst: 16, security: {}, trustProxy: false, arrivals, log })
  server = createServer((incoming, response) => {
    const path = incoming.url ?? ''
    response.once('close', () => left.push(path))
    limit.run(incoming, response, async () => {
      begun.push(path)
      if (path.startsWith('/large')) {
        response.end(large)
        return
      }
      if (path.startsWith('/busy')) {
        await new Promise(setImmediate)
        keepBusy(10)
        response.end(path)
        return
      }
      await new Promise<void>((resolve) => finish.set(path, resolve))
      response.end(path)
    })
  })
  server.on('connection', arrivals.note)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  limit.stop()
  vi.useRealTimers()
  agent.destroy()
  server.closeAllConnections()
  server.close()
})

/** Takes the processor, as rendering a page does. */
function keepBusy(ms: number): void {
  const until = Date.now() + ms
  while (Date.now() < until);
}

function ask(path: string) {
  const { port } = server.address() as AddressInfo
  const call = request({ port, host: '127.0.0.1', path, agent })
  const body = new Promise<string>((resolve) => {
    call.once('response', (response) => {
      let text = ''
      response.on('data', (chunk) => (text += chunk))
      response.once('end', () => resolve(text))
    })
    call.once('error', () => resolve('gone'))
  })
  call.end()
  return { body, leave: () => call.destroy() }
}
const inFlight = async () => limit.gauges()[0]?.value
/** Sends the requests in sequence, so that they arrive in this order. */
async function askEach(paths: readonly string[]) {
  const calls = new Map<string, ReturnType<typeof ask>>()
  for (const path of paths) {
    const before = (await inFlight()) ?? 0
    calls.set(path, ask(path))
    await eventually(inFlight, (count) => count === before + 1)
  }
  return calls
}
/** Ends all work that was started until none is left. */
async function finishAll(): Promise<void> {
  await eventually(
    async () => {
      for (const end of finish.values()) end()
      return inFlight()
    },
    (count) => count === 0,
  )
}

test('a quarter is processed at a time, the others are started when these end, in the order of their arrival', async () => {
  const paths = ['/1', '/2', '/3', '/4', '/5', '/6', '/7']
  const calls = await askEach(paths)
  expect(begun.slice(0, 4)).toEqual(['/1', '/2', '/3', '/4'])
  finish.get('/3')?.()
  expect(await calls.get('/3')?.body).toBe('/3')
  await eventually(
    async () => begun.length,
    (count) => count >= 5,
  )
  await finishAll()
  expect(begun).toEqual(paths)
})

test('payments and webhooks do not wait in the queue', async () => {
  await askEach([
    '/1',
    '/2',
    '/3',
    '/4',
    '/5',
    '/api/v1/private/order/payment/100',
    '/api/v1/webhooks/payment',
  ])
  expect(begun).toContain('/api/v1/private/order/payment/100')
  expect(begun).toContain('/api/v1/webhooks/payment')
  await finishAll()
  expect(begun.indexOf('/5')).toBeGreaterThan(3)
})

test('of the webhooks four are processed at a time, apart from other requests, which they do not keep waiting', async () => {
  const webhooks = [1, 2, 3, 4, 5, 6].map((number) => `/api/v1/webhooks/courier?${number}`)
  await askEach([...webhooks, '/1', '/2'])
  expect(begun).toEqual([...webhooks.slice(0, 4), '/1', '/2'])
  await finishAll()
  expect(begun).toHaveLength(8)
})

test('documents that administrators look at take no place of a page while they are read', async () => {
  const pages = (key: number) => `/api/v1/public/admin/green-claim-documents/d-${key}/pages`
  await askEach(Array.from({ length: 16 }, (_, key) => pages(key)))
  expect(await ask(pages(16)).body).toMatch('Many people are shopping')
  await askEach(['/1'])
  expect(begun.at(-1)).toBe('/1')
  await finishAll()
})

test('a task that waits on I/O lets the next one start and is completed as well', async () => {
  const calls = await askEach(['/1', '/2', '/3', '/4', '/5'])
  expect(begun).not.toContain('/5')
  vi.advanceTimersByTime(400)
  expect(begun).toContain('/5')
  expect(await inFlight()).toBe(5)
  await finishAll()
  expect(await calls.get('/1')?.body).toBe('/1')
})

test('a request whose client disconnected before it was started is dropped', async () => {
  const calls = await askEach(['/1', '/2', '/3', '/4', '/5', '/6'])
  calls.get('/5')?.leave()
  expect(await calls.get('/5')?.body).toBe('gone')
  await eventually(async () => left.includes('/5'), Boolean)
  await finishAll()
  expect(begun).toEqual(['/1', '/2', '/3', '/4', '/6'])
})

test(
  'clients that send their bodies slowly take no turn and no slot, and their work begins with the last byte',
  nightly('Slow clients over ten seconds. load-limit.test.ts proves each time that they occupy no slots.'),
  async () => {
    const paths = [
      '/api/v1/webhooks/payment',
      '/api/v1/auth/login',
      '/api/v1/private/order/payment/verify',
      '/page',
    ]
    const { port } = server.address() as AddressInfo
    const options = { port, host: '127.0.0.1', headers: { 'content-length': '2' } }
    // Four times as many as have slots, and one page is asked for with a body as well.
    const slow = Array.from({ length: 1_200 }, (_, index) => {
      const method = index % 4 === 3 ? 'GET' : 'POST'
      const call = request({ ...options, method, path: `${paths[index % 4]}?slow=${index}` })
      call.once('error', () => {})
      call.write('{')
      return call
    })
    const arrived = () =>
      new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
    await eventually(arrived, (count) => count === slow.length)
    for (const path of paths) await askEach([path])
    expect(begun).toEqual(paths)
    slow[1]?.end('}')
    await eventually(
      async () => begun.length,
      (count) => count > paths.length,
    )
    expect(begun.at(-1)).toBe('/api/v1/auth/login?slow=1')
    for (const call of slow) call.destroy()
    await finishAll()
    expect(begun).toHaveLength(paths.length + 1)
  },
)

test('bodies that stop on their way take no turn and no slot, however much of them has come', async () => {
  const { port } = server.address() as AddressInfo
  const piece = Buffer.alloc(66_000)
  const slow = Array.from({ length: 20 }, () => {
    const call = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/v1/webhooks/courier',
      headers: { 'content-length': '199000' },
    })
    call.once('error', () => {})
    return { call, sent: new Promise<unknown>((resolve) => call.write(piece, resolve)) }
  })
  await Promise.all(slow.map(({ sent }) => sent))
  const honest = await askEach(['/api/v1/webhooks/courier?honest'])
  expect(begun).toEqual(['/api/v1/webhooks/courier?honest'])
  await finishAll()
  expect(await honest.get('/api/v1/webhooks/courier?honest')?.body).toBe('/api/v1/webhooks/courier?honest')
  for (const { call } of slow) call.destroy()
})

test('replies that are not read give way to newer ones before they fill the memory', async () => {
  const { port } = server.address() as AddressInfo
  const sockets = Array.from({ length: 10 }, (_, index) => {
    const socket = connect(port, '127.0.0.1')
    socket.pause()
    socket.on('error', () => {})
    socket.write(`GET /large?${index} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    return socket
  })
  // 16 MB are two of them.
  await eventually(
    async () => left.filter((path) => path.startsWith('/large')).length,
    (count) => count === 8,
  )
  const newest = ask('/large?read')
  expect(await newest.body).toHaveLength(large.length)
  for (const socket of sockets) socket.destroy()
})

test('of many new connections those above the limit are refused at once, instead of waiting for Node to accept them', async () => {
  const calls = Array.from({ length: 60 }, (_, index) => ask(`/busy/${index}`))
  const bodies = await Promise.all(calls.map(({ body }) => body))
  expect(bodies.filter((body) => body.startsWith('/busy')).length).toBeGreaterThanOrEqual(16)
  expect(bodies.filter((body) => body.includes('Please try again')).length).toBeGreaterThan(30)
})
