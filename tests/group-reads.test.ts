/**
 * Which tables a group of server/ reads: its own, and of another group what that offers, a view or a function. PostgreSQL says it:
 * each statement becomes the body of a function, whose dependencies it stores. The views of the schema are read the same way.
 */
// @module-tag nightly: It proves how the code is divided, and no rule of the shop: it reads all statements and plans them.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { beforeAll, expect, inject, test } from 'vitest'
import { openDb } from '../server/platform/db/client.ts'
import { readStatements } from './setup/sql-statements.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const schema = path.join(root, 'server/platform/db/schema')

/**
 * The group and kind of each table, view and function: of the group that the schema file is called after, or of the heading
 * 'Group …' that it stands under.
 */
const owners = new Map(
  readdirSync(schema).flatMap((file) => {
    let group = file.slice(5, -4).split('-')[0] ?? ''
    const text = readFileSync(path.join(schema, file), 'utf8')
    return [...text.matchAll(/^(?:-- Group (\w+) -+|create (table|view|function) (\w+))/gm)].flatMap(
      ([, heading, kind = '', name = '']) => {
        group = heading ?? group
        return heading ? [] : [[name, { kind, group }] as const]
      },
    )
  }),
)

/** Locks rows of all that its `select` names, and of all tables behind a view. */
const locksAll = /\bfor (?:no key update|update|key share|share)\b(?! of\b)/

/** A backup copies all tables, the demo shop and who leaves are removed from many, and invariants compare those of all groups. */
const readsAll = /^server\/(platform\/backup|administration\/(remove-demo|erasure|invariants))\//

const depends = (object: string, catalogue: string) => `
  select distinct coalesce(c.relname, p.proname)::text as name from pg_depend d
  left join pg_class c on d.refclassid = 'pg_class'::regclass and c.oid = d.refobjid
    and c.relnamespace = 'public'::regnamespace
  left join pg_proc p on d.refclassid = 'pg_proc'::regclass and p.oid = d.refobjid
    and p.pronamespace = 'public'::regnamespace
  where d.classid = '${catalogue}'::regclass and d.objid = ${object} and coalesce(c.relname, p.proname) is not null`

/** What a place, a file or a view, reads that is not its group's. */
const foreign: { place: string; group: string; name: string; kind: string }[] = []
const notUnderstood: string[] = []
const manyTables: string[] = []
const lockedViews: string[] = []
let understood = 0

function note(place: string, group: string, names: readonly string[]): void {
  for (const name of names) {
    const owner = owners.get(name)
    if (owner && owner.group !== group) foreign.push({ place, group, name, kind: owner.kind })
  }
}

