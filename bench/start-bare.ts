/** Starts a bare node:http server in a child process that sends one fixed response. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../tests/setup/free-port.ts'
import type { RawAnswer } from './raw-answer.ts'

export async function startBare({ body, ...head }: RawAnswer): Promise<{ url: string; stop(): void }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hariyali-bare-'))
  const file = path.join(folder, 'answer.json')
  writeFileSync(file, JSON.stringify({ ...head, body: body.toString('base64') }))
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('bare.ts', import.meta.url)), String(port), file],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      child.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
