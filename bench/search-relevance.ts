/** How well a shop answers the judged queries: nDCG at 10 and success at 5. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../server/platform/db/client.ts'
import { Sql, sql } from '../server/platform/db/sql.ts'
import { type Fact, type Judged, judged } from './search-judged.ts'

export interface Relevance {
  group: string
  queries: number
  ndcg: number
  success: number
}

const shown = 10
const atFirst = 5

/** Means over each group, over each third of groups, and over all queries as the last row. `url` is of a shop on the database `db`. */
export async function measureRelevance(db: Db, url: string): Promise<Relevance[]> {
  const scores: (Judged & { ndcg: number; success: number })[] = []
  for (const query of judged) {
    const grades = await gradesOf(db, url, query)
    const best = dcg(await bestGrades(db, query.facts))
    if (best === 0) throw new Error(`no product is what '${query.typed}' means`)
    scores.push({
      ...query,
      ndcg: dcg(grades) / best,
      success: grades.slice(0, atFirst).some((grade) => grade > 1) ? 1 : 0,
    })
    if (process.env.BENCH_VERBOSE) process.stdout.write(`${query.typed}: ${grades.join(' ')}\n`)
  }
  const mean = (group: string, of: typeof scores): Relevance => ({
    group,
    queries: of.length,
    ndcg: of.reduce((sum, { ndcg }) => sum + ndcg, 0) / of.length,
    success: of.reduce((sum, { success }) => sum + success, 0) / of.length,
  })
  const thirdOf = ({ group }: Judged) => group.split(':')[0] ?? ''
  return [
    ...[...Map.groupBy(scores, ({ group }) => group)].map(([group, of]) => mean(group, of)),
    ...[...Map.groupBy(scores, thirdOf)].map(([third, of]) => mean(third, of)),
    mean('all', scores),
  ]
}

const dcg = (grades: readonly number[]) =>
  grades.reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0)

/** A condition on `bench_truth t` and `product p`; the kinds of facts are no outside text. */
const isTrue = ([kind, value]: Fact): Sql => {
  if (kind === 'most') return sql`p.price_paise <= 100 * ${value}::int`
  if (kind === 'least') return sql`p.price_paise >= 100 * ${value}::int`
  if (kind === 'named') return sql`p.name ilike '%' || ${value}::text || '%'`
  return sql`${new Sql([`t.${kind}::text`], [])} = ${value}`
}
const hasAll = (facts: readonly Fact[]) =>
  facts.reduce((all, fact) => sql`${all} and ${isTrue(fact)}`, sql`true`)

const gradeSql = (facts: readonly Fact[]) => {
  const [first, ...more] = facts
  const firstOnly = more.length > 0 && first ? isTrue(first) : sql`false`
  return sql`case when ${hasAll(facts)} then case when t.in_stock then 3 else 2 end when ${firstOnly} then 1 else 0 end`
}

/** A busy machine may refuse a search for now. */
async function searchReply(url: string, typed: string, tries = 5): Promise<Response> {
  const reply = await fetch(`${url}/api/v1/public/product/search/${encodeURIComponent(typed)}?limit=${shown}`)
  if (reply.status !== 503 || tries === 1) return reply
  await sleep(1_000)
  return searchReply(url, typed, tries - 1)
}

async function gradesOf(db: Db, url: string, { typed, facts }: Judged): Promise<number[]> {
  const reply = await searchReply(url, typed)
  if (!reply.ok) throw new Error(`'${typed}' was answered with ${reply.status}`)
  const ids = ((await reply.json()) as { id: string }[]).map(({ id }) => id)
  const rows = await db.query<{ grade: number }>(sql`
    select ${gradeSql(facts)} as grade from unnest(${ids}::uuid[]) with ordinality as shown (id, place)
    join bench_truth t on t.product_id = shown.id join product p on p.id = shown.id order by place`)
  return rows.map(({ grade }) => grade)
}

/** The ten best grades that there are. */
async function bestGrades(db: Db, facts: readonly Fact[]): Promise<number[]> {
  const rows = await db.query<{ grade: number }>(sql`
    select ${gradeSql(facts)} as grade from bench_truth t join product p on p.id = t.product_id order by 1 desc limit ${shown}`)
  return rows.map(({ grade }) => grade).filter((grade) => grade > 0)
}
