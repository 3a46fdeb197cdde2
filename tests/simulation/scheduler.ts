/**
 * Runs the tasks of all nodes in one thread. A task continues only when the scheduler says so: wherever it waits for the
 * database, a provider or time, it is parked, and the seeded generator chooses which parked one goes on. A crash of a node
 * forgets its parked tasks, as the end of a process does.
 */
import type { Random } from './random.ts'

interface Parked {
  node: number
  label: string
  /** Not before this moment, in ms. */
  at: number
  resume: () => void
  fail: (error: Error) => void
  /** Called where the node freezes; answers an error that the wait ends with, or null to go on waiting. */
  onFreeze: ((ms: number) => Error | null) | undefined
}

/** The begin of every simulation, in ms. */
const beginning = Date.UTC(2020, 0, 6, 6)
/** A task that goes on reaches its next wait within fewer microtasks than this, or has ended. */
const mostMicrotasks = 250
const microtask = Promise.resolve()

export class Scheduler {
  now = beginning
  /** The node whose task runs at this moment. */
  node = 0
  /** By how many ms the clock of each node is wrong. The database has the right one. */
  readonly skew: number[]
  readonly trace: string[] | undefined
  readonly random: Random
  /** The most that the clock moves on at each step. */
  tickMs = 8
  /** How many waits went on so far. */
  steps = 0
  private parked: Parked[] = []
  private progress = 0

  constructor(random: Random, skew: number[], isTraced: boolean) {
    this.random = random
    this.skew = skew
    this.trace = isTraced ? [] : undefined
  }

  /** The time as the running node sees it. */
  nodeTime(): number {
    return this.now + (this.skew[this.node] ?? 0)
  }

  note(what: string): void {
    this.trace?.push(`${((this.now - beginning) / 1_000).toFixed(3).padStart(12)} s  ${what}`)
  }

  /** Waits until the scheduler chooses this wait, at the earliest after `ms`. */
  park(node: number, label: string, ms = 0, onFreeze?: Parked['onFreeze']): Promise<void> {
    this.progress += 1
    return this.queue(node, label, ms, onFreeze)
  }

  /** The same for a task that waited outside and is woken by another one, which goes on. */
  queue(node: number, label: string, ms = 0, onFreeze?: Parked['onFreeze']): Promise<void> {
    return new Promise((resume, fail) => {
      this.parked.push({ node, label, at: this.now + ms, resume, fail, onFreeze })
    })
  }

  /** The running task waits for something that wakes it by another call. */
  waitsOutside(): void {
    this.progress += 1
  }

  /** Starts a task. `onEnd` gets what it answered or threw, and is never called where the node crashes before. */
  spawn<T>(
    node: number,
    task: () => Promise<T>,
    onEnd: (answer: T | undefined, error: unknown) => void,
  ): Promise<void> {
    const before = this.progress
    this.node = node
    task().then(
      (answer) => {
        this.progress += 1
        onEnd(answer, undefined)
      },
      (error: unknown) => {
        this.progress += 1
        onEnd(undefined, error ?? new Error('thrown without an error'))
      },
    )
    return this.settle(before)
  }

  /** Whether anything waits. */
  get isBusy(): boolean {
    return this.parked.length > 0
  }

  /** Lets one parked wait go on; where all wait for a later moment, the clock moves on. Answers false where nothing waits. */
  async step(): Promise<boolean> {
    const { parked } = this
    if (parked.length === 0) return false
    // The clock never stands: rows that were written one after the other have different times.
    if (this.tickMs > 0) this.now += 1 + this.random.below(this.tickMs)
    let due = parked.filter(({ at }) => at <= this.now)
    if (due.length === 0) {
      this.now = parked.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY)
      due = parked.filter(({ at }) => at <= this.now)
    }
    const chosen = due[this.random.below(due.length)] as Parked
    parked.splice(parked.indexOf(chosen), 1)
    this.steps += 1
    this.node = chosen.node
    this.note(`node ${chosen.node}: ${chosen.label}`)
    const before = this.progress
    chosen.resume()
    await this.settle(before)
    return true
  }

  /** Ends the node's process: its tasks never go on. */
  crash(node: number): void {
    this.parked = this.parked.filter((one) => one.node !== node)
  }

  /** Time passes while nothing runs, as for stopped processes: what outlives its limit fails when it goes on. */
  async freeze(ms: number): Promise<void> {
    this.now += ms
    const failing: [Parked, Error][] = []
    this.parked = this.parked.filter((one) => {
      const error = one.onFreeze?.(ms)
      if (error) failing.push([one, error])
      return !error
    })
    for (const [one, error] of failing) {
      this.node = one.node
      this.note(`node ${one.node}: ${one.label} fails: ${error.message}`)
      const before = this.progress
      one.fail(error)
      await this.settle(before)
    }
  }

  /** Until the running task waits again or has ended. */
  private async settle(before: number): Promise<void> {
    for (let tick = 0; tick < mostMicrotasks && this.progress === before; tick += 1) await microtask
  }
}
