import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { CommandError } from './command-error.ts'

const viteConfigs = ['vite.config.ts', 'vite.config.js', 'vite.config.mjs']

/**
 * Builds what an installation needs: `dist/server.js`, in which everything but Node's own modules is bundled, and
 * `dist/ui` by the plugin's vite.config.ts where it has panels.
 */
export async function buildPlugin(folder: string): Promise<void> {
  const { build } = await import('vite').catch(() => {
    throw new CommandError('vite is missing: add it to devDependencies and install.')
  })
  if (!existsSync(join(folder, 'src/server.ts')))
    throw new CommandError('There is no src/server.ts: it exports the plugin as default.')
  const hasPanels = existsSync(join(folder, 'src/ui/panels.ts'))
  const config = viteConfigs.map((name) => join(folder, name)).find((file) => existsSync(file))
  if (hasPanels && config === undefined)
    throw new CommandError(
      'src/ui/panels.ts has no vite.config.ts beside it: export definePluginUi({ id }) of @recado/sdk/vite from it.',
    )

  const output = (await build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: 'src/server.ts',
      outDir: 'dist',
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'server.js', codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput
  const strangers = output.output
    .flatMap((file) => (file.type === 'chunk' ? [...file.imports, ...file.dynamicImports] : []))
    .filter((name) => !name.startsWith('node:'))
  if (strangers.length > 0)
    throw new CommandError(
      `dist/server.js would import ${strangers.join(', ')}, which no installation has: import it in a way that ` +
        'can be bundled.',
    )
  if (hasPanels) await build({ root: folder, configFile: config!, logLevel: 'warn' })
}
