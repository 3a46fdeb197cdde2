import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { leaveOut, type LeftOut, withoutUnused } from './leave-out.ts'
import { unusedReact } from './unused-react.ts'
import { unusedRouter } from './unused-router.ts'

const listFor = (code: string, list: Partial<LeftOut>): LeftOut => ({
  file: 'library/index.js',
  sha256: createHash('sha256').update(code).digest('hex'),
  ...list,
})
const transform = (code: string, id: string) =>
  (leaveOut(unusedReact, unusedRouter).transform as (code: string, id: string) => string | null)(code, id)

test.each([...unusedReact.files, ...unusedRouter.files])(
  'the installed $file is the one that its list was written for, and has all that the list names',
  (list) => {
    const code = readFileSync(`node_modules/${list.file}`, 'utf8')
    expect(withoutUnused(code, list).length).toBeLessThan(code.length)
  },
)

describe('a list', () => {
  const code = `function a() { return 1 }
const b = () => { return 2 }
C.prototype.d = function () { return 3 }
const E = make(() => { return 4 })
E.displayName = 'E'
function f(x) { switch (x.tag) { case 1: one(); break; case 2: two(); case 3: three(); break; case 4: case 5: five() } }
`
  test('empties functions, lets them throw, or gives them another body', () => {
    const list = { idle: ['a'], unreached: ['b'], constant: { 'C.prototype.d': 'return 0' } }
    expect(withoutUnused(code, listFor(code, list))).toContain(`function a() {}
const b = () => {throw Error('left out')}
C.prototype.d = function () {return 0}
`)
  })

  test('takes away a component together with its name', () => {
    expect(withoutUnused(code, listFor(code, { absent: ['E'] }))).toContain(
      '\nconst E = undefined\n\nfunction f',
    )
  })

  test('removes branches, but none that the branch above continues into', () => {
    expect(withoutUnused(code, listFor(code, { tags: [1, 3, 4] }))).toContain(
      '{ switch (x.tag) {  case 2: two(); case 3: three(); break;  case 5: five() } }',
    )
  })

  test('is refused for another version of the file', () => {
    expect(() => withoutUnused(`${code} `, listFor(code, {}))).toThrow('is not the file')
  })

  test('is refused if the file lacks a function, or has two of this name', () => {
    expect(() => withoutUnused(code, listFor(code, { idle: ['g', 'a'] }))).toThrow('has no g.')
    const twice = `${code}{ function a() {} }`
    expect(() => withoutUnused(twice, listFor(twice, { idle: ['a'] }))).toThrow('several functions a')
  })
})

describe('a module that imports what is left out stops the build', () => {
  test.each([
    `import { useState, Activity } from 'react'`,
    `import { type ReactNode, ViewTransition as Moving } from 'react'`,
    `import React from 'react'\nReact.useActionState(save)`,
    `import * as g from "react-dom";g.preload('/a.js')`,
    `import {\n  Link,\n  useFetcher,\n} from 'react-router'`,
  ])('%s', (code) => {
    expect(() => transform(code, '/web/page.tsx')).toThrow('left out')
  })

  test('and other imports do not', () => {
    const code = `import { type Activity } from './orders.ts'\nimport type { Form } from 'react-router'\nimport { useState } from 'react'`
    expect(transform(code, '/web/page.tsx')).toBeNull()
  })
})
