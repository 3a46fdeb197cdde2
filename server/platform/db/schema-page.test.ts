/**
 * docs/schema.md lists the tables by group, as their comments and foreign keys say, and names the views. It is generated: after a
 * change of the schema `npx vitest run schema-page -u` writes it.
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

test('docs/schema.md names every view, and every table with its comment and what it refers to', async () => {
  const tables = new Map((await readTables()).map((table) => [table.name, table]))
  expect([...tables.values()].filter(({ comment, isView }) => !comment && !isView)).toEqual([])
  const groups = new Map<string, { title: string; rows: string[]; views: Set<string> }>()
  for (const { name, text } of listMigrations()) {
    // `0006-money` begins a group with its title; `0008-money-gift-cards` would change it.
    const key = name.split('-')[1] ?? ''
    const [, title = ''] = /^-- (.+)/.exec(text) ?? []
    const group = groups.get(key) ?? { title, rows: [], views: new Set() }
    for (const [, made = ''] of text.matchAll(/^create (?:table|view) (\w+)/gm)) {
      const table = tables.get(made)
      if (!table?.comment) continue
      const of = table.refersTo.join(', ')
      if (table.isView) group.views.add(`\`${made}\``)
      else group.rows.push(`- \`${made}\`${of && ` (${of})`}: ${table.comment}\n`)
    }
    // A file of triggers alone begins none.
    if (group.rows.length > 0) groups.set(key, group)
  }
  const sections = [...groups.values()].map(
    ({ title, rows, views }) =>
      `\n## ${title}\n\n${rows.join('')}${views.size > 0 ? `- Views: ${[...views].join(', ')}.\n` : ''}`,
  )
  const page = `# The tables

\`npx vitest run schema-page -u\` writes this page from \`server/platform/db/schema/\`, which has each column, index, trigger and view with its reason. In brackets: the tables to which a table refers. A group reads its own tables, and of another group the views and functions under "For other groups". Views of the checks of invariants are left out. \`schema_migration\`, the list of the files that have run, is made by \`server/platform/db/migrate.ts\`.
${sections.join('')}`
  const named = [...tables.values()].filter(({ comment }) => comment)
  expect(named.filter(({ name }) => !page.includes(`\`${name}\``))).toEqual([])
  await expect(page).toMatchFileSnapshot('../../../docs/schema.md')
})
