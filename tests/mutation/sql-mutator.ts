/**
 * Mutants of SQL statements: Stryker can only empty a whole template, which proves nothing. Each mutant here takes one part of
 * one statement away or turns it round: a condition, a lock, a clause for conflicts, a comparison, an order.
 *
 * A statement is a text in which `${0}`, `${1}` … stand for the values of the template.
 */
import { conditionsIn } from './sql-conditions.ts'

interface Turn {
  /** What is looked for. */
  find: RegExp
  /** What it becomes; `$1` as in `String.replace`. */
  become: string
}

const turns: readonly Turn[] = [
  { find: /\bfor (?:no key )?(?:update|share)(?: of \w+)?(?: skip locked| nowait)?/g, become: '' },
  { find: /(?<=for update(?: of \w+)?) skip locked/g, become: '' },
  { find: /\bon conflict\b.*?(?=\breturning\b|$)/gs, become: '' },
  { find: /(?<![<>=!])<(?![=>@])/g, become: '<=' },
  { find: /<=/g, become: '<' },
  { find: /(?<![-<>=!])>(?![=>])/g, become: '>=' },
  { find: />=/g, become: '>' },
  { find: /<>/g, become: '=' },
  { find: /\bis null\b/g, become: 'is not null' },
  { find: /\bis not null\b/g, become: 'is null' },
  { find: /\bis distinct from\b/g, become: 'is not distinct from' },
  { find: /\bnot exists\b/g, become: 'exists' },
  { find: /\bleft join\b/g, become: 'join' },
  { find: /\bunion all\b/g, become: 'union' },
  { find: /\bselect distinct\b(?! on)/g, become: 'select' },
  { find: /\bleast\(/g, become: 'greatest(' },
  { find: /\bgreatest\(/g, become: 'least(' },
  { find: /\bmin\(/g, become: 'max(' },
  { find: /\bmax\(/g, become: 'min(' },
  { find: / \+ /g, become: ' - ' },
  { find: / - /g, become: ' + ' },
  { find: /\bdesc\b/g, become: 'asc' },
  { find: /\border by (?:[\w.]+(?:, [\w.]+)*)(?! desc)(?=\s*(?:\)|limit|for|$))/g, become: '' },
]

/** Every mutant of a statement, as texts. */
export function mutantsOfSql(text: string): string[] {
  const found: string[] = []
  const replace = (start: number, end: number, by: string) =>
    found.push(text.slice(0, start) + by + text.slice(end))
  for (const { find, become } of turns)
    for (const match of text.matchAll(find)) replace(match.index, match.index + match[0].length, become)
  for (const { start, end, neutral } of conditionsIn(text)) replace(start, end, neutral)
  return [...new Set(found)].filter((mutant) => mutant !== text)
}
