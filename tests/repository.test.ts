/** Rules of this repository that no linter checks: endpoints, feature map, imports between folders, packages. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../contract/endpoints.ts'
import { registeredEndpoints } from '../server/process/app.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const files = listFiles('.')
const isTest = (file: string) => /\.(test|e2e)\.tsx?$|(^|\/)testing\.ts$|^tests\//.test(file)
const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file))
const ids = Object.keys(endpoints)

describe('every call of the contract', () => {
  test('has a handler', () => {
    expect(registeredEndpoints().toSorted()).toEqual(ids.toSorted())
  })

  test('declares who may make it', () => {
    expect(ids.filter((id) => !endpoints[id]?.roles.length)).toEqual([])
  })

  test('has a method and path of its own', () => {
    const addresses = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`)
    expect(addresses.filter((address, i) => addresses.indexOf(address) !== i)).toEqual([])
  })

  test('is made by a test', () => {
    const tests = code.filter(isTest).map(read).join('\n')
    const untested = ids.filter((id) => {
      const [noun, verb] = id.split('.')
      // A test may call `/private/cart/remove/{cartItemId}` as `/private/cart/remove/${line.id}`.
      const parts = (endpoints[id]?.path ?? '').split(/\{[^}]+\}/).map((part) => RegExp.escape(part))
      const address = new RegExp(`${parts.join('[^/\\s]+')}(?=['"\`?])`)
      // The address first: the search for it is quick, since it begins with plain text.
      return (
        !address.test(tests) &&
        !new RegExp(`\\b(api|endpoints)\\.${noun}\\.${verb}\\b|['"]${RegExp.escape(id)}['"]`).test(tests)
      )
    })
    expect(untested).toEqual([])
  })
})

describe('the documents', () => {
  // As `wc -w` and `wc -l` count.
  const words = (file: string) => read(file).split(/\s+/).filter(Boolean).length
  const lines = (file: string) => read(file).split('\n').length - 1

  test('have 35,000 words at most', () => {
    const pages = files.filter((file) => file.endsWith('.md'))
    expect(pages.reduce((sum, file) => sum + words(file), 0)).toBeLessThanOrEqual(35_000)
  })

  test('decide on a page each, of at most 250 words, and on 30 at most', () => {
    const decisions = files.filter((file) => file.startsWith('docs/decisions/'))
    expect(decisions.length).toBeGreaterThan(20)
    expect(decisions.slice(30)).toEqual([])
    expect(decisions.filter((file) => words(file) > 250)).toEqual([])
  })

  test('have a README of at most 90 lines, and fewer than 150 with measurements', () => {
    expect(lines('README.md')).toBeLessThanOrEqual(90)
    expect(lines('bench/RESULTS.md')).toBeLessThan(150)
  })

  test('have short rows in the feature map', () => {
    const rows = read('docs/features.md')
      .split('\n')
      .filter((line) => line.startsWith('|'))
    expect(rows.length).toBeGreaterThan(50)
    expect(rows.filter((row) => row.length > 200)).toEqual([])
  })
})

describe('the folders', () => {
  test('have no catch-all names (utils, lib, common …) and no barrel files', () => {
    expect(
      code.filter((file) => /(^|\/)(utils?|lib|helpers|common|misc|index)(\/|\.\w+$)/.test(file)),
    ).toEqual([])
  })

  test('of the server are the groups of the linter, so that each has its rule of imports', () => {
    const [, groups = ''] = /const groups = \[(.*?)\n\]/s.exec(read('oxlint.config.ts')) ?? []
    const folders = readdirSync(path.join(root, 'server'), { withFileTypes: true })
    expect([...groups.matchAll(/^ {2}'([a-z]+)'/gm)].map((match) => match[1] ?? '').toSorted()).toEqual(
      folders
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
        .toSorted(),
    )
  })

  test('write no table of another group', () => {
    // Restoring a backup fills every table; who leaves, and the demo shop, are removed from many.
    const allowed = /^server\/(platform\/backup|administration\/(remove-demo|erasure))\//
    const writers = new Map<string, Set<string>>()
    for (const file of code.filter((name) => name.startsWith('server/') && !isTest(name))) {
      if (allowed.test(file)) continue
      const writes = /\b(?:insert into|update|delete from) ((?:pgboss\.)?[a-z_]+)(?= (?:as )?\w| \()/g
      for (const [, table = ''] of read(file).matchAll(writes)) {
        if (!tables.has(table)) continue
        writers.set(table, (writers.get(table) ?? new Set()).add(groupOf(file)))
      }
    }
    expect(writers.size).toBeGreaterThan(20)
    expect(
      [...writers].filter(([, groups]) => groups.size > 1).map(([table, groups]) => [table, ...groups]),
    ).toEqual([])
  })

  test('send goods to a buyer in one file only, which asks whether they are paid and undisputed', () => {
    const sends =
      /courier\.(createParcel|createReturn|assignAirwaybill|assignReturnAirwaybill|requestPickup)\(/
    expect(
      code.filter(
        (file) =>
          file.startsWith('server/') &&
          !file.startsWith('server/platform/') &&
          !isTest(file) &&
          sends.test(read(file)),
      ),
    ).toEqual(['server/fulfilment/orders/send-goods.ts'])
  })

  test('have the texts of their mails in mails.ts or parcel-mails.ts', () => {
    const senders = importsOf('server')
      .filter(
        ([file, target]) =>
          target === 'server/platform/mail/queue-mail.ts' && /\bqueueMail\b/.test(read(file)),
      )
      .map(([file]) => path.basename(file))
    expect(senders.length).toBeGreaterThan(0)
    expect(senders.filter((name) => !/^(parcel-)?mails\.ts$/.test(name))).toEqual([])
  })

  const tables = new Set([
    'pgboss.job',
    ...files
      .filter((file) => /^server\/platform\/db\/schema\/.*\.sql$/.test(file))
      .flatMap((file) => [...read(file).matchAll(/create table (\w+)/g)].map((match) => match[1] ?? '')),
  ])

  test('of text name no period that an administrator can change', () => {
    const texts = code.filter((file) => file.startsWith('web/routes/static/') && !isTest(file))
    expect(texts.filter((file) => /\b\d+ (hour|days?)\b/.test(read(file)))).toEqual([])
  })

  test('read environment variables in one file only', () => {
    // Reading one variable (`env.X`) counts; passing the whole environment to readConfig or a child process does not.
    const readers = code.filter((file) => /^(server|contract|sandbox|web)\//.test(file) && !isTest(file))
    const allowed = [
      'server/platform/config/config.ts',
      'server/platform/db/embedded-folder.ts',
      'sandbox/sandbox.ts',
    ]
    expect(readers.filter((file) => /process\.env[.[]/.test(read(file)) && !allowed.includes(file))).toEqual(
      [],
    )
  })

  /** The group of `server/buying/cart/rules.ts` is `buying`. */
  function groupOf(file: string): string {
    return file.split('/')[1] ?? ''
  }
})

