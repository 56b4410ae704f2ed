import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Packages that exist once in the page: plugins receive the shell's instance through the share scope. */
const singletons = ['react', 'react-dom', '@tanstack/react-query', '@tanstack/react-router', 'i18next', 'react-i18next', '@recado/sdk']

/** The server of `npm start`; in development every call that is not a source file goes there. */
const server = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`
const proxied = ['/api', '/auth', '/tickets', '/messages', '/queue', '/tags', '/users', '/whatsapp', '/whatsappsession', '/load-config', '/p', '/plugins', '/media', '/hooks']

export default defineConfig({
  plugins: [react(), tailwind()],
  resolve: { dedupe: singletons },
  // The server replaces the placeholder with a fresh nonce in every answer of index.html.
  html: { cspNonce: '__CSP_NONCE__' },
  build: { target: 'es2023', manifest: true, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 700 },
  server: {
    port: 5173,
    proxy: {
      ...Object.fromEntries(proxied.map((path) => [path, { target: server, changeOrigin: false }])),
      '/socket.io': { target: server, ws: true },
    },
  },
})
