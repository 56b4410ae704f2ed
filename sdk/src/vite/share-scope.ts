import type { Plugin } from 'vite'
import { belongsToShell, exportsOf, isShared, type Parse, type SharedPackage } from './shared-packages.ts'

/** Module that holds what the shell gave. */
export const scopeModule = 'virtual:recado/share-scope'
const scopeId = `\0${scopeModule}.js`
/** The module {@link scopeModule}, to be put beside others of every container. */
export const isShareScope = (id: string): boolean => id === scopeId
const sharedPrefix = '\0recado-shared:'
/** The shared package that a module of the build stands for. */
export const sharedOf = (id: string): string | undefined =>
  id.startsWith(sharedPrefix) ? id.slice(sharedPrefix.length) : undefined

// On globalThis and not in the module: a development server may serve the module twice.
const scopeCode = `
const key = Symbol.for('@recado/sdk/shared')
export const take = (id) => {
  const given = globalThis[key]?.[id]
  if (!given) throw new Error('The shell gives no ' + id)
  return given
}
export const give = async (scope) => {
  const given = {}
  await Promise.all(Object.keys(scope).map(async (id) => {
    const entry = Object.values(scope[id]).at(-1)
    given[id] = entry.lib ? entry.lib() : (await entry.get())()
  }))
  Object.assign((globalThis[key] ??= {}), given)
}
`

/** Turns imports of shared packages into reads of the share scope, and refuses what only the shell may contain. */
export function shareScope(): Plugin {
  return {
    name: 'recado:share-scope',
    enforce: 'pre',
    resolveId(id) {
      if (id === scopeModule) return scopeId
      if (isShared(id)) return sharedPrefix + id
      if (belongsToShell.test(id)) this.error(`${id} belongs to the shell: a plugin must not bundle it`)
      return undefined
    },
    async load(id) {
      if (id === scopeId) return scopeCode
      if (!id.startsWith(sharedPrefix)) return undefined
      const name = id.slice(sharedPrefix.length) as SharedPackage
      const names = await exportsOf(name, this.parse.bind(this) as unknown as Parse)
      // Pure, so that what is not imported leaves no trace.
      const lines = names.map((exported) => `export const ${exported} = /*@__PURE__*/ (() => shared.${exported})()`)
      return {
        moduleSideEffects: false,
        code: [
          `import { take } from '${scopeModule}'`,
          `const shared = /*@__PURE__*/ take('${name}')`,
          `export default /*@__PURE__*/ (() => shared.default ?? shared)()`,
          ...lines,
        ].join('\n'),
      }
    },
  }
}
