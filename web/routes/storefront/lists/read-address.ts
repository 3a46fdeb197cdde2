/** Reads the address of a list page with the API's schema, for loaders. */
import type { z } from 'zod'
import {
  choicesIn,
  facetNames,
  type ListQuery,
  type ListState,
  queryNames,
  withoutParams,
} from './list-address.ts'

/** Invalid parameters are left out and reported in `errors`; the list is shown all the same. */
export function readList(request: Request, schema: z.ZodObject): ListState {
  const { searchParams } = new URL(request.url)
  const typed: ListQuery = {}
  for (const name of queryNames) {
    const facet = facetNames.find((one) => one === name)
    const text = facet ? choicesIn(searchParams, facet) : searchParams.get(name)?.trim()
    if (text && name in schema.shape) typed[name] = text.slice(0, facet ? 1_000 : 40)
  }
  const errors: ListState['errors'] = {}
  let query = typed
  // Parses again without the refused parameters, because zod checks a rule over two fields only when both are valid.
  for (
    let parsed = schema.safeParse(query);
    !parsed.success && Object.keys(query).length > 0;
    parsed = schema.safeParse(query)
  ) {
    for (const { path, message } of parsed.error.issues) {
      const name = queryNames.find((one) => one === path[0])
      if (name) errors[name] ??= message
    }
    const refused = queryNames.filter((name) => errors[name])
    // Half of a price range would be another filter than the person meant.
    if (errors.min || errors.max) refused.push('min', 'max')
    if (errors.pin || errors.arrivesBy) refused.push('pin', 'arrivesBy')
    query = withoutParams(query, ...refused)
  }
  // A pin code alone is no filter.
  if (!query.arrivesBy) query = withoutParams(query, 'pin')
  return { query: withoutDefault(query, schema), typed, errors }
}

function withoutDefault(query: ListQuery, schema: z.ZodObject): ListQuery {
  const plain = schema.parse({}) as { sort?: string }
  return query.sort === plain.sort ? withoutParams(query, 'sort') : query
}
