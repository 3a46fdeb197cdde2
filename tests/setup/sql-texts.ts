/**
 * Turns an expression of the source that makes a statement into the texts that PostgreSQL gets. Fragments are
 * followed through constants, functions, parameters, records and lists to the templates that they come from; whatever is
 * no fragment becomes a parameter. Where the source chooses between fragments there is one text for the first choice
 * everywhere, one for the second and so on: every fragment is met, not every combination.
 */
import {
  type CallExpression,
  type Expression,
  isArrayLiteralExpression,
  isArrowFunction,
  isBindingElement,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isForOfStatement,
  isFunctionDeclaration,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isVariableDeclaration,
  type Node,
} from 'typescript-compiler/unstable/ast'
import { type Project, SymbolFlags } from 'typescript-compiler/unstable/sync'

/** The source has a construct that is not followed here. */
export class NotFollowed extends Error {
  constructor(node: Node) {
    super(`${node.getText().slice(0, 60)} is not followed`)
  }
}

/** An expression and the values of the parameters around it, by their declarations. */
interface Value {
  node: Node
  bound: Bound
}
type Bound = ReadonlyMap<Node, Value[]>

/** Where a parameter goes; they are numbered at the end, in the order of the text. */
const hole = '\0'

export interface SqlReader {
  /** Whether an expression is a fragment or a statement: its type is `Sql`. */
  isSql(node: Node): boolean
  /** Throws NotFollowed. */
  textsOf(node: Node): string[]
}

