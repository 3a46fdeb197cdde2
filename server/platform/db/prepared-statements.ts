/** Statements that PostgreSQL parses and plans once for each connection, and how much of them a connection keeps. */
import type pg from 'pg'
import { statementName } from './sql.ts'

/**
 * Characters of the prepared statements of one connection. Each keeps its plan in the memory of the server until the connection
 * is closed: 8 kB or more, and a search 400 to 800 kB, about a hundred bytes a character. Each sorting, set of filters and number
 * of words makes another search, so one visitor could fill gigabytes. All other statements of the shop together are far below.
 */
const maxPreparedText = 500_000

/** The length of each text by its name. */
const prepared = new WeakMap<pg.ClientBase, Map<string, number>>()

export function prepare(client: pg.ClientBase, text: string, values: unknown[]): pg.QueryConfig {
  const name = statementName(text)
  const known = prepared.get(client) ?? new Map<string, number>()
  prepared.set(client, known.set(name, text.length))
  return { name, text, values }
}

/** Whether a connection has to be closed for what it has prepared. */
export function hasPreparedTooMuch(client: pg.ClientBase): boolean {
  let characters = 0
  for (const length of prepared.get(client)?.values() ?? []) characters += length
  return characters > maxPreparedText
}
