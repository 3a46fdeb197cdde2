/**
 * A process of the shop in the cluster: `server/main.ts` with the stand-ins of another process instead of real providers. The
 * settings are those of production (docs/operations.md), from the environment.
 */
import { environment } from '../../scripts/environment.ts' // first
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { seedDemoShop } from '../../demo/seed/shop.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { startServer } from '../../server/process/start-server.ts'
import type { ProviderOverrides } from '../../server/process/open-providers.ts'

export interface StartNode {
  /** Where the pages of the stand-ins are. */
  controlUrl: string
  /** What sandbox/main.ts printed: the addresses and keys of the stand-ins. */
  standInsFile: string
  sweepSeconds: number
}

type StandIns = Pick<ProviderOverrides, 'payment' | 'courier' | 'smtpUrl'>

const { controlUrl, standInsFile, sweepSeconds } = JSON.parse(process.argv[2] ?? '') as StartNode
const { payment, courier, smtpUrl } = await readStandIns(standInsFile)
const running = await startServer(
  { ...readConfig(environment), sweepSeconds },
  {
    sandbox: {
      ...(payment && { payment }),
      ...(courier && { courier }),
      ...(smtpUrl && { smtpUrl }),
      fetch: passOn,
    },
    seed: (shop) => seedDemoShop(shop),
  },
)
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void running.stop().then(() => process.exit(0)))

/** The stand-ins print their addresses when they listen. */
async function readStandIns(file: string): Promise<StandIns> {
  for (let tries = 0; tries < 200; tries += 1) {
    const line = readFileSync(file, 'utf8')
      .split('\n')
      .find((one) => one.startsWith('{"controlUrl"'))
    if (line !== undefined) return JSON.parse(line) as StandIns
    await sleep(100)
  }
  throw new Error('The stand-ins do not listen.')
}

/** The pages of the stand-ins (/dev, /sandbox) are those of their own process. */
async function passOn(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const body = request.method === 'GET' || request.method === 'HEAD' ? undefined : await request.arrayBuffer()
  const headers = new Headers(request.headers)
  for (const name of ['host', 'connection', 'content-length']) headers.delete(name)
  const answer = await fetch(controlUrl + pathname + search, {
    method: request.method,
    headers,
    redirect: 'manual',
    ...(body && { body }),
  })
  // A copy, because the shop adds headers, without those that describe the bytes before fetch decoded them.
  const own = new Headers(answer.headers)
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'connection'])
    own.delete(name)
  return new Response(answer.body, { status: answer.status, headers: own })
}
