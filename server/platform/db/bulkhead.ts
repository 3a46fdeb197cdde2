/** A bulkhead: so much of one kind at once, the others wait for a while and are then refused. */
export interface Bulkhead {
  /** Runs `work` when there is room. Throws what `refusal` makes for who has waited too long. */
  run<T>(work: () => Promise<T>): Promise<T>
  waiting(): number
}

export function openBulkhead(maxConcurrent: number, waitMs: number, refusal: () => Error): Bulkhead {
  let inside = 0
  const queue: (() => void)[] = []

  function enter(): Promise<void> | undefined {
    if (inside < maxConcurrent) {
      inside += 1
      return undefined
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(goIn), 1)
        reject(refusal())
      }, waitMs)
      // The place is handed over: whoever comes at this moment does not overtake.
      const goIn = () => {
        clearTimeout(timer)
        resolve()
      }
      queue.push(goIn)
    })
  }
  function leave(): void {
    const next = queue.shift()
    if (next) next()
    else inside -= 1
  }
  return {
    async run(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
    waiting: () => queue.length,
  }
}
