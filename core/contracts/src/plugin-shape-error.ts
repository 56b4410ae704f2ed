/**
 * Thrown for a plugin of a wrong shape. `message` is a sentence for its author and for administrators that names the
 * mistake.
 */
export class PluginShapeError extends Error {
  override readonly name = 'PluginShapeError'
}
