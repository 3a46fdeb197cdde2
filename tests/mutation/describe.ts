/** The outcome of a run, in words. */
import { differenceOf } from './difference.ts'
import { isEquivalent } from './equivalent.ts'
import { simulationFile } from './order.ts'
import type { Outcome } from './run.ts'
import { folderOf } from './select.ts'

export function describeOutcomes(outcomes: readonly Outcome[]): string {
  const folders = Map.groupBy(outcomes, ({ file }) => folderOf(file))
  const survived = outcomes.filter((one) => !one.result?.killedBy && !isEquivalent(one))
  return [
    ...survived.map(
      (one) =>
        `${one.file}:${one.line} ${one.mutator}${one.result ? '' : ' (no test passes it)'}: ${differenceOf(one)}`,
    ),
    '',
    '| folder | mutants | killed by simulation | by tests | hung | survived | passed by no test | equivalent | killed |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...[...folders].map(([folder, all]) => row(folder, all)),
  ].join('\n')
}

function row(folder: string, all: readonly Outcome[]): string {
  const equivalent = all.filter((one) => !one.result?.killedBy && isEquivalent(one)).length
  const count = (good: (one: Outcome) => boolean | undefined) => all.filter(good).length
  const killed = count(({ result }) => result?.killedBy !== null && result !== undefined)
  const simulated = count(({ result }) => result?.killedBy?.startsWith(simulationFile))
  const hung = count(({ result }) => result?.how === 'hung')
  const unseen = count((one) => !one.result && !isEquivalent(one))
  const survived = count((one) => one.result?.killedBy === null && !isEquivalent(one))
  const share = ((100 * killed) / Math.max(1, all.length - equivalent)).toFixed(1)
  return `| ${folder} | ${all.length} | ${simulated} | ${killed - simulated - hung} | ${hung} | ${survived} | ${unseen} | ${equivalent} | ${share} % |`
}
