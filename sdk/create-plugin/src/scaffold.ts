import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeComplaint } from './node-version.ts'
import { idComplaint } from './plugin-id.ts'

export const kinds = ['channel', 'feature'] as const
export type Kind = (typeof kinds)[number]

export interface Wish {
  /** Where it goes; its last part is the plugin's id. */
  readonly folder: string
  readonly kind: Kind
  /** What people call it; made from the id when absent. */
  readonly title?: string | undefined
  readonly publisher?: string | undefined
  /** Where npm takes @recado/sdk from: a version or `file:…`. */
  readonly sdk?: string | undefined
}

/** Something to put right; the message says what. */
export class ScaffoldError extends Error {}

/** The commands of every plugin. */
export const scripts = {
  dev: 'recado-plugin dev',
  build: 'recado-plugin build',
  validate: 'recado-plugin validate',
  pack: 'recado-plugin pack',
  test: 'vitest run',
  typecheck: 'tsc',
} as const

const templates = fileURLToPath(new URL('../templates', import.meta.url))
interface OwnPackage {
  readonly name: string
  readonly version: string
  readonly engines?: { readonly node: string }
  readonly scaffold?: Readonly<Record<string, string>>
}
const own = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as OwnPackage

function filesOf(folder: string): string[] {
  return readdirSync(folder).flatMap((name) =>
    statSync(join(folder, name)).isDirectory() ? filesOf(join(folder, name)) : [join(folder, name)],
  )
}

/** Whether anything of the author's could be lost; what a fresh repository brings is not in the way. */
const isFree = (folder: string): boolean =>
  !existsSync(folder) || (statSync(folder).isDirectory() && readdirSync(folder).every((name) => name === '.git'))

const titleOf = (id: string): string =>
  id
    .split('-')
    .filter((word) => word !== '')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(' ')

// Words stand inside quotes of TypeScript and JSON.
const plain = (words: string, what: string): string => {
  if (/^[^\\'"`<>{}\n$]{1,80}$/.test(words)) return words
  throw new ScaffoldError(`${what} takes 1 to 80 characters, without quotes, brackets and backslashes.`)
}

function packageJson(id: string, title: string, sdk: string | undefined): string {
  const versions = own.scaffold
  if (!versions)
    throw new ScaffoldError(
      'This is the generator’s source: pack it with "npm run pack:sdk" and run what comes out of it.',
    )
  const manifest = {
    name: `recado-plugin-${id}`,
    version: '0.1.0',
    description: `${title}: a plugin for Recado.`,
    private: true,
    type: 'module',
    ...(own.engines && { engines: own.engines }),
    scripts,
    devDependencies: { ...versions, ...(sdk !== undefined && { '@recado/sdk': sdk }) },
  }
  return `${JSON.stringify(manifest, undefined, 2)}\n`
}

/**
 * Writes a plugin that builds, type-checks and is tested, and answers its folder. Writes nothing when anything is
 * wrong.
 */
export function scaffold({ folder: given, kind, title: called, publisher: by, sdk }: Wish): string {
  const folder = resolve(given)
  const id = basename(folder)
  const complaint = idComplaint(id) ?? nodeComplaint(process.versions.node, own.engines?.node)
  if (complaint !== undefined) throw new ScaffoldError(complaint)
  if (!isFree(folder)) throw new ScaffoldError(`${given} is not empty: choose another name, or empty it first.`)
  const title = plain(called ?? titleOf(id), 'The title')
  const publisher = plain(by ?? title, 'The publisher')
  const manifest = packageJson(id, title, sdk)
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const part of ['common', kind]) {
    for (const file of filesOf(join(templates, part))) {
      const text = readFileSync(file, 'utf8')
        .replaceAll('template-plugin', id)
        .replaceAll('Template Plugin', title)
        .replaceAll('Template Publisher', publisher)
      write(relative(join(templates, part), file).replace(/^gitignore$/, '.gitignore'), text)
    }
  }
  write('package.json', manifest)
  // What this began as, so that a later version of the generator knows what to bring it up to.
  write(
    '.recado/scaffold.json',
    `${JSON.stringify({ generator: own.name, version: own.version, kind }, undefined, 2)}\n`,
  )
  return folder
}
