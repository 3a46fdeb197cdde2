/** Keeps processes, and all that they start later, on one processor (Linux, `taskset` of util-linux). */
import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'

/** The shop has the first processor for itself; PostgreSQL, the stand-ins and the load share the second one. */
export const processors = { shop: 0, others: 1 }

export function pinTo(processor: number | 'any', pids: readonly number[]): void {
  const list = processor === 'any' ? `0-${cpus().length - 1}` : String(processor)
  for (const pid of pids) {
    const { status, error } = spawnSync('taskset', ['-apc', list, String(pid)])
    if (status !== 0) throw new Error(`taskset cannot pin process ${pid}: ${error?.message ?? status}`)
  }
}
