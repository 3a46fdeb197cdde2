/** SQL of files of products. Statements for sellers name the owner beside the id. */
import type { importSources, importStates } from '../../../contract/product-import.ts'
import { importLimits } from '../../../contract/import-limits.ts'
import { type Queryable, singleRow, type Tx } from '../../platform/db/client.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { Cells } from './columns.ts'
import type { RowProblem } from './read-row.ts'

export type ImportState = (typeof importStates)[number]

type ImportSource = (typeof importSources)[number]

/** False where an import of this seller is under way. One that waits for the seller gives way. */
export async function insertImport(
  tx: Tx,
  one: { id: string; sellerId: string; fileName: string },
): Promise<boolean> {
  await tx.query(sql`
    update product_import set state = 'stopped', ended_at = now() where seller_id = ${one.sellerId} and state = 'checked'`)
  const rows = await tx.query(sql`
    insert into product_import (id, seller_id, file_name, source)
    values (${one.id}, ${one.sellerId}, ${one.fileName}, 'hariyali')
    on conflict do nothing returning id`)
  return rows.length > 0
}

export async function describeImport(
  tx: Tx,
  id: string,
  source: ImportSource,
  notes: readonly string[],
): Promise<void> {
  await tx.query(sql`update product_import set source = ${source}, notes = ${notes}::text[] where id = ${id}`)
}

export async function insertRows(
  tx: Tx,
  importId: string,
  rows: readonly { row: number; cells: Cells }[],
): Promise<void> {
  await tx.query(sql`
    insert into product_import_row (import_id, row, cells)
    select ${importId}, n.row, n.cells from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (row int, cells jsonb)`)
}

export async function addNote(db: Queryable, importId: string, note: string): Promise<void> {
  await db.query(sql`
    update product_import set notes = notes || ${note}::text where id = ${importId} and ${note} <> all(notes)`)
}

export async function countPlanned(db: Queryable, importId: string, plan: Verdict['plan']): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(sql`
      select count(*)::int as count from product_import_row where import_id = ${importId} and plan = ${plan}`),
  ).count
}

export interface ImportRow {
  id: string
  fileName: string
  state: ImportState
  source: ImportSource
  notes: string[]
  createdAt: Date
  rows: number
  checked: number
  toAdd: number
  toChange: number
  same: number
  wrong: number
  added: number
  changed: number
  refused: number
  missingPictures: string[]
}

const planned = (plan: string): Sql => sql`count(*) filter (where r.plan = ${plan})::int`
const written = (outcome: string): Sql => sql`count(*) filter (where r.outcome = ${outcome})::int`
/** Those that a zip has to bring. */
const missing = sql`
  array(select distinct c.value from product_import_row r, jsonb_each_text(r.cells) c
    where r.import_id = i.id and i.state = 'checked' and r.plan = 'wrong' and c.key like 'picture:%' and c.value !~* '^https?:'
      and not exists (select from product_import_picture p where p.import_id = i.id and p.name = c.value)
    order by 1 limit ${importLimits.zippedPictures})`

const importsOf = (which: Sql) => sql`
  select i.id, i.file_name as "fileName", i.state, i.source, i.notes, i.created_at as "createdAt", c.*, ${missing} as "missingPictures"
  from product_import i cross join lateral (
    select count(*)::int as rows, count(r.plan)::int as checked, ${planned('add')} as "toAdd", ${planned('change')} as "toChange",
      ${planned('same')} as same, ${planned('wrong')} as wrong, ${written('added')} as added, ${written('changed')} as changed,
      ${written('refused')} as refused
    from product_import_row r where r.import_id = i.id) c
  where ${which}`

export async function findImport(
  db: Queryable,
  sellerId: string,
  id: string,
): Promise<ImportRow | undefined> {
  const [row] = await db.query<ImportRow>(importsOf(sql`i.seller_id = ${sellerId} and i.id = ${id}`))
  return row
}

