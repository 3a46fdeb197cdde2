import { expect, test } from 'vitest'

// What a worker process is started with; `runner.ts` does its work before this test.
test('a shift has had an order', () => {
  expect(process.env['MUTATION_SHIFT']).toBeDefined()
})
