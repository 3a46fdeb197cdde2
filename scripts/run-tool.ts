/** Runs the package's own tools under the Node that runs us, out of the way until one of them fails. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

export interface ToolRun {
  ok: boolean
  output: string
}

/** Runs `node_modules/.bin/<tool>`; `show` passes its output on at once instead of keeping it. */
export function runTool(
  tool: string,
  args: string[],
  options: { signal: AbortSignal; env?: NodeJS.ProcessEnv; show?: boolean },
): Promise<ToolRun> {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(process.execPath, [path.join(root, 'node_modules', '.bin', tool), ...args], {
      cwd: root,
      env: { ...process.env, ...options.env },
      stdio: options.show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      signal: options.signal,
    })
    child.stdout?.on('data', (text: Buffer) => (output += text.toString()))
    child.stderr?.on('data', (text: Buffer) => (output += text.toString()))
    child.on('error', (error) => resolve({ ok: false, output: output + error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, output }))
  })
}
