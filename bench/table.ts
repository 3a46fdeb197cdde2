/** A Markdown table on standard output. */
export function printTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |\n`
  process.stdout.write(line(head) + line(head.map(() => '---')))
  for (const row of rows) process.stdout.write(line(row))
}
