/** The rows of a statement as PostgreSQL describes them without running it: names, types, and where a null may come from. */
import pg from 'pg'
import { openPlanNulls, type Plan } from './plan-nulls.ts'

export interface DescribedColumn {
  name: string
  /** PostgreSQL's name of the type, as in pg_type. */
  type: string
  /** Why it may be null; undefined where it is never null, or where that is unknown. */
  mayBeNull: string | undefined
}

export interface Describer {
  describe(text: string): Promise<DescribedColumn[]>
  close(): Promise<void>
}

/** A column as the protocol describes it; tableID is 0 for an expression. */
type Field = Pick<pg.FieldDef, 'name' | 'tableID' | 'columnID' | 'dataTypeID'>

/** On a migrated PostgreSQL 16 or newer, which plans statements without values. */
export async function openDescriber(connection: pg.ClientConfig): Promise<Describer> {
  const client = new pg.Client(connection)
  await client.connect()
  const typeNames = await client.query<{ oid: number; typname: string }>('select oid, typname from pg_type')
  const types = new Map(typeNames.rows.map(({ oid, typname }) => [oid, typname]))
  const nullable = await readNullableColumns(client)

  function fieldsOf(text: string): Promise<Field[]> {
    return new Promise((resolve, reject) => {
      let fields: Field[] = []
      const submittable = {
        submit(wire: Wire) {
          wire.parse({ text })
          wire.describe({ type: 'S' })
          wire.sync()
        },
        handleRowDescription(message: { fields: Field[] }) {
          fields = message.fields
        },
        handleError: reject,
        handleReadyForQuery: () => resolve(fields),
      }
      client.query(submittable as unknown as pg.Submittable)
    })
  }

  return {
    async describe(text) {
      const fields = await fieldsOf(text)
      if (fields.length === 0) return []
      const explained = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (generic_plan, verbose, format json) ${text}`,
      )
      const plan = explained.rows[0]?.['QUERY PLAN'][0].Plan ?? {}
      const reasonOf = openPlanNulls(plan, new Set(nullable.values()))
      return fields.map(({ name, tableID, columnID, dataTypeID }, i) => {
        const type = types.get(dataTypeID) ?? String(dataTypeID)
        const column = nullable.get(`${tableID}.${columnID}`)
        return { name, type, mayBeNull: column ? `${column} may be null` : reasonOf(i, type.startsWith('_')) }
      })
    },
    close: () => client.end(),
  }
}

/** `schema.table.column` by `oid of the table.number of the column`. Columns of views are missing. */
async function readNullableColumns(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ key: string; name: string }>(`
    select a.attrelid || '.' || a.attnum as key, n.nspname || '.' || c.relname || '.' || a.attname as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attnotnull`)
  return new Map(rows.map(({ key, name }) => [key, name]))
}

/** What describing needs of the connection, beyond the driver's published types. */
interface Wire {
  parse(message: { text: string }): void
  describe(message: { type: 'S' }): void
  sync(): void
}
