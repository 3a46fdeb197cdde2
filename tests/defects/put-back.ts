/** Puts defects back into a copy of the sources, one at a time, and runs the test that has to find each. */
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../scripts/run-tool.ts'
import { makeTempFolder } from '../setup/temp-folder.ts'
import type { Defect } from './defects.ts'

const sources = globSync('server/**/*.{ts,sql}', { cwd: root }).map((file) => ({
  file,
  text: readFileSync(path.join(root, file), 'utf8'),
}))

/** The one source that has this text. */
export function sourceOf({ find, name }: Defect): string {
  const found = sources.filter(({ text }) => text.includes(find))
  const [first] = found
  if (!first || found.length > 1 || first.text.split(find).length !== 2)
    throw new Error(
      `the text of '${name}' is in ${found.map(({ file }) => file).join(', ') || 'no file'}: ${find}`,
    )
  return first.file
}

/** The tests of a group: each of these defects is found. */
export function testPutBack(defects: readonly Defect[]): void {
  let copy: string
  beforeAll(() => {
    copy = makeTempFolder('hariyali-defects-')
    const left = /^(node_modules|build|studio|docs|test-results|playwright-report|\..*)$/
    cpSync(root, copy, {
      recursive: true,
      filter: (from) => !left.test(path.relative(root, from)),
    })
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  /** How the test ended in the copy, and what it said. */
  function runTest({ file, test: title }: Pick<Defect, 'file' | 'test'>): { ended: string; said: string } {
    const report = path.join(copy, 'report.json')
    rmSync(report, { force: true })
    const env = Object.fromEntries(
      Object.entries(process.env).filter(
        ([name]) => !/^(VITEST|TEST$|CI$|NODE_V8|DEV$|PROD$|MODE$)/.test(name),
      ),
    )
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [
        path.join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        file,
        `--testNamePattern=${RegExp.escape(title)}`,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      { cwd: copy, env: { ...env, NO_COLOR: '1', INTERLEAVINGS_SEED: '1' }, encoding: 'utf8' },
    )
    try {
      const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
      const [{ status }] = testResults[0].assertionResults.filter((one: { title: string }) =>
        one.title.startsWith(title),
      )
      return { ended: status, said: stderr }
    } catch {
      return { ended: 'not run', said: stdout + stderr }
    }
  }

  test('as they are, the sources pass', { timeout: 120_000 }, () => {
    expect(runTest(defects[0]!)).toMatchObject({ ended: 'passed' })
  })

  test.each(defects)('$name', { timeout: 300_000 }, (defect) => {
    const file = path.join(copy, sourceOf(defect))
    const text = readFileSync(file, 'utf8')
    writeFileSync(
      file,
      text.replace(defect.find, () => defect.put),
    )
    try {
      expect(runTest(defect)).toEqual({ ended: 'failed', said: expect.stringMatching(defect.says) })
    } finally {
      writeFileSync(file, text)
    }
  })
}
