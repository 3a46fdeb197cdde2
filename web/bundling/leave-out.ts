/**
 * Leaves out of the browser's scripts those functions of a library that no page reaches. A bundler
 * removes what nothing refers to; these functions are referred to by code that decides at run time. They stand in lists,
 * each with the reason why no page reaches them. A list is for one exact file: the build fails as soon as the library has
 * another one, and as soon as a module imports a feature whose code is missing.
 */
import { createHash } from 'node:crypto'
import { type Plugin, parseAst } from 'vite'

/** What is left out of one file. */
export interface LeftOut {
  /** From `node_modules/` on. */
  file: string
  /** Of the file's text. If it is another one, each entry of the list has to be read again in the new file. */
  sha256: string
  /** Functions that are called and do nothing as long as the feature is not used. */
  idle?: readonly string[]
  /** Functions that are not called. They throw, so that a mistake in the list is noticed. */
  unreached?: readonly string[]
  /** Functions whose answer is always the same as long as the feature is not used, with their new body. */
  constant?: Readonly<Record<string, string>>
  /** Components that nothing imports; the bundler keeps them because they are made by a call. */
  absent?: readonly string[]
  /** Values that no element of a page has as its `tag`: their branches in each `switch (….tag)` are removed. */
  tags?: readonly number[]
}

export interface Unused {
  /** What no module may import any more, by the name of the package. */
  imports: Readonly<Record<string, readonly string[]>>
  files: readonly LeftOut[]
}

/** The part of a node of the syntax tree that is read here. */
interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

interface Edit {
  start: number
  end: number
  text: string
}

export function leaveOut(...unused: readonly Unused[]): Plugin {
  const lists = unused.flatMap(({ files }) => files)
  const imports = unused.flatMap((one) => Object.entries(one.imports))
  return {
    name: 'leave-out',
    enforce: 'pre',
    // The development server bundles libraries ahead of time, beyond the reach of plugins.
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      for (const [from, names] of imports)
        for (const name of importedNames(code, id, from, names))
          throw new Error(
            `${id} imports ${name} from ${from}, whose code is left out of the browser's scripts.`,
          )
      const list = lists.find(({ file }) => id.endsWith(`/node_modules/${file}`))
      return list ? withoutUnused(code, list) : null
    },
  }
}

/** The text of the file without what its list names. */
export function withoutUnused(code: string, list: LeftOut): string {
  const sha256 = createHash('sha256').update(code).digest('hex')
  if (sha256 !== list.sha256)
    throw new Error(
      `${list.file} is not the file that its list in web/bundling/ was written for: its sha256 is ${sha256}.`,
    )
  const bodies = new Map([
    ...(list.idle ?? []).map((name) => [name, ''] as const),
    ...(list.unreached ?? []).map((name) => [name, `throw Error('left out')`] as const),
    ...Object.entries(list.constant ?? {}),
  ])
  const absent = new Set(list.absent)
  const missing = new Set([...bodies.keys(), ...absent])
  const edits: Edit[] = []

  visit(parseAst(code) as unknown as Node, (node) => {
    if (node.type === 'SwitchStatement') edits.push(...branchesToRemove(node, list.tags ?? [], code))
    const component = componentOf(node, code)
    if (component !== undefined && absent.has(component)) {
      missing.delete(component)
      const text = node.type === 'VariableDeclarator' ? `${component} = undefined` : ''
      edits.push({ start: node.start, end: node.end, text })
    }
    const found = functionOf(node, code)
    const text = found && bodies.get(found.name)
    if (!found || text === undefined) return
    if (!missing.delete(found.name)) throw new Error(`${list.file} has several functions ${found.name}.`)
    edits.push({ start: found.body.start + 1, end: found.body.end - 1, text })
  })

  if (missing.size > 0) throw new Error(`${list.file} has no ${[...missing].join(', ')}.`)
  return apply(code, edits)
}

