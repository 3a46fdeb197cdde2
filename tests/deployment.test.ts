/** The samples of deploy/ keep what docs/security.md says of them. Nothing here can start nginx, Patroni or systemd, so it reads. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { limits } from '../contract/limits.ts'

const root = path.resolve(import.meta.dirname, '..')
/** Without comments. */
const read = (file: string) =>
  readFileSync(path.join(root, file), 'utf8')
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')

test('commands to Patroni need a password and come from its members', () => {
  expect(read('deploy/cluster/etc/patroni.yml')).toMatch(
    /^restapi:(?:\n {2}.*)*\n {2}authentication: \{ username: \w+, password: '\$\{REST_PASSWORD\}' \}(?:\n {2}.*)*\n {2}allowlist: \[127\.0\.0\.1\]/m,
  )
})

test('nginx logs no raw path, and takes large bodies only where pictures are uploaded', () => {
  const sample = read('deploy/nginx.conf')
  const format = /log_format without_email ([^;]*);/.exec(sample)?.[1]
  expect(format).toContain('$path_without_email')
  // Each of these may contain a path.
  expect(format).not.toMatch(/\$(?:request_uri|request\b(?!_)|uri|args|query_string|http_referer)/)
  expect([...sample.matchAll(/access_log ([^;]*);/g)].map(([, to]) => to)).toEqual([
    '/dev/stdout without_email',
  ])
  expect(sample).toMatch(/error_log \S+ alert;/)
  const sizes = [...sample.matchAll(/(?:location (\S+(?: \S+)?) \{\s*)?client_max_body_size (\w+);/g)]
  expect(sizes.map(([, place, size]) => [place, size])).toEqual([
    [undefined, '64k'],
    ['/api/v1/webhooks/', '256k'],
    ['~ ^/api/v1/(private|public/admin)/', '1m'],
    ['/media/v1_1/', '13m'],
  ])
  expect(limits.uploadBytesMax).toBeLessThan(13 * 2 ** 20)
  expect(sample.match(/proxy_request_buffering \w+;/g)).toEqual([
    'proxy_request_buffering on;',
    'proxy_request_buffering off;',
  ])
  // Pictures are streamed: the shop refuses strangers before it reads, nginx could not.
  expect(/location \/media\/v1_1\/ \{[^}]*/.exec(sample)?.[0]).toContain('proxy_request_buffering off;')
})

test('nginx limits the requests in work for one address', () => {
  const sample = read('deploy/nginx.conf')
  expect(sample).toContain('limit_conn_zone $binary_remote_addr zone=address:10m;')
  expect(sample.match(/limit_conn address \d+;/g)).toEqual([
    'limit_conn address 200;',
    'limit_conn address 50;',
  ])
})

test('HAProxy waits for bodies, limits them, and has no log of paths', () => {
  const sample = read('deploy/cluster/etc/haproxy-web.cfg')
  expect(sample).toContain('option http-buffer-request')
  expect(sample.match(/deny_status 413/g)).toHaveLength(4)
  expect(sample).toContain('sc0_conn_cur gt')
  expect(sample).not.toMatch(/httplog|^\s*log(?:-format)? /m)
})

test('the containers of the shop and of the decoder have no password of a superuser or of the owner', () => {
  const services = read('compose.yaml').split(/\n(?= {2}[a-z]+:\n)/)
  const service = (name: string) => services.find((one) => one.startsWith(`  ${name}:`)) ?? ''
  expect(service('shop')).toContain('postgres://hariyali:')
  for (const name of ['shop', 'pictures'])
    expect(service(name)).not.toMatch(/OWNER|POSTGRES_PASSWORD|env_file: \.env/)
  expect(service('pictures')).toContain('network_mode: none')
  expect(service('database')).not.toContain('POSTGRES_USER')
  expect(read('deploy/create-accounts.sh')).not.toMatch(/superuser|createrole|createdb/i)
})

test('only units of users of their own read the password of the owner, and the decoder reads no settings', () => {
  const readers = globSync('deploy/*.service', { cwd: root }).filter((file) =>
    /EnvironmentFile=-?\/etc\/hariyali\/owner/.test(read(file)),
  )
  expect(readers).toEqual(['deploy/hariyali-archive-audit.service'])
  expect(read('deploy/hariyali-archive-audit.service')).toContain('DynamicUser=yes')
  const decoder = read('deploy/hariyali-pictures.service')
  for (const line of [
    'DynamicUser=yes',
    'PrivateNetwork=yes',
    'InaccessiblePaths=-/etc/hariyali -/var/lib/hariyali-shop',
  ])
    expect(decoder).toContain(line)
  expect(decoder).not.toContain('EnvironmentFile')
  expect(read('deploy/hariyali.service')).toContain('PICTURE_DECODER=/run/hariyali-pictures.socket')
})
