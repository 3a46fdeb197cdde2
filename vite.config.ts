import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { chunkGroups } from './web/bundling/chunk-groups.ts'
import { compressBuild } from './web/bundling/compress-build.ts'
import { routeModuleFailure } from './web/bundling/route-module-failure.ts'
import { slimEndpoints, withoutEndpoints } from './web/bundling/slim-contract.ts'

export default defineConfig({
  plugins: [
    slimEndpoints(),
    withoutEndpoints(),
    routeModuleFailure(),
    tailwindcss(),
    reactRouter(),
    compressBuild(),
  ],
  // Found only after the first page: without it a newcomer's first look at `npm run dev` is loaded twice.
  optimizeDeps: { include: ['zod'] },
  build: {
    // Fonts and pictures stay files: the content policy knows no data: fonts, and files are cached once.
    assetsInlineLimit: 0,
    modulePreload: false,
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } } },
  },
})
