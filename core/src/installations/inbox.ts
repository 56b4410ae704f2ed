import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { packageLimits, Refusal, type PluginInboxEntry } from '@recado/contracts'
import { pack } from 'tar-stream'

/** Names of one level that no file system reads as anything else. */
const plainName = /^[A-Za-z0-9][\w.@+-]{0,99}$/
const archiveName = /\.(tgz|tar\.gz)$/
const mostShown = 100

/**
 * `<data>/plugins-inbox`: where who has access to the server puts packed plugins, or unpacked ones, for an installation
 * to pick up. Nothing outside of it can be named, and links in it lead nowhere.
 */
export class PluginInbox {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async list(): Promise<PluginInboxEntry[]> {
    const names = (await readdir(this.#folder).catch(() => [])).filter((name) => plainName.test(name)).sort()
    const kinds = await Promise.all(names.map((name) => this.#kindOf(name)))
    return names
      .flatMap((name, index) => {
        const kind = kinds[index]
        return kind ? [{ name, kind }] : []
      })
      .slice(0, mostShown)
  }

  /**
   * The archive of this name, or one made from the folder of this name.
   * @throws Refusal ERR_NO_PLUGIN_IN_INBOX, ERR_PLUGIN_ARCHIVE_UNSAFE, ERR_PLUGIN_ARCHIVE_TOO_LARGE
   */
  async read(name: string): Promise<Uint8Array> {
    const kind = plainName.test(name) ? await this.#kindOf(name) : undefined
    if (kind === undefined) throw new Refusal('ERR_NO_PLUGIN_IN_INBOX')
    const path = join(this.#folder, name)
    if (kind === 'folder') return packedFolder(path)
    if ((await lstat(path)).size > packageLimits.packedBytes) throw tooLarge()
    return readFile(path)
  }

  async #kindOf(name: string): Promise<PluginInboxEntry['kind'] | undefined> {
    const found = await lstat(join(this.#folder, name)).catch(() => undefined)
    if (found?.isDirectory()) return 'folder'
    return found?.isFile() && archiveName.test(name) ? 'archive' : undefined
  }
}

/** The same folder makes the same bytes: order, times and rights do not come from the disk. */
async function packedFolder(folder: string): Promise<Uint8Array> {
  const tar = pack()
  let files = 0
  let bytes = 0
  const add = async (below: string): Promise<void> => {
    for (const name of (await readdir(join(folder, below))).sort()) {
      const path = below === '' ? name : `${below}/${name}`
      const found = await lstat(join(folder, path))
      if (found.isDirectory()) {
        await add(path)
        continue
      }
      if (!found.isFile()) throw new Refusal('ERR_PLUGIN_ARCHIVE_UNSAFE', { detail: `${path} is not a file` })
      if (++files > packageLimits.files || (bytes += found.size) > packageLimits.unpackedBytes) throw tooLarge()
      tar.entry({ name: `package/${path}`, mtime: new Date(0), mode: 0o644 }, await readFile(join(folder, path)))
    }
  }
  await add('')
  tar.finalize()
  const pieces: Uint8Array[] = []
  for await (const piece of tar) pieces.push(piece as Uint8Array)
  return gzipSync(Buffer.concat(pieces))
}

const tooLarge = (): Refusal => new Refusal('ERR_PLUGIN_ARCHIVE_TOO_LARGE')
