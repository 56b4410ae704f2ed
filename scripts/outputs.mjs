// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root, subfolders } from './toolchain.mjs'

/**
 * A package with something for browsers in it, and the folders of its Vite configurations in building order; or the
 * server, which has none.
 * @typedef {{ readonly name: string, readonly configured: readonly string[], readonly inputs: readonly string[] }}
 * Output
 * @typedef {{ readonly times: string, readonly content: string, readonly outDirs: readonly string[] }} Stamp
 */

/** What every build reads besides its own package. */
const common = ['sdk', 'core/contracts', 'tsconfig.base.json', 'pnpm-lock.yaml']
const ignored = new Set(['node_modules', 'dist', '.vite', '.cache', '.data', 'coverage'])

/** Where the server is built; all its files lie in this one folder. */
export const serverFolder = join(root, 'core', 'dist')

/** The server with the server sides of the plugins, as a start runs them. @type {Output} */
export const server = {
  name: 'server',
  configured: [],
  inputs: ['core', 'plugins', 'scripts/build-server.mjs', ...common],
}

/** Everything that is built. @returns {Output[]} */
export const outputs = () => [...browserOutputs(), server]

/**
 * What is built for browsers: the shell and the plugins that have a vite.config.ts, in their folder or right below it.
 * @returns {Output[]}
 */
export const browserOutputs = () =>
  ['shell', ...subfolders('plugins')]
    .map((name) => ({
      name,
      configured: [name, ...subfolders(name)].filter((folder) => existsSync(join(root, folder, 'vite.config.ts'))),
      inputs: [name, ...common],
    }))
    .filter((output) => output.configured.length > 0)

/** Of the outputs those whose inputs changed since they were built, or that are gone. */
export const stale = (of = outputs()) => of.filter((output) => !isFresh(output))

/** @param {Output} output */
const stampFile = (output) => join(root, '.cache', 'build', `${output.name.replaceAll('/', '_')}.json`)

/**
 * Times and sizes decide first, which costs milliseconds; content only when they differ, as after a fresh checkout.
 * @param {Output} output
 */
function isFresh(output) {
  const file = stampFile(output)
  if (!existsSync(file)) return false
  const stamp = /** @type {Stamp} */ (JSON.parse(readFileSync(file, 'utf8')))
  if (!stamp.outDirs.every((folder) => existsSync(folder) && readdirSync(folder).length > 0)) return false
  const files = inputFiles(output)
  const times = timesOf(files)
  if (times === stamp.times) return true
  if (contentOf(files) !== stamp.content) return false
  writeFileSync(file, JSON.stringify({ ...stamp, times }))
  return true
}

/**
 * Takes the fingerprint before a build and forgets the last one; the returned function keeps it once the build has
 * succeeded. So a change made meanwhile counts as one, and an interrupted build is never taken for a finished one.
 * @param {Output} output
 */
export function stamping(output) {
  rmSync(stampFile(output), { force: true })
  const files = inputFiles(output)
  const taken = { times: timesOf(files), content: contentOf(files) }
  /** @param {readonly string[]} outDirs */
  return (outDirs) => {
    mkdirSync(dirname(stampFile(output)), { recursive: true })
    writeFileSync(stampFile(output), JSON.stringify({ ...taken, outDirs }))
  }
}

/** @param {Output} output */
const inputFiles = (output) => output.inputs.flatMap((input) => filesBelow(input))

/** @param {string} path relative to the root @returns {string[]} */
function filesBelow(path) {
  if (!existsSync(join(root, path))) return []
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => !ignored.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(`${path}/${entry.name}`) : [`${path}/${entry.name}`]))
}

/** @param {readonly string[]} files */
function timesOf(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const { size, mtimeMs } = statSync(join(root, file))
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/** @param {readonly string[]} files */
function contentOf(files) {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${file}\n`)
      .update(readFileSync(join(root, file)))
      .update('\n')
  return hash.digest('hex')
}
