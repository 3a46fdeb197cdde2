/** For a product `p`: what of it can be bought while its seller may be away. */
import { sql } from '../../platform/db/sql.ts'

/** By the clock. Null, so not true, without a holiday. */
const isAway = sql`p.away_until >= india_today()`
export const unitsNow = sql`case when ${isAway} then 0 else p.units end`
/** The first day on which it can be bought again; null where it can be now. */
export const backOn = sql`case when ${isAway} then to_char(p.away_until + 1, 'YYYY-MM-DD') end`

/** As lists, facets and search words count it: what a job writes when a holiday begins and ends. */
export const isStocked = sql`p.units > 0 and p.away_until is null`
export const unitsListed = sql`case when p.away_until is null then p.units else 0 end`