describe('the shared folders of web/', () => {
  const known = knownBy('webFolderKnows')
  const imports = importsOf('web')
  const sharedFolderOf = (file: string) => (/^web\/([^/]+)\//.exec(file) ?? [])[1] ?? ''

  test('each have their row in the table of the linter', () => {
    const entries = readdirSync(path.join(root, 'web'), { withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    expect(known.map(([folder]) => folder).toSorted()).toEqual(folders.toSorted())
  })

  test('know only those above them in the table, so that there is no circle', () => {
    const order = known.map(([folder]) => folder)
    const downward = known.flatMap(([folder, list]) =>
      list
        .filter((other) => order.indexOf(other) >= order.indexOf(folder))
        .map((other) => `${folder} ${other}`),
    )
    expect(downward).toEqual([])
  })

  test('import every folder that the table allows them', () => {
    const taken = new Set(
      imports.map(([file, target]) => `${sharedFolderOf(file)} ${sharedFolderOf(target)}`),
    )
    const allowed = known.flatMap(([folder, list]) => list.map((other) => `${folder} ${other}`))
    expect(allowed.filter((pair) => !taken.has(pair))).toEqual([])
  })

  test('have a rule of the linter for each area of pages', () => {
    const areas = /const areas = \[([^\]]*)\]/.exec(read('oxlint.config.ts'))?.[1] ?? ''
    const folders = readdirSync(path.join(root, 'web/routes')).toSorted()
    expect([...areas.matchAll(/'([\w-]+)'/g)].map((match) => match[1])).toEqual(folders)
  })

  test('leave only entries, neutral files and styles at the root', () => {
    const loose = files.filter((file) => /^web\/[^/]+\.tsx?$/.test(file) && !isTest(file))
    expect(loose.map((file) => path.basename(file)).toSorted()).toEqual([
      'entry.client.tsx',
      'entry.server.tsx',
      'paths.ts',
      'root.tsx',
      'routes.ts',
      'settings.ts',
    ])
  })

  test('hold what two pages share: no page imports from the folder of another page', () => {
    const router = 'web/routes/admin/router.tsx'
    const pages = [
      ...[...read('web/routes.ts').matchAll(/'(routes\/[^']+)'/g)].map((match) => `web/${match[1]}`),
      ...imports.filter(([file]) => file === router).map(([, target]) => target),
    ].filter((page) => page.endsWith('page.tsx'))
    const folders = new Set(pages.map((page) => path.dirname(page)))
    expect(folders.size).toBeGreaterThan(30)
    const strangers = imports.filter(
      ([file, target]) =>
        folders.has(path.dirname(target)) && file !== router && !file.startsWith(`${path.dirname(target)}/`),
    )
    expect(strangers).toEqual([])
  })
})

test('no file of contract/ or web/ imports itself by way of others, types included', () => {
  const targets = new Map<string, string[]>()
  for (const [file, target] of ['contract', 'web'].flatMap(importsOf))
    targets.set(file, [...(targets.get(file) ?? []), target])
  const finished = new Set<string>()
  const circles: string[] = []
  function walk(file: string, way: string[]): void {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '))
    if (finished.has(file) || way.includes(file)) return
    for (const target of targets.get(file) ?? []) walk(target, [...way, file])
    finished.add(file)
  }
  for (const file of targets.keys()) walk(file, [])
  expect(circles).toEqual([])
})

describe('the repository', () => {
  test('numbers its schema files without a gap', () => {
    const names = readdirSync(path.join(root, 'server/platform/db/schema')).toSorted()
    const expected = names.map((_, i) => String(i + 1).padStart(4, '0'))
    expect(names.map((name) => /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1])).toEqual(expected)
  })

  test('has in its container the server, the commands of operators and what they import, and nothing else', () => {
    const production = read('Dockerfile').split('\nFROM ').at(-1) ?? ''
    const copied = [...production.matchAll(/ \/shop\/(\S+)/g)].map((match) => match[1] ?? '')
    const isCopied = (file: string) => copied.some((place) => file === place || file.startsWith(`${place}/`))
    const imports = ['server', 'contract', 'scripts'].flatMap(importsOf)
    expect(imports.filter(([file, target]) => isCopied(file) && !isCopied(target))).toEqual([])
    const kit = ['start', 'dev', 'build', 'test', 'test-faults', 'test-mutation', 'bench', 'advisories']
    const tasks = Object.values((JSON.parse(read('package.json')) as { scripts: object }).scripts)
      .map((command) => /start\.mjs ([\w-]+)/.exec(String(command))?.[1] ?? '')
      .filter((task) => task !== '' && !kit.includes(task))
    expect(copied.filter((place) => place.startsWith('scripts/')).toSorted()).toEqual(
      ['operate', ...tasks].map((task) => `scripts/${task}.ts`).toSorted(),
    )
    const others = [
      'package.json',
      'package-lock.json',
      'start.mjs',
      'node_modules',
      'build',
      'contract',
      'server',
    ]
    expect(copied.filter((place) => !place.startsWith('scripts/')).toSorted()).toEqual(others.toSorted())
  })

  test('numbers its decisions without a gap', () => {
    const numbers = readdirSync(path.join(root, 'docs/decisions'))
      .toSorted()
      .map((name) => name.slice(0, 4))
    expect(numbers).toEqual(numbers.map((_, i) => String(i + 1).padStart(4, '0')))
  })

  test('gives a reason for each test that waits for the night', () => {
    const [vitestFiles, browserFiles] = [/\.test\.tsx?$/, /\.e2e\.ts$/].map((name) =>
      files.filter((file) => name.test(file)),
    )
    // A tag written by hand would have no reason.
    expect(vitestFiles?.filter((file) => /\btags: ?\[?'nightly'/.test(read(file)))).toEqual([])
    const why = /nightly\(\s*(?:whyAtNight|'([^']+)')\s*,?\s*\)/g
    const reasons = (vitestFiles ?? []).flatMap((file) =>
      [...read(file).matchAll(why)].map(
        ([, reason]) => reason ?? /whyAtNight =\s*'([^']+)'/.exec(read(file))?.[1],
      ),
    )
    // A whole file has its tag and reason in a comment, so that Vitest does not set it up either.
    for (const file of vitestFiles ?? [])
      for (const [, reason] of read(file).matchAll(/^\/\/ @module-tag nightly(?:: (.*))?$/gm))
        reasons.push(reason)
    expect(reasons.length).toBeGreaterThan(20)
    expect(reasons.filter((reason) => !reason || reason.length < 40)).toEqual([])
    // What a reason says is proved each time runs each time.
    const eachTime = (vitestFiles ?? [])
      .filter((file) => !/^\/\/ @module-tag nightly/m.test(read(file)))
      .map((file) => path.basename(file))
    const named = reasons.flatMap((reason) => reason?.match(/[\w-]+\.test\.tsx?/g) ?? [])
    expect(named.filter((name) => !eachTime.includes(name))).toEqual([])
    // The reasons of browser tests stand in the decision, by file.
    const decision = read('docs/decisions/0027-what-runs-each-time-and-what-runs-each-night.md')
    const unexplained = browserFiles?.filter(
      (file) =>
        read(file).includes('@nightly') && !decision.includes(`\`${path.basename(file, '.e2e.ts')}\``),
    )
    expect(unexplained).toEqual([])
  })

  test('names no package registry', () => {
    // A host name in the lockfile would bypass the mirror that an installation is configured to use.
    const hosts = new RegExp(
      ['registry', 'deb', 'security', 'pypi'].map((name) => `//${name}\\.[a-z]+\\.(org|com)`).join('|'),
    )
    const texts = files.filter((file) =>
      /\.(ts|tsx|mjs|json|md|css|sql|sh|svg|ya?ml)$|\/run$|^\.npmrc$/.test(file),
    )
    expect(texts.filter((file) => hosts.test(read(file)))).toEqual([])
  })

  test('pins every version', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
      read('package.json'),
    ) as Versions
    const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    // An alias names the package before the version.
    const exact = /^(?:npm:[a-z\d-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/
    expect(all.filter(([, version]) => !exact.test(version))).toEqual([])
  })

  test('locks the packages of every system', () => {
    // `npm ci` rejects a lockfile without the binaries of other platforms; node scripts/complete-lockfile.ts adds them.
    const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Versions> }
    const optional = Object.values(lock.packages).flatMap((entry) =>
      Object.keys(entry.optionalDependencies ?? {}),
    )
    const locked = new Set(Object.keys(lock.packages).map((place) => place.replace(/^.*node_modules\//, '')))
    expect([...new Set(optional)].filter((name) => !locked.has(name))).toEqual([])
  })

  test('installs the compiler for development only', () => {
    // Under its own name npm would also install it for production, as an optional peer of the build tools: 31 MB.
    const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { dev?: boolean }> }
    expect(lock.packages['node_modules/typescript']).toBeUndefined()
    expect(lock.packages['node_modules/typescript-compiler']?.dev).toBe(true)
  })

  interface Versions {
    dependencies?: Record<string, string>
    devDependencies?: Record<string, string>
    optionalDependencies?: Record<string, string>
  }
})

/** A table of the linter's configuration: each folder with the folders that it may import. */
function knownBy(constant: string): [folder: string, known: string[]][] {
  const table = new RegExp(`const ${constant}[^=]*= \\{(.*?)\\n\\}`, 's').exec(read('oxlint.config.ts'))?.[1]
  return [...(table ?? '').matchAll(/^ {2}'?([\w-]+)'?: \[([^\]]*)\]/gm)].map(
    ([, folder = '', list = '']) => [
      folder,
      [...list.matchAll(/'([\w-]+)'/g)].map((match) => match[1] ?? ''),
    ],
  )
}

/** Each import of one of our own files by a file of this folder that is no test. */
function importsOf(folder: string): [file: string, target: string][] {
  return code
    .filter((file) => file.startsWith(`${folder}/`) && !isTest(file))
    .flatMap((file) =>
      [...read(file).matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)].map(
        (match): [string, string] => [file, path.posix.join(path.posix.dirname(file), match[1] ?? '')],
      ),
    )
}

function listFiles(folder: string): string[] {
  const skipped = /^(node_modules|build|test-results|playwright-report|\.git|\.cache|\.data|\.react-router)$/
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name)
    if (entry.isDirectory()) return skipped.test(entry.name) ? [] : listFiles(file)
    return [file]
  })
}
