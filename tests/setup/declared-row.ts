/** The row that the source declares: its columns, the JavaScript type of each, and whether it may be null. */
import type { CallExpression } from 'typescript-compiler/unstable/ast'
import { type Checker, type Type, TypeFlags } from 'typescript-compiler/unstable/sync'

export interface DeclaredColumn {
  /** 'string', 'number', 'boolean', 'Date', 'Buffer', 'object', 'any', or one of them with [] behind. */
  kinds: Set<string>
  nullable: boolean
  /** The type contains Date, which JSON does not have. */
  holdsDate: boolean
}

/** By name. Empty where the rows are not used. */
export type DeclaredRow = ReadonlyMap<string, DeclaredColumn>

/** The row of a call that returns `Promise<Row[]>`; undefined where Row is a parameter of the function around it. */
export function declaredRow(checker: Checker, call: CallExpression): DeclaredRow | undefined {
  const row = argumentOf(argumentOf(checker.getTypeAtLocation(call)))
  if (!row) throw new Error(`the rows of ${call.getText().slice(0, 80)} have no type`)
  if (row.isTypeParameter()) return undefined
  const columns = new Map<string, DeclaredColumn>()
  // A union of rows, as for an outer join of which a side may be missing: null where one of them has no such column.
  const rows = row.isUnionType() ? row.getTypes() : [row]
  for (const name of new Set(
    rows.flatMap((one) => checker.getPropertiesOfType(one).map((property) => property.name)),
  )) {
    const column: DeclaredColumn = { kinds: new Set(), nullable: false, holdsDate: false }
    columns.set(name, column)
    for (const one of rows) {
      const property = checker.getPropertyOfType(one, name)
      if (property) add(column, checker.getTypeOfSymbol(property))
      else column.nullable = true
    }
  }
  return columns

  function argumentOf(type: Type | undefined): Type | undefined {
    return type?.isTypeReference() ? checker.getTypeArguments(type)[0] : undefined
  }

  function add(column: DeclaredColumn, type: Type | undefined): void {
    if (type?.isUnionType()) for (const one of type.getTypes()) add(column, one)
    else if (type && type.flags & (TypeFlags.Null | TypeFlags.Undefined)) column.nullable = true
    else column.kinds.add(kindOf(type))
    if (type && holdsDate(type)) column.holdsDate = true
  }

  function kindOf(type: Type | undefined): string {
    if (!type) return 'any'
    // The items of an array may be a union of words.
    const kinds = type.isUnionType() ? new Set(type.getTypes().map(kindOf)) : undefined
    if (kinds?.size === 1) return [...kinds][0] ?? 'any'
    if (type.flags & TypeFlags.StringLike) return 'string'
    if (type.flags & TypeFlags.NumberLike) return 'number'
    if (type.flags & TypeFlags.BooleanLike) return 'boolean'
    if (type.flags & (TypeFlags.Any | TypeFlags.Unknown)) return 'any'
    if (checker.isArrayType(type)) return `${kindOf(argumentOf(type))}[]`
    const name = type.getSymbol()?.name
    return name === 'Date' || name === 'Buffer' ? name : 'object'
  }

  function holdsDate(type: Type, depth = 0): boolean {
    if (kindOf(type) === 'Date') return true
    if (depth === 4) return false
    const parts = type.isUnionType()
      ? type.getTypes()
      : checker.isArrayType(type)
        ? [argumentOf(type)]
        : kindOf(type) === 'object'
          ? checker.getPropertiesOfType(type).map((property) => checker.getTypeOfSymbol(property))
          : []
    return parts.some((part) => part !== undefined && holdsDate(part, depth + 1))
  }
}
