// Lint rules, and the import rules of docs/architecture.md as tables: which folder may import which.
import { defineConfig } from 'oxlint'

/**
 * Each folder of server/ and the other folders that it may import, in dependency order: a folder imports only folders
 * listed above its own line, so there are no cycles. From another feature it may import use cases, rules and steps made
 * for others, never routes or queries.
 */
const folderKnows: Record<string, string[]> = {
  // Infrastructure that every feature uses.
  observe: [],
  db: ['observe'],
  jobs: ['db', 'observe'],
  http: ['db', 'observe'],
  shipping: [],
  // Features.
  audit: ['db'],
  mail: ['db', 'jobs'],
  ledger: ['db'],
  tax: ['audit', 'db', 'http'],
  sales: ['db', 'ledger', 'tax'],
  payments: ['audit', 'db', 'jobs', 'ledger'],
  providers: ['observe', 'payments', 'shipping'],
  media: ['db', 'http', 'providers'],
  'page-cache': ['db', 'http', 'media', 'observe'],
  catalogue: ['audit', 'db', 'http', 'media', 'page-cache'],
  addresses: ['db', 'http'],
  cart: ['catalogue', 'db', 'http', 'media'],
  wishlist: ['catalogue', 'db', 'http', 'media'],
  seo: ['catalogue', 'db', 'http'],
  identity: ['audit', 'db', 'http', 'mail'],
  sellers: ['audit', 'catalogue', 'db', 'http', 'identity', 'mail', 'media', 'tax'],
  invoices: ['audit', 'db', 'http'],
  orders: [
    'audit',
    'catalogue',
    'db',
    'http',
    'identity',
    'invoices',
    'ledger',
    'mail',
    'media',
    'observe',
    'payments',
    'sales',
    'sellers',
    'shipping',
    'tax',
  ],
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
  returns: [
    'audit',
    'catalogue',
    'db',
    'http',
    'identity',
    'mail',
    'media',
    'observe',
    'orders',
    'sales',
    'shipping',
  ],
  settlements: ['audit', 'db', 'http', 'identity', 'jobs', 'ledger', 'mail', 'payments', 'sellers'],
  invariants: ['db'],
  profile: ['http', 'identity', 'sellers'],
  settings: ['http', 'media'],
  admin: [
    'audit',
    'catalogue',
    'db',
    'http',
    'identity',
    'invariants',
    'invoices',
    'jobs',
    'mail',
    'observe',
    'orders',
    'page-cache',
    'payments',
    'sales',
    'sellers',
    'tax',
  ],
  // Background work, metrics, and what fills or empties the features' tables.
  metrics: ['db', 'jobs', 'observe'],
  retention: ['audit', 'catalogue', 'checkout', 'identity', 'orders', 'page-cache', 'returns', 'settlements'],
  worker: [
    'catalogue',
    'checkout',
    'db',
    'invariants',
    'invoices',
    'ledger',
    'mail',
    'media',
    'orders',
    'payments',
    'retention',
    'returns',
    'settlements',
  ],
  backup: ['db', 'jobs', 'observe'],
  seed: [
    'admin',
    'audit',
    'catalogue',
    'db',
    'identity',
    'invoices',
    'ledger',
    'mail',
    'media',
    'orders',
    'sales',
    'shipping',
    'tax',
  ],
}
const folders = Object.keys(folderKnows)

/** The same for the shared folders of web/. All of them know its root files; the entries and the root may import all of them. */
const webFolderKnows: Record<string, string[]> = {
  bundling: [],
  hydration: [],
  seo: [],
  ui: [],
  uploads: [],
  api: [],
  toast: [],
  messages: ['api'],
  session: ['api', 'messages', 'toast'],
  forms: ['api', 'messages', 'session', 'ui'],
  layout: ['api', 'session', 'ui'],
  lists: ['api', 'messages', 'session', 'toast', 'ui'],
  security: ['api', 'forms', 'messages', 'session', 'toast', 'ui'],
  products: ['toast', 'ui'],
  settlements: ['ui'],
  wishlist: ['api', 'layout', 'lists', 'messages', 'products', 'session', 'toast', 'ui'],
  orders: ['api', 'layout', 'lists', 'messages', 'session', 'toast', 'ui'],
  addresses: ['api', 'forms', 'messages', 'session', 'toast', 'ui'],
  checkout: ['addresses', 'api', 'messages', 'session', 'toast'],
  cart: ['addresses', 'api', 'checkout', 'forms', 'layout', 'messages', 'products', 'session', 'toast', 'ui'],
  routes: [
    'addresses',
    'api',
    'cart',
    'checkout',
    'forms',
    'layout',
    'lists',
    'messages',
    'orders',
    'products',
    'security',
    'seo',
    'session',
    'settlements',
    'toast',
    'ui',
    'uploads',
    'wishlist',
  ],
}
const webFolders = Object.keys(webFolderKnows)
/** The folders of web/routes/: pages of one area import nothing of another one. */
const areas = ['account', 'admin', 'not-found', 'seller', 'static', 'storefront']

/** Files of server/ itself that wire the folders together. The other files there may be imported by every folder. */
const composition = [
  'server/main.ts',
  'server/own-worker.ts',
  'server/worker-process.ts',
  'server/app.ts',
  'server/listener.ts',
  'server/open-providers.ts',
  'server/config-advice.ts',
]
/** shop.ts names the types of the job queue and of the providers; rate-limit.ts and lock-customer.ts stand on the database. */
const neutralKnows: Record<string, string[]> = {
  'server/shop.ts': ['db', 'jobs', 'mail', 'media', 'payments', 'shipping'],
  'server/lock-customer.ts': ['db'],
  'server/rate-limit.ts': ['db'],
}

