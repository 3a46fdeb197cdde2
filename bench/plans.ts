/** The plans of the statements behind calls. */
import pg from 'pg'
import type { Db, Queryable, Tx } from '../server/platform/db/client.ts'
import { compile, type Sql } from '../server/platform/db/sql.ts'
import type { Shop } from '../server/platform/shop.ts'
import type { Table } from './table.ts'

interface PlanNode {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}
interface Explained {
  Plan: PlanNode & { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
  'Execution Time': number
}

export type PlannedCall = readonly [name: string, call: (shop: Shop) => Promise<unknown>]

/** A row for each statement that each call runs. The plan is the one that PostgreSQL keeps for all values. */
export async function planTable(db: Db, calls: readonly PlannedCall[]): Promise<Table> {
  const rows: (string | number)[][] = []
  for (const [name, call] of calls) {
    const plans: Explained[] = []
    const explained = explaining(db, plans)
    await call({ db: explained, config: { publicUrl: 'http://localhost' } } as unknown as Shop)
    plans.forEach((plan, i) => rows.push([i === 0 ? name : `– statement ${i + 1}`, ...summary(plan)]))
  }
  const head = ['statement', 'rows answered', 'rows read', 'most rows sorted', 'indexes', 'pages', 'ms']
  return { head, rows }
}

function summary({ Plan: plan, 'Execution Time': ms }: Explained): (string | number)[] {
  const nodes: PlanNode[] = []
  const visit = (node: PlanNode) => {
    if (node['Actual Loops'] > 0) nodes.push(node)
    for (const child of node.Plans ?? []) visit(child)
  }
  visit(plan)
  const rowsOf = (node: PlanNode) =>
    Math.round(
      node['Actual Loops'] *
        (node['Actual Rows'] +
          (node['Rows Removed by Filter'] ?? 0) +
          (node['Rows Removed by Index Recheck'] ?? 0)),
    )
  const read = nodes.filter((node) => node['Index Name'] ?? node['Relation Name'])
  const sorted = nodes
    .filter((node) => node['Node Type'].endsWith('Sort'))
    .flatMap((node) => (node.Plans ?? []).map((child) => child['Actual Rows'] * child['Actual Loops']))
  const indexes = new Set(
    read.flatMap(
      (node) =>
        node['Index Name'] ?? (node['Node Type'] === 'Seq Scan' ? `all of ${node['Relation Name']}` : []),
    ),
  )
  return [
    Math.round(plan['Actual Rows']),
    read.reduce((most, node) => Math.max(most, rowsOf(node)), 0),
    Math.round(Math.max(0, ...sorted)),
    [...indexes].map((name) => `\`${name}\``).join(', '),
    plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    ms.toFixed(1),
  ]
}

/** The same database, which also explains each statement after it ran, with the plan for all values; the fastest of three. */
function explaining(db: Db, plans: Explained[]): Db {
  const wrap = <Q extends Queryable>(inner: Q): Q => ({
    ...inner,
    async query<Row extends object>(statement: Sql): Promise<Row[]> {
      const rows = await inner.query<Row>(statement)
      const runs = [
        await explain(inner, statement),
        await explain(inner, statement),
        await explain(inner, statement),
      ]
      plans.push(runs.reduce((best, run) => (run['Execution Time'] < best['Execution Time'] ? run : best)))
      return rows
    },
  })
  const explained: Db = {
    ...wrap(db),
    transaction: (work, options) => db.transaction((tx: Tx) => work(wrap(tx)), options),
    get reads() {
      return explained
    },
  }
  return explained
}

let prepared = 0

async function explain(db: Queryable, statement: Sql): Promise<Explained> {
  const { text, values } = compile(statement)
  const name = `explained_${(prepared += 1)}`
  // One string, so that all of it runs on one connection.
  const result = (await db.execute(
    `set plan_cache_mode = force_generic_plan; prepare ${name} as ${text};
    explain (analyze, buffers, format json) execute ${name}${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''};
    deallocate ${name}; reset plan_cache_mode`,
  )) as unknown as { rows: { 'QUERY PLAN': Explained[] }[] }[]
  const [plan] = result[2]?.rows[0]?.['QUERY PLAN'] ?? []
  if (!plan) throw new Error('a statement was not explained')
  return plan
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  // Without a type of its own, so that it takes the parameter's.
  if (Array.isArray(value))
    return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(String(one))).join(',')}}`)
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value))
}
