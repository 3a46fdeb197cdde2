/** Keeps processes and all that they start later on one processor, or lets them run on any again (Linux, `taskset` of util-linux). */
import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'

export function pinTo(processor: number | 'any', pids: readonly number[]): void {
  const processors = processor === 'any' ? `0-${cpus().length - 1}` : String(processor)
  for (const pid of pids) {
    const { status, error } = spawnSync('taskset', ['-apc', processors, String(pid)])
    if (status !== 0) throw new Error(`taskset cannot pin process ${pid}: ${error?.message ?? status}`)
  }
}
