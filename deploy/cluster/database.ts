/** PostgreSQL of the cluster: etcd, three servers under Patroni, HAProxy before the primary, PgBouncer before HAProxy. */
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDb } from '../../server/platform/db/client.ts'
import { databaseUrl, host, type Layout, members, portOf, writeSettings } from './layout.ts'
import { postgresUser, type Service, type Services } from './services.ts'

/** The response of Patroni at /patroni of one server. */
interface Member {
  n: number
  role: string
  state: string
  /** A standby whose flush a commit waits for. */
  sync: boolean
  timeline: number
}

export const patroniName = (n: number) => `patroni-${n}`
const etcdName = (n: number) => `etcd-${n}`

function etcd(layout: Layout, n: number): Service {
  const peers = members.map((m) => `${etcdName(m)}=http://${host}:${portOf(layout, 'etcdPeer', m)}`)
  const file = writeSettings(
    layout,
    'etcd.yml',
    {
      NAME: etcdName(n),
      FOLDER: layout.folder,
      HOST: host,
      CLIENT_PORT: portOf(layout, 'etcdClient', n),
      PEER_PORT: portOf(layout, 'etcdPeer', n),
      ETCD_PEERS: peers.join(','),
    },
    `${etcdName(n)}.yml`,
  )
  return { name: etcdName(n), command: 'etcd', args: ['--config-file', file] }
}

/** Debian keeps the programs of each version in a folder of its own. */
function postgresPrograms(): string {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).map(Number) : []
  const newest = Math.max(...versions.filter((version) => existsSync(`${root}/${version}/bin/initdb`)))
  if (!(newest >= 15)) throw new Error(`There is no PostgreSQL 15 or newer in ${root}.`)
  return `${root}/${newest}/bin`
}

const dataFolder = (layout: Layout, n: number) => path.join(layout.folder, `postgres-${n}`)

export function patroni(layout: Layout, n: number): Service {
  const { secrets, folder } = layout
  const values = {
    NAME: `postgres-${n}`,
    FOLDER: folder,
    HOST: host,
    PORT: portOf(layout, 'database', n),
    REST_PORT: portOf(layout, 'rest', n),
    ETCD_CLIENTS: members.map((m) => `${host}:${portOf(layout, 'etcdClient', m)}`).join(','),
    BIN: postgresPrograms(),
    SUPERUSER_PASSWORD: secrets.superuser,
    REPLICATION_PASSWORD: secrets.replication,
    REWIND_PASSWORD: secrets.rewind,
    REST_PASSWORD: secrets.rest,
    NETWORK: `${host}/32`,
    SHARED_BUFFERS: '64MB',
    WATCHDOG: 'off',
  }
  const file = writeSettings(layout, 'patroni.yml', values, `patroni-${n}.yml`)
  const owner = postgresUser()
  if (owner) chownSync(file, owner.uid, owner.gid)
  return { name: patroniName(n), command: 'patroni', args: [file], asPostgres: true }
}

/** The state of every server whose Patroni responds. */
async function readMembers(layout: Layout): Promise<Member[]> {
  const answers = await Promise.all(
    members.map(async (n) => {
      const url = `http://${host}:${portOf(layout, 'rest', n)}/patroni`
      const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
      const said = (await response?.json().catch(() => undefined)) as Record<string, unknown> | undefined
      return said && { n, ...said }
    }),
  )
  return answers.flatMap((said) => {
    if (!said) return []
    const { role, state, sync_standby: sync, timeline } = said as Record<string, unknown>
    return [
      {
        n: said.n,
        role: String(role),
        state: String(state),
        sync: sync === true,
        timeline: Number(timeline),
      },
    ]
  })
}

const isPrimary = ({ role, state }: Member) => /master|primary/.test(role) && state === 'running'

export async function primaryOf(layout: Layout): Promise<number | undefined> {
  return (await readMembers(layout)).find(isPrimary)?.n
}

