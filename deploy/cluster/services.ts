/** Processes of the cluster: each writes to a log file, and its pid is kept in a file, so that another command can end it. */
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Service {
  name: string
  command: string
  args: readonly string[]
  env?: Record<string, string>
  /** PostgreSQL and PgBouncer refuse to run as root: with root's rights they run as the user postgres. */
  asPostgres?: boolean
}

export interface Services {
  start(service: Service): void
  /** Whether the process that was started under this name still runs. */
  runs(name: string): boolean
  signal(name: string, signal: NodeJS.Signals): void
  /** SIGTERM, and SIGKILL if the process has not ended 10.5 seconds later. */
  end(name: string): Promise<void>
  /** The names in the order of their start. */
  names(): string[]
}

const isRoot = process.getuid?.() === 0

/** The user postgres of Debian's packages, used when this runs as root. */
export function postgresUser(): { uid: number; gid: number } | undefined {
  if (!isRoot) return undefined
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** `folder` keeps pids and logs. */
export function openServices(folder: string): Services {
  const run = path.join(folder, 'run')
  const logs = path.join(folder, 'log')
  for (const one of [run, logs]) mkdirSync(one, { recursive: true })
  const order = path.join(run, 'order')

  /** The pid, if the process is the one that was started; another one may have the number by now. */
  function pidOf(name: string): number | undefined {
    try {
      const [pid = '', began] = readFileSync(path.join(run, `${name}.pid`), 'utf8').split(' ')
      return beginOf(Number(pid)) === began ? Number(pid) : undefined
    } catch {
      return undefined
    }
  }
  const services: Services = {
    start({ name, command, args, env, asPostgres }) {
      const log = openSync(path.join(logs, `${name}.log`), 'a')
      const child = spawn(command, args, {
        cwd: folder,
        detached: true,
        stdio: ['ignore', log, log],
        env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin`, LANG: 'C.UTF-8', ...env },
        ...(asPostgres && postgresUser()),
      })
      child.on('error', (error) => appendFileSync(log, `${command} could not be started: ${error.message}\n`))
      child.unref()
      if (child.pid === undefined) throw new Error(`${command} could not be started: is it installed?`)
      appendFileSync(path.join(run, `${name}.pid`), '', { flag: 'w' })
      appendFileSync(path.join(run, `${name}.pid`), `${child.pid} ${beginOf(child.pid)}`)
      appendFileSync(order, `${name}\n`)
    },
    runs: (name) => pidOf(name) !== undefined,
    signal(name, signal) {
      const pid = pidOf(name)
      if (pid !== undefined) process.kill(pid, signal)
    },
    async end(name) {
      services.signal(name, 'SIGTERM')
      for (let tries = 0; tries < 105 && services.runs(name); tries += 1) await sleep(100)
      services.signal(name, 'SIGKILL')
      rmSync(path.join(run, `${name}.pid`), { force: true })
    },
    names() {
      const known = new Set(readdirSync(run))
      const started = known.has('order') ? readFileSync(order, 'utf8').trim().split('\n') : []
      return [...new Set(started)].filter((name) => known.has(`${name}.pid`))
    },
  }
  return services
}

/** When a process began, in ticks since the machine did; undefined for one that is not there or has ended. */
function beginOf(pid: number): string | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}
