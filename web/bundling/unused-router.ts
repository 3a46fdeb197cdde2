/**
 * Features of React Router 8.4.0 that no page uses, and their functions (leave-out.ts): actions and
 * submissions, fetchers, the discovery of routes, instrumentations, React Server Components, hot replacement of modules.
 */
import type { Unused } from './leave-out.ts'

const lib = 'react-router/dist/production/lib'

export const unusedRouter: Unused = {
  imports: {
    // Pages change data by calls of the API (web/api/client.ts). `Scripts` is rendered by the development server only.
    'react-router': [
      'Form',
      'unstable_HistoryRouter',
      'useFetcher',
      'useFetchers',
      'useFormAction',
      'useSubmit',
    ],
  },
  files: [
    {
      file: `${lib}/router/router.js`,
      sha256: 'c57a8a443062a135280d8534797cf22bea1f999731eec4aafe6e1c4cf356ed83',
      // For navigations that submit a form.
      idle: ['getSubmissionFromNavigation', 'getUpdatedActionData'],
      constant: {
        getActionDataForCommit: 'return {}',
        normalizeNavigateOptions: 'return { path }',
        // There are no fetchers.
        abortStaleFetchLoads: 'return false',
        markFetchRedirectsDone: 'return false',
        // All routes are known from the start (`routeDiscovery` in react-router.config.ts).
        checkFogOfWar: 'return { active: false, matches: null }',
      },
      unreached: [
        // Actions and submissions.
        'getSubmittingNavigation',
        'handleAction',
        // Fetchers.
        'abortFetcher',
        'deleteFetcher',
        'fetch',
        'getDoneFetcher',
        'getFetcher',
        'getLoadingFetcher',
        'getSubmittingFetcher',
        'getUpdatedRevalidatingFetchers',
        'handleFetcherAction',
        'handleFetcherLoader',
        'markFetchersDone',
        'queueFetcherForDeletion',
        'resetFetcher',
        'setFetcherError',
        'updateFetcherState',
        // The discovery of routes, and hot replacement.
        '_internalSetRoutes',
        'discoverRoutes',
        'patchRoutes',
        'patchRoutesImpl',
        // Instrumentations.
        'getInstrumentationNavigateMeta',
      ],
    },
    {
      file: `${lib}/router/instrumentation.js`,
      sha256: '80f3af8400627f5f86f0e5b8bb3b89350282c742ef8f8b42c02714433aff375c',
      idle: ['consumeInstrumentationClientResultMetaReceiver'],
      unreached: ['getRouteInstrumentationUpdates', 'instrumentClientSideRouter'],
    },
    {
      file: `${lib}/dom/ssr/fog-of-war.js`,
      sha256: 'eb9a6c534f1fb499f2e1a689e948fa9c882815525bc429e861dea024d2b22a30',
      idle: ['getPatchRoutesOnNavigationFunction', 'useFogOFWarDiscovery'],
    },
    {
      file: `${lib}/dom/ssr/single-fetch.js`,
      sha256: 'b48e0bfc41893af7473d0296cccde5419b652e97f1786ccfca8dea2cacfdc141',
      unreached: ['nonSsrStrategy', 'singleFetchActionStrategy', 'singleFetchLoaderFetcherStrategy'],
    },
    {
      file: `${lib}/dom/ssr/routes.js`,
      sha256: 'a61893177d6a9f78b5681baae6d2170b6fa13a2d7171be6f7ad5a137180a14f0',
      unreached: [
        'createClientRoutesWithHMRRevalidationOptOut',
        'fetchServerAction',
        'wrapShouldRevalidateForHdr',
      ],
    },
    {
      file: `${lib}/dom/ssr/components.js`,
      sha256: 'c558f81af80558a31e44516bfc8c903b7b2630e9954017f4fc4cac061a500fd0',
      // The pages have no <Scripts/>.
      unreached: ['RSCPrefetchPageLinksImpl', 'Scripts'],
    },
    {
      file: `${lib}/dom/ssr/fallback.js`,
      sha256: '74cfc95228406395cfb36cbe5a1de34efeb4d3905d65de5b69a82a79b15a7f60',
      // For a page without server data that has no `HydrateFallback`; it would write <Scripts/>.
      unreached: ['RemixRootDefaultHydrateFallback'],
    },
    {
      file: `${lib}/hooks.js`,
      sha256: '815f4e1a09bdb3f26b52907f27dfe33b81193149863c1cfcfe6d5f5e60e05798',
      unreached: ['RSCErrorHandler'],
    },
    {
      file: `${lib}/errors.js`,
      sha256: '5f601b5f35fdc5e1eedff573f9da330654e969d923a7703bc749d05a559896c6',
      // Errors of React Server Components.
      unreached: ['decodeRedirectErrorDigest', 'decodeRouteErrorResponseDigest'],
    },
    {
      file: `${lib}/dom/lib.js`,
      sha256: '3fa62403d02a7d3bc03c2f5f086600d9738a643900de16691b57837610df8612',
      absent: ['Form', 'HistoryRouter'],
    },
  ],
}