/** `callsOf` returns the calls of functions of this name: a parameter is every value that callers pass. */
export function openSqlReader(project: Project, callsOf: (name: string) => CallExpression[]): SqlReader {
  const { checker } = project
  const sqlNodes = new Map<Node, boolean>()

  function isSql(node: Node): boolean {
    const found = sqlNodes.get(node) ?? checker.getTypeAtLocation(node)?.getSymbol()?.name === 'Sql'
    sqlNodes.set(node, found)
    return found
  }

  function declarationOf(node: Node): Node {
    let symbol = checker.getSymbolAtLocation(node)
    if (symbol && symbol.flags & SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol)
    const declaration = symbol?.valueDeclaration?.resolve(project)
    if (!declaration) throw new NotFollowed(node)
    return declaration
  }

  /** One step towards the templates, records and functions that an expression stands for. */
  function step({ node, bound }: Value): Value[] {
    if (isParenthesizedExpression(node)) return [{ node: node.expression, bound }]
    if (isConditionalExpression(node))
      return [node.whenTrue, node.whenFalse].map((one) => ({ node: one, bound }))
    if (isIdentifier(node)) return valuesOfName(node, bound)
    if (isPropertyAccessExpression(node)) return membersOf({ node: node.expression, bound }, node.name.text)
    if (isElementAccessExpression(node)) return membersOf({ node: node.expression, bound })
    if (isCallExpression(node)) return valuesOfCall(node, bound)
    throw new NotFollowed(node)
  }

  function valuesOfName(node: Node, bound: Bound): Value[] {
    const declaration = declarationOf(node)
    if (isFunctionDeclaration(declaration)) return [{ node: declaration, bound }]
    if (isParameterDeclaration(declaration)) return argumentsFor(declaration, bound)
    if (isBindingElement(declaration)) {
      const source = declaration.parent.parent
      if (isParameterDeclaration(source))
        return argumentsFor(source, bound).flatMap((value) =>
          membersOf(value, (declaration.propertyName ?? declaration.name)?.getText()),
        )
    }
    if (isVariableDeclaration(declaration)) {
      if (declaration.initializer) return [{ node: declaration.initializer, bound }]
      const loop = declaration.parent.parent
      if (isForOfStatement(loop)) return elementsOf(loop.expression, bound)
    }
    throw new NotFollowed(node)
  }

  function argumentsFor(parameter: Node, bound: Bound): Value[] {
    const known = bound.get(parameter)
    if (known) return known
    const owner = parameter.parent
    const named = isFunctionDeclaration(owner) ? owner : owner.parent
    if (!('parameters' in owner) || !('name' in named)) throw new NotFollowed(parameter)
    const place = (owner.parameters as readonly Node[]).indexOf(parameter)
    const given = callsOf((named.name as Node).getText())
      .filter((call) => declarationOf(call.expression) === named)
      .flatMap((call) => call.arguments[place] ?? [])
    if (given.length === 0) throw new NotFollowed(parameter)
    return given.map((node) => ({ node, bound: new Map() }))
  }

  /** The members of records: those of one name, or all. */
  function membersOf(value: Value, name?: string): Value[] {
    const { node, bound } = value
    if (!isObjectLiteralExpression(node)) return step(value).flatMap((next) => membersOf(next, name))
    const properties = node.properties.filter(isPropertyAssignment)
    if (properties.length < node.properties.length) throw new NotFollowed(node)
    return properties
      .filter((property) => name === undefined || property.name.getText() === name)
      .map((property) => ({ node: property.initializer, bound }))
  }

  function elementsOf(node: Node, bound: Bound): Value[] {
    if (isArrayLiteralExpression(node)) return node.elements.map((element) => ({ node: element, bound }))
    if (isMethodCall(node, 'map'))
      return functionsOf(node.arguments[0], bound).flatMap((one) => resultsOf(one, []))
    if (isIdentifier(node))
      return valuesOfName(node, bound).flatMap((value) => elementsOf(value.node, value.bound))
    throw new NotFollowed(node)
  }

  function valuesOfCall(node: CallExpression, bound: Bound): Value[] {
    if (isMethodCall(node, 'reduce')) {
      // A list of one and, where that is allowed, an empty one.
      const [merge, seed] = node.arguments
      const first = seed ? [{ node: seed, bound }] : elementsOf(node.expression.expression, bound)
      const next = seed ? [] : [first]
      return [
        ...functionsOf(merge, bound).flatMap((one) => resultsOf(one, [first, ...next])),
        ...(seed ? first : []),
      ]
    }
    const given = node.arguments.map((argument) => [{ node: argument, bound }])
    return functionsOf(node.expression, bound).flatMap((one) => resultsOf(one, given))
  }

  function functionsOf(node: Node | undefined, bound: Bound): Value[] {
    if (!node) return []
    if (isArrowFunction(node) || isFunctionDeclaration(node)) return [{ node, bound }]
    return step({ node, bound }).flatMap((value) => functionsOf(value.node, value.bound))
  }

  function resultsOf({ node, bound }: Value, given: Value[][]): Value[] {
    if (!isArrowFunction(node) && !isFunctionDeclaration(node)) throw new NotFollowed(node)
    const inner = new Map(bound)
    node.parameters.forEach((parameter, i) => {
      const values = given[i] ?? (parameter.initializer && [{ node: parameter.initializer, bound }])
      if (values) inner.set(parameter, values)
    })
    const { body } = node
    if (body && !isBlock(body)) return [{ node: body, bound: inner }]
    const results: Value[] = []
    const visit = (part: Node): void => {
      if (isReturnStatement(part) && part.expression) results.push({ node: part.expression, bound: inner })
      else if (!isArrowFunction(part)) part.forEachChild(visit)
    }
    body?.forEachChild(visit)
    return results
  }

  function write(value: Value): string[] {
    const { node, bound } = value
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return [node.text]
    if (!isTaggedTemplateExpression(node)) {
      const texts = step(value).flatMap(write)
      if (texts.length === 0) throw new NotFollowed(node)
      return texts
    }
    const { template } = node
    if (!isTemplateExpression(template)) return write({ node: template, bound })
    const parts = [[template.head.text]]
    for (const { expression, literal } of template.templateSpans)
      parts.push(isSql(expression) ? write({ node: expression, bound }) : [hole], [literal.text])
    const choices = Math.max(...parts.map((part) => part.length))
    return Array.from({ length: choices }, (_, i) =>
      parts.map((part) => part[Math.min(i, part.length - 1)] ?? '').join(''),
    )
  }

  return { isSql, textsOf: (node) => [...new Set(write({ node, bound: new Map() }).map(numbered))] }
}

function isMethodCall(
  node: Node,
  name: string,
): node is CallExpression & { expression: { expression: Expression } } {
  return (
    isCallExpression(node) &&
    isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === name
  )
}

function numbered(text: string): string {
  let count = 0
  return text.replaceAll(hole, () => `$${(count += 1)}`)
}
