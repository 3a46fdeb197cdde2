import path from 'node:path'
import type { Config } from '@react-router/dev/config'
import { compressBuild } from './web/bundling/compress-build.ts'

const config: Config = {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // Ship the whole route manifest as one immutable file, so that a navigation needs no manifest request.
  routeDiscovery: { mode: 'initial' },
  buildEnd({ reactRouterConfig }) {
    compressBuild(path.join(reactRouterConfig.buildDirectory, 'client'))
  },
}
export default config
