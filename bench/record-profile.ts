/**
 * `node --import 'record-profile.ts?to=FILE'`: the first SIGUSR2 begins to record where the main thread of this process spends its
 * time, the second one ends it and writes the profile to that file.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { type Profiler, Session } from 'node:inspector/promises'

const file = new URL(import.meta.url).searchParams.get('to')
if (!file) throw new Error('record-profile.ts wants the name of a file')
const to = file
const session = new Session()
session.connect()
let recording = false

async function toggle(): Promise<void> {
  recording = !recording
  if (recording) {
    await session.post('Profiler.enable')
    await session.post('Profiler.setSamplingInterval', { interval: 500 })
    await session.post('Profiler.start')
    return
  }
  const { profile } = await session.post('Profiler.stop')
  // Whoever waits for the file finds it whole.
  writeFileSync(`${to}.part`, JSON.stringify(profile))
  renameSync(`${to}.part`, to)
}
process.on('SIGUSR2', () => void toggle())

export type RecordedProfile = Profiler.Profile
