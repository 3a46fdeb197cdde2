/** Resident memory of a process in MB (Linux only; 0 elsewhere). */
import { readFileSync } from 'node:fs'

export function residentMb(pid: number): number {
  try {
    const kb = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
    return Math.round(kb / 1_024)
  } catch {
    return 0
  }
}
