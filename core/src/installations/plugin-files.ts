import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { packageManifestFile, packageSignatureFile, type PluginPackageManifest } from '@recado/contracts'
import { readArchive } from './archive-reader.ts'

/**
 * Record beside a plugin's own files: its publisher and the user who installed it. It distinguishes an installed folder
 * from one added by hand.
 */
const recordFile = '.installation.json'
const markOfHash = 12
/** Files that another node with the same data folder is just writing are younger. */
const staleAfterMs = 10 * 60_000

/** The bytes that a folder was made from, and what is written down beside them. */
export interface Unpackable {
  readonly id: string
  readonly version: string
  readonly hash: string
  readonly manifest: PluginPackageManifest
  readonly record: Readonly<Record<string, unknown>>
}

/** Part of a version's folder and of its addresses in the browser, so that no two builds share either. */
export const markOf = (hash: string): string => hash.slice(0, markOfHash)

/** The installed plugins' files: `<root>/<id>/<version>-<hash>/`. A folder is there whole or not at all. */
export class PluginFiles {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  pathOf({ id, version, hash }: Pick<Unpackable, 'id' | 'version' | 'hash'>): string {
    return join(this.#root, id, `${version}-${markOf(hash)}`)
  }

  /** Whether every file that the manifest lists lies there unchanged. */
  async isSound(plugin: Unpackable): Promise<boolean> {
    const path = this.pathOf(plugin)
    if (!existsSync(join(path, recordFile))) return false
    for (const [file, hash] of Object.entries(plugin.manifest.files)) {
      const bytes = await readFile(join(path, file)).catch(() => undefined)
      if (!bytes || createHash('sha256').update(bytes).digest('hex') !== hash) return false
    }
    return true
  }

  /**
   * Writes an archive that was read before beside its place, to the disk, and moves it there. A failure leaves nothing.
   * A folder that exists already, written by another node with the same data folder, is left as it is.
   */
  async unpack(plugin: Unpackable, archive: Uint8Array): Promise<string> {
    const path = this.pathOf(plugin)
    if (await this.isSound(plugin)) return path
    const aside = join(this.#root, `.${plugin.id}-${randomUUID()}`)
    try {
      for await (const file of readArchive(archive)) {
        if (
          file.path === packageManifestFile ||
          file.path === packageSignatureFile ||
          Object.hasOwn(plugin.manifest.files, file.path)
        )
          await writeWhole(join(aside, file.path), file.content)
      }
      await writeFile(join(aside, recordFile), `${JSON.stringify(plugin.record, undefined, 2)}\n`, {
        flush: true,
        mode: 0o600,
      })
      await mkdir(dirname(path), { recursive: true })
      await rm(path, { recursive: true, force: true })
      await rename(aside, path).catch(async (error: unknown) => {
        if (!(await this.isSound(plugin))) throw error
        await rm(aside, { recursive: true, force: true })
      })
      await syncFolder(dirname(path))
      return path
    } catch (error) {
      await rm(aside, { recursive: true, force: true })
      throw error
    }
  }

  /** Every version of a plugin that was installed. */
  async removeAll(id: string): Promise<void> {
    for (const version of await entries(join(this.#root, id))) {
      const path = join(this.#root, id, version)
      if (existsSync(join(path, recordFile))) await rm(path, { recursive: true, force: true })
    }
    await this.#leave(id)
  }

  async remove(plugin: Pick<Unpackable, 'id' | 'version' | 'hash'>): Promise<void> {
    await rm(this.pathOf(plugin), { recursive: true, force: true })
    await this.#leave(plugin.id)
  }

  /** Removes unpacked plugins that are not installed any more. Folders added by hand have no record and stay. */
  async sweep(installed: readonly Pick<Unpackable, 'id' | 'version' | 'hash'>[]): Promise<void> {
    const kept = new Set(installed.map((plugin) => this.pathOf(plugin)))
    for (const id of await entries(this.#root)) {
      if (id.startsWith('.')) {
        if (/^\.[a-z][a-z0-9-]*-[0-9a-f-]{36}$/.test(id) && (await isStale(join(this.#root, id))))
          await rm(join(this.#root, id), { recursive: true, force: true })
        continue
      }
      const versions = (await entries(join(this.#root, id))).map((version) => join(this.#root, id, version))
      for (const path of versions)
        if (!kept.has(path) && existsSync(join(path, recordFile)) && (await isStale(path)))
          await rm(path, { recursive: true, force: true })
      await this.#leave(id)
    }
  }

  /** The folder of the id goes with its last version. */
  async #leave(id: string): Promise<void> {
    const folder = join(this.#root, id)
    if (existsSync(folder) && (await entries(folder)).length === 0) await rm(folder, { recursive: true, force: true })
  }
}

const isStale = async (path: string): Promise<boolean> => Date.now() - (await stat(path)).mtimeMs > staleAfterMs
const entries = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

async function writeWhole(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const piece of content) await file.writeFile(piece)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
