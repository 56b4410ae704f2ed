import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
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

/** The kit's menus, dialogs and popovers, with the packages that nothing else uses. */
const overlays = new RegExp(
  [
    /sdk\/src\/ui\/kit\/(menu|dialog|popover|others-inert|use-bottom-sheet)\.tsx?$/,
    /node_modules\/(@radix-ui|tslib)\//,
    /node_modules\/(react-remove-scroll(-bar)?|react-style-singleton|use-sidecar|use-callback-ref|aria-hidden)\//,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/** What stands around every screen. Screens share it, and nothing here may draw an overlay. */
const frame = new RegExp(
  [
    /shell\/src\/(app|data\/(realtime|messages|pushes|licence|workplace|notifications|access)|base\/(shortcuts|federation|preferences|session)|parts\/(navigation|licence|messages|brand))\//,
    /shell\/src\/(data\/(tickets\/ticket-(merge|gone)|plugins\/use-nav-count|channels\/connection-merge)|base\/(ascending|ui\/(report-failure|OverlayOnDemand)|i18n\/wall-clock))\.tsx?$/,
    /sdk\/src\/ui\/kit\/(marks|layout|icon|focus-before|number-format|use-media-query)\.tsx?$/,
    /core\/contracts\/src\/(visibility|reserved-keys|notification-rules|realtime|route-tiers|tier-order|contract-version)\.ts$/,
    /node_modules\/(lucide-react|@tanstack\/(query-core|react-query|router-core|react-router))\//,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/**
 * The SDK, which plugins get whole from the shell, and the contracts and packages under it. In files of their own they
 * bring no parts of screens along with the first panel of a plugin.
 */
const kit = /(sdk\/src|core\/contracts\/src|node_modules\/@tanstack\/(react-virtual|virtual-core)\/)/

/** Files that import each other begin in an order in which some of their functions do not exist yet. */
const withoutCircles: Plugin = {
  name: 'without-circles',
  generateBundle(_options, bundle) {
    const done = new Set<string>()
    const visit = (file: string, way: readonly string[]): void => {
      if (way.includes(file)) throw new Error(`files of the build import each other: ${[...way, file].join(' > ')}`)
      const chunk = bundle[file]
      if (done.has(file) || chunk?.type !== 'chunk') return
      for (const next of chunk.imports) visit(next, [...way, file])
      done.add(file)
    }
    for (const file of Object.keys(bundle)) visit(file, [])
  },
}

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
  plugins: [react(), tailwind(), withoutCircles],
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
            // What a frame alone does not draw: menus, dialogs and popovers come with the first of them, or with a
            // screen that has them.
            { name: 'overlays', test: overlays },
            // The frame and what it draws of itself, apart from what other screens share among them.
            { name: 'frame', test: frame, minShareCount: 2 },
            { name: 'kit', test: kit, minShareCount: 2 },
            // Home and desk share it; put together with parts of the desk, or with the dialog that home opens by its
            // button, it would bring them and the overlays to home.
            { name: 'arranging', test: /shell\/src\/parts\/arranging\/arrangement\.ts$/, minShareCount: 2 },
            { name: 'desk', minShareCount: 6 },
            { name: 'shared', entriesAware: true, entriesAwareMergeThreshold: 8_000, minShareCount: 2 },
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
