import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { normalizePath, type Plugin } from 'vite'

const pluginCss = normalizePath(fileURLToPath(import.meta.resolve('@recado/sdk/ui/plugin.css')))

/**
 * Gives a plugin its Tailwind stylesheet, which nobody writes: utilities found in the plugin's own sources, in the
 * layer `utilities` and scoped to the plugin's panels, so that they neither reach the shell nor lose against it.
 */
export function scopedStyles(id: string, folder: () => string): Plugin {
  // Looks like a file beside the panels, because Tailwind resolves `@source` against its folder.
  const file = () => posix.join(folder(), '__recado-plugin.css')
  return {
    name: 'recado:scoped-styles',
    enforce: 'pre',
    resolveId: (request) => (request === 'virtual:recado/plugin.css' ? file() : undefined),
    load: (request) =>
      request.split('?', 1)[0] !== file()
        ? undefined
        : `
@import ${JSON.stringify(pluginCss)};
@source './';
@layer utilities {
  @scope ([data-plugin='${id}']) { @tailwind utilities source(none); }
}
`,
  }
}
