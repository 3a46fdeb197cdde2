/** An append-only JSON-lines file: what a sandbox has said yes to survives the end of the process. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export class Journal<Line> {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
    mkdirSync(dirname(file), { recursive: true })
  }

  /** Every whole line in the order written. A line torn by a kill was never answered, so it is left out. */
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

  /** Returns after the operating system has the line, so that an answer given afterwards is kept. */
  append(line: Line): void {
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`)
  }

  /** Replaces the whole file in one step. Also ends a torn last line, which the next append would join. */
  rewrite(lines: Line[]): void {
    const draft = `${this.#file}.new`
    writeFileSync(draft, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), {
      mode: 0o600,
    })
    renameSync(draft, this.#file)
  }
}
