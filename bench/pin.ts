/** Keeps processes and all that they start later on one processor (Linux, `taskset` of util-linux). */
import { spawnSync } from 'node:child_process'

export function pinTo(processor: number, pids: readonly number[]): void {
  for (const pid of pids) {
    const { status, error } = spawnSync('taskset', ['-apc', String(processor), String(pid)])
    if (status !== 0) throw new Error(`taskset cannot pin process ${pid}: ${error?.message ?? status}`)
  }
}
