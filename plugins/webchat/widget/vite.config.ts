import { build, defineConfig, type Plugin, type Rolldown } from 'vite'

/**
 * The one classic script a site includes, beside the frame's files: nothing in it is shared, so nothing is loaded after
 * it.
 */
const loader: Plugin = {
  name: 'webchat:loader',
  async generateBundle() {
    const result = (await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      build: {
        write: false,
        target: 'es2022',
        rolldownOptions: { input: `${import.meta.dirname}/loader/main.ts`, output: { format: 'iife' } },
      },
    })) as Rolldown.RolldownOutput
    this.emitFile({ type: 'asset', fileName: 'loader.js', source: result.output[0].code })
  },
}

/**
 * Two programs for other people's pages: the application inside the frame, and the loader. Core serves both with the
 * plugin's panels, under the fixed names that src/widget-routes/widget-files.ts knows.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: false,
  plugins: [loader],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/ui/widget',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: `${import.meta.dirname}/frame/main.tsx`,
      output: { entryFileNames: 'frame.js', assetFileNames: 'frame[extname]' },
    },
  },
})
