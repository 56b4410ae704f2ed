import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkPluginModule, type PluginModule } from '@recado/contracts'
import * as z from 'zod'
import { CommandError } from './command-error.ts'

const PackageJson = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string().optional(),
  license: z.string().optional(),
  homepage: z.string().optional(),
  scripts: z.record(z.string(), z.string()).optional(),
})
export type PackageJson = z.infer<typeof PackageJson>

/** The plugin's own package.json: its name, version and what else goes into the archive. */
export function packageJson(folder: string): PackageJson {
  const file = join(folder, 'package.json')
  if (!existsSync(file))
    throw new CommandError(`There is no package.json in ${folder}: run this in the folder of a plugin.`)
  const parsed = PackageJson.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new CommandError('package.json needs a name and a version.')
  return parsed.data
}

/** Runs the built server side as the host will, and answers what it exports, by the host's own checks. */
export async function builtModule(folder: string): Promise<PluginModule> {
  const file = join(folder, 'dist/server.js')
  if (!existsSync(file)) throw new CommandError('There is no dist/server.js: run "recado-plugin build" first.')
  const { default: exported } = (await import(`${pathToFileURL(file).href}?at=${Date.now()}`)) as {
    default?: Partial<PluginModule>
  }
  if (!exported?.definition || !exported.implementation)
    throw new CommandError(
      'src/server.ts does not export a plugin: its default export has to be implementPlugin(definition, code).',
    )
  try {
    // Installed, its folder is called by its id.
    return checkPluginModule(exported, exported.definition.id)
  } catch (error) {
    throw new CommandError(
      `The host would refuse it: ${(error as Error).message}. Put it right in the definition or its code.`,
    )
  }
}
