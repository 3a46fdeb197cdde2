// The linter's rules and, as tables, the import rules of docs/architecture.md: who may know whom.
import { defineConfig } from 'oxlint'

/**
 * Each folder of server/ and the other folders that it may import, from the ground up: a folder knows only those above its
 * own line. Of another feature only use cases, rules and steps made for others may be called.
 */
const folderKnows: Record<string, string[]> = {
  // What every feature stands on.
  observe: [],
  db: ['observe'],
  jobs: ['db', 'observe'],
  http: ['db', 'observe'],
  shipping: [],
  // Features.
  audit: ['db'],
  mail: ['db', 'jobs'],
  payments: ['audit', 'db', 'jobs'],
  providers: ['observe', 'payments', 'shipping'],
  media: ['db', 'http', 'providers'],
  'page-cache': ['db', 'http', 'media', 'observe'],
  catalogue: ['audit', 'db', 'http', 'media', 'page-cache'],
  addresses: ['db', 'http'],
  cart: ['catalogue', 'db', 'http', 'media'],
  wishlist: ['catalogue', 'db', 'http', 'media'],
  seo: ['catalogue', 'db', 'http'],
  identity: ['audit', 'db', 'http', 'mail'],
  sellers: ['audit', 'catalogue', 'db', 'http', 'identity', 'mail', 'media'],
  orders: ['audit', 'catalogue', 'db', 'http', 'mail', 'media', 'observe', 'payments', 'sellers', 'shipping'],
  checkout: [
    'addresses',
    'cart',
    'catalogue',
    'db',
    'http',
    'identity',
    'jobs',
    'mail',
    'orders',
    'payments',
  ],
  profile: ['http', 'identity', 'sellers'],
  settings: ['http', 'media'],
  admin: [
    'audit',
    'catalogue',
    'db',
    'http',
    'identity',
    'jobs',
    'mail',
    'observe',
    'orders',
    'page-cache',
    'payments',
    'sellers',
  ],
  // What runs beside the features, or fills and empties their tables.
  metrics: ['db', 'jobs', 'observe'],
  retention: ['audit', 'catalogue', 'checkout', 'identity', 'orders', 'page-cache'],
  worker: ['catalogue', 'checkout', 'db', 'mail', 'media', 'orders', 'payments', 'retention'],
  backup: ['db', 'jobs', 'observe'],
  seed: ['admin', 'audit', 'catalogue', 'db', 'identity', 'mail', 'media', 'orders', 'shipping'],
}
const folders = Object.keys(folderKnows)

/** The same for the rooms of web/. Its root files are known by every room; the entries and the root may import all rooms. */
const roomKnows: Record<string, string[]> = {
  bundling: [],
  hydration: [],
  seo: [],
  ui: [],
  api: [],
  toast: [],
  session: ['api', 'toast'],
  forms: ['api', 'session', 'ui'],
  layout: ['api', 'session', 'ui'],
  lists: ['api', 'session', 'toast', 'ui'],
  security: ['api', 'forms', 'session', 'toast', 'ui'],
  products: ['toast', 'ui'],
  wishlist: ['api', 'layout', 'lists', 'products', 'session', 'toast', 'ui'],
  orders: ['api', 'layout', 'lists', 'ui'],
  addresses: ['api', 'forms', 'session', 'toast', 'ui'],
  checkout: ['addresses', 'api', 'session', 'toast'],
  cart: ['addresses', 'api', 'checkout', 'layout', 'products', 'session', 'toast', 'ui'],
  routes: [
    'addresses',
    'api',
    'cart',
    'forms',
    'layout',
    'lists',
    'orders',
    'products',
    'security',
    'seo',
    'session',
    'toast',
    'ui',
    'wishlist',
  ],
}
const rooms = Object.keys(roomKnows)
/** The folders of web/routes/: pages of one area import nothing of another one. */
const areas = ['account', 'admin', 'not-found', 'seller', 'static', 'storefront']

