/** No body of a call takes another value for a number: JavaScript makes 1 of true, and 0 of null, of [] and of a blank. */
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { api } from './endpoints.ts'
import type { EndpointSpec } from './endpoint.ts'

/** Where a schema takes any value and makes a number of it. */
function loose(schema: z.core.$ZodType, place: string, seen = new Set<unknown>()): string[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const def = schema._zod.def as any
  if (def.type === 'number') return def.coerce ? [place] : []
  const shape = Object.entries<z.core.$ZodType>(def.shape ?? {})
  const within = [
    def.innerType,
    def.element,
    def.in,
    def.out,
    def.valueType,
    ...(def.options ?? []),
    ...(def.items ?? []),
  ]
  return [
    ...shape.flatMap(([name, field]) => loose(field, `${place}.${name}`, seen)),
    ...within.filter(Boolean).flatMap((one) => loose(one, place, seen)),
  ]
}

test('only numbers and digits are numbers', () => {
  const bodies = Object.entries(api).flatMap(([noun, calls]) =>
    Object.entries<EndpointSpec>(calls as Record<string, EndpointSpec>).flatMap(([verb, { body }]) =>
      body ? loose(body, `${noun}.${verb}`) : [],
    ),
  )
  expect(bodies).toEqual([])
})