export async function listImportRows(
  db: Queryable,
  sellerId: string,
  limit: number,
  before: string,
): Promise<ImportRow[]> {
  return db.query(
    sql`${importsOf(sql`i.seller_id = ${sellerId} and i.id < ${before}`)} order by i.id desc limit ${limit}`,
  )
}

export async function countImports(db: Queryable, sellerId: string): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(
      sql`select count(*)::int as count from product_import where seller_id = ${sellerId}`,
    ),
  ).count
}

/** With what its job needs; `suspended`: its seller may not act at present. */
export interface OpenImport {
  sellerId: string
  state: ImportState
  suspended: boolean
}

export async function findOpenImport(db: Queryable, id: string): Promise<OpenImport | undefined> {
  const [row] = await db.query<OpenImport>(sql`
    select seller_id as "sellerId", state, exists (select from suspended_account a where a.id = seller_id) as suspended
    from product_import where id = ${id} and ended_at is null`)
  return row
}

/** Whether it was in one of the states `from`, of this seller where one is given. */
export async function moveImport(
  db: Queryable,
  id: string,
  from: readonly ImportState[],
  to: ImportState,
  sellerId?: string,
): Promise<boolean> {
  const rows = await db.query(sql`
    update product_import set state = ${to}, ended_at = case when ${to} in ('done', 'stopped') then now() end
    where id = ${id} and state = any(${from}::text[]) and seller_id = coalesce(${sellerId ?? null}::uuid, seller_id) returning id`)
  return rows.length > 0
}

export interface StoredRow {
  row: number
  cells: Cells
}

/** The next rows that nobody has looked at. */
export async function uncheckedRows(db: Queryable, importId: string, limit: number): Promise<StoredRow[]> {
  return db.query(sql`
    select row, cells from product_import_row where import_id = ${importId} and plan is null order by row limit ${limit}`)
}

export interface Verdict {
  row: number
  plan: 'add' | 'change' | 'same' | 'wrong'
  problems: readonly RowProblem[]
  productId: string | null
}

export async function writeVerdicts(
  db: Queryable,
  importId: string,
  verdicts: readonly Verdict[],
): Promise<void> {
  await db.query(sql`
    update product_import_row r set plan = n.plan, problems = n.problems, product_id = n."productId"
    from jsonb_to_recordset(${JSON.stringify(verdicts)}::jsonb) as n (row int, plan text, problems jsonb, "productId" uuid)
    where r.import_id = ${importId} and r.row = n.row and r.outcome is null`)
}

/** Where several rows name one product, by its id or its SKU, the first one counts. `columns`: the headings of id and SKU. */
export async function refuseRepeatedProducts(
  db: Queryable,
  importId: string,
  columns: { id: string; sku: string },
): Promise<void> {
  await db.query(sql`
    update product_import_row r set plan = 'wrong', problems = jsonb_build_array(jsonb_build_object(
      'column', case when r.cells ? 'id' then ${columns.id}::text else ${columns.sku}::text end,
      'message', 'Row ' || n.first || ' is about the same product.'))
    from (select row, min(row) over (partition by product_id) as first from product_import_row
      where import_id = ${importId} and product_id is not null and plan <> 'wrong') n
    where r.import_id = ${importId} and r.row = n.row and n.row > n.first and r.outcome is null`)
}

/** The next rows that are to be written. */
export async function unwrittenRows(db: Queryable, importId: string, limit: number): Promise<StoredRow[]> {
  return db.query(sql`
    select row, cells from product_import_row where import_id = ${importId} and plan in ('add', 'change') and outcome is null
    order by row limit ${limit}`)
}

const isRunning = sql`
  i.state = 'running' and not exists (select from suspended_account a where a.id = i.seller_id)`

/** False once it was stopped, or its seller may not act. */
export async function stillRuns(db: Queryable, importId: string): Promise<boolean> {
  const rows = await db.query(sql`select from product_import i where i.id = ${importId} and ${isRunning}`)
  return rows.length > 0
}

