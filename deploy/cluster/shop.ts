/** The shop of the cluster: stand-ins of the providers, the bucket, nodes and workers, and the load balancer before the nodes. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { databaseUrl, host, type Layout, members, portOf, writeSettings } from './layout.ts'
import type { Service, Services } from './services.ts'
import type { StartNode } from './start-node.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The options of Dockerfile and hariyali.service. */
const nodeOptions = ['--max-semi-space-size=16', '--heap-growing-percent=70']

export interface ShopOptions {
  /** `demo` fills an empty database with the demo shop. */
  seed: 'demo' | 'none'
  /** How often the timers run; the tests of failures do not wait for a minute. */
  sweepSeconds?: number
  /** Replaces the address of the database for a process, to put something between the two. */
  databasePorts?: Readonly<Record<string, number>>
}

export const shopUrl = (layout: Layout) => `http://${host}:${portOf(layout, 'node')}`
export const nodeUrl = (layout: Layout, n: number) => `http://${host}:${portOf(layout, 'node', n)}`
export const workerUrl = (layout: Layout, n: number) => `http://${host}:${portOf(layout, 'worker', n)}`
export const nodeName = (n: number) => `node-${n}`
export const workerName = (n: number) => `worker-${n}`

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const nodesOf = ({ nodes }: Layout) => upTo(nodes)
const workersOf = ({ workers }: Layout) => upTo(workers)

/** The settings that all nodes and workers share. */
function sharedSettings(layout: Layout, seed: ShopOptions['seed']): Record<string, string> {
  return {
    NODE_ENV: 'development',
    HOST: host,
    PUBLIC_URL: shopUrl(layout),
    APP_SECRET: layout.secrets.appSecret,
    SEED: seed,
    LOG_LEVEL: 'warn',
    TRUST_PROXY: 'true',
    DRAIN_SECONDS: '2',
    RAZORPAY_ROUTE: 'true',
    S3_ENDPOINT: `http://${host}:${portOf(layout, 'bucket')}`,
    S3_REGION: 'ap-south-1',
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: 'CLUSTERKEY',
    S3_SECRET_ACCESS_KEY: layout.secrets.bucket,
    MALLOC_ARENA_MAX: '2',
  }
}

/** A node that handles requests, or a worker that does the jobs. */
function shopProcess(
  layout: Layout,
  options: ShopOptions,
  { name, role, port }: { name: string; role: 'web' | 'worker'; port: number },
): Service {
  const ownPort = options.databasePorts?.[name]
  const databasePort = ownPort ?? portOf(layout, 'pgbouncer')
  const address = databaseUrl(layout, 'hariyali', { port: databasePort })
  const task: StartNode = {
    controlUrl: `http://${host}:${portOf(layout, 'control')}`,
    standInsFile: path.join(layout.folder, 'log', 'stand-ins.log'),
    sweepSeconds: options.sweepSeconds ?? 60,
  }
  return {
    name,
    command: process.execPath,
    args: [...nodeOptions, path.join(root, 'deploy/cluster/start-node.ts'), JSON.stringify(task)],
    env: {
      ...sharedSettings(layout, options.seed),
      SHOP_ROLE: role,
      PORT: String(port),
      DATA_DIR: path.join(layout.folder, name),
      DATABASE_URL: `${address}?application_name=${name}`,
      // A node that a test cuts off from the database is cut off from all of it.
      ...(role === 'web' && ownPort === undefined && { DATABASE_READ_URL: replicaUrl(layout, port) }),
    },
  }
}

/** Nodes read from different servers, past PgBouncer and HAProxy, but not from the primary. */
function replicaUrl(layout: Layout, nodePort: number): string {
  const member = members[nodePort % members.length]
  return databaseUrl(layout, 'hariyali', { port: portOf(layout, 'database', member) })
}

export const node = (layout: Layout, options: ShopOptions, n: number): Service =>
  shopProcess(layout, options, { name: nodeName(n), role: 'web', port: portOf(layout, 'node', n) })

export const worker = (layout: Layout, options: ShopOptions, n: number): Service =>
  shopProcess(layout, options, { name: workerName(n), role: 'worker', port: portOf(layout, 'worker', n) })

/** Starts everything, and returns when every node is ready. */
export async function startShop(layout: Layout, services: Services, options: ShopOptions): Promise<void> {
  startStandIns(layout, services)
  startBucket(layout, services)
  migrate(layout)
  // The first one fills the empty database with the demo shop; the others find it done.
  for (const n of nodesOf(layout)) {
    services.start(node(layout, options, n))
    if (n === 1 && options.seed === 'demo') await untilReady(nodeUrl(layout, 1), 180)
  }
  for (const n of workersOf(layout)) services.start(worker(layout, options, n))
  const servers = nodesOf(layout).map(
    (n) => `    server ${nodeName(n)} ${host}:${portOf(layout, 'node', n)} check`,
  )
  const file = writeSettings(layout, 'haproxy-web.cfg', {
    HOST: host,
    PORT: portOf(layout, 'node'),
    NODES: servers.join('\n'),
  })
  services.start({ name: 'haproxy-web', command: 'haproxy', args: ['-db', '-f', file] })
  const all = [
    ...nodesOf(layout).map((n) => nodeUrl(layout, n)),
    ...workersOf(layout).map((n) => workerUrl(layout, n)),
    shopUrl(layout),
  ]
  for (const url of all) await untilReady(url)
}

function startStandIns(layout: Layout, services: Services): void {
  const ports = {
    port: portOf(layout, 'control'),
    payments: portOf(layout, 'payments'),
    courier: portOf(layout, 'courier'),
    smtp: portOf(layout, 'smtp'),
  }
  services.start({
    name: 'stand-ins',
    command: process.execPath,
    args: [
      path.join(root, 'sandbox/main.ts'),
      `--data=${path.join(layout.folder, 'stand-ins')}`,
      `--shop=${shopUrl(layout)}`,
      '--retry=500',
      ...Object.entries(ports).map(([name, port]) => `--${name}=${port}`),
    ],
  })
}

function startBucket(layout: Layout, services: Services): void {
  services.start({
    name: 'bucket',
    command: process.execPath,
    args: [
      path.join(root, 'sandbox/bucket.ts'),
      `--data=${path.join(layout.folder, 'bucket')}`,
      `--port=${portOf(layout, 'bucket')}`,
      '--region=ap-south-1',
      '--key=CLUSTERKEY',
      `--secret=${layout.secrets.bucket}`,
    ],
  })
}

/** `npm run migrate` with both accounts, straight at the primary, as an operator does before the first node starts. */
function migrate(layout: Layout): void {
  const { status, stderr, stdout } = spawnSync(process.execPath, [path.join(root, 'scripts/migrate.ts')], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      DATA_DIR: path.join(layout.folder, 'migrate'),
      DATABASE_URL: databaseUrl(layout, 'hariyali'),
      MIGRATE_DATABASE_URL: databaseUrl(layout, 'hariyali_owner'),
    },
  })
  if (status !== 0) throw new Error(`The migrations failed:\n${stdout}${stderr}`)
}

/** Waits until /readyz returns 200. */
export async function untilReady(url: string, seconds = 60): Promise<void> {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await sleep(100))
    if ((await statusOf(`${url}/readyz`)) === 200) return
  throw new Error(`${url} is not ready after ${seconds} s; its log says why.`)
}

/** 0 if there is no response. */
export const statusOf = (url: string): Promise<number> =>
  fetch(url, { signal: AbortSignal.timeout(5_000), headers: { connection: 'close' } }).then(
    async (response) => {
      await response.body?.cancel()
      return response.status
    },
    () => 0,
  )
