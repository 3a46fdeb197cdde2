import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { chunkGroups } from './web/bundling/chunk-groups.ts'
import { leaveOut } from './web/bundling/leave-out.ts'
import { routeModuleFailure } from './web/bundling/route-module-failure.ts'
import { slimEndpoints, withoutEndpoints } from './web/bundling/slim-contract.ts'
import { unusedReact } from './web/bundling/unused-react.ts'
import { unusedRouter } from './web/bundling/unused-router.ts'

export default defineConfig({
  plugins: [
    slimEndpoints(),
    withoutEndpoints(),
    routeModuleFailure(),
    leaveOut(unusedReact, unusedRouter),
    tailwindcss(),
    reactRouter(),
  ],
  // Vite would discover zod only after the first page and then reload it: list it for the first start of `npm run dev`.
  optimizeDeps: { include: ['zod'] },
  build: {
    // Never inline fonts and pictures: the content security policy forbids data: fonts, and files are cached separately.
    assetsInlineLimit: 0,
    modulePreload: false,
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } } },
  },
})