/** A primary, two standbys on its timeline, one of them synchronous. Throws after 90 seconds. */
export async function untilHealthy(layout: Layout): Promise<void> {
  let last: Member[] = []
  for (const end = Date.now() + 90_000; Date.now() < end; await sleep(250)) {
    last = await readMembers(layout)
    const primary = last.find(isPrimary)
    const follows = (one: Member) =>
      one !== primary && /running|streaming/.test(one.state) && one.timeline === primary?.timeline
    if (primary && last.filter(follows).length === 2 && last.some(({ sync }) => sync)) return
  }
  throw new Error(`PostgreSQL is not complete after 90 s: ${JSON.stringify(last)}`)
}

/** The pid of a server's postmaster. Patroni starts it, and it outlives Patroni. */
export function postmasterOf(layout: Layout, n: number): number | undefined {
  const file = path.join(dataFolder(layout, n), 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n', 1)[0]) : undefined
}

/** Starts everything; creates accounts and database where they are missing. */
export async function startDatabase(layout: Layout, services: Services): Promise<void> {
  const owner = postgresUser()
  for (const n of members) {
    // A folder of its own for each server: `initdb` wants 0700, and the user postgres cannot make it in a folder of root.
    mkdirSync(dataFolder(layout, n), { recursive: true, mode: 0o700 })
    if (owner) chownSync(dataFolder(layout, n), owner.uid, owner.gid)
    services.start(etcd(layout, n))
  }
  await sleep(1_000)
  for (const n of members) services.start(patroni(layout, n))
  const serversFor = (more: string) =>
    members
      .map(
        (n) =>
          `    server postgres-${n} ${host}:${portOf(layout, 'database', n)} check port ${portOf(layout, 'rest', n)}${more}`,
      )
      .join('\n')
  const haproxy = writeSettings(layout, 'haproxy-database.cfg', {
    HOST: host,
    PRIMARY_PORT: portOf(layout, 'primary'),
    REPLICA_PORT: portOf(layout, 'replicas'),
    PRIMARY_SERVERS: serversFor(''),
    REPLICA_SERVERS: serversFor(''),
  })
  services.start({ name: 'haproxy-database', command: 'haproxy', args: ['-db', '-f', haproxy] })
  services.start(pgbouncer(layout))
  await untilHealthy(layout)
  await makeAccounts(layout)
}

function pgbouncer(layout: Layout): Service {
  const users = path.join(layout.folder, 'userlist.txt')
  // PgBouncer needs the password itself to log in to PostgreSQL by SCRAM.
  writeFileSync(users, `"hariyali" "${layout.secrets.shop}"\n`, { mode: 0o600 })
  const owner = postgresUser()
  if (owner) chownSync(users, owner.uid, owner.gid)
  const values = {
    FOLDER: layout.folder,
    HOST: host,
    PORT: portOf(layout, 'pgbouncer'),
    PRIMARY_PORT: portOf(layout, 'primary'),
  }
  const file = writeSettings(layout, 'pgbouncer.ini', values)
  return { name: 'pgbouncer', command: 'pgbouncer', args: [file], asPostgres: true }
}

/** The two accounts of docs/operations.md: one owns the tables, the other one runs the shop. */
async function makeAccounts(layout: Layout): Promise<void> {
  const db = openDb({
    connection: { connectionString: databaseUrl(layout, 'postgres', { database: 'postgres' }) },
    max: 1,
  })
  try {
    // HAProxy may not have seen the new primary yet.
    for (let tries = 0; ; tries += 1) {
      const reached = await db.execute('select 1').then(
        () => true,
        (error: unknown) => {
          if (tries > 100) throw error
          return false
        },
      )
      if (reached) break
      await sleep(200)
    }
    const { rows } = await db.execute(`select 1 from pg_database where datname = 'hariyali'`)
    if (rows.length > 0) return
    const { owner, shop } = layout.secrets
    await db.execute(`create role hariyali_owner login password '${owner}'`)
    await db.execute(`create role hariyali login password '${shop}'`)
    await db.execute('create database hariyali owner hariyali_owner')
  } finally {
    await db.close()
  }
}
