import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { join } from 'node:path'

/** Packages that exist once in the page: plugins receive the shell's instance through the share scope. */
const singletons = ['react', 'react-dom', '@tanstack/react-query', '@tanstack/react-router', 'i18next', 'react-i18next', '@recado/sdk']

/** The server of `npm start`; in development every call that is not a source file goes there. */
const server = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`
const proxied = ['/api', '/auth', '/tickets', '/messages', '/queue', '/tags', '/users', '/whatsapp', '/whatsappsession', '/load-config', '/notifications', '/p', '/plugins', '/media', '/hooks']

/** What only the signed-in need: frame, live stream, home, and the kit's menus and dialogs with the packages below them. */
const behindLogin = new RegExp([
  'shell/src/(home/|frame/(?!Logo|NotFound|Screen|Activity|Palette|ShortcutList)|federation/(?!remote|shared)|realtime/|messages/|tickets/|preferences/(use|density)|app/(Workplace|workplace|contributions|sign-out|report|PluginPage))',
  'sdk/src/ui/(kit/(menu|dialog|layout|icon-registry)|composer/|form/)',
  'react-(menu|dropdown-menu|context-menu|dialog|alert-dialog|tabs|roving-focus|collection)/',
].join('|'))
/** Packages of every screen: all but those that one later screen brings. */
const everyScreen = /node_modules\/(?!.*(socket|engine)\.io|.*cmdk|.*react-virtual|.*virtual-core|.*module-federation)/
/** The login, the services of the session, and the kit's basic parts. */
const beforeLogin = new RegExp([
  'shell/src/(api/|login/(?!Register|Reset|Forgot|NewPassword|new-password|Terms|document|registration)|i18n/(i18n|locale-choice|plugin-words)|preferences/theme|app/(services|use-session|query-keys)|frame/(Logo|NotFound|Screen))',
  'sdk/src/ui/(kit/(button|class-names|error-text|feedback|field|marks|icon|popover|toast|toaster|words)|plugin/(api|context))', 'core/contracts/', 'preload-helper',
].join('|'))

export default defineConfig({
  plugins: [react(), tailwind()],
  resolve: { dedupe: singletons },
  // The server replaces the placeholder with a fresh nonce in every answer of index.html.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2023', manifest: true, modulePreload: { polyfill: false },
    // The largest files are the names of emojis, one for each language, fetched when somebody looks for one.
    chunkSizeWarningLimit: 1000,
    // The first screen is few files. Who is not signed in needs no frame, menus or dialogs: those are a file of their own.
    rolldownOptions: {
      input: { index: join(import.meta.dirname, 'index.html'), 'service-worker': join(import.meta.dirname, 'src/service-worker/worker.ts') },
      output: {
        // A service worker is known by its address: another name would be another worker.
        entryFileNames: ({ name }) => name === 'service-worker' ? 'service-worker.js' : 'assets/[name]-[hash].js',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'workplace', priority: 3, test: behindLogin },
            { name: 'packages', priority: 2, test: everyScreen, minShareCount: 2 },
            { name: 'shared', priority: 1, test: beforeLogin },
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
