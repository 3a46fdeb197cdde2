/** Tables of Markdown. */
export interface Table {
  head: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}

export function markdownOf({ head, rows }: Table): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}
