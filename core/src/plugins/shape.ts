import { checkPluginModule, PluginShapeError, type PluginModule } from '@recado/contracts'
import { describe, PluginFault } from './fault.ts'

export { permissionName } from '@recado/contracts'

/**
 * Checks what a plugin exports before anything else of it is used.
 *
 * @param folder name of the plugin's folder, which must be its id
 * @throws PluginFault `invalid` with the first thing that is wrong
 */
export function checkModule(exported: unknown, folder: string): PluginModule {
  try {
    return checkPluginModule(exported, folder)
  } catch (error) {
    // A getter of the plugin's own may throw anything while it is read.
    throw new PluginFault(
      'invalid',
      error instanceof PluginShapeError ? error.message : `reading its definition failed: ${describe(error)}`,
      { cause: error },
    )
  }
}
