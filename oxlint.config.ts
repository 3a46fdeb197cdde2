// Lint rules, and as tables which folder may import which.
import { defineConfig } from 'oxlint'

/**
 * The groups of server/ in dependency order: each may import itself and the groups before it, so there are no cycles between
 * them. From another group a file may import use cases, rules and steps made for others, never routes or queries.
 */
const groups = [
  'platform', // database, HTTP, jobs, mail, pictures, caches, outside providers, logs and metrics, backup, settings
  'people', // accounts, sessions, sellers' profiles, addresses, the audit log
  'money', // ledger, tax, sales, payments and refunds, invoices, settlements
  'catalogue', // categories, products, search, sitemap
  'selling', // a seller's own products
  'fulfilment', // orders, parcels, returns
  'buying', // cart, wishlist, checkout
  'administration', // the administrator's lists and pages, invariants, retention
  'process', // connects all of them: endpoints, jobs, timers, the processes themselves
]

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
  forms: ['api', 'messages', 'session', 'toast', 'ui'],
  layout: ['api', 'session', 'ui'],
  lists: ['api', 'messages', 'session', 'toast', 'ui'],
  security: ['api', 'forms', 'messages', 'session', 'toast', 'ui'],
  complaints: ['ui'],
  delivery: ['api', 'session', 'ui'],
  products: ['toast', 'ui'],
  settlements: ['ui'],
  weights: ['ui', 'uploads'],
  viewed: ['products'],
  reviews: ['ui'],
  questions: ['ui'],
  photos: ['ui', 'uploads'],
  'order-messages': ['api', 'complaints', 'forms', 'toast', 'ui'],
  orders: ['api', 'layout', 'lists', 'messages', 'session', 'toast', 'ui', 'uploads'],
  addresses: ['api', 'forms', 'messages', 'session', 'toast', 'ui'],
  coupons: ['forms', 'ui'],
  checkout: ['addresses', 'api', 'messages', 'session', 'toast'],
  cart: [
    'addresses',
    'api',
    'checkout',
    'delivery',
    'forms',
    'layout',
    'messages',
    'products',
    'session',
    'toast',
    'ui',
  ],
  wishlist: ['api', 'cart', 'layout', 'lists', 'messages', 'products', 'session', 'toast', 'ui'],
  routes: [
    'addresses',
    'api',
    'cart',
    'complaints',
    'coupons',
    'delivery',
    'forms',
    'layout',
    'lists',
    'messages',
    'order-messages',
    'orders',
    'photos',
    'products',
    'questions',
    'reviews',
    'security',
    'seo',
    'session',
    'settlements',
    'toast',
    'ui',
    'uploads',
    'viewed',
    'weights',
    'wishlist',
  ],
}
const webFolders = Object.keys(webFolderKnows)
/** The folders of web/routes/: pages of one area import nothing of another one. */
const areas = ['account', 'admin', 'not-found', 'seller', 'static', 'storefront']

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
const noDriver = { regex: '^pg$', message: 'Only server/platform/db may import the database driver.' }
const serverKnowsNoKit = outside(
  ['demo', 'sandbox', 'web', 'scripts', 'tests', 'bench'],
  'The server may import neither development code nor the source of the pages.',
)
const anothersInside = {
  regex: `^(\\.\\./)+(${groups.join('|')})/(.*/)?([^/]*-)?(routes|queries)\\.ts$`,
  message: "Do not import another group's routes or queries: call a use case.",
}

const databaseFolder = 'server/platform/db/**'

function groupZone(group: string, files: string[], ...more: Pattern[]) {
  const later = groups.slice(groups.indexOf(group) + 1)
  return zone(files, [
    ...(files.includes(databaseFolder) ? [] : [noDriver]),
    serverKnowsNoKit,
    // The process connects the routes of all groups.
    ...(group === 'process' ? [] : [anothersInside]),
    ...(later.length === 0 ? [] : [outside(later, 'An import upwards: see the order of the groups above.')]),
    ...more,
  ])
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
  regex: '(/platform/(db|http|jobs)/|/platform/shop\\.ts$|^\\./queries\\.ts$|^hono|^node:(fs|http|net))',
  message: 'Rules work on plain values: no database, no HTTP. Importing row types is allowed.',
  allowTypeImports: true,
}

const noRegExp = { name: 'RegExp', message: 'Write an expression as a literal.' }

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
    'react/no-danger': 'error',
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
    zone(['server/main.ts'], [noDriver, serverKnowsNoKit]),
    ...groups.map((group) => groupZone(group, [`server/${group}/**`])),
    groupZone('platform', [databaseFolder]),
    ...groups.map((group) =>
      groupZone(group, [`server/${group}/**/rules.ts`, `server/${group}/**/*-rules.ts`], rulesArePure),
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
      [noDriver, outside(['web', 'sandbox'], 'The demo shop may import the contract and the server only.')],
    ),
    {
      // One that is built at run time could not be checked (tests/regular-expressions.test.ts).
      files: ['{contract,server,web,sandbox,scripts}/**'],
      excludeFiles: ['**/*.test.ts', '**/*.test.tsx'],
      rules: { 'no-restricted-globals': ['error', noRegExp] },
    },
    {
      files: ['server/**'],
      excludeFiles: ['**/*.test.ts', 'server/platform/providers/call-outside.ts'],
      rules: {
        'no-restricted-globals': [
          'error',
          noRegExp,
          {
            name: 'fetch',
            message: 'Call other hosts by callOutside, which limits time, length and redirects.',
          },
        ],
      },
    },
    {
      // Tests may import everything: they start a shop and inspect all of its parts.
      files: ['**/*.test.ts', '**/*.test.tsx', 'tests/**', 'bench/**'],
      rules: {
        'no-restricted-imports': ['error', { patterns: everywhere }],
        'typescript/no-explicit-any': 'off',
      },
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
        'tests/e2e/start-shop.ts',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
  ],
})
