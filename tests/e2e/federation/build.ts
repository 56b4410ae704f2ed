/*
 * Builds the host and the remotes into the folder named by the argument. A process of its own: bundlers behave
 * differently inside a test runner.
 */
import { federation } from '@module-federation/vite'
import { definePluginUi } from '@recado/sdk/vite'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { build } from 'vite'

const here = import.meta.dirname
const outDir = (name: string): string => join(process.argv[2]!, name)
const quiet = { logLevel: 'error', configFile: false } as const

// A small host around the shell's loader, with the shell's own build settings.
await build({
  ...quiet,
  root: join(here, 'host'),
  plugins: [react(), tailwind()],
  html: { cspNonce: 'n0nce' },
  build: {
    outDir: outDir('host'),
    target: 'es2023',
    cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
    modulePreload: { polyfill: false },
  },
})

// Panels as every plugin of the house builds them.
const good = definePluginUi({ id: 'good' })
await build({ ...quiet, ...good, root: join(here, 'remotes/good'), build: { ...good.build, outDir: outDir('good') } })

// Panels as a stranger builds them: another federation plugin, copies of its own as a fallback for everything shared.
const shared = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'i18next',
  'react-i18next',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@recado/sdk/ui',
]
await build({
  ...quiet,
  root: join(here, 'remotes/foreign'),
  base: './',
  plugins: [
    react(),
    federation({
      name: 'foreign',
      filename: 'remoteEntry.js',
      exposes: { './panels': './panels.ts' },
      shared: Object.fromEntries(shared.map((id) => [id, { singleton: true }])),
      dts: false,
    }),
  ],
  build: {
    outDir: outDir('foreign'),
    target: 'es2023',
    rolldownOptions: { input: join(here, 'remotes/foreign/panels.ts') },
  },
})
