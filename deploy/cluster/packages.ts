/** The Debian packages that the cluster needs. */
import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'

const programs: Record<string, string> = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
}

/** The command that installs what is missing; undefined where everything is there. */
export function findMissingPackages(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/bin']
  const isThere = (program: string) => folders.some((folder) => isExecutable(path.join(folder, program)))
  const missing = Object.entries(programs).flatMap(([program, name]) => (isThere(program) ? [] : [name]))
  if (!existsSync('/usr/lib/postgresql')) missing.push('postgresql')
  if (missing.length === 0) return undefined
  return `Missing: ${missing.join(', ')}. On Debian:
  mkdir -p /etc/postgresql-common
  echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.conf
  apt-get install --no-install-recommends ${missing.join(' ')}
  systemctl disable --now etcd patroni haproxy pgbouncer
The last line because Debian starts them as services of this machine; the cluster starts processes of its own.`
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
