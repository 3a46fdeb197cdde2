/**
 * Puts all mutants of a set of files into their source at once, each behind a switch that the runner turns on
 * (`@stryker-mutator/instrumenter`), those of `sql-mutator.ts` included.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { root } from '../../scripts/run-tool.ts'
import { mutantsOfSql } from './sql-mutator.ts'

export interface Mutant {
  /** Its switch. */
  id: string
  /** The same as long as the file's text is: results are kept under it. */
  key: string
  file: string
  line: number
  mutator: string
  original: string
  replacement: string
}

export interface Plan {
  mutants: Mutant[]
  /** The instrumented text of each file, by its path in the repository. */
  sources: Record<string, string>
}

/**
 * Not used: texts (they are proven word for word by many tests, and the types refuse most of the others) and the templates of
 * SQL, which have mutants of their own.
 */
const excludedMutations = ['StringLiteral']

/** What is read of Babel's syntax tree. */
interface Template {
  quasis: { value: { raw: string } }[]
  expressions: object[]
}
interface Node {
  type: string
  tag?: { type: string; name?: string }
  quasi?: Template
}
interface NodeMutator {
  name: string
  mutate(path: { node: Node }): Iterable<Node>
}

/** Stryker has no seam for mutators of one's own: its list is extended. The version is pinned exactly. */
async function addSqlMutator(): Promise<void> {
  const at = new URL('mutators/mutate.js', import.meta.resolve('@stryker-mutator/instrumenter'))
  const { allMutators } = (await import(at.href)) as { allMutators: NodeMutator[] }
  if (allMutators.some(({ name }) => name === 'Sql')) return
  allMutators.push({
    name: 'Sql',
    *mutate({ node }) {
      const { type, tag, quasi } = node
      if (type !== 'TaggedTemplateExpression' || tag?.name !== 'sql' || !quasi) return
      for (const text of mutantsOfSql(textOf(quasi))) yield { ...node, quasi: toTemplate(text, quasi) }
    },
  })
}

/** `${0}` stands for the first value, and so on. */
function textOf({ quasis }: Template): string {
  return quasis.map(({ value }, index) => (index === 0 ? '' : `\${${index - 1}}`) + value.raw).join('')
}

function toTemplate(text: string, template: Template): Template {
  const texts = text.split(/\$\{\d+\}/)
  const values = [...text.matchAll(/\$\{(\d+)\}/g)].map(([, index]) => Number(index))
  return {
    ...template,
    expressions: values.flatMap((index) => template.expressions[index] ?? []),
    quasis: texts.map((raw, index) => ({
      ...template.quasis[0],
      value: { raw, cooked: raw },
      tail: index === texts.length - 1,
    })),
  }
}

const quiet = () => {}
const logger = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: quiet,
  debug: quiet,
  info: quiet,
  warn: quiet,
  error: quiet,
  fatal: quiet,
}

export async function instrument(files: readonly string[]): Promise<Plan> {
  await addSqlMutator()
  const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
  const result = await new Instrumenter(logger).instrument(
    files.map((name) => ({ name, mutate: true, content: texts.get(name) ?? '' })),
    { excludedMutations, ignorers: [], plugins: null },
  )
  const mutants = result.mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ id, fileName, location: { start, end }, mutatorName, replacement }) => {
      const text = texts.get(fileName) ?? ''
      const lines = text.split('\n')
      const original =
        start.line === end.line
          ? (lines[start.line] ?? '').slice(start.column, end.column)
          : [
              (lines[start.line] ?? '').slice(start.column),
              ...lines.slice(start.line + 1, end.line),
              (lines[end.line] ?? '').slice(0, end.column),
            ].join('\n')
      const key = createHash('sha256')
        .update(JSON.stringify([text, start, end, mutatorName, replacement]))
        .digest('hex')
        .slice(0, 16)
      return { id, key, file: fileName, line: start.line + 1, mutator: mutatorName, original, replacement }
    })
  return { mutants, sources: Object.fromEntries(result.files.map(({ name, content }) => [name, content])) }
}
