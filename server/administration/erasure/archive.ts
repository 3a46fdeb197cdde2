/** All rows of a person as a ZIP archive: a JSON file for each table, the texts that they agreed to, and a page to read. */
import { type FileHandle, open, unlink } from 'node:fs/promises'
import path from 'node:path'
import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { Role } from '../../../contract/endpoint.ts'
import { record } from '../../people/audit/record.ts'
import { consentText, findConsents } from '../../people/consents/consents.ts'
import { requireDeclared } from '../../platform/caller.ts'
import type { Tx } from '../../platform/db/client.ts'
import { newId } from '../../platform/db/ids.ts'
import { compile, Sql, sql } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/refusal.ts'
import type { Shop } from '../../platform/shop.ts'
import { personalRows, type PersonalRows } from './personal-rows.ts'
import { findLeavingAccount } from './queries.ts'

/** Rows that are read at a time: the server never holds more of them, however many there are. */
const batch = 200
/** The most rows of one table. Nobody has as many; where an archive ends there, it says so. */
const mostRows = 100_000

interface Table {
  name: string
  what: string
  rules: readonly PersonalRows[]
}

/**
 * All of it as at one moment: read in one transaction into a file without a name, so that a slow download holds no transaction open,
 * and what is interrupted leaves nothing behind. Refuses: not-found. Each archive is written to the audit.
 */
export async function makeArchive(
  shop: Shop,
  accountId: string,
): Promise<{ name: string; pieces: AsyncIterable<Uint8Array> }> {
  requireDeclared('render')
  const account = await findLeavingAccount(shop.db, accountId)
  if (!account || account.deleted || account.role === 'ADMIN') throw notFound('There is no such account.')
  await record(shop.db, 'data-downloaded', {
    target: { kind: 'account', id: accountId, name: account.email },
  })
  const day = new Date().toISOString().slice(0, 10)
  const spool = await shop.db.transaction(
    (tx) => spooled(shop.config.dataDir, zipped(filesOf(tx, shop.config, accountId, account.role))),
    { settings: 'set transaction isolation level repeatable read read only' },
  )
  return { name: `my-data-${day}.zip`, pieces: bytesOf(spool) }
}

/** The name of the file is gone before anything is in it. */
async function spooled(dataDir: string, bytes: AsyncIterable<Uint8Array>): Promise<FileHandle> {
  const name = path.join(dataDir, `archive-${newId()}`)
  const spool = await open(name, 'wx+', 0o600)
  try {
    await unlink(name)
    for await (const piece of bytes) await spool.appendFile(piece)
    return spool
  } catch (error) {
    await spool.close()
    throw error
  }
}

/** The file is closed at its end, and when nobody reads on, not even its beginning. */
function bytesOf(spool: FileHandle): AsyncIterable<Uint8Array> {
  const stream = spool.createReadStream({ start: 0 })
  const bytes: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]()
  const iterator = {
    next: () => bytes.next(),
    async return() {
      stream.destroy()
      return { done: true as const, value: undefined }
    },
  }
  return { [Symbol.asyncIterator]: () => iterator }
}

const tablesOf = (role: Role): Table[] =>
  Object.entries(personalRows).flatMap(([name, all]) => {
    const rules = all.filter(({ of }) => of === 'both' || (of === 'seller') === (role === 'SELLER'))
    return rules[0] ? [{ name, what: rules[0].what, rules }] : []
  })

interface FilePiece {
  file: string
  text: string
}

