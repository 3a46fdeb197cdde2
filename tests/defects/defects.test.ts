/** Tests notice what they are there for: each defect, put back into a copy of the sources, fails the test that has to find it. */
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../scripts/run-tool.ts'
import { nightly } from '../setup/nightly.ts'
import { makeTempFolder } from '../setup/temp-folder.ts'
import { type Defect, defects } from './defects.ts'

const sources = (folder: string) => globSync('server/**/*.{ts,sql}', { cwd: folder })

/** The one source that has this text. */
function sourceOf({ find, name }: Defect, folder = root): string {
  const found = sources(folder).filter((file) => readFileSync(path.join(folder, file), 'utf8').includes(find))
  const [file] = found
  if (!file || found.length > 1 || readFileSync(path.join(folder, file), 'utf8').split(find).length !== 2)
    throw new Error(`the text of '${name}' is in ${found.join(', ') || 'no file'}: ${find}`)
  return file
}

test('the text of each defect is in the sources once', () => {
  expect(defects.map((defect) => sourceOf(defect))).toHaveLength(defects.length)
})

describe(
  'put back',
  nightly('Each starts Vitest anew, minutes in all. The tests that find them run each time.'),
  () => {
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
      const file = path.join(copy, sourceOf(defect, copy))
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
  },
)
