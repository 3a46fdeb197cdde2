/** An append-only JSON-lines file. A stand-in writes each change here before it replies, so a kill loses no accepted call. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export class Journal<Line> {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
    mkdirSync(dirname(file), { recursive: true })
  }

  /** All complete lines in order. An incomplete line (the process was killed) is skipped: its call got no reply. */
  read(): Line[] {
    if (!existsSync(this.#file)) return []
    const lines: Line[] = []
    for (const text of readFileSync(this.#file, 'utf8').split('\n')) {
      if (text === '') continue
      try {
        lines.push(JSON.parse(text) as Line)
      } catch {
        continue
      }
    }
    return lines
  }

  /** Returns when the line is handed to the operating system, so it survives a kill of this process. */
  append(line: Line): void {
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`)
  }

  /** Replaces the whole file atomically. Also removes an incomplete last line, which the next append would continue. */
  rewrite(lines: Line[]): void {
    const draft = `${this.#file}.new`
    writeFileSync(draft, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), {
      mode: 0o600,
    })
    renameSync(draft, this.#file)
  }
}
