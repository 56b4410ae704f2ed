import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { join } from 'node:path'

/** Packages that exist once in the page: plugins receive the shell's instance through the share scope. */
const singletons = [
  'react',
  'react-dom',
  '@tanstack/react-query',
  '@tanstack/react-router',
  'i18next',
  'react-i18next',
  '@recado/sdk',
]

/** The server of `npm start`; in development every call that is not a source file goes there. */
const server = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`
const proxied = [
  '/api',
  '/auth',
  '/tickets',
  '/messages',
  '/queue',
  '/tags',
  '/users',
  '/whatsapp',
  '/whatsappsession',
  '/load-config',
  '/notifications',
  '/p',
  '/plugins',
  '/media',
  '/hooks',
]

export default defineConfig({
  plugins: [react(), tailwind()],
  resolve: { dedupe: singletons },
  // The server replaces the placeholder with a fresh nonce in every answer of index.html.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2023',
    manifest: true,
    modulePreload: { polyfill: false },
    // The largest files are the names of emojis, one for each language, fetched when somebody looks for one.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: {
        index: join(import.meta.dirname, 'index.html'),
        'service-worker': join(import.meta.dirname, 'src/service-worker/worker.ts'),
      },
      output: {
        // A service worker is known by its address: another name would be another worker.
        entryFileNames: ({ name }) => (name === 'service-worker' ? 'service-worker.js' : 'assets/[name]-[hash].js'),
        // What stands before the login is few files; behind it nothing is fetched that a screen does not use, but files
        // of a few lines are put together.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'packages', tags: ['$initial'], test: /node_modules\/.*js$/ },
            // The service worker begins on its own, too, and stays one file: it is no part of the page.
            { name: 'first', tags: ['$initial'], test: /^(?!.*\/service-worker\/)/ },
            { name: 'desk', minShareCount: 6 },
            { name: 'shared', entriesAware: true, entriesAwareMergeThreshold: 4_000, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      ...Object.fromEntries(proxied.map((path) => [path, { target: server, changeOrigin: false }])),
      '/socket.io': { target: server, ws: true },
    },
  },
})
