import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // Ship the whole route manifest as one immutable file, so that a navigation needs no manifest request.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
