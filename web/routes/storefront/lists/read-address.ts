/** For loaders: what the address of a list page asks for, read with the schema of the API. */
import type { z } from 'zod'
import { type ListState, wishNames, type Wishes, without } from './list-address.ts'

/** What cannot be used is left out and said beside its field; the list is shown all the same. */
export function readList(request: Request, schema: z.ZodObject): ListState {
  const { searchParams } = new URL(request.url)
  const typed: Wishes = {}
  for (const name of wishNames) {
    const text = searchParams.get(name)?.trim()
    if (text && name in schema.shape) typed[name] = text.slice(0, 40)
  }
  const errors: ListState['errors'] = {}
  let wishes = typed
  // Again without what was refused: a rule over two fields is asked only where each of them is right.
  for (
    let parsed = schema.safeParse(wishes);
    !parsed.success && Object.keys(wishes).length > 0;
    parsed = schema.safeParse(wishes)
  ) {
    for (const { path, message } of parsed.error.issues) {
      const name = wishNames.find((one) => one === path[0])
      if (name) errors[name] ??= message
    }
    const refused = wishNames.filter((name) => errors[name])
    // Half a price range would be another question than the one that was asked.
    if (errors.min || errors.max) refused.push('min', 'max')
    wishes = without(wishes, ...refused)
  }
  return { wishes: withoutDefault(wishes, schema), typed, errors }
}

function withoutDefault(wishes: Wishes, schema: z.ZodObject): Wishes {
  const plain = schema.parse({}) as { sort?: string }
  return wishes.sort === plain.sort ? without(wishes, 'sort') : wishes
}