/** Files of server/ itself that put the folders together; the others there are known by every folder and know few. */
const composition = ['server/main.ts', 'server/app.ts', 'server/config-advice.ts']
/** shop.ts names the types of the queue and of the providers; the limit and the audit's caller stand on the database. */
const neutralKnows: Record<string, string[]> = {
  'server/shop.ts': ['db', 'jobs', 'mail', 'media', 'payments', 'shipping'],
  'server/rate-limit.ts': ['db'],
}

interface Pattern {
  regex: string
  message: string
  allowTypeImports?: boolean
}

/** Forbids imports by pattern. Of several overrides that fit a file the last one counts: each states its whole list. */
function zone(files: string[], forbidden: Pattern[]) {
  const patterns = [...everywhere, ...forbidden]
  return {
    files,
    rules: { 'no-restricted-imports': ['error', { patterns }] as ['error', { patterns: typeof patterns }] },
  }
}

function outside(folders: string[], message: string): Pattern {
  return { regex: `^(\\.\\./)+(${folders.join('|')})/`, message }
}

const everywhere: Pattern[] = [
  {
    regex: '^\\.(.*/)?(utils?|lib|helpers|common)(/|\\.ts$)',
    message: 'Name a file after what it is about.',
  },
]
const onlyZod = {
  regex: '^(node:|[a-y@]|z[^o]|\\.\\./)',
  message: 'The contract is pure: it imports zod and its own files only.',
}
const noDriver = { regex: '^pg$', message: 'Only server/db knows the driver.' }
const serverKnowsNoKit = outside(
  ['sandbox', 'web', 'scripts', 'tests', 'bench'],
  'The server knows neither the development kit nor the source of the pages.',
)
const anothersInside = {
  regex: `^\\.\\./(${folders.join('|')})/(.*-)?(routes|queries)\\.ts$`,
  message: "Another folder's routes and queries are its own business: call a use case.",
}

function serverZone(files: string[], known: string[], ...more: Pattern[]) {
  const unknown = folders.filter((folder) => !known.includes(folder))
  return zone(files, [
    ...(files.some((file) => file.startsWith('server/db/')) ? [] : [noDriver]),
    serverKnowsNoKit,
    ...more,
    {
      regex: `^(\\.\\.?/)+(${unknown.join('|')})/`,
      message: 'This is not known here: see the table in oxlint.config.ts.',
    },
  ])
}

function folderZone(folder: string) {
  // What fills the demo shop writes the rows that checkout and courier would have left.
  const more = folder === 'seed' ? [] : [anothersInside]
  return serverZone([`server/${folder}/**`], [folder, ...(folderKnows[folder] ?? [])], ...more)
}

const webKnowsTheContract = outside(
  ['server', 'sandbox', 'scripts', 'demo', 'tests'],
  'The web side knows the contract only.',
)

function roomZone(files: string[], known: string[], ...more: Pattern[]) {
  const unknown = rooms.filter((room) => !known.includes(room))
  return zone(files, [
    webKnowsTheContract,
    ...more,
    outside(unknown, 'This room is not known here: see the table in oxlint.config.ts.'),
  ])
}

/** The parts of every page are made of plain values. */
const uiIsPlain: Pattern[] = [
  { regex: '^react-router', message: 'web/ui does not know the router.' },
  {
    regex: '^(\\.\\./)+(contract/|paths\\.ts|settings\\.ts)',
    message: 'web/ui knows no type and address of the shop.',
  },
]

const rulesArePure: Pattern = {
  regex: '^(\\.\\./(db|http|jobs)/|\\.\\./shop\\.ts$|\\./queries\\.ts$|hono|node:(fs|http|net))',
  message: 'Rules decide on plain values: no database, no HTTP. The types of rows are fine.',
  allowTypeImports: true,
}

