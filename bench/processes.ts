/** What Linux says of other processes. */
import { readdirSync, readFileSync } from 'node:fs'

/** Resident memory in MB. */
export function residentMb(pid: number): number {
  const kb = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  return Math.round(kb / 1_024)
}

/** Fields of /proc/PID/stat behind the name of the program, which may have blanks. */
function statOf(pid: number | string): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text
      .slice(text.lastIndexOf(') ') + 2)
      .split(' ')
      .map(Number)
  } catch {
    return [] // it has ended
  }
}

/** Processor milliseconds of a process and of its children that have ended, in steps of ten. */
export function processorMs(pid: number): number {
  const msPerTick = 10
  return statOf(pid)
    .slice(11, 15)
    .reduce((sum, ticks) => sum + ticks * msPerTick, 0)
}

export function childrenOf(pid: number): number[] {
  const parent = 1
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statOf(name)[parent] === pid)
    .map(Number)
}
