/** Loaders of the administrator's pages. */
import { redirect, redirectDocument } from 'react-router'
import type { z } from 'zod'
import { admin } from '../../../contract/admin.ts'
import type { EndpointSpec, Query, Reply } from '../../../contract/endpoint.ts'
import { ApiError, call, callPage, type ListPage } from '../../api/client.ts'
import { noRows } from '../../lists/from-cursor.ts'
import { type Loaded, loadOrEmpty } from '../../api/load-or-empty.ts'
import { paths } from '../../paths.ts'
import { adminPaths } from './admin-paths.ts'

/**
 * Runs a loader's calls. Without a session the administrator is sent to the login, without a required second factor
 * to its page.
 */
export async function requireAdmin<T>(request: Request, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (error instanceof ApiError && error.fields.secondFactor !== undefined)
      throw redirect(adminPaths.security())
    // Somebody who followed a link to a page that is not theirs: the page says so (page-states.tsx).
    if (error instanceof ApiError && error.fields.duty !== undefined) throw error
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
      const { pathname, search } = new URL(request.url)
      throw redirectDocument(paths.login(pathname + search))
    }
    throw error
  }
}

type ListEndpoint = EndpointSpec & { paged: true; reply: z.ZodArray }
type Row<E extends ListEndpoint> = z.output<E['reply']>[number]
type ListQuery = Record<string, string | number | undefined>

const pageLimit = 20

export interface LoadedList<T> extends Loaded<ListPage<T>> {
  /** The filters of the list, with the parameter names of the call. */
  query: Record<string, string>
  more: (cursor: string) => Promise<ListPage<T>>
}

/**
 * Loads a page of a list with the filters of the address; `names` are the parameters that count. After a failure it returns an
 * empty list (specification §8).
 */
export function loadList<E extends ListEndpoint>(
  endpoint: E,
  request: Request,
  names: readonly string[],
  fixed: ListQuery = {},
): Promise<LoadedList<Row<E>>> {
  const search = new URL(request.url).searchParams
  const query: Record<string, string> = {}
  for (const name of names) {
    const value = search.get(name)?.trim()
    if (value) query[name] = value
  }
  const at = (cursor: string | undefined) =>
    (callPage as (spec: E, parts: { query: ListQuery }) => Promise<ListPage<Row<E>>>)(endpoint, {
      query: { ...fixed, ...query, limit: pageLimit, cursor },
    })
  return requireAdmin(request, async () => ({
    ...(await loadOrEmpty(() => at(search.get('cursor') ?? undefined), noRows)),
    query,
    more: at,
  }))
}

/** What narrows a list beside its state. */
const narrowing = ['q', 'runId', 'category', 'mine']

/** How many rows each choice of a filter has; those of a search are not counted. */
export type StateCounts = Reply<typeof admin.stateCounts>

export async function loadWithCounts<T>(
  request: Request,
  list: Query<typeof admin.stateCounts>['list'],
  loading: Promise<LoadedList<T>>,
): Promise<LoadedList<T> & { counts: StateCounts }> {
  const [loaded, counts] = await Promise.all([
    loading,
    requireAdmin(request, () => loadOrEmpty(() => call(admin.stateCounts, { query: { list } }), [])),
  ])
  const narrowed = narrowing.some((name) => loaded.query[name])
  return { ...loaded, counts: narrowed ? [] : counts.value }
}
