import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { posix } from 'node:path'
import { normalizePath, type Plugin, type UserConfig } from 'vite'
import { container, containerModule } from './container.ts'
import { fileLoader, isFileLoader } from './file-loader.ts'
import { scopedStyles } from './scoped-styles.ts'
import { isShareScope, sharedOf, shareScope } from './share-scope.ts'
import { stamp } from './stamp.ts'

/** Name of files with what several panels use; the bundler adds the names of all of them. */
const common = 'common'

/** Options of {@link definePluginUi}. */
export interface PluginUiOptions {
  /** The plugin's id, as in its definition. */
  id: string
  /** Module that exports `definePanels(…)`, from the plugin's folder. */
  panels?: `${string}.ts`
}

/**
 * The build of a plugin's panels. `vite.config.ts` of a plugin is three lines:
 *
 * ```ts
 * import { definePluginUi } from '@recado/sdk/vite'
 *
 * export default definePluginUi({ id: 'notes' })
 * ```
 *
 * `vite build` in the plugin's folder (or `build({ root: folder })`) writes `dist/ui`: a federation container under a
 * hashed name, its chunks and styles, and `plugin-ui.json`, from which the server knows what to serve. Everything is
 * addressed relatively, so the folder works under any path and any file may be cached for good. Under vitest the same
 * file configures the plugin's tests.
 */
export function definePluginUi({ id, panels = 'src/ui/panels.ts' }: PluginUiOptions): UserConfig {
  let root = ''
  const panelsFile = () => posix.join(root, panels)
  const basics: Plugin = {
    name: 'recado:basics',
    enforce: 'post',
    // Independent of NODE_ENV: the shell provides the production runtime of JSX.
    config: (_config, { command }) =>
      command === 'build' ? { oxc: { jsx: { runtime: 'automatic', development: false } } } : undefined,
    configResolved: (config) => {
      root = normalizePath(config.root)
    },
  }
  // Tests draw panels with the packages themselves: no shell is there to give any.
  if (process.env['VITEST'] !== undefined) return { plugins: [react()] }
  return {
    base: './',
    publicDir: false,
    plugins: [
      basics,
      react(),
      scopedStyles(id, () => posix.dirname(panelsFile())),
      tailwind(),
      shareScope(),
      fileLoader(),
      stamp(id, panelsFile),
      container(`/${panels}`),
    ],
    build: {
      outDir: 'dist/ui',
      emptyOutDir: true,
      target: 'es2023',
      cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // Libraries that a panel loads when it needs them may be large; the bundler knows no better than to warn.
      chunkSizeWarningLimit: 1_000,
      rolldownOptions: {
        input: { remoteEntry: containerModule },
        preserveEntrySignatures: 'strict',
        output: {
          entryFileNames: 'remoteEntry-[hash].js',
          chunkFileNames: ({ name }) => `${name.startsWith(common) ? common : '[name]'}-[hash].js`,
          assetFileNames: '[name]-[hash][extname]',
          // What every container has beside its panels is one file, and what it takes from the page another one.
          codeSplitting: {
            groups: [
              { name: 'scope', test: (id) => isShareScope(id) || isFileLoader(id) },
              { name: 'shared', test: (id) => sharedOf(id) !== undefined },
              // Parts of a few lines that several panels use are put together.
              { name: common, entriesAware: true, entriesAwareMergeThreshold: 1_500, minShareCount: 2 },
            ],
          },
        },
      },
    },
  }
}
