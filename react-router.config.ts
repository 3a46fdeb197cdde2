import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // The whole route table is one immutable file, so that a page needs no manifest call before it navigates.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
