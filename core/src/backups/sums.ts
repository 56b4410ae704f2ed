import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { BackupError } from './backup-error.ts'
import { readChecked, type CheckedFile } from './checked-file.ts'

/** The list of all files of a backup with their SHA-256 sums, as `sha256sum --check` reads it. */
export const sumsFile = 'SHA256SUMS'

/** Totals of the list; kept in the manifest, so that a truncated list is detected. */
export interface SumsTotal {
  readonly files: number
  readonly bytes: number
  readonly sha256: string
}

/** Writes the list while files are added, in any order. */
export class SumsWriter {
  readonly #file: FileHandle
  readonly #hash: Hash = createHash('sha256')
  #files = 0
  #bytes = 0
  #writing: Promise<void> = Promise.resolve()

  private constructor(file: FileHandle) {
    this.#file = file
  }

  static async create(backup: string): Promise<SumsWriter> {
    return new SumsWriter(await open(join(backup, sumsFile), 'wx', 0o600))
  }

  /** @param path below the backup, with slashes */
  add(path: string, { bytes, sha256 }: CheckedFile): Promise<void> {
    const line = lineOf(path, sha256)
    this.#files++
    this.#bytes += bytes
    this.#hash.update(line)
    this.#writing = this.#writing.then(() => this.#file.writeFile(line))
    return this.#writing
  }

  get files(): number {
    return this.#files
  }
  get bytes(): number {
    return this.#bytes
  }

  async finish(): Promise<SumsTotal> {
    await this.#writing
    return { files: this.#files, bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

/** A file that a backup lists, by its path below the backup. */
export interface ListedFile {
  readonly path: string
  readonly sha256: string
}

/**
 * The files that a backup lists.
 * @throws BackupError when the list is not the one in the manifest, before the first file
 */
export async function* readSums(backup: string, total: SumsTotal): AsyncGenerator<ListedFile> {
  const file = join(backup, sumsFile)
  const { sha256 } = await readChecked(createReadStream(file)).catch((cause: unknown) => {
    throw new BackupError(`${file} cannot be read: ${(cause as Error).message}.`, { cause })
  })
  if (sha256 !== total.sha256) throw new BackupError(`${file} was changed after the backup had been made.`)
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) yield listedIn(line)
}

/** GNU's way with names that would end the line, which begins with a backslash then. */
function lineOf(path: string, sha256: string): string {
  const escaped = path.replace(/[\\\n\r]/g, (character) => ({ '\n': '\\n', '\r': '\\r' })[character] ?? '\\\\')
  return `${escaped === path ? '' : '\\'}${sha256}  ${escaped}\n`
}

const escapes: Readonly<Record<string, string>> = { '\\n': '\n', '\\r': '\r', '\\\\': '\\' }

function listedIn(line: string): ListedFile {
  const [, escaped, sha256, name] = /^(\\?)([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
  const path = escaped ? name!.replace(/\\[nr\\]/g, (pair) => escapes[pair]!) : name
  const isBelow = path !== undefined && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  if (!isBelow) throw new BackupError(`${sumsFile} holds a line that names no file of a backup: ${line}`)
  return { path, sha256: sha256! }
}