interface Pattern {
  regex: string
  message: string
  allowTypeImports?: boolean
}

/** Forbids imports by pattern. Only the last matching override applies to a file, so each one repeats the whole list. */
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
  message: 'The contract runs in the browser and on the server: import zod and contract files only.',
}
const noDriver = { regex: '^pg$', message: 'Only server/db may import the database driver.' }
const serverKnowsNoKit = outside(
  ['sandbox', 'web', 'scripts', 'tests', 'bench'],
  'The server may import neither development code nor the source of the pages.',
)
const anothersInside = {
  regex: `^\\.\\./(${folders.join('|')})/(.*-)?(routes|queries)\\.ts$`,
  message: "Do not import another folder's routes or queries: call a use case.",
}

function serverZone(files: string[], known: string[], ...more: Pattern[]) {
  const unknown = folders.filter((folder) => !known.includes(folder))
  return zone(files, [
    ...(files.some((file) => file.startsWith('server/db/')) ? [] : [noDriver]),
    serverKnowsNoKit,
    ...more,
    {
      regex: `^(\\.\\.?/)+(${unknown.join('|')})/`,
      message: 'This folder may not import that one: see the table folderKnows in oxlint.config.ts.',
    },
  ])
}

function folderZone(folder: string) {
  // The demo seed writes the rows that checkout and the courier would have written, with those features' own queries.
  const more = folder === 'seed' ? [] : [anothersInside]
  return serverZone([`server/${folder}/**`], [folder, ...(folderKnows[folder] ?? [])], ...more)
}

const webKnowsTheContract = outside(
  ['server', 'sandbox', 'scripts', 'demo', 'tests'],
  'The web side knows the contract only.',
)

function webFolderZone(files: string[], known: string[], ...more: Pattern[]) {
  const unknown = webFolders.filter((folder) => !known.includes(folder))
  return zone(files, [
    webKnowsTheContract,
    ...more,
    outside(unknown, 'This folder is not known here: see the table in oxlint.config.ts.'),
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
  message: 'Rules work on plain values: no database, no HTTP. Importing row types is allowed.',
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
    'vitest/valid-expect': ['error', { maxArgs: 2 }], // the second argument is the message of a failure
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect*', 'assert*'] }],
    'no-restricted-imports': ['error', { patterns: everywhere }],
    // Off, because they report code that is correct here:
    'no-control-regex': 'off', // some validations look for control characters
    'promise/no-callback-in-promise': 'off', // callback APIs of libraries are wrapped on purpose
    'typescript/unbound-method': 'off', // our objects consist of functions that do not use `this`
    'typescript/no-base-to-string': 'off', // FormData values are text unless a form has files
    'react/set-state-in-effect': 'off', // values that exist only in the browser are set after hydration
    'jsx-a11y/prefer-tag-over-role': 'off', // role="status" and role="group" are equivalent to the elements
    'jsx-a11y/no-autofocus': 'off', // a dialog has to focus its first field
    'jsx-a11y/no-noninteractive-element-interactions': 'off', // a region may handle hover and arrow keys
    'jsx-a11y/no-noninteractive-tabindex': 'off', // a scrollable region has to be focusable by keyboard
    'vitest/no-standalone-expect': 'off', // invariants are asserted in afterEach
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
    webFolderZone(['web/paths.ts', 'web/settings.ts'], []),
    ...webFolders.map((folder) =>
      webFolderZone(
        [`web/${folder}/**`],
        [folder, ...(webFolderKnows[folder] ?? [])],
        ...(folder === 'ui' ? uiIsPlain : []),
      ),
    ),
    ...areas.map((area) =>
      webFolderZone(
        [`web/routes/${area}/**`],
        ['routes', ...(webFolderKnows.routes ?? [])],
        outside(
          areas.filter((other) => other !== area),
          'Pages of another area: what both need belongs to a shared folder of web/.',
        ),
      ),
    ),
    zone(
      ['sandbox/**'],
      [outside(['server', 'web', 'contract', 'demo'], 'sandbox/ may not import the shop or the contract.')],
    ),
    zone(
      ['demo/**'],
      [outside(['server', 'web', 'sandbox'], 'The demo shop is data: it may import the contract only.')],
    ),
    {
      // Tests may import everything: they start a shop and inspect all of its parts.
      files: ['**/*.test.ts', '**/*.test.tsx', 'tests/**', 'bench/**'],
      rules: {
        'no-restricted-imports': ['error', { patterns: everywhere }],
        'typescript/no-explicit-any': 'off',
      },
    },
    {
      // The packages of studio/ are not installed with the shop, so the linter cannot resolve their types.
      files: ['studio/**'],
      rules: { 'typescript/no-redundant-type-constituents': 'off' },
    },
    {
      // `test` of node:test returns a promise that the runner awaits.
      files: ['studio/*.test.ts'],
      rules: { 'typescript/no-floating-promises': 'off' },
    },
    {
      // Playwright's fixtures require an object pattern, even an empty one, and a function named `use`.
      files: ['tests/e2e/**'],
      rules: { 'no-empty-pattern': 'off', 'react/rules-of-hooks': 'off', 'vitest/expect-expect': 'off' },
    },
    {
      // Loaders of React Router throw Response objects.
      files: ['web/**'],
      rules: { 'typescript/only-throw-error': 'off' },
    },
    {
      // Frameworks require a default export in these files.
      files: [
        'web/routes/**/page.tsx',
        'web/routes/**/*.ts',
        'web/layout/layout.tsx',
        'web/root.tsx',
        'web/routes.ts',
        'web/entry.*.tsx',
        '*.config.ts',
        'tests/setup/database.ts',
        'tests/mutation/runner.ts',
        'tests/e2e/start-shop.ts',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
  ],
})
