/** Markdown tables on standard output, and in RESULTS.md. */
let printed: string[] = []

export function printTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |\n`
  const table = [line(head), line(head.map(() => '---')), ...rows.map(line)].join('')
  printed.push(table)
  process.stdout.write(table)
}

/** The tables that were printed since the last call. */
export function takeTables(): string[] {
  const tables = printed
  printed = []
  return tables
}
