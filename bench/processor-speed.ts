import { performance } from 'node:perf_hooks'

const rows = Array.from({ length: 24 }, (_, id) => ({
  id,
  name: `Bamboo toothbrush, set of ${id}`,
  pricePaise: 19_900 + id,
  description: 'Eco-friendly goods for the kitchen and the bath. '.repeat(8),
  tags: ['bamboo', 'bath', 'plastic-free'],
}))
const windows = 5
const windowMs = 200

/**
 * How often one processor writes 24 products as JSON and reads them again in a second: the best of five short
 * windows. Tables of times from machines of different speed are compared by it.
 */
export function processorSpeed(): number {
  let best = 0
  for (let window = 0; window < windows; window += 1) {
    const began = performance.now()
    let times = 0
    while (performance.now() - began < windowMs) {
      JSON.parse(JSON.stringify(rows))
      times += 1
    }
    best = Math.max(best, (times * 1_000) / (performance.now() - began))
  }
  return Math.round(best)
}
