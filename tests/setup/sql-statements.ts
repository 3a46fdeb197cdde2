/** Every statement of the server and of the demo seed, found in its source with the compiler: the texts it may have and its declared row. */
import path from 'node:path'
import {
  type CallExpression,
  type Expression,
  isCallExpression,
  isFunctionDeclaration,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isPropertyAccessExpression,
  isStringLiteral,
  type Node,
} from 'typescript-compiler/unstable/ast'
import { API, type Project } from 'typescript-compiler/unstable/sync'
import { type DeclaredRow, declaredRow } from './declared-row.ts'
import { NotFollowed, openSqlReader } from './sql-texts.ts'

export interface Statement {
  /** The file and the function that it stands in. */
  place: string
  row: DeclaredRow
  texts: string[]
  /** Why there is no text: the part of the source that could not be followed. */
  unread?: string
}

/** All calls `….query<Row>(…)` of the projects `server/` and `demo/` under `root`. */
export function readStatements(root: string): Statement[] {
  const api = new API({ cwd: root })
  try {
    return ['server', 'demo'].flatMap((folder) => {
      const config = path.join(root, folder, 'tsconfig.json')
      const project = api.updateSnapshot({ openProject: config }).getProject(config)
      if (!project) throw new Error(`${config} is no project`)
      return statementsOf(project, root)
    })
  } finally {
    api.close()
  }
}

function statementsOf(project: Project, root: string): Statement[] {
  const queries: CallExpression[] = []
  const calls = new Map<string, CallExpression[]>()
  const visit = (node: Node): void => {
    if (isCallExpression(node)) {
      const { expression } = node
      if (isPropertyAccessExpression(expression) && expression.name.text === 'query') queries.push(node)
      if (isIdentifier(expression)) calls.set(expression.text, [...(calls.get(expression.text) ?? []), node])
    }
    node.forEachChild(visit)
  }
  for (const file of project.rootFiles) project.program.getSourceFile(file)?.forEachChild(visit)

  const reader = openSqlReader(project, (name) => calls.get(name) ?? [])
  const statements: Statement[] = []
  const placeOf = (call: Node) => `${path.relative(root, call.getSourceFile().fileName)} ${nameAround(call)}`
  for (const call of queries) {
    const [asked] = call.arguments
    if (nameAround(call) === 'countRows') {
      // What is counted stands with the callers.
      const row = declaredRow(project.checker, call) ?? new Map()
      for (const counting of calls.get('countRows') ?? [])
        for (const text of reader.textsOf(counting.arguments[1] as Expression))
          statements.push({
            place: placeOf(counting),
            row,
            texts: [`select count(*) as count from (${text}) as counted`],
          })
      continue
    }
    // A plain text declares its rows only where it names their type, as on the connection that copies tables.
    if (!asked || (!call.typeArguments && !reader.isSql(asked))) continue
    const place = placeOf(call)
    const row = declaredRow(project.checker, call)
    if (!row) {
      statements.push({ place, row: new Map(), texts: [], unread: 'the caller says what its rows are' })
      continue
    }
    const plain = isStringLiteral(asked) || isNoSubstitutionTemplateLiteral(asked)
    try {
      statements.push({ place, row, texts: plain ? [asked.text] : reader.textsOf(asked) })
    } catch (error) {
      if (!(error instanceof NotFollowed)) throw error
      statements.push({ place, row, texts: [], unread: error.message })
    }
  }
  return statements
}

function nameAround(node: Node): string {
  for (let at = node.parent; at; at = at.parent) if (isFunctionDeclaration(at) && at.name) return at.name.text
  return ''
}
