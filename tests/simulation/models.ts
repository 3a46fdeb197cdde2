/**
 * What each statement of the purchase means on the tables in memory. A statement belongs to the model that is given to its
 * query function; one without a model throws. conformance.test.ts finds statements whose meaning and whose model differ.
 */
import type { Queryable, Tx } from '../../server/platform/db/client.ts'
import { compile, Sql } from '../../server/platform/db/sql.ts'
import type { Transaction } from './store.ts'

/** Runs a statement with its parameters; answers its rows. */
export type Model = (tx: Transaction, values: readonly any[]) => object[] | Promise<object[]>

const byText = new Map<string, Model>()

/** The names of all models. */
export const modelNames = (): string[] => [...byText.values()].map(({ name }) => name)

/**
 * Gives the statements that `call` makes their models, in their order: `call` runs the real query function on a database
 * that notes the texts and answers one empty row to each.
 */
export async function model(call: (tx: Tx) => Promise<unknown>, ...models: Model[]): Promise<void> {
  const texts: string[] = []
  const noting = {
    query: (statement: Sql) => {
      texts.push(compile(statement).text)
      return Promise.resolve([{}])
    },
  } as unknown as Queryable as Tx
  await call(noting)
  if (texts.length !== models.length)
    throw new Error(`${texts.length} statements and ${models.length} models: ${texts.join('; ')}`)
  for (const [index, text] of texts.entries()) byText.set(text, models[index] as Model)
}

/** Statements are templates: the literals of one are the same objects each time, so its model is found without its text. */
interface Known {
  model: Model | undefined
  next: Map<readonly string[], Known>
}
const known: Known = { model: undefined, next: new Map() }

export function findModel(statement: Sql): Model {
  const place = descend(known, statement)
  if (!place.model) {
    const { text } = compile(statement)
    place.model = byText.get(text)
    if (!place.model) throw new Error(`the simulation does not know this statement: ${text}`)
  }
  return place.model
}

function descend(from: Known, part: Sql): Known {
  let place = from.next.get(part.strings)
  if (!place) from.next.set(part.strings, (place = { model: undefined, next: new Map() }))
  for (const value of part.values) if (value instanceof Sql) place = descend(place, value)
  return place
}

/** The parameters of a statement, those of its parts included. */
export function valuesOf(statement: Sql, into: unknown[] = []): unknown[] {
  for (const value of statement.values) {
    if (value instanceof Sql) valuesOf(value, into)
    else into.push(value)
  }
  return into
}
