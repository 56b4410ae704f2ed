import type { Plugin } from 'vite'
import { scopeModule } from './share-scope.ts'

/** The build's only input. */
export const containerModule = 'virtual:recado/container'
const containerId = `\0${containerModule}.js`

/**
 * Emits a Module Federation container: `init(shareScope)`, then `get('./panels')`. The panels are imported lazily, so
 * that Vite's own preloading brings their styles with them.
 */
export function container(panels: string): Plugin {
  return {
    name: 'recado:container',
    resolveId: (id) => (id === containerModule ? containerId : undefined),
    load: (id) =>
      id !== containerId
        ? undefined
        : `
import { give } from '${scopeModule}'
export const init = (scope) => give(scope)
const modules = { './panels': () => import(${JSON.stringify(panels)}) }
export const get = async (name) => {
  const module = await modules[name]()
  return () => module
}
`,
  }
}