beforeAll(async () => {
  const server = inject('database')
  const database = `test_${process.pid}_reads`
  const admin = openDb({ connection: { ...server, database: 'hariyali' }, max: 1 })
  await admin.execute(`create database ${database} template ${server.template}`)
  const client = new pg.Client({ ...server, database })
  await client.connect()
  const namesOf = async (text: string) =>
    (await client.query<{ name: string }>(text)).rows.map(({ name }) => name)
  const planOf = async (text: string, most: number) => {
    await client.query(`set local join_collapse_limit = ${most}; set local from_collapse_limit = ${most}`)
    return JSON.stringify((await client.query(`explain (generic_plan) ${text}`)).rows)
  }
  try {
    await client.query('begin')
    for (const { place, texts } of readStatements(root)) {
      const [file = ''] = place.split(' ')
      const group = file.split('/')[1] ?? ''
      if (!file.startsWith('server/') || readsAll.test(file)) continue
      for (const text of texts) {
        const locked = /^\s*lock table (\w+)/.exec(text)?.[1]
        if (locked) note(file, group, [locked])
        if (locked) continue
        try {
          await client.query('savepoint one')
          await client.query(`prepare asked as ${text}`)
          const types = await namesOf(
            `select unnest(parameter_types)::text as name from pg_prepared_statements where name = 'asked'`,
          )
          await client.query('deallocate asked')
          await client.query(
            `create function pg_temp.asked(${types.join(', ')}) returns void language sql begin atomic ${text}; end`,
          )
          const names = await namesOf(depends(`'pg_temp.asked'::regproc`, 'pg_proc'))
          note(file, group, names)
          if (locksAll.test(text) && names.some((name) => owners.get(name)?.kind === 'view'))
            lockedViews.push(place)
          understood += 1
          if ((await planOf(text, 8)) !== (await planOf(text, 20))) manyTables.push(place)
        } catch (error) {
          notUnderstood.push(`${place}: ${String(error)}`)
        }
        await client.query('rollback to savepoint one')
      }
    }
    for (const [name, { kind, group }] of owners) {
      // Those of invariants.
      if (kind !== 'view' || group === 'administration') continue
      const rule = `(select oid from pg_rewrite where ev_class = '${name}'::regclass)`
      note(name, group, await namesOf(depends(rule, 'pg_rewrite')))
    }
    const functions = await client.query<{ name: string; body: string }>(`
      select proname::text as name, prosrc as body from pg_proc
      where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype`)
    // Of these PostgreSQL stores the text only. Triggers may name any table, as foreign keys do: they hold rows of two groups together.
    for (const { name, body } of functions.rows) {
      const group = owners.get(name)?.group
      const named = [...body.matchAll(/\b(?:from|join|into|update) (\w+)/g)].map(([, table = '']) => table)
      if (group) note(name, group, named)
    }
  } finally {
    await client.end()
    await admin.execute(`drop database ${database} with (force)`)
    await admin.close()
  }
})

test('every statement and view of the server is understood', () => {
  expect(notUnderstood).toEqual([])
  expect(understood).toBeGreaterThan(500)
})

test('a group reads no table of another one', () => {
  const tables = foreign.filter(({ kind }) => kind === 'table')
  expect([...new Set(tables.map(({ place, name }) => `${place} reads ${name}`))]).toEqual([])
})

test('a statement that locks rows and reads a view says of which table', () => {
  expect(lockedViews).toEqual([])
})

/** These find the orders of one seller; of every other table they read one row by its key, in whatever order. */
const anyOrder = ['listEarningRows', 'countEarnings'].map(
  (name) => `server/money/settlements/earnings-queries.ts ${name}`,
)

/** A view may bring several tables into a join. Of more than 8 PostgreSQL keeps the order in which they are written. */
test('no statement joins so many tables that PostgreSQL does not look for their best order', () => {
  expect([...new Set(manyTables)].toSorted()).toEqual(anyOrder.toSorted())
})

/** Counted is which group reads which view, in however many statements: that is what an owner has to keep. */
test('groups read at most 65 views and functions of each other', () => {
  const offered = foreign.filter(({ kind }) => kind !== 'table')
  const reads = [...new Set(offered.map(({ group, name }) => `${group} ${name}`))].toSorted()
  expect(reads.length).toBeGreaterThan(20)
  expect(reads.slice(65)).toEqual([])
})

test('a view that is there for other groups is read by one', () => {
  const read = new Set(foreign.map(({ name }) => name))
  const forOthers = readdirSync(schema).flatMap((file) => {
    const [, part = ''] =
      /^-- For other groups(.*?)(?:^-- For \w+'s own|^-- Group |(?![^]))/ms.exec(
        readFileSync(path.join(schema, file), 'utf8'),
      ) ?? []
    return [...part.matchAll(/^create (?:view|function) (\w+)/gm)].map(([, name = '']) => name)
  })
  expect(forOthers.length).toBeGreaterThan(20)
  // Only the previous version reads it, which runs on this schema until every node is replaced.
  const forBefore = ['bank_payee']
  expect(forOthers.filter((name) => !read.has(name))).toEqual(forBefore)
})
