/**
 * docs/schema.md lists the tables and views by group, as their comments and foreign keys say. It is generated: after a change of the
 * schema `npx vitest run schema-page -u` writes it.
 */
import { expect, inject, test } from 'vitest'
import { openDb } from './client.ts'
import { listMigrations } from './migrate.ts'
import { sql } from './sql.ts'

interface Table {
  name: string
  isView: boolean
  comment: string | null
  refersTo: string[]
}

async function readTables(): Promise<Table[]> {
  const server = inject('database')
  const database = `test_${process.pid}_schema`
  const admin = openDb({ connection: { ...server, database: 'hariyali' }, max: 1 })
  await admin.execute(`create database ${database} template ${server.template}`)
  const db = openDb({ connection: { ...server, database }, max: 1 })
  try {
    return await db.query<Table>(sql`
      select c.relname::text as name, c.relkind = 'v' as "isView", obj_description(c.oid, 'pg_class') as comment, array(
          select distinct f.confrelid::regclass::text from pg_constraint f
          where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid order by 1) as "refersTo"
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')`)
  } finally {
    await db.close()
    await admin.execute(`drop database ${database} with (force)`)
    await admin.close()
  }
}

test('docs/schema.md names every table and view with its comment, and what a table refers to', async () => {
  const tables = new Map((await readTables()).map((table) => [table.name, table]))
  expect([...tables.values()].filter(({ comment, isView }) => !comment && !isView)).toEqual([])
  const groups = new Map<string, string>()
  for (const { name, text } of listMigrations()) {
    // `0006-money` begins a group with its title; `0008-money-gift-cards` would change it.
    const group = name.split('-')[1] ?? ''
    const [, title = ''] = /^-- (.+)/.exec(text) ?? []
    const rows = [...text.matchAll(/^create (?:table|view) (\w+)/gm)]
      .flatMap(([, table = '']) => tables.get(table) ?? [])
      .filter(({ comment }) => comment)
      .map(({ name, comment, isView, refersTo }) => {
        const of = isView ? 'view' : refersTo.join(', ')
        return `- \`${name}\`${of && ` (${of})`}: ${comment}\n`
      })
    // A file of triggers alone begins none.
    if (rows.length === 0 && !groups.has(group)) continue
    groups.set(group, (groups.get(group) ?? `\n## ${title}\n\n`) + rows.join(''))
  }
  const page = `# The tables

Generated from \`server/platform/db/schema/\`, where each column, index and trigger stands with its reason. In brackets: the tables to which a table refers. A group reads its own tables, and of another group the views and functions under "For other groups". Views without a comment are of the checks of invariants. After a change of the schema \`npx vitest run schema-page -u\` writes this page. \`schema_migration\`, the list of the files that have run, is made by \`server/platform/db/migrate.ts\`.
${[...groups.values()].join('')}`
  const named = [...tables.values()].filter(({ comment }) => comment)
  expect(named.filter(({ name }) => !page.includes(`\`${name}\``))).toEqual([])
  await expect(page).toMatchFileSnapshot('../../../docs/schema.md')
})
