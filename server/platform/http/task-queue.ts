/**
 * Processes a limited number of tasks at once, first in, first out. A started task holds objects that each
 * minor garbage collection copies: 64 pages started at once cost a third of the throughput.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** A task that runs longer than this is assumed to be waiting on I/O; start the next one. */
const assumedIdleMs = 250

export interface QueuedTask {
  /** performance.now() when the task was started; Infinity while it is queued. */
  began: number
}

interface TaskHandlers<T> {
  /** Starts the task and sets `began`. The promise is fulfilled when the task has ended, however it ended. */
  start(task: T): Promise<void>
  /** Whether nobody waits for the result any more. Such a task is dropped when its turn comes. */
  isAbandoned(task: T): boolean
  drop(task: T): void
  /** Whether tasks have to wait for connections that arrive, see arrivals.ts. */
  mustWait(): boolean
}

export interface TaskQueue<T> {
  /** Starts the task now or when its turn comes. */
  add(task: T): void
  /** Starts those whose turn has come; to be called when they need not wait any more. */
  startNext(): void
  /** Stops counting the tasks that are assumed to wait on I/O, and starts others instead. `now` is performance.now(). */
  skipIdle(now: number): void
  waiting(): number
}

export function openTaskQueue<T extends QueuedTask>(
  concurrency: number,
  { start, isAbandoned, drop, mustWait }: TaskHandlers<T>,
): TaskQueue<T> {
  const active = new Set<T>()
  const queue: { task: T; begin: () => void }[] = []

  function begin(task: T): void {
    active.add(task)
    void start(task).then(() => {
      if (active.delete(task)) startNext()
    })
  }
  function startNext(): void {
    while (active.size < concurrency && !mustWait()) {
      const next = queue.shift()
      if (!next) return
      if (isAbandoned(next.task)) drop(next.task)
      else next.begin()
    }
  }

  return {
    add(task) {
      if (active.size < concurrency && queue.length === 0 && !mustWait()) begin(task)
      // It will be started by the completion of another task: keep its own async context, or its spans would end up in the
      // other task's trace.
      else queue.push({ task, begin: AsyncLocalStorage.bind(() => begin(task)) })
    },
    startNext,
    skipIdle(now) {
      for (const task of active) if (task.began < now - assumedIdleMs) active.delete(task)
      startNext()
    },
    waiting: () => queue.length,
  }
}
