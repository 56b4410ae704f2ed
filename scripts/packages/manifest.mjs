// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf } from './emit.mjs'

/** @typedef {Record<string, string>} Ranges */

/** Versions of the catalog by package, read from the one place where they stand. @returns {Ranges} */
export function catalog() {
  const [, entries = ''] = readFileSync(folderOf('pnpm-workspace.yaml'), 'utf8').split(/^catalog:$/m)
  return Object.fromEntries([...(entries.split(/^\S/m)[0] ?? '').matchAll(/^ {2}'?([^':\s]+)'?: (\S+)$/gm)].map(([, name, version]) => [name, version]))
}

/**
 * The package.json that is published: entries lead to what was emitted, versions are real, and what only the repository needs is gone.
 * @param {string} folder @param {string} version of all packages of this repository
 */
export function publishedManifest(folder, version) {
  const source = JSON.parse(readFileSync(join(folderOf(folder), 'package.json'), 'utf8'))
  const versions = catalog()
  /** @param {Ranges} ranges @param {string} prefix of versions from the catalog */
  const resolved = (ranges, prefix) => Object.fromEntries(Object.entries(ranges).map(([name, range]) => {
    if (range.startsWith('workspace:')) return [name, version]
    if (range !== 'catalog:') return [name, range]
    if (!versions[name]) throw new Error(`${name} is not in the catalog`)
    return [name, prefix + versions[name]]
  }))
  const { private: _private, scripts: _scripts, devDependencies = {}, dependencies, peerDependencies, exports, bin, files = [], ...rest } = source
  return {
    ...rest, version, engines: { node: '>=22.12' }, files: ['dist', ...files],
    ...(bin && { bin: Object.fromEntries(Object.entries(bin).map(([name, path]) => [name, emitted(path).replace('./', '')])) }),
    ...(exports && { exports: { ...Object.fromEntries(Object.entries(exports).map(([name, path]) => [name, entry(path)])), './package.json': './package.json' } }),
    ...(dependencies && { dependencies: resolved(dependencies, '') }),
    // A plugin brings these itself, so any version that keeps its promises will do.
    ...(peerDependencies && { peerDependencies: resolved(peerDependencies, '^') }),
    // What the generator writes into the plugins it starts are the versions that its own templates are tested with.
    ...(bin && !exports && { scaffold: resolved(devDependencies, '^') }),
  }
}

/** @param {string} path */
const emitted = (path) => path.replace(/^\.\/src\//, './dist/').replace(/\.tsx?$/, '.js')

/** @param {string} path */
const entry = (path) => (/\.tsx?$/.test(path) ? { types: emitted(path).replace(/\.js$/, '.d.ts'), default: emitted(path) } : emitted(path))
