// @ts-check
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, workspaceFolders } from './toolchain.mjs'

/**
 * Programs for the compiler to check. Packages with the same options are one program: each imports the sources of the
 * others, which would be checked again with every one of them.
 */

/**
 * @typedef {{ name: string, config: string }} Program `config`: its tsconfig.json
 * @typedef {{ extends?: string, compilerOptions?: object, include: readonly string[] }} Config
 */

const folder = join(root, '.cache', 'types')

/** @returns {Program[]} the largest first */
export function typePrograms() {
  /** @type {Map<string, string[]>} Packages by their options. */
  const groups = new Map()
  for (const path of ['.', ...workspaceFolders()]) {
    if (!existsSync(configOf(path))) continue
    const { extends: base, compilerOptions = {} } = read(path)
    const options = JSON.stringify([base !== undefined, Object.entries(compilerOptions).sort()])
    groups.set(options, [...(groups.get(options) ?? []), path])
  }
  return [...groups.values()].sort((one, other) => other.length - one.length).map(programOf)
}

/** @param {string} path */
const configOf = (path) => join(root, path, 'tsconfig.json')
/** @param {string} path @returns {Config} */
const read = (path) => JSON.parse(readFileSync(configOf(path), 'utf8'))

/** @param {readonly string[]} paths @returns {Program} */
function programOf(paths) {
  const [first = '.'] = paths
  if (paths.length === 1) return { name: first, config: configOf(first) }
  const program = {
    ...read(first),
    extends: join(root, 'tsconfig.base.json'),
    include: paths.flatMap((path) => read(path).include.map((files) => join(root, path, files))),
  }
  mkdirSync(folder, { recursive: true })
  const config = join(folder, `${first.replaceAll('/', '-')}.json`)
  writeFileSync(config, JSON.stringify(program))
  return { name: `${first} and ${paths.length - 1} more`, config }
}
