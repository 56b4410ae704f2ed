import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Packages of which the page has one instance, the shell's. Plugins read them from the share scope and bundle none. */
export const sharedPackages = [
  'react',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-dom',
  '@tanstack/react-query',
  '@tanstack/react-router',
  'i18next',
  'react-i18next',
  '@recado/sdk/ui',
] as const
/** Name of a package that the shell gives. */
export type SharedPackage = (typeof sharedPackages)[number]
/** Whether the shell gives this package, so that no plugin bundles it. */
export const isShared = (id: string): id is SharedPackage => (sharedPackages as readonly string[]).includes(id)

/** Insides of shared packages: a second copy of one would work against the shell's without any error. */
export const belongsToShell =
  /^(react-dom\/(client|server|profiling|static)|@tanstack\/(router-core|query-core|history)|scheduler)(\/|$)/

/** Parses a module; the bundler's own parser is passed in. */
export type Parse = (
  code: string,
  options: { lang: 'ts' },
) => {
  body: ReadonlyArray<{
    type: string
    exportKind?: string
    specifiers?: ReadonlyArray<{ exportKind?: string; exported: { name?: string } }>
  }>
}

/** The kit's index only re-exports by name, so its names are read from its text: no browser code is run here. */
function kitExports(parse: Parse): string[] {
  const index = fileURLToPath(import.meta.resolve('@recado/sdk/ui'))
  return parse(readFileSync(index, 'utf8'), { lang: 'ts' })
    .body.filter((node) => node.type === 'ExportNamedDeclaration' && node.exportKind !== 'type')
    .flatMap((node) => node.specifiers ?? [])
    .flatMap((specifier) =>
      specifier.exportKind !== 'type' && specifier.exported.name ? [specifier.exported.name] : [],
    )
}

/** The names a shared package exports. A plugin that imports another one fails its build instead of its user. */
export async function exportsOf(id: SharedPackage, parse: Parse): Promise<string[]> {
  const names = id === '@recado/sdk/ui' ? kitExports(parse) : Object.keys((await import(id)) as object)
  return names.filter((name) => name !== 'default' && /^[\w$]+$/.test(name))
}