/** One file after the other: an archive holds back all of a file while one before it grows. So the page reads the rows again. */
async function* filesOf(
  db: Tx,
  config: Pick<Shop['config'], 'brandName'>,
  accountId: string,
  role: Role,
): AsyncGenerator<FilePiece> {
  for (const table of tablesOf(role)) {
    const file = `data/${table.name}.json`
    let count = 0
    for await (const rows of readRows(db, table, accountId))
      for (const row of rows) {
        yield { file, text: `${count === 0 ? '[' : ','}\n${JSON.stringify(row)}` }
        count += 1
      }
    if (count > 0) yield { file, text: '\n]\n' }
  }
  for (const { kind, version } of await findConsents(db, accountId))
    yield { file: `texts/${kind}-${version}.txt`, text: consentText(kind, version) }
  const file = 'your-data.html'
  const title = escaped(`Your data at ${config.brandName}`)
  yield {
    file,
    text: `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>${style}<h1>${title}</h1>
<p>Made on ${new Date().toISOString()}. The same is in the JSON files.</p>`,
  }
  for (const table of tablesOf(role)) {
    let count = 0
    for await (const rows of readRows(db, table, accountId)) {
      if (count === 0) yield { file, text: `<h2>${escaped(table.what)} <small>${table.name}</small></h2>` }
      yield { file, text: rows.map(asTable).join('') }
      count += rows.length
    }
    if (count >= mostRows) yield { file, text: `<p>The first ${mostRows} rows.</p>` }
  }
}

/**
 * Pages of rows in the order in which the table has them. Secrets are left out, and files, which are downloaded one by one, copies
 * for the search, and what is about other people.
 */
async function* readRows(
  db: Tx,
  { name, rules }: Table,
  accountId: string,
): AsyncGenerator<Record<string, unknown>[]> {
  const table = new Sql([name], [])
  const [first, ...others] = rules.map(
    ({ whose, untold = sql`false` }) => sql`(${whose(accountId)}) and not (${untold})`,
  )
  if (!first) return
  const whose = others.reduce((all, one) => sql`${all} or ${one}`, first)
  const without = rules.flatMap((rule) => rule.without)
  const own = rules.find((rule) => rule.own)?.own ?? sql`'{}'::jsonb`
  let after = '(0,0)'
  for (let count = 0; count < mostRows; count += batch) {
    const rows = await run<{ at: string; row: Record<string, unknown> }>(
      db,
      sql`select ctid::text as at, to_jsonb(${table}) - ${without}::text[]
        - array(select attname::text from pg_attribute where attrelid = ${name}::regclass
          and (atttypid in ('bytea'::regtype, 'tsvector'::regtype) or attname ~ '(_hash|_sealed)$|^search')) || ${own} as row
        from ${table} where (${whose}) and ctid > ${after}::tid order by ctid limit ${batch}`,
    )
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < batch) return
    after = rows.at(-1)?.at ?? after
  }
}

async function run<Row>(db: Tx, statement: Sql): Promise<Row[]> {
  const { text, values } = compile(statement)
  return (await db.execute(text, values)).rows as Row[]
}

/** The bytes of an archive, as soon as they are made. Pieces of a file follow each other. */
export async function* zipped(pieces: AsyncIterable<FilePiece>): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    made.push(bytes)
  })
  let open: { file: string; entry: ZipDeflate } | undefined
  const end = () => open?.entry.push(new Uint8Array(0), true)
  for await (const { file, text } of pieces) {
    if (open?.file !== file) {
      end()
      open = { file, entry: new ZipDeflate(file, { level: 6 }) }
      zip.add(open.entry)
    }
    open.entry.push(strToU8(text))
    yield* made.splice(0)
  }
  end()
  zip.end()
  yield* made.splice(0)
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const asTable = (row: Record<string, unknown>): string =>
  `<table>${Object.entries(row)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `<tr><th>${escaped(name.replaceAll('_', ' '))}<td>${escaped(shown(name, value))}`)
    .join('')}</table>`

const shown = (name: string, value: unknown): string =>
  typeof value === 'object'
    ? JSON.stringify(value)
    : name.endsWith('_paise')
      ? `₹${(Number(value) / 100).toFixed(2)}`
      : String(value)

const style =
  '<meta name="viewport" content="width=device-width"><style>body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%;margin:0 0 1rem}th{text-align:left;font-weight:600;width:14rem;vertical-align:top}td,th{border-top:1px solid #ccc;padding:.2rem .5rem .2rem 0;overflow-wrap:anywhere}small{font-weight:400;color:#666}</style>'
