/**
 * A plugin is not what a plugin has to be. `message` is a sentence for its author and for administrators that says what
 * is wrong.
 */
export class PluginShapeError extends Error {
  override readonly name = 'PluginShapeError'
}
