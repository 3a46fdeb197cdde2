import path from 'node:path'
import type { Config } from '@react-router/dev/config'
import { compressBuild } from './web/bundling/compress-build.ts'
import { slimManifest } from './web/bundling/slim-manifest.ts'

const config: Config = {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // Ship the whole route manifest as one immutable file, so that a navigation needs no manifest request.
  routeDiscovery: { mode: 'initial' },
  buildEnd({ reactRouterConfig }) {
    const browser = path.join(reactRouterConfig.buildDirectory, 'client')
    slimManifest(browser)
    compressBuild(browser)
  },
}
export default config