export default defineConfig({
  plugins: ['typescript', 'oxc', 'unicorn', 'import', 'react', 'jsx-a11y', 'promise', 'vitest'],
  categories: { correctness: 'error' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  env: { builtin: true, node: true },
  ignorePatterns: ['build/', '.cache/', '.react-router/'],
  rules: {
    eqeqeq: 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'oxc/no-barrel-file': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/await-thenable': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/only-throw-error': 'error',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'vitest/valid-expect': ['error', { maxArgs: 2 }], // the second one says what is being looked at
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect*', 'assert*'] }],
    'no-restricted-imports': ['error', { patterns: everywhere }],
    // Off, since they refuse what is right here:
    'no-control-regex': 'off', // control characters are what some checks look for
    'promise/no-callback-in-promise': 'off', // callback interfaces of libraries are bridged on purpose
    'typescript/unbound-method': 'off', // our objects are made of functions that know no `this`
    'typescript/no-base-to-string': 'off', // FormData values are text unless a form has files
    'react/set-state-in-effect': 'off', // what only the browser knows is set after hydration
    'jsx-a11y/prefer-tag-over-role': 'off', // role="status" and role="group" are as good as their tags
    'jsx-a11y/no-autofocus': 'off', // the first field of a dialog has to take the focus
    'jsx-a11y/no-noninteractive-element-interactions': 'off', // a region may listen to hovering and arrow keys
    'jsx-a11y/no-noninteractive-tabindex': 'off', // a region that scrolls has to be reachable by keyboard
    'vitest/no-standalone-expect': 'off', // invariants are checked after each test
    'vitest/require-to-throw-message': 'off',
  },
  overrides: [
    zone(['contract/**'], [onlyZod]),
    serverZone(['server/*.ts'], []),
    ...Object.entries(neutralKnows).map(([file, known]) => serverZone([file], known)),
    zone(composition, [noDriver, serverKnowsNoKit]),
    ...folders.map(folderZone),
    ...folders.map((folder) =>
      serverZone(
        [`server/${folder}/rules.ts`, `server/${folder}/*-rules.ts`],
        [folder, ...(folderKnows[folder] ?? [])],
        anothersInside,
        rulesArePure,
      ),
    ),
    zone(['web/**'], [webKnowsTheContract]),
    roomZone(['web/paths.ts', 'web/settings.ts'], []),
    ...rooms.map((room) =>
      roomZone([`web/${room}/**`], [room, ...(roomKnows[room] ?? [])], ...(room === 'ui' ? uiIsPlain : [])),
    ),
    ...areas.map((area) =>
      roomZone(
        [`web/routes/${area}/**`],
        ['routes', ...(roomKnows.routes ?? [])],
        outside(
          areas.filter((other) => other !== area),
          'Pages of another area: what both need belongs to a room of web/.',
        ),
      ),
    ),
    zone(
      ['sandbox/**'],
      [outside(['server', 'web', 'contract', 'demo'], "The sandbox speaks the providers' protocols only.")],
    ),
    zone(
      ['demo/**'],
      [outside(['server', 'web', 'sandbox'], 'The demo shop is data: it knows the contract only.')],
    ),
    {
      // Tests stand outside the walls: they bring up the shop and look at it from every side.
      files: ['**/*.test.ts', '**/*.test.tsx', 'server/*/testing.ts', 'tests/**', 'bench/**'],
      rules: {
        'no-restricted-imports': ['error', { patterns: everywhere }],
        'typescript/no-explicit-any': 'off',
      },
    },
    {
      // Its packages are not installed with the shop's: what is made of their types is unknown to the linter.
      files: ['studio/**'],
      rules: { 'typescript/no-redundant-type-constituents': 'off' },
    },
    {
      // `test` of node:test answers a promise that its runner waits for.
      files: ['studio/*.test.ts'],
      rules: { 'typescript/no-floating-promises': 'off' },
    },
    {
      // Playwright's fixtures take an object pattern, empty or not, and a function that it calls `use`.
      files: ['tests/e2e/**'],
      rules: { 'no-empty-pattern': 'off', 'react/rules-of-hooks': 'off', 'vitest/expect-expect': 'off' },
    },
    {
      // React Router's loaders throw responses.
      files: ['web/**'],
      rules: { 'typescript/only-throw-error': 'off' },
    },
    {
      // Frameworks ask for a default export here.
      files: [
        'web/routes/**/page.tsx',
        'web/routes/**/*.ts',
        'web/layout/layout.tsx',
        'web/root.tsx',
        'web/routes.ts',
        'web/entry.*.tsx',
        '*.config.ts',
        'tests/setup/database.ts',
        'tests/e2e/start-shop.ts',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
  ],
})