/** The row, locked until the transaction ends; undefined where it was written already, or its import runs no more. */
export async function lockRow(tx: Tx, importId: string, row: number): Promise<StoredRow | undefined> {
  const [found] = await tx.query<StoredRow>(sql`
    select r.row, r.cells from product_import_row r join product_import i on i.id = r.import_id
    where r.import_id = ${importId} and r.row = ${row} and r.outcome is null and ${isRunning} for update of r`)
  return found
}

export async function writeOutcome(
  db: Queryable,
  importId: string,
  row: number,
  done: {
    outcome: 'added' | 'changed' | 'same' | 'refused'
    productId?: string
    problems?: readonly RowProblem[]
  },
): Promise<void> {
  await db.query(sql`
    update product_import_row set outcome = ${done.outcome}, product_id = coalesce(${done.productId ?? null}::uuid, product_id),
      problems = ${JSON.stringify(done.problems ?? [])}::jsonb
    where import_id = ${importId} and row = ${row} and outcome is null`)
}

export interface ProblemRow extends StoredRow {
  problems: RowProblem[]
}

export async function problemRows(
  db: Queryable,
  importId: string,
  limit: number,
  after: number,
): Promise<ProblemRow[]> {
  return db.query(sql`
    select row, problems, cells from product_import_row
    where import_id = ${importId} and problems <> '[]' and row > ${after} order by row limit ${limit}`)
}

/** The keys of the columns that the rows with problems have. */
export async function columnsOfProblems(db: Queryable, importId: string): Promise<string[]> {
  const rows = await db.query<{ key: string }>(sql`
    select distinct jsonb_object_keys(cells) as key from product_import_row where import_id = ${importId} and problems <> '[]'`)
  return rows.map(({ key }) => key)
}

export async function countProblemRows(db: Queryable, importId: string): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(sql`
      select count(*)::int as count from product_import_row where import_id = ${importId} and problems <> '[]'`),
  ).count
}

export interface NamedPicture {
  name: string
  address: string | null
  problem: string | null
}

/** Those with one of these names. */
export async function namedPictures(
  db: Queryable,
  importId: string,
  names: readonly string[],
): Promise<NamedPicture[]> {
  if (names.length === 0) return []
  return db.query(sql`
    select name, address, problem from product_import_picture where import_id = ${importId} and name = any(${names}::text[])`)
}

export async function putPictures(
  db: Queryable,
  importId: string,
  pictures: readonly NamedPicture[],
): Promise<void> {
  await db.query(sql`
    insert into product_import_picture (import_id, name, address, problem)
    select ${importId}, n.name, n.address, n.problem
    from jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb) as n (name text, address text, problem text)
    on conflict (import_id, name) do update set address = excluded.address, problem = excluded.problem`)
}

/** Pictures that were fetched by address. */
export async function countFetched(db: Queryable, importId: string): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(sql`
      select count(*)::int as count from product_import_picture where import_id = ${importId} and name ilike 'https:%'`),
  ).count
}

/** Pictures of one origin that could not be taken over. */
export async function countFailed(db: Queryable, importId: string, origin: string): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(sql`
      select count(*)::int as count from product_import_picture
      where import_id = ${importId} and problem is not null and starts_with(lower(name), ${`${origin}/`})`),
  ).count
}

/** Wrong rows are looked at again. */
export async function forgetVerdicts(tx: Tx, importId: string): Promise<void> {
  await tx.query(sql`
    update product_import_row set plan = null, problems = '[]' where import_id = ${importId} and plan = 'wrong'`)
}

export async function countLive(db: Queryable, sellerId: string): Promise<number> {
  return singleRow(
    await db.query<{ count: number }>(sql`
      select count(*)::int as count from goods where seller_id = ${sellerId} and deleted_at is null`),
  ).count
}

export async function deleteImports(db: Queryable, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from product_import where id in (
      select id from product_import where created_at < now() - ${importLimits.keptDays} * interval '1 day'
      order by created_at limit ${limit} for update skip locked)
    returning id`)
  return rows.length
}
