import { expect, test } from 'vitest'
import { runSimulation } from '../simulation/simulate.ts'

test('150 seeds', async () => {
  const { brokenSeeds, purchases, refunds, cancellations } = await runSimulation({ seeds: 150, stopAfter: 1 })
  expect(brokenSeeds).toBe(0)
  // A shop in which nobody can buy breaks no rule: as in `npm test`, of 2,000 seeds.
  expect(purchases).toBeGreaterThan(75)
  expect(refunds).toBeGreaterThan(22)
  expect(cancellations).toBeGreaterThan(3)
})
