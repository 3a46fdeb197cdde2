/** Processor time of other processes, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs'

/** Fields of /proc/PID/stat behind the name of the program, which may have blanks. */
function statOf(pid: number | string): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text
      .slice(text.lastIndexOf(') ') + 2)
      .split(' ')
      .map(Number)
  } catch {
    return []
  }
}

/** Milliseconds of these processes, and of those of their children that have ended, in steps of ten. */
export function processorMs(pids: readonly number[]): number {
  const msPerTick = 10
  // User and system time of the process, then of its ended children.
  const fields = [11, 12, 13, 14]
  return pids.reduce((sum, pid) => {
    const stat = statOf(pid)
    return sum + fields.reduce((all, field) => all + (stat[field] ?? 0), 0) * msPerTick
  }, 0)
}

export function childrenOf(pid: number): number[] {
  const parent = 1
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statOf(name)[parent] === pid)
    .map(Number)
}