/** Which of these names a module imports from a package, or uses as `React.name`. */
function importedNames(code: string, id: string, from: string, names: readonly string[]): string[] {
  const [file = ''] = id.split('?')
  const lang = /\.[cm]?(tsx|ts|jsx|js)$/.exec(file)?.[1] as 'tsx' | 'ts' | 'jsx' | 'js' | undefined
  const possible = names.filter((name) => code.includes(name))
  if (!lang || possible.length === 0 || !code.includes(from)) return []
  const found: unknown[] = []
  const wholes = new Set<unknown>()
  visit(parseAst(code, { lang }) as unknown as Node, (node) => {
    if (node.type === 'ImportDeclaration' && node.importKind !== 'type' && literal(node.source) === from)
      for (const specifier of node.specifiers as Node[])
        if (specifier.type === 'ImportSpecifier' && specifier.importKind !== 'type')
          found.push(nameOf(specifier.imported))
        else wholes.add(nameOf(specifier.local))
    if (/^(?:JSX)?MemberExpression$/.test(node.type) && wholes.has(nameOf(node.object)))
      found.push(nameOf(node.property))
  })
  return possible.filter((name) => found.includes(name))
}

const literal = (node: unknown) => (isNode(node) ? node.value : undefined)
const nameOf = (node: unknown) => (isNode(node) ? node.name : undefined)

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

function visit(node: Node, see: (node: Node) => void): void {
  see(node)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
      if (isNode(child)) visit(child, see)
}

const textOf = (node: unknown, code: string) => (isNode(node) ? code.slice(node.start, node.end) : '')

/** The name of `function name() {}`, `const name = () => {}` and `name.prototype.method = function () {}`, and its body. */
function functionOf(node: Node, code: string): { name: string; body: Node } | undefined {
  const [named, made] =
    node.type === 'FunctionDeclaration'
      ? [node.id, node]
      : node.type === 'VariableDeclarator'
        ? [node.id, node.init]
        : node.type === 'AssignmentExpression'
          ? [node.left, node.right]
          : []
  if (!isNode(made) || !isNode(made.body) || made.body.type !== 'BlockStatement') return
  return { name: textOf(named, code), body: made.body }
}

/** The name of the component that `const Name = forwardRef(…)` makes or `Name.displayName = …;` describes. */
function componentOf(node: Node, code: string): string | undefined {
  if (node.type === 'VariableDeclarator' && isNode(node.init) && node.init.type === 'CallExpression')
    return textOf(node.id, code)
  if (node.type !== 'ExpressionStatement' || !isNode(node.expression)) return
  return /^(\w+)\.displayName$/.exec(textOf(node.expression.left, code))?.[1]
}

/** The branches of `switch (….tag)` for the given values. One that the branch above it continues into is kept. */
function branchesToRemove(node: Node, tags: readonly number[], code: string): Edit[] {
  if (!textOf(node.discriminant, code).endsWith('.tag')) return []
  const cases = node.cases as Node[]
  return cases.flatMap(({ start, end, test, consequent }, index) => {
    if (!isNode(test) || !tags.includes(test.value as number)) return []
    const above = cases[index - 1]
    const shared = above && !endsItself(above.consequent as Node[])
    return shared && (consequent as Node[]).length > 0 ? [] : { start, end, text: '' }
  })
}

/** True if the statements of a branch never continue into the next one. */
function endsItself(statements: Node[]): boolean {
  const last = statements.at(-1)
  return last !== undefined && /^(?:Break|Return|Throw)Statement$/.test(last.type)
}

function apply(code: string, edits: Edit[]): string {
  // What stands within a removed part goes with it.
  const outer = edits.filter(
    (edit) => !edits.some((other) => other !== edit && other.start <= edit.start && edit.end <= other.end),
  )
  const [text, rest] = outer
    .toSorted((a, b) => a.start - b.start)
    .reduce(([done, from], edit) => [done + code.slice(from, edit.start) + edit.text, edit.end], ['', 0])
  return text + code.slice(rest)
}
