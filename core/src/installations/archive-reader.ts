import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { packageLimits, Refusal } from '@recado/contracts'
import { extract, type Header } from 'tar-stream'

/**
 * A file of a packed plugin, by its path below `package/`. `content` is read before the next file is asked for, or
 * skipped.
 */
export interface ArchiveFile {
  readonly path: string
  readonly size: number
  readonly content: AsyncIterable<Uint8Array>
}

/**
 * Size of a tar beside the content of its files: a header each, the filling of the last block, an occasional long path.
 */
const overheadPerFile = 3_072
const longestPath = 200
const pieceBytes = 65_536
/** The characters of the manifest's own rule; no segment may be `.` or `..`, or end as Windows would cut it. */
const plainPath = /^(?!.*(^|\/)\.\.?(\/|$))(?!.*[. ](\/|$))[\w@.+ -]+(\/[\w@.+ -]+)*$/

/**
 * The files of a gzipped tar as npm makes it, one after the other. Nothing is trusted and nothing is written: sizes are
 * counted while they are unpacked, and the first thing that is not a plain file in its place ends the reading.
 *
 * @throws Refusal ERR_PLUGIN_ARCHIVE, ERR_PLUGIN_ARCHIVE_UNSAFE, ERR_PLUGIN_ARCHIVE_TOO_LARGE
 */
export async function* readArchive(bytes: Uint8Array, limits: Limits = packageLimits): AsyncGenerator<ArchiveFile> {
  if (bytes.length > limits.packedBytes) throw tooLarge(`it is larger than ${limits.packedBytes} bytes`)
  const tar = extract()
  const unpacking = pipeline(Readable.from(pieces(bytes), { objectMode: false }), createGunzip(), counted(limits), tar)
  // The loop below gets the error from the tar; here it would be unhandled.
  unpacking.catch(() => undefined)
  const places = new Places()
  let unpacked = 0
  try {
    for await (const entry of tar) {
      const { header } = entry
      const path = pathOf(header)
      if (header.type === 'directory') {
        entry.resume()
        continue
      }
      if (header.type !== 'file') throw unsafe(`${path} is a ${header.type}`)
      places.take(path)
      unpacked += header.size ?? 0
      if (places.size > limits.files) throw tooLarge(`it has more than ${limits.files} files`)
      if (unpacked > limits.unpackedBytes) throw tooLarge(`unpacked it is larger than ${limits.unpackedBytes} bytes`)
      yield { path, size: header.size ?? 0, content: contentOf(entry as AsyncIterable<Uint8Array>) }
      entry.resume()
    }
    await unpacking
  } catch (error) {
    throw asRefusal(error)
  } finally {
    tar.destroy()
  }
}

/** An error of the whole appears in the file that is being read. */
async function* contentOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces
  } catch (error) {
    throw asRefusal(error)
  }
}

const asRefusal = (error: unknown): Refusal =>
  Refusal.is(error) ? error : new Refusal('ERR_PLUGIN_ARCHIVE', { detail: reasonOf(error) }, { cause: error })

type Limits = { readonly [K in keyof typeof packageLimits]: number }

function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

/** Counts what comes out of the gzip, which is where a bomb shows. */
const counted = (limits: Limits) =>
  async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const most = limits.unpackedBytes + limits.files * overheadPerFile
    let seen = 0
    for await (const piece of source) {
      seen += piece.length
      if (seen > most) throw tooLarge(`unpacked it is larger than ${limits.unpackedBytes} bytes`)
      yield piece
    }
  }

function pathOf({ name, type }: Header): string {
  const given = type === 'directory' ? name.replace(/\/+$/, '') : name
  if (type === 'directory' && given === 'package') return given
  const path = given.startsWith('package/') ? given.slice('package/'.length) : undefined
  if (path === undefined) throw unsafe(`${shown(name)} does not lie below package/`)
  if (path.length > longestPath || !plainPath.test(path)) throw unsafe(`${shown(name)} is not a plain path`)
  return path
}

/** Names that a file system may take for one another, or for the folder of another, cannot stand beside each other. */
class Places {
  readonly #files = new Set<string>()
  readonly #folders = new Set<string>()

  get size(): number {
    return this.#files.size
  }

  take(path: string): void {
    const name = path.toLowerCase()
    const folders = name
      .split('/')
      .slice(0, -1)
      .map((_, depth, segments) => segments.slice(0, depth + 1).join('/'))
    if (this.#files.has(name) || this.#folders.has(name) || folders.some((folder) => this.#files.has(folder)))
      throw unsafe(`${path} stands in the place of another file`)
    this.#files.add(name)
    for (const folder of folders) this.#folders.add(folder)
  }
}

/** A name out of an archive, so that it can be in a sentence. */
const shown = (name: string): string => JSON.stringify(name.slice(0, 80))
const reasonOf = (error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string }
  return code?.startsWith('Z_') ? 'it is not a complete gzip' : (message ?? 'it cannot be read').slice(0, 120)
}
const unsafe = (detail: string): Refusal => new Refusal('ERR_PLUGIN_ARCHIVE_UNSAFE', { detail })
const tooLarge = (detail: string): Refusal => new Refusal('ERR_PLUGIN_ARCHIVE_TOO_LARGE', { detail })
