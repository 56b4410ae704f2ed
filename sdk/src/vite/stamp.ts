import { contractVersion } from '@recado/contracts'
import { posix } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { sharedOf } from './share-scope.ts'

/** Manifest of a built plugin's panels for the server: file names are relative to the folder of `plugin-ui.json`. */
export interface PluginUiFile {
  readonly id: string
  readonly contract: { readonly major: number; readonly minor: number }
  readonly entry: string
  /** Packages that the panels take from the page. */
  readonly shared: readonly string[]
  /** Files of every panel: worth fetching at once. */
  readonly preload: readonly string[]
  /** Files that one panel needs beyond those. */
  readonly panels: Readonly<Record<string, readonly string[]>>
}

const [major = 0, minor = 0] = contractVersion.split('.').map(Number)
const contract = { major, minor }

type Node = { type?: string; [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const nameOf = (key: unknown): string | undefined =>
  isNode(key) ? ((key['name'] ?? key['value']) as string | undefined) : undefined

/** `Name: { …, load: () => import('./file') }` anywhere in the module, as name → specifier. */
function panelImports(node: unknown, found: Map<string, string>, panel?: string): void {
  if (Array.isArray(node)) {
    for (const child of node) panelImports(child, found, panel)
    return
  }
  if (!isNode(node)) return
  if (node.type === 'ImportExpression' && panel !== undefined && isNode(node['source']))
    found.set(panel, String(node['source']['value']))
  const name = node.type === 'Property' ? nameOf(node['key']) : undefined
  for (const child of Object.values(node))
    if (isNode(child)) panelImports(child, found, name === undefined || name === 'load' ? panel : name)
}

/**
 * Writes the contract the plugin was built for into its panels module (`builtFor`; at run time the sdk is the shell's,
 * so it cannot be asked) and `plugin-ui.json` beside the bundle.
 */
export function stamp(id: string, panelsFile: () => string): Plugin {
  const panelModules = new Map<string, string>()
  return {
    name: 'recado:stamp',
    buildStart: () => panelModules.clear(),
    async transform(code, module) {
      if (module !== panelsFile()) return undefined
      const imports = new Map<string, string>()
      panelImports(this.parse(code).body, imports)
      for (const [panel, specifier] of imports) {
        const resolved = await this.resolve(specifier, module)
        if (resolved) panelModules.set(panel, resolved.id)
      }
      return {
        code: `import 'virtual:recado/plugin.css'\n${code}\nexport const builtFor = ${JSON.stringify(contract)}\n`,
        map: null,
      }
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk')
      const chunkOf = (module: string) => chunks.find((chunk) => chunk.moduleIds.includes(module))
      const withImports = (chunk: Rolldown.OutputChunk | undefined, seen = new Set<string>()): Set<string> => {
        if (!chunk || seen.has(chunk.fileName)) return seen
        seen.add(chunk.fileName)
        for (const file of chunk.imports)
          withImports(
            chunks.find((one) => one.fileName === file),
            seen,
          )
        return seen
      }
      const entry = chunks.find((chunk) => chunk.isEntry)
      if (!entry) this.error('The build has no container')
      const preload = withImports(chunkOf(panelsFile()), withImports(entry))
      const panels = Object.fromEntries(
        [...panelModules].map(([panel, module]) => [
          panel,
          [...withImports(chunkOf(module))].filter((file) => !preload.has(file)),
        ]),
      )
      const shared = new Set(chunks.flatMap(({ moduleIds }) => moduleIds.flatMap((module) => sharedOf(module) ?? [])))
      const file: PluginUiFile = {
        id,
        contract,
        entry: posix.normalize(entry.fileName),
        shared: [...shared].toSorted(),
        preload: [...preload],
        panels,
      }
      this.emitFile({ type: 'asset', fileName: 'plugin-ui.json', source: `${JSON.stringify(file, undefined, 2)}\n` })
    },
  }
}
