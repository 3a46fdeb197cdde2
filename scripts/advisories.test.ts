/** The check of advisories fails for a high one, and says so when the registry does not answer. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { compiledScripts } from '../tests/setup/compiled-scripts.ts'
import { nightly } from '../tests/setup/nightly.ts'
import { makeTempFolder } from '../tests/setup/temp-folder.ts'

function check(registry: string): Promise<{ code: number; out: string }> {
  const { PATH = '' } = process.env
  const options = {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: {
      PATH,
      ...compiledScripts,
      HOME: makeTempFolder('hariyali-advisories-'),
      npm_config_registry: registry,
      npm_config_fetch_retries: '0',
    },
  }
  return new Promise((resolve) =>
    execFile(process.execPath, ['scripts/advisories.ts'], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out: out + err }),
    ),
  )
}

test(
  'a high advisory fails the check, none passes it, and no answer is said to be none',
  {
    timeout: 60_000,
    ...nightly(
      'A command of operators that starts npm three times. CI runs the check itself after each change.',
    ),
  },
  async () => {
    let advisories: Record<string, object[]> = {}
    const registry = createServer((request, response) => {
      request.resume()
      const isBulk = request.url?.endsWith('/security/advisories/bulk')
      response.writeHead(isBulk ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isBulk ? advisories : {}))
    }).listen(0, '127.0.0.1')
    await once(registry, 'listening')
    const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`
    const none = await check(url)
    expect([none.code, none.out]).toEqual([0, expect.stringContaining('Advisories were checked: 0 concern')])
    const advisory = {
      id: 1,
      url: 'https://advisories.test/1',
      title: 'T',
      severity: 'high',
      vulnerable_versions: '<999',
    }
    advisories = { hono: [advisory] }
    const high = await check(url)
    expect([high.code, high.out]).toEqual([1, expect.stringContaining('high: hono')])
    registry.closeAllConnections()
    registry.close()
    await once(registry, 'close')
    const away = await check(url)
    expect([away.code, away.out]).toEqual([0, expect.stringContaining('ADVISORIES WERE NOT CHECKED')])
  },
)
