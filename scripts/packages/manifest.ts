import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf } from './emit.ts'

type Ranges = Record<string, string>
interface Source {
  readonly private?: boolean
  readonly scripts?: Ranges
  readonly devDependencies?: Ranges
  readonly dependencies?: Ranges
  readonly peerDependencies?: Ranges
  readonly exports?: Ranges
  readonly bin?: Ranges
  readonly files?: readonly string[]
  readonly bundleDependencies?: readonly string[]
}

/** Versions of the catalog by package, read from the one place where they stand. */
export function catalog(): Ranges {
  const [, entries = ''] = readFileSync(folderOf('pnpm-workspace.yaml'), 'utf8').split(/^catalog:$/m)
  return Object.fromEntries(
    [...(entries.split(/^\S/m)[0] ?? '').matchAll(/^ {2}'?([^':\s]+)'?: (\S+)$/gm)].map(([, name, version]) => [
      name,
      version,
    ]),
  )
}

/**
 * The package.json that is published: entries lead to what was emitted, versions are real, and what only the repository
 * needs is gone.
 */
export function publishedManifest(folder: string, version: string) {
  const versions = catalog()
  const resolved = (ranges: Ranges, prefix: string): Ranges =>
    Object.fromEntries(
      Object.entries(ranges).map(([name, range]) => {
        if (range.startsWith('workspace:')) return [name, version]
        if (range !== 'catalog:') return [name, range]
        if (!versions[name]) throw new Error(`${name} is not in the catalog`)
        return [name, prefix + versions[name]]
      }),
    )
  const source = JSON.parse(readFileSync(join(folderOf(folder), 'package.json'), 'utf8')) as Source
  const {
    private: _private,
    scripts: _scripts,
    devDependencies = {},
    dependencies,
    peerDependencies,
    exports,
    bin,
    files = [],
    ...rest
  } = source
  return {
    ...rest,
    version,
    engines: { node: '>=22.12' },
    files: ['dist', ...files],
    ...(bin && {
      bin: Object.fromEntries(Object.entries(bin).map(([name, path]) => [name, emitted(path).replace('./', '')])),
    }),
    ...(exports && {
      exports: {
        ...Object.fromEntries(Object.entries(exports).map(([name, path]) => [name, entry(path)])),
        './package.json': './package.json',
      },
    }),
    ...(dependencies && { dependencies: resolved(dependencies, '') }),
    // A plugin brings these itself, so any version that keeps its promises will do.
    ...(peerDependencies && { peerDependencies: resolved(peerDependencies, '^') }),
    // What the generator writes into the plugins it starts are the versions that its own templates are tested with.
    ...(bin && !exports && { scaffold: resolved(devDependencies, '^') }),
  }
}

const emitted = (path: string): string => path.replace(/^\.\/src\//, './dist/').replace(/\.tsx?$/, '.js')
const entry = (path: string) =>
  /\.tsx?$/.test(path) ? { types: emitted(path).replace(/\.js$/, '.d.ts'), default: emitted(path) } : emitted(path)
