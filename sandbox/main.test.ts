/** The stand-ins as a process of their own. */
// @module-tag nightly: It proves how the stand-ins run as a process of their own, which the tests of faults use each time.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const script = fileURLToPath(new URL('./main.ts', import.meta.url))
let folder: string
let child: ChildProcess
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-process-'))
})
afterAll(() => {
  child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function start(...more: string[]) {
  const args = [script, `--data=${folder}`, '--shop=http://127.0.0.1:9', '--seed=1', '--retry=60000', ...more]
  child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface({ input: child.stdout! }), 'line')
  return JSON.parse(line) as {
    controlUrl: string
    payment: { apiUrl: string; keyId: string; keySecret: string }
    courier: { apiUrl: string }
    smtpUrl: string
  }
}
async function end(signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal)
  const [code] = await once(child, 'exit')
  return code
}

test('a process of its own serves every provider, and loses nothing by kill -9', async () => {
  const first = await start()
  const { payment, courier, smtpUrl } = first
  const authorization = `Basic ${Buffer.from(`${payment.keyId}:${payment.keySecret}`).toString('base64')}`
  const made = await fetch(`${payment.apiUrl}/orders`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 100, currency: 'INR' }),
  })
  const { id } = (await made.json()) as { id: string }
  expect((await fetch(`${courier.apiUrl}/settings/company/pickup`)).status).toBe(401)
  await end('SIGKILL')

  // On the same ports, as a provider that comes back.
  const port = (url: string) => new URL(url).port
  const again = await start(
    `--port=${port(first.controlUrl)}`,
    `--payments=${port(payment.apiUrl)}`,
    `--courier=${port(courier.apiUrl)}`,
    `--smtp=${port(smtpUrl)}`,
  )
  expect(again).toEqual(first)
  const paid = await fetch(`${first.controlUrl}/dev/payments/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome: 'paid' }),
  })
  expect(paid.status).toBe(200)
  expect(await end('SIGTERM')).toBe(0)
})
