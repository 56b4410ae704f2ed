import { build, defineConfig, type Plugin, type Rolldown } from 'vite'

const jsx = { jsx: { runtime: 'automatic', importSource: 'preact' } } as const

/** A program in a file of its own beside the frame's: nothing in it is shared, so nothing is loaded after it. */
const alone = (input: string, fileName: string, format: 'iife' | 'es'): Plugin => ({
  name: `webchat:${fileName}`,
  async generateBundle() {
    const result = (await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      oxc: jsx,
      build: {
        write: false,
        target: 'es2022',
        modulePreload: false,
        rolldownOptions: { input: `${import.meta.dirname}/${input}`, output: { format } },
      },
    })) as Rolldown.RolldownOutput
    this.emitFile({ type: 'asset', fileName, source: result.output[0].code })
  },
})

/**
 * Two programs for other people's pages: the application inside the frame, and the loader, the one classic script that
 * a site includes. And one for the settings: the preview. Core serves them with the plugin's panels, under the fixed
 * names that src/widget-routes/widget-files.ts knows.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: false,
  plugins: [alone('loader/main.ts', 'loader.js', 'iife'), alone('preview/main.tsx', 'preview.js', 'es')],
  oxc: jsx,
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
