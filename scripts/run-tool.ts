/** Runs a command of node_modules/.bin with the Node version of this process. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

export interface ToolRun {
  ok: boolean
  output: string
}

// The tool writes to a pipe and would turn colours off; pass on whether our own output is a terminal.
const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }

/** Runs `node_modules/.bin/<tool>` and returns its output. */
export function runTool(
  tool: string,
  args: string[],
  options: { signal: AbortSignal; env?: NodeJS.ProcessEnv; onOutput?: (text: string) => void },
): Promise<ToolRun> {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(process.execPath, [path.join(root, 'node_modules', '.bin', tool), ...args], {
      cwd: root,
      env: { ...process.env, ...colours, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: options.signal,
    })
    const collect = (bytes: Buffer) => {
      const text = bytes.toString()
      output += text
      options.onOutput?.(text)
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.on('error', (error) => resolve({ ok: false, output: output + error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, output }))
  })
}
