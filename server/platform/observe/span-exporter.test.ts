/** What becomes of spans when the collector redirects, hangs or is away. */
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { nightly } from '../../../tests/setup/nightly.ts'
import { writeMetrics } from './meters.ts'
import { openTracer } from './open-tracer.ts'
import { beginTrace, endSpan, startTracing, stopTracing } from './trace.ts'

const servers: Server[] = []
afterEach(() => {
  stopTracing()
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function droppedSpans(): Promise<number> {
  return Number(/^hariyali_spans_dropped_total (\d+)$/m.exec(await writeMetrics([]))?.[1])
}

/** Sends spans as a shop that ends does; returns how many were dropped, what was logged and how long it took. */
async function send(endpoint: string, { count = 1, timeoutMs = 30_000 } = {}) {
  const logged: string[] = []
  const log = { warn: (...line: unknown[]) => void logged.push(String(line[1])) }
  const tracer = openTracer({ endpoint, headers: {}, serviceName: 'test', share: 1, log, timeoutMs })
  startTracing(tracer)
  const before = await droppedSpans()
  for (let i = 0; i < count; i += 1) endSpan(beginTrace('request', 'server'))
  const began = performance.now()
  await tracer.stop()
  return { dropped: (await droppedSpans()) - before, logged, ms: performance.now() - began }
}

test('a collector that takes the spans: none is dropped', async () => {
  const paths: (string | undefined)[] = []
  const collector = await serve((request, response) => {
    paths.push(request.url)
    response.end('{}')
  })
  expect(await send(`${collector}//`, { count: 600 })).toMatchObject({ dropped: 0, logged: [] })
  expect(paths).toEqual(['/v1/traces', '/v1/traces'])
})

test('a redirect is not followed: the headers hold a key that only the collector may see', async () => {
  let asked = 0
  const elsewhere = await serve((_, response) => {
    asked += 1
    response.end('{}')
  })
  const collector = await serve((_, response) =>
    response.writeHead(307, { location: `${elsewhere}/v1/traces` }).end(),
  )
  expect(await send(collector)).toMatchObject({ dropped: 1, logged: ['traces cannot be sent'] })
  expect(asked).toBe(0)
  expect(await writeMetrics([])).toContain(`{host="${new URL(collector).host}",status="307"}`)
})

test('a collector that is silent, or sends a byte now and then, is given up in time', async () => {
  const timeoutMs = 500
  const silent = await send(await serve(() => {}), { timeoutMs })
  expect(silent.dropped).toBe(1)
  expect(silent.ms).toBeLessThan(3_000)
  const slow = await serve((_, response) => {
    response.writeHead(500)
    const timer = setInterval(() => response.write(' '), 50)
    response.once('close', () => clearInterval(timer))
  })
  expect(await send(slow, { timeoutMs })).toMatchObject({ dropped: 1, logged: ['traces cannot be sent'] })
})

test(
  'a collector that is away: every span is counted as dropped, one line is logged',
  nightly('It fills the queue of spans for a quarter of a minute. A silent collector is given up each time.'),
  async () => {
    const collector = await serve(() => {})
    const gone = servers.splice(0)[0]!
    await new Promise((resolve) => gone.close(resolve))
    expect(await send(collector, { count: 9_000 })).toMatchObject({
      dropped: 9_000,
      logged: ['traces cannot be sent'],
    })
  },
)
