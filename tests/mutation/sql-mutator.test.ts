/** Mutation testing proves something only where the mutants of a statement are real ones (docs/reliability.md). */
import { expect, test } from 'vitest'
import { mutantsOfSql } from './sql-mutator.ts'

test('a statement loses each condition, its lock and its order, and comparisons are turned round', () => {
  const select =
    "select id from hold where owner = ${0} and state <> 'a and b' order by id for update skip locked"
  expect(mutantsOfSql(select).toSorted()).toEqual(
    [
      "select id from hold where true and state <> 'a and b' order by id for update skip locked",
      'select id from hold where owner = ${0} and true order by id for update skip locked',
      "select id from hold where owner = ${0} and state = 'a and b' order by id for update skip locked",
      "select id from hold where owner = ${0} and state <> 'a and b'  for update skip locked",
      "select id from hold where owner = ${0} and state <> 'a and b' order by id for update",
      "select id from hold where owner = ${0} and state <> 'a and b' order by id ",
    ].toSorted(),
  )
})

test('conditions are found in brackets, between ORs, in joins, and in CASE', () => {
  const mutants = mutantsOfSql(
    'update a set b = case when c then 1 end from d join e on e.x = d.x where (f or g) and h between 1 and 2',
  )
  for (const part of [
    'when true then',
    'on true where',
    '(false or g)',
    '(f or false)',
    'where true and h',
    'and true',
  ])
    expect(mutants.filter((mutant) => mutant.includes(part))).toHaveLength(1)
})

test('an insertion loses its clause for conflicts, and keeps what it answers', () => {
  expect(mutantsOfSql('insert into a (b) values (${0}) on conflict (b) do nothing returning 1')).toEqual([
    'insert into a (b) values (${0}) returning 1',
  ])
})
