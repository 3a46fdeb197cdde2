/** A command of the model test: what a person, a provider or the time does, and the comparison after it. */
import fc from 'fast-check'
import type { Answer } from '../setup/client.ts'
import { compare } from './compare.ts'
import type { Model } from './model.ts'
import type { Observed } from './observe.ts'
import type { World } from './world.ts'

/** What a sequence acts on: the shop and what it had stored before the command. */
export interface Real {
  world: World
  before: Observed
  /** How often each command was run, in all sequences. */
  counts: Map<string, number>
}

export interface CommandOf<Params> {
  name: string
  params: fc.Arbitrary<Params>
  /** Whether it can be run now, as the model sees it. */
  can?(model: Model, params: Params): boolean
  run(params: Params, model: Model, real: Real): Promise<void>
}

export type ModelCommand = fc.AsyncCommand<Model, Real>

/** A kind of command: with random parameters, or with given ones. */
export type CommandKind<Params> = fc.Arbitrary<ModelCommand> & { of(params: Params): ModelCommand }

/** After the command its jobs are worked, and then the shop is compared with the model. */
export function command<Params>({ name, params, can, run }: CommandOf<Params>): CommandKind<Params> {
  const of = (given: Params): ModelCommand => ({
    check: (model: Readonly<Model>) => can?.(model, given) ?? true,
    async run(model: Model, real: Real) {
      model.step += 1
      real.counts.set(name, (real.counts.get(name) ?? 0) + 1)
      await run(given, model, real)
      await workAndCompare(model, real)
    },
    toString: () => `${name}(${fc.stringify(given)})`,
  })
  return Object.assign(params.map(of), { of })
}

/** What follows from a step happens, and then the shop is compared with the model. */
export async function workAndCompare(model: Model, real: Real): Promise<void> {
  await real.world.workJobs()
  real.before = await compare(model, real.world, real.before)
}

/** Whether the call did what it was asked. An error of the server is a fault; 503 is not, because the provider may not answer. */
export function done({ status, body }: Answer): boolean {
  if (status >= 500 && status !== 503) throw new Error(`${status} ${JSON.stringify(body)}`)
  return status < 300
}

/** Chosen so many times as often as another command. */
export const often = <T>(times: number, one: T): T[] => Array.from({ length: times }, () => one)
