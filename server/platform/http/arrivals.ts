/**
 * Whether new connections are arriving. Node accepts one of them in each turn of its event loop. If work were started in every
 * turn, the others would wait where the load limit does not count them, and no request would be refused.
 */
export interface Arrivals {
  /** To be called for each new connection. */
  note(): void
  /** Whether one was accepted in this turn or the one before: others may wait. */
  areUnderWay(): boolean
  /** Calls `step` whenever a time of arrivals is over. */
  onEnd(step: () => void): void
}

/** Work waits no longer than this many turns, however many connections arrive: twice what the system keeps waiting for Node. */
const mostTurns = 1_024

export function openArrivals(): Arrivals {
  const steps: (() => void)[] = []
  let underWay = false
  let inThisTurn = false
  let turns = 0

  /** Runs at the end of a turn. */
  function endTurn(): void {
    turns += 1
    if (inThisTurn && turns < mostTurns) {
      inThisTurn = false
      setImmediate(endTurn)
      return
    }
    underWay = false
    for (const step of steps) step()
  }

  return {
    note() {
      inThisTurn = true
      if (underWay) return
      underWay = true
      turns = 0
      setImmediate(endTurn)
    },
    areUnderWay: () => underWay,
    onEnd: (step) => void steps.push(step),
  }
}
