// The administrator's pages: a build of their own, so that no file that a visitor can load knows of them.
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { slimEndpoints } from './web/bundling/slim-contract.ts'

export default defineConfig({
  plugins: [slimEndpoints(), tailwindcss()],
  // They are served below a path that only the database knows.
  base: './',
  publicDir: false,
  build: {
    outDir: 'build/admin',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: 'web/routes/admin/entry.tsx',
      output: {
        entryFileNames: 'console.js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css')) ? 'console.css' : '[name]-[hash][extname]',
      },
    },
  },
})
