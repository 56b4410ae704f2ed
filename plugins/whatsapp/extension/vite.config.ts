import { join } from 'node:path'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'

const folder = import.meta.dirname

/** A classic script in a file of its own: scripts of an extension on pages import nothing. */
const script = async (name: string): Promise<string> => {
  const { output } = (await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2023',
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: join(folder, `${name}.ts`), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput
  return output[0].code
}

const others: Plugin = {
  name: 'whatsapp:helper',
  async generateBundle() {
    for (const name of ['recado', 'whatsapp'])
      this.emitFile({ type: 'asset', fileName: `${name}.js`, source: await script(name) })
  },
}

/**
 * The helper for passkeys, a browser extension. It lies unminified in `dist/ui/helper`, so that whoever installs it can
 * read it; the card of the channel packs it for its address (`src/helper/files.ts`).
 */
export default defineConfig({
  root: folder,
  base: './',
  publicDir: 'public',
  plugins: [others],
  build: {
    outDir: '../dist/ui/helper',
    emptyOutDir: true,
    target: 'es2023',
    minify: false,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: join(folder, 'worker.ts'),
      output: { entryFileNames: 'worker.js', format: 'iife' },
    },
  },
})
