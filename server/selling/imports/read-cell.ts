/** Reads one cell of a seller's file: its number or text, or what is wrong with it in their words. */
import type { ColumnKind } from '../../../contract/product-columns.ts'

export type CellValue = { value: string | number } | { problem: string }

const asText = 'Format the column as Text and type it again.'
const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec'
const monthDate = /^(?:\d{1,2}[-/ ])?([a-z]{3,4})[-/ ]\d{1,4}$|^\d{1,2}[-/ ]([a-z]{3,4})$/i
const numericDate = /^\d{1,2}[/.-]\d{1,2}[/.-](?:19|20)\d\d(?: .*)?$|^(?:19|20)\d\d-\d\d-\d\d(?:[ T].*)?$/
const shortened = /^[+-]?\d(?:[.,]\d+)?E[+-]?\d+$/i
const sheetError = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|#+)$/i

function isDate(text: string): boolean {
  const [, after, last] = monthDate.exec(text) ?? []
  const month = (after ?? last)?.toLowerCase()
  return (month !== undefined && months.split('|').includes(month)) || numericDate.test(text)
}

/** What a spreadsheet did to the text; undefined where it looks sound. */
function damageOf(kind: ColumnKind, text: string): string | undefined {
  if (sheetError.test(text)) return `'${text}' is an error of the spreadsheet and no value.`
  if (kind === 'text') return undefined
  if (shortened.test(text))
    return `Excel has shortened this number to ${text}, and its digits are lost. ${asText}`
  if (isDate(text)) return `Excel has turned this into the date ${text}. ${asText}`
  return undefined
}

/** The text is not empty and trimmed. */
export function readCell(kind: ColumnKind, text: string): CellValue {
  const problem = damageOf(kind, text)
  if (problem) return { problem }
  if (kind === 'number' || kind === 'whole') {
    const value = readNumber(text)
    return value === undefined ? { problem: `'${shortOf(text)}' is no number.` } : { value }
  }
  if (kind === 'code') return { value: codeOf(text) }
  return { value: text }
}

/** Spreadsheets guard digits as a formula (="0902") or add decimals to them. */
const codeOf = (text: string) => /^="([^"]*)"$/.exec(text)?.[1] ?? text.replace(/^(\d+)\.0+$/, '$1')

export const shortOf = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** As people type it: ₹1,23,456.50, or with a decimal comma as spreadsheets of some languages write it. */
function readNumber(text: string): number | undefined {
  const bare = text.replaceAll(/[\s\u00a0₹]|^rs\.?/gi, '')
  const plain = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/.test(bare)
    ? bare.replaceAll(',', '')
    : bare.replace(/^(\d+),(\d{1,2})$/, '$1.$2')
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : undefined
}

/** An HSN code that lacks a digit has lost its first zero: no code has three, five or seven. */
export function lostZero(hsnCode: string): string | undefined {
  return /^(?:\d{3}|\d{5}|\d{7})$/.test(hsnCode)
    ? `Excel has removed the zero before ${hsnCode}: the code may be 0${hsnCode}. ${asText}`
    : undefined
}
