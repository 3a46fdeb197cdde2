// Separate build of the administrator's pages, so that no file that a visitor can load refers to them (decision 5).
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss()],
  // Relative URLs: the pages are served below a random path that is stored in the database.
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
