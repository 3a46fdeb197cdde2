import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { slimEndpoints } from './web/bundling/slim-contract.ts'

/**
 * One file of the framework, which stays in browser caches when the shop's code changes, one of what nearly every page of
 * the shop imports, and one of what nearly every page behind a log-in does. Without the first two a page loads 10 kB more, in 30
 * more files; the third shortens the list of files of every page, which each page loads.
 */
const chunkGroups = [
  { name: 'framework', test: /\/node_modules\/(?:react|react-dom|scheduler|react-router)\//, priority: 2 },
  {
    name: 'shop',
    test: /\/(?:web\/(?:root|layout\/(?:layout|breadcrumb)|products\/product-strip|messages\/(?:failure-message|adding)|seo\/(?:page-meta|breadcrumb-data)|ui\/(?:server-html|(?:text-|digits-)?field))|contract\/day-in-words)\.tsx?$/,
    priority: 1,
  },
  {
    name: 'private',
    test: /\/(?:web\/(?:layout\/(?:page-header|use-focus-on-arrival|standalone-page|private-fallback)|ui\/(?:loading|dates|badge|text-area|dialog|first-in-dialog|select-field|card|note|password-field|email-field|copy-button)|session\/(?:require-session|use-signed-out)|forms\/(?:form-problem|form-dialog|use-form|confirm-login|second-code-field)|api\/(?:load-or-empty|save-file)|cart\/add-to-cart|uploads\/upload-file|messages\/(?:account|selling)|routes\/seller\/(?:require-seller|seller-page|seller-toast|list-search|save-csv|may-do|area-names|load-approval|off-sale-note|product-missing|load-product|not-on-sale|holiday-note|shop-closed-note))|contract\/(?:private-endpoints|gstin|numbers|return-words|import-limits|seller-product|moderation|period-words))\.tsx?$/,
  },
]

export default defineConfig({
  plugins: [slimEndpoints(), tailwindcss(), reactRouter()],
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
