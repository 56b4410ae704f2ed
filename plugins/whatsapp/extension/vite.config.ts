import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'

const folder = import.meta.dirname
const read = (...path: string[]): string => readFileSync(join(folder, ...path), 'utf8')

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
    const emit = (fileName: string, source: string): void => {
      this.emitFile({ type: 'asset', fileName, source })
    }
    for (const name of ['recado', 'whatsapp']) emit(`${name}.js`, await script(name))
    for (const language of readdirSync(join(folder, '_locales')))
      emit(`_locales/${language}/messages.json`, read('_locales', language, 'messages.json'))
    emit('manifest.json', read('manifest.json'))
  },
}

/**
 * The helper for passkeys, a browser extension. It lies unminified in `dist/ui/helper`, so that whoever installs it can
 * read it; `src/helper/package.ts` packs it for an address.
 */
export default defineConfig({
  root: folder,
  base: './',
  publicDir: false,
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
