/**
 * Where nulls of a statement's rows may come from, read from its plan: outer joins, columns that may be null within
 * expressions, aggregates and subselects of no rows, members of JSON and of arrays. What is not understood counts as
 * never null, so that this finds mistakes and proves nothing.
 */

/** The parts of a plan that are looked at (`explain (verbose, format json)`). */
export interface Plan {
  'Join Type'?: string
  'Subplan Name'?: string
  'Group Key'?: unknown
  'Node Type'?: string
  Schema?: string
  'Relation Name'?: string
  Alias?: string
  Output?: string[]
  Plans?: Plan[]
}

/** Aggregates that are null where there is no row; a count is not. */
const nullAggregate = /^(sum|max|min|avg|array_agg|jsonb?_agg|string_agg|bool_and|bool_or)\(/
/** Expressions that may turn a null into a value; whether they do is not examined. */
const takesNulls =
  /\b(COALESCE|CASE|EXISTS|count|concat|concat_ws|jsonb?_build_object|row_to_json|ARRAY|GREATEST|LEAST)\b|\bIS (NOT )?(NULL|DISTINCT)/
/** A column, alone or after the name of its table, outside texts and no function's name. */
const column = /(?<![\w.'])(?:(\w+)\.)?("?[a-z]\w*"?)(?![\w(.'"])/g

/** Returns why the n-th column of the rows may be null. `nullable` has `schema.table.column`. */
export function openPlanNulls(
  top: Plan,
  nullable: ReadonlySet<string>,
): (index: number, isArray: boolean) => string | undefined {
  const tables = new Map<string, string>()
  const missing = new Set<string>()
  const subselects = new Map<string, Plan>()

  function walk(plan: Plan, outer: boolean): void {
    const { Alias: alias, Plans: parts = [] } = plan
    if (alias && outer) missing.add(alias)
    if (alias && plan['Relation Name']) tables.set(alias, `${plan.Schema}.${plan['Relation Name']}`)
    if (plan['Subplan Name']) subselects.set(plan['Subplan Name'], plan)
    const join = plan['Join Type']
    parts.forEach((part, i) => {
      const side = join === 'Full' || (join === 'Left' && i === 1) || (join === 'Right' && i === 0)
      walk(part, part['Subplan Name'] ? false : outer || side)
    })
  }
  walk(top, false)

  const isGrouped = (plan: Plan): boolean =>
    plan['Group Key'] !== undefined ||
    (plan.Plans ?? []).some((part) => !part['Subplan Name'] && isGrouped(part))
  const isOneRow = (plan: Plan) =>
    (plan['Node Type'] === 'Aggregate' && !isGrouped(plan)) || plan['Node Type'] === 'Result'

  function reasonOf(plan: Plan, written: string, isArray = false): string | undefined {
    const text = bare(written)
    if (nullAggregate.test(text)) return isGrouped(plan) ? undefined : 'an aggregate of no rows is null'
    const name = /^\(?((?:Init|Sub)Plan \d+)\)?(\.col\d+)?$/.exec(text)?.[1]
    const subselect = name && subselects.get(name)
    if (subselect) {
      const [first] = subselect.Output ?? []
      // `exists` selects no column. `array(select …)` looks like a subselect, too.
      if (first === undefined || (isArray && !nullAggregate.test(bare(first)))) return undefined
      return isOneRow(subselect) ? reasonOf(subselect, first) : 'a subselect of no row is null'
    }
    const choices = /^COALESCE\((.*)\)$/s.exec(text)?.[1]
    if (choices !== undefined) {
      const reasons = splitList(choices).map((choice) => reasonOf(plan, choice))
      return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined
    }
    if (/^CASE .*\bELSE NULL::/s.test(text)) return 'a case without else is null'
    if (text.startsWith('NULLIF(')) return 'nullif is null where both are equal'
    if (takesNulls.test(text)) return undefined
    if (/ ->>? /.test(text)) return 'a member of JSON may be missing'
    if (/\[\d+\]$/.test(text)) return 'an element of an array may be missing'
    for (const [, alias, name = ''] of text.replaceAll(/'[^']*'/g, "''").matchAll(column)) {
      const owner = alias ?? (tables.size === 1 ? [...tables.keys()][0] : undefined)
      if (owner === undefined) continue
      if (missing.has(owner)) return `${owner} may be missing from an outer join`
      const table = tables.get(owner)
      if (nullable.has(`${table}.${name.replaceAll('"', '')}`)) return `${owner}.${name} may be null`
    }
    return undefined
  }

  return (index, isArray) => {
    const text = top.Output?.[index]
    return text === undefined ? undefined : reasonOf(top, text, isArray)
  }
}

/** Without parentheses and casts around. */
function bare(text: string): string {
  const inner = text.replace(/::[\w ."]+(\[\])?$/, '')
  if (inner !== text) return bare(inner)
  return text.startsWith('(') && closeOf(text) === text.length - 1 && !/^\((Init|Sub)Plan/.test(text)
    ? bare(text.slice(1, -1))
    : text
}

/** The index of the parenthesis that closes the first one. */
function closeOf(text: string): number {
  let depth = 0
  for (let i = 0; i < text.length; i += 1) {
    if (text[i] === '(') depth += 1
    if (text[i] === ')' && (depth -= 1) === 0) return i
  }
  return -1
}

/** Splits at the commas outside of parentheses. */
function splitList(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const sign of text) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    if (sign === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts
}
