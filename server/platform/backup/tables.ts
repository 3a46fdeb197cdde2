/** Lists the tables and sequences of a backup. Each table comes after those that its foreign keys refer to. */
import type { CopySession } from '../db/copy.ts'

export interface Table {
  schema: string
  name: string
  columns: string[]
}

/** The shop's own tables and the job queue's. */
const schemas = ['public', 'pgboss']
/**
 * Left out: the changes that nodes tell each other, which are numbered by this database's transactions, and the job
 * queue's statistics and upkeep, some of them in tables with a date in their names.
 */
const notKept = /^(public\.catalogue_change|pgboss\.(version|queue_stats.*|bam.*|warning.*))$/

export async function listTables(session: CopySession): Promise<Table[]> {
  const tables = await session.query<Table>(
    `select n.nspname::text as schema, c.relname::text as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any($1)
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by 1, 2`,
    [schemas],
  )
  const links = await session.query<{ from: string; to: string }>(
    `select conrelid::regclass::oid::text as "from", confrelid::regclass::oid::text as "to" from pg_constraint
     where contype = 'f' and conrelid <> confrelid`,
  )
  const oids = await session.query<{ oid: string; key: string }>(
    `select c.oid::text as oid, n.nspname || '.' || c.relname as key
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = any($1)`,
    [schemas],
  )
  const keyOf = new Map(oids.map(({ oid, key }) => [oid, key]))
  const needs = new Map<string, string[]>()
  for (const { from, to } of links) {
    const [key, other] = [keyOf.get(from), keyOf.get(to)]
    if (key && other) needs.set(key, [...(needs.get(key) ?? []), other])
  }
  return inOrder(
    tables.filter((table) => !notKept.test(keyOfTable(table))),
    needs,
  )
}

export interface Sequence {
  schema: string
  name: string
  last: string
  called: boolean
}

export async function listSequences(session: CopySession): Promise<Sequence[]> {
  const names = await session.query<{ schema: string; name: string }>(
    `select schemaname::text as schema, sequencename::text as name from pg_sequences where schemaname = any($1) order by 1, 2`,
    [schemas],
  )
  const sequences: Sequence[] = []
  for (const { schema, name } of names) {
    const [row] = await session.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${quote(schema)}.${quote(name)}`,
    )
    if (row) sequences.push({ schema, name, ...row })
  }
  return sequences
}

export function keyOfTable({ schema, name }: Pick<Table, 'schema' | 'name'>): string {
  return `${schema}.${name}`
}

/** The table with its columns as COPY expects them. */
export function copyTarget({ schema, name, columns }: Table): string {
  return `${quote(schema)}.${quote(name)} (${columns.map(quote).join(', ')})`
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function inOrder(tables: readonly Table[], needs: ReadonlyMap<string, readonly string[]>): Table[] {
  const known = new Map(tables.map((table) => [keyOfTable(table), table]))
  const done = new Set<string>()
  const ordered: Table[] = []
  const place = (key: string, above: readonly string[]) => {
    const table = known.get(key)
    if (!table || done.has(key)) return
    if (above.includes(key)) throw new Error(`tables point to each other in a ring: ${above.join(', ')}`)
    for (const other of needs.get(key) ?? []) place(other, [...above, key])
    done.add(key)
    ordered.push(table)
  }
  for (const key of known.keys()) place(key, [])
  return ordered
}
