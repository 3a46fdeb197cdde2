/** The whole shop as processes: PostgreSQL, the stand-ins, two server nodes with their workers, and proxies between them. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Db, openDb } from '../../server/platform/db/client.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../server/platform/db/embedded.ts'
import { freePort } from '../setup/free-port.ts'
import { makeTempFolder } from '../setup/temp-folder.ts'
import { startBalancer } from './balancer.ts'
import type { NodeMessage, NodeTask } from './node.ts'
import type { Armed } from './points.ts'
import { type FaultProxy, startProxy } from './proxy.ts'

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Durable against kill -9, which loses no page that the operating system has; not against a loss of power. */
const settings = { fsync: 'off', max_connections: '120', shared_buffers: '64MB', log_min_messages: 'fatal' }

export const proxied = ['database', 'payment', 'courier', 'mail'] as const
export type Proxied = (typeof proxied)[number]

export interface ServerNode {
  name: string
  /** Whether it takes requests. */
  up: boolean
  arm(armed: Armed): void
  seen(): Promise<string[]>
  kill(): void
  /** Stops the process as if its machine had frozen, and lets it go on. */
  freeze(): void
  thaw(): void
  isFrozen(): boolean
  /** Resolves with the point that ended it, or undefined for an end from outside, once it has ended. */
  ended(): Promise<string | undefined>
  start(): Promise<void>
}

export interface Cluster {
  url: string
  /** Past every proxy: for the setup, the checks and the passing of time. */
  db: Db
  nodes: readonly [ServerNode, ServerNode]
  proxies: Record<Proxied, FaultProxy>
  /** A control route of the stand-ins. */
  kit(target: string, body?: unknown, method?: string): Promise<any>
  killDatabase(): Promise<void>
  stop(): Promise<void>
}

export interface ClusterOptions {
  seed: number
  /** How far the clock of the second node is ahead. */
  clockAheadMs?: number
}

export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const folder = makeTempFolder('hariyali-faults-')
  const publicPort = await freePort()
  const url = `http://127.0.0.1:${publicPort}`
  const [database, sandbox] = await Promise.all([
    startEmbeddedDatabase({ dataDir: path.join(folder, 'postgres'), log: () => {}, settings }),
    startStandIns(path.join(folder, 'stand-ins'), url, options.seed),
  ])
  const { connection } = database
  const db = openDb({ connection, ensure: () => database.ensure(), max: 4 })
  const proxies = {
    database: await startProxy({ path: `${connection.host}/.s.PGSQL.${connection.port}` }),
    payment: await startProxy(addressOf(sandbox.payment.apiUrl)),
    courier: await startProxy(addressOf(sandbox.courier.apiUrl)),
    mail: await startProxy(addressOf(sandbox.smtpUrl)),
  }
  const through = (address: string, proxy: FaultProxy) =>
    address.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${proxy.port}`)
  const taskOf = async (name: string, clockAheadMs: number): Promise<NodeTask> => ({
    name,
    port: await freePort(),
    publicUrl: url,
    dataDir: path.join(folder, 'shop'),
    databaseUrl: `postgres://${connection.user}@127.0.0.1:${proxies.database.port}/${connection.database}?application_name=${name}`,
    payment: { ...sandbox.payment, apiUrl: through(sandbox.payment.apiUrl, proxies.payment) },
    courier: { ...sandbox.courier, apiUrl: through(sandbox.courier.apiUrl, proxies.courier) },
    smtpUrl: through(sandbox.smtpUrl, proxies.mail),
    hitsFile: path.join(folder, `${name}.hits`),
    clockAheadMs,
  })
  mkdirSync(path.join(folder, 'shop'))
  const tasks = [await taskOf('node-a', 0), await taskOf('node-b', options.clockAheadMs ?? 0)] as const
  const nodes = [openNode(tasks[0]), openNode(tasks[1])] as const
  const stopBalancer = await startBalancer(
    publicPort,
    tasks.map(({ port }) => port),
  )
  // One after the other: the first one makes the schema and the folder with the key.
  for (const node of nodes) await node.start()
  return {
    url,
    db,
    nodes,
    proxies,
    kit: (target, body, method) => kit(sandbox.controlUrl, target, body, method),
    killDatabase: () => killDatabase(database),
    async stop() {
      for (const node of nodes) node.kill()
      await Promise.all(nodes.map((node) => node.ended()))
      await stopBalancer()
      for (const proxy of Object.values(proxies)) await proxy.stop()
      sandbox.child.kill('SIGKILL')
      await db.close()
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function addressOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port) }
}

