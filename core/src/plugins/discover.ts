import { existsSync } from 'node:fs'
import { readdir, readFile, stat, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  locales,
  PluginId,
  RemoteInfo,
  type InstallationInfo,
  type PluginModule,
  type PluginPackageManifest,
} from '@recado/contracts'
import * as z from 'zod'
import { builtPlugins } from './built-plugins.ts'
import { describe, PluginFault } from './fault.ts'
import { checkModule } from './shape.ts'
import { requireShown } from './shown.ts'
import { TimeLimitExceeded, withTimeLimit } from '../base/time-limit.ts'

/** A plugin that was installed from an archive. `path` is where that was unpacked, whole and unchanged. */
export interface InstalledSource {
  readonly id: string
  readonly path: string
  /** SHA-256 of the archive, hex. */
  readonly hash: string
  /** Stands in the addresses of its browser files, so that two builds of one version do not share them. */
  readonly mark: string
  /** The manifest that an administrator was shown before the installation; its definition may ask for no more. */
  readonly manifest: PluginPackageManifest
  readonly info: InstallationInfo
}

/** A folder that holds a plugin, and what of it the server needs. Paths are absolute. */
export interface PluginFolder {
  /** The folder's name, which is the plugin's id. */
  readonly id: string
  readonly path: string
  readonly migrations: string | undefined
  readonly locales: Readonly<Record<string, string>>
  /** Location of its panels for the browser; null for a plugin without a built interface. */
  readonly remote: RemoteInfo | null
  /** Files under `/plugins/<id>/`; undefined for a plugin without a built interface. */
  readonly assets: string | undefined
  /** Undefined for a plugin that lies in a folder of the server. */
  readonly installed: InstalledSource | undefined
}

export interface Discovered {
  readonly folder: PluginFolder
  readonly result: PluginModule | PluginFault
}

/**
 * Finds and imports the plugins in the given folders (each holds one folder per plugin). A failure of one while it is
 * read or imported is its own fault; the others are not affected. An import that never ends is abandoned after
 * `importMs`.
 */
export async function discover(
  roots: readonly string[],
  installed: readonly InstalledSource[],
  importMs: number,
): Promise<readonly Discovered[]> {
  const paths = (await Promise.all(roots.map(pluginPaths))).flat()
  const folders = [
    ...(await Promise.all(paths.map(describeFolder))),
    ...(await Promise.all(installed.map(describeInstalled))),
  ]
  const first = new Map<string, PluginFolder>()
  for (const folder of folders) if (!first.has(folder.id)) first.set(folder.id, folder)
  return Promise.all(
    folders.map(async (folder): Promise<Discovered> => {
      if (first.get(folder.id) !== folder)
        return {
          folder,
          result: new PluginFault(
            'invalid',
            `a plugin of the id ${folder.id} was already found in ${first.get(folder.id)!.path}`,
          ),
        }
      return importFolder(folder, importMs)
    }),
  )
}

/** The same for one that was just installed. */
export const discoverInstalled = async (source: InstalledSource, importMs: number): Promise<Discovered> =>
  importFolder(await describeInstalled(source), importMs)

async function importFolder(folder: PluginFolder, importMs: number): Promise<Discovered> {
  try {
    return { folder, result: await importPlugin(folder, importMs) }
  } catch (error) {
    return {
      folder,
      result:
        error instanceof PluginFault
          ? error
          : new PluginFault('failed', `importing it failed: ${describe(error)}`, { cause: error }),
    }
  }
}

async function pluginPaths(root: string): Promise<string[]> {
  if (!existsSync(root)) return []
  const entries = (await readdir(root))
    .filter((name) => !name.startsWith('.'))
    .sort()
    .map((name) => join(root, name))
  const isPlugin = await Promise.all(
    entries.map(async (path) => (await stat(path)).isDirectory() && existsSync(join(path, 'package.json'))),
  )
  return entries.filter((_, index) => isPlugin[index])
}

/** A linked folder is read where it lies, so that the plugin finds its own packages; it keeps the link's name. */
async function describeFolder(given: string): Promise<PluginFolder> {
  return folderAt(basename(given), await realpath(given), undefined)
}

/** Content of an installed plugin's folder, without running any of it. */
export const describeInstalled = async (source: InstalledSource): Promise<PluginFolder> =>
  folderAt(source.id, source.path, source)

async function folderAt(id: string, path: string, installed: InstalledSource | undefined): Promise<PluginFolder> {
  const address = installed ? `/plugins/${id}/@${installed.mark}` : `/plugins/${id}`
  const present = (relative: string): string | undefined =>
    existsSync(join(path, relative)) ? join(path, relative) : undefined
  const found = locales.filter((locale) => present(`locales/${locale}.json`))
  return {
    id,
    path,
    installed,
    migrations: present('migrations'),
    assets: present('dist/ui'),
    locales: Object.fromEntries(found.map((locale) => [locale, `${address}/locales/${locale}.json`])),
    remote: await readRemote(id, address, join(path, 'dist/ui/plugin-ui.json')),
  }
}

/** File of the SDK's vite preset: paths relative to `dist/ui`, which is served under `/plugins/<id>/`. */
const PluginUi = z.object({
  id: z.string(),
  contract: RemoteInfo.shape.contract,
  entry: z.string().min(1),
  preload: z.array(z.string()).default([]),
  shared: RemoteInfo.shape.shared,
})

/** A broken description of the interface costs the plugin its panels, not its server side. */
async function readRemote(id: string, address: string, file: string): Promise<RemoteInfo | null> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return null
  const parsed = z
    .string()
    .transform((json) => JSON.parse(json) as unknown)
    .pipe(PluginUi)
  const result = await parsed.safeParseAsync(text).catch(() => undefined)
  if (!result?.success || result.data.id !== id) return null
  const { contract, entry, preload, shared } = result.data
  const served = (path: string): string => `${address}/${path.replace(/^\.?\//, '')}`
  return { contract, entry: served(entry), preload: preload.map(served), ...(shared && { shared }) }
}

async function importPlugin(folder: PluginFolder, importMs: number): Promise<PluginModule> {
  if (!PluginId.safeParse(folder.id).success)
    throw new PluginFault(
      'invalid',
      `${folder.id} cannot be the id of a plugin: it must be lower case and must not belong to core`,
    )
  // An installed plugin runs as it was built; its sources, if it brings them, are never run.
  const built = folder.installed ? undefined : builtPlugins.get(folder.path)
  const entry =
    built ??
    (folder.installed ? ['dist/server.js'] : ['src/server.ts', 'dist/server.js'])
      .map((relative) => join(folder.path, relative))
      .find((file) => existsSync(file))
  if (entry === undefined)
    throw folder.installed
      ? new PluginFault('failed', 'its files could not be unpacked; the log of the server says why')
      : new PluginFault('invalid', 'it has neither src/server.ts nor dist/server.js')
  const imported = await withTimeLimit(
    importMs,
    undefined,
    () => import(pathToFileURL(entry).href) as Promise<{ default?: unknown }>,
  ).catch((error: unknown) => {
    throw new PluginFault(
      'failed',
      error instanceof TimeLimitExceeded
        ? `importing it did not end within ${importMs / 1_000} s`
        : `importing it failed: ${describe(error)}`,
      { cause: error },
    )
  })
  const module = checkModule(imported.default, folder.id)
  if (folder.installed) requireShown(folder.installed.manifest, module.definition)
  return module
}
