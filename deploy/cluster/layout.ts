/** The ports of the cluster's processes: everything on loopback, from one port on. */
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { postgresUser } from './services.ts'

export const host = '127.0.0.1'

export interface Layout {
  folder: string
  /** The first of a hundred ports; the shop's own. */
  port: number
  nodes: number
  workers: number
  secrets: Secrets
}

interface Secrets {
  superuser: string
  replication: string
  rewind: string
  /** Of Patroni's REST interface. */
  rest: string
  owner: string
  shop: string
  appSecret: string
  bucket: string
}

export const members = [1, 2, 3] as const

/** Distances from the first port. */
const distances = {
  node: 0,
  worker: 10,
  control: 20,
  payments: 21,
  courier: 22,
  smtp: 23,
  bucket: 24,
  primary: 30,
  replicas: 31,
  pgbouncer: 32,
  database: 40,
  rest: 50,
  etcdClient: 60,
  etcdPeer: 70,
} as const

export const portOf = ({ port }: Pick<Layout, 'port'>, what: keyof typeof distances, n = 0): number =>
  port + distances[what] + n

/** Makes the folder with passwords of its own, or reads those of an earlier start. */
export function openLayout(folder: string, given: Pick<Layout, 'port' | 'nodes' | 'workers'>): Layout {
  mkdirSync(folder, { recursive: true })
  // PostgreSQL makes files in it, and the shop, which is another user, comes through.
  chmodSync(folder, 0o755)
  const owner = postgresUser()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const file = path.join(folder, 'secrets.json')
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(newSecrets()), { mode: 0o600 })
  return { folder, ...given, secrets: JSON.parse(readFileSync(file, 'utf8')) as Secrets }
}

function newSecrets(): Secrets {
  const random = () => randomBytes(24).toString('hex')
  return {
    superuser: random(),
    replication: random(),
    rewind: random(),
    rest: random(),
    owner: random(),
    shop: random(),
    appSecret: random(),
    bucket: random(),
  }
}

export type Account = 'postgres' | 'hariyali_owner' | 'hariyali'

/** The address of the database by one of its accounts: past PgBouncer unless another port is given. */
export function databaseUrl(
  layout: Layout,
  account: Account,
  { port = portOf(layout, 'primary'), database = 'hariyali' } = {},
): string {
  const { superuser, owner, shop } = layout.secrets
  const password = { postgres: superuser, hariyali_owner: owner, hariyali: shop }[account]
  return `postgres://${account}:${password}@${host}:${port}/${database}`
}

const templates = new URL('etc/', import.meta.url)

/** Writes a template of etc/ into the folder, with its ${NAMES} replaced; returns the path. */
export function writeSettings(
  { folder }: Layout,
  template: string,
  values: Record<string, string | number>,
  name = template,
): string {
  const text = readFileSync(new URL(template, templates), 'utf8').replaceAll(
    /\$\{([A-Z_]+)\}/g,
    (_, key: string) => {
      const value = values[key]
      if (value === undefined) throw new Error(`${template} wants ${key}`)
      return String(value)
    },
  )
  const file = path.join(folder, name)
  writeFileSync(file, text, { mode: 0o644 })
  return file
}
