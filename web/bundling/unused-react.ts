/** Features of React DOM 19.3.1 that no page uses, and their functions (leave-out.ts). */
import type { Unused } from './leave-out.ts'

const methodsOf = (name: string, methods: readonly string[]) =>
  methods.map((method) => `${name}.prototype.${method}`)

export const unusedReact: Unused = {
  imports: {
    react: [
      'Activity',
      'SuspenseList',
      'unstable_SuspenseList',
      'ViewTransition',
      'addTransitionType',
      'useActionState',
    ],
    'react-dom': [
      'preconnect',
      'prefetchDNS',
      'preinit',
      'preinitModule',
      'preload',
      'preloadModule',
      'useFormState',
      'useFormStatus',
    ],
  },
  files: [
    {
      file: 'react-dom/cjs/react-dom-client.production.js',
      sha256: 'a319b413b7a19ee34422d9a12a8e7afd003c07846716d278ba1a0898e8cb6251',
      // Fibers of <SuspenseList>, <ViewTransition> and <Activity>. Without their branches such an element throws.
      tags: [19, 30, 31],
      idle: [
        // These look for a fiber with tag 30 (<ViewTransition>) below the given one. React Router moves from page to
        // page with document.startViewTransition() itself.
        'commitExitViewTransitions',
        'commitNestedViewTransitions',
        'restoreEnterOrExitViewTransitions',
        'restoreNestedViewTransitions',
        'trackEnterViewTransitions',
        // These look for a <Fragment> with a ref around the given fiber.
        'commitFragmentInstanceDeletionEffects',
        'commitFragmentInstanceInsertionEffects',
        'commitNewChildToFragmentInstances',
        // The event of `<form action={function}>`; for other forms it only feeds useFormStatus().
        'extractEvents$1',
        // These look for fibers that a commit waits for: <link precedence> and pictures within <ViewTransition>.
        'accumulateSuspenseyCommitOnFiber',
        'recursivelyAccumulateSuspenseyCommit',
      ],
      constant: {
        // No transition has a type.
        claimQueuedTransitionTypes: 'return null',
        // Only <link rel="stylesheet" precedence>, <style precedence> and <script async> are resources.
        getResource: 'return null',
        // Only pictures within <ViewTransition> (mode 32) take the other way.
        preloadInstanceAndSuspendIfNeeded: 'workInProgress.flags &= -16777217',
        // There is nothing that a commit waits for.
        waitForCommitToBeReady: 'return null',
      },
      unreached: [
        // <ViewTransition>: called for fibers with tag 30, or after the first of them has started a transition.
        'applyViewTransitionName',
        'applyViewTransitionToHostInstances',
        'applyViewTransitionToHostInstancesRecursive',
        'commitAfterMutationEffectsOnFiber',
        'commitAppearingPairViewTransitions',
        'commitDeletedPairViewTransitions',
        'commitEnterViewTransitions',
        'createViewTransitionInstance',
        'flushAfterMutationEffects',
        'getViewTransitionClassName',
        'getViewTransitionName',
        'measureNestedViewTransitions',
        'measureViewTransitionHostInstancesRecursive',
        'pushViewTransitionCancelableScope',
        'queueTransitionTypes',
        'recursivelyTraverseAfterMutationEffects',
        'reportViewTransitionError',
        'restorePairedViewTransitions',
        'restoreViewTransitionName',
        'restoreViewTransitionOnHostInstances',
        'scheduleViewTransitionEvent',
        'startViewTransition',
        'ViewTransitionPseudoElement',
        ...methodsOf('ViewTransitionPseudoElement', ['animate', 'getAnimations', 'getComputedStyle']),
        // The ref of a <Fragment>.
        'addFragmentHandleToFiber',
        'FragmentInstance',
        ...methodsOf('FragmentInstance', [
          'addEventListener',
          'blur',
          'compareDocumentPosition',
          'dispatchEvent',
          'focus',
          'focusLast',
          'getClientRects',
          'getRootNode',
          'observeUsing',
          'removeEventListener',
          'scrollIntoView',
          'unobserveUsing',
        ]),
        // <SuspenseList> and <Activity>.
        'cutOffTailIfNeeded',
        'initSuspenseListRenderState',
        'updateActivityComponent',
        'updateSuspenseListComponent',
        // useActionState() and `<form action={function}>`.
        'dispatchActionState',
        'mountActionState',
        'rerenderActionState',
        'startHostTransition',
        'TransitionAwareHostComponent',
        'updateActionState',
        // preload(), preinit() and so on of react-dom.
        'preconnect',
        'prefetchDNS',
        'preinitModuleScript',
        'preinitScript',
        'preinitStyle',
        'preload',
        'preloadModule',
        // For what getResource() answers.
        'acquireResource',
        'insertStylesheet',
        'preloadResourceAndSuspendIfNeeded',
      ],
    },
  ],
}
