/** Turns rows of imports into replies. */
import type { ImportProblem, ProductImport } from '../../../contract/product-import.ts'
import type { ImportRow, ProblemRow } from './queries.ts'

export const toImport = ({ createdAt, ...row }: ImportRow): ProductImport => ({
  ...row,
  createdAt: createdAt.toISOString(),
})

export const toProblems = ({ row, problems }: Pick<ProblemRow, 'row' | 'problems'>): ImportProblem[] =>
  problems.map(({ column, message }) => ({ row, column, message }))
