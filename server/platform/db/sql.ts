/** SQL as a tagged template: values become parameters, fragments are spliced, nothing is ever quoted by hand. */
import { createHash } from 'node:crypto'

export class Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }
}

/** sql`select … where id = ${id} ${onlyLive}`: `id` is a parameter, `onlyLive` (an Sql) is a part of the statement. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  return new Sql(strings, values)
}

export const emptySql = sql``

/** Text with $1, $2 … and the values in that order. */
export function compile(statement: Sql): { text: string; values: unknown[] } {
  let text = ''
  const values: unknown[] = []
  const add = (part: Sql) => {
    part.strings.forEach((string, i) => {
      text += string
      if (i >= part.values.length) return
      const value = part.values[i]
      if (value instanceof Sql) add(value)
      else text += `$${values.push(value)}`
    })
  }
  add(statement)
  return { text, values }
}

const names = new Map<string, string>()

/** A name for a statement's text, so that PostgreSQL parses and plans it once a connection. */
export function statementName(text: string): string {
  let name = names.get(text)
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 20)
    names.set(text, name)
  }
  return name
}