async function kit(controlUrl: string, target: string, body?: unknown, method = 'POST'): Promise<any> {
  const response = await fetch(controlUrl + target, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${target}: ${response.status} ${text}`)
  return text === '' ? null : JSON.parse(text)
}

interface StandIns extends Pick<NodeTask, 'payment' | 'courier' | 'smtpUrl'> {
  controlUrl: string
  child: ChildProcess
}

async function startStandIns(folder: string, shopUrl: string, seed: number): Promise<StandIns> {
  const args = [script('../../sandbox/main.ts'), `--data=${folder}`, `--shop=${shopUrl}`, `--seed=${seed}`]
  const child = spawn(process.execPath, [...args, '--retry=500'], { stdio: ['ignore', 'pipe', 'inherit'] })
  // A harness that is stopped by Ctrl-C leaves no stand-ins behind.
  process.once('exit', () => child.kill('SIGKILL'))
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { ...(JSON.parse(line) as Omit<StandIns, 'child'>), child }
}

/** SIGKILL of the postmaster: its children end by themselves. The server is started again at once, and recovers. */
async function killDatabase(database: EmbeddedDatabase): Promise<void> {
  const file = readFileSync(path.join(database.dataDir, 'postmaster.pid'), 'utf8')
  process.kill(Number(file.split('\n', 1)[0]), 'SIGKILL')
  await sleep(20)
  await database.ensure()
}

function openNode(task: NodeTask): ServerNode {
  let child: ChildProcess | undefined
  let ended: Promise<string | undefined> = Promise.resolve(undefined)
  const send = (message: NodeMessage) => {
    if (child?.connected) child.send(message, () => {})
  }
  const lastHit = (): string | undefined => {
    if (!existsSync(task.hitsFile)) return undefined
    const hit = readFileSync(task.hitsFile, 'utf8').trim().split('\n').at(-1)
    rmSync(task.hitsFile)
    return hit
  }
  const node: ServerNode = {
    name: task.name,
    up: false,
    arm: (armed) => send({ arm: armed }),
    async seen() {
      const { promise, resolve } = Promise.withResolvers<string[]>()
      const listen = (message: { seen?: string[] }) => message.seen && resolve(message.seen)
      child?.on('message', listen)
      send({ askSeen: true })
      const seen = await Promise.race([promise, sleep(3_000, [], { ref: false })])
      child?.off('message', listen)
      return seen
    },
    kill: () => void child?.kill('SIGKILL'),
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    isFrozen: () => child?.pid !== undefined && stateOf(child.pid) === 'T',
    ended: () => ended,
    async start() {
      const started = fork(script('./node.ts'), [JSON.stringify(task)], {
        execArgv: [],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      child = started
      ended = once(started, 'exit').then(() => {
        node.up = false
        return lastHit()
      })
      const ready = new Promise<void>((resolve) =>
        started.on('message', (message: { ready?: true }) => message.ready && resolve()),
      )
      const end = await Promise.race([ready, ended.then((hit) => ({ hit }))])
      // Ended by a fault before it was ready: whoever waits for its end starts it again.
      node.up = end === undefined
    },
  }
  return node
}

/** The state letter of a process: T for one that is stopped. */
function stateOf(pid: number): string | undefined {
  try {
    return /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}
