import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyPluginDefinition } from '../../core/contracts/src/plugin.ts'

/** Where the plugins of this repository lie. */
export const pluginsFolder = join(import.meta.dirname, '..', '..', 'plugins')

/** Their definitions, in the order of their ids. */
export const housePlugins = (): Promise<AnyPluginDefinition[]> =>
  Promise.all(
    readdirSync(pluginsFolder)
      .filter((id) => existsSync(join(pluginsFolder, id, 'src', 'plugin.ts')))
      .sort()
      .map(async (id) => {
        const { plugin } = (await import(join(pluginsFolder, id, 'src', 'plugin.ts'))) as {
          plugin: AnyPluginDefinition
        }
        return plugin
      }),
  )
