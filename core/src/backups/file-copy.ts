import { constants } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeChecked } from './checked-file.ts'
import { filesBelow } from './files-below.ts'
import { inParallel } from '../base/in-parallel.ts'
import { inMegabytes, rarely } from './progress.ts'
import type { SumsWriter } from './sums.ts'

export interface FileCopyOptions {
  /** Data folder of the installation. */
  readonly from: string
  /** The backup. */
  readonly to: string
  readonly sums: SumsWriter
  readonly signal?: AbortSignal | undefined
  readonly say: (line: string) => void
}

const filesAtOnce = 8
/** A blob that is just being written; see media/disk.ts. */
const isUnfinished = (path: string): boolean => path.endsWith('.part')

/** Copies files of a data folder that is in use into `files/` of a backup, each once. */
export class FileCopy {
  readonly #options: FileCopyOptions
  readonly #sayRarely: (line: string) => void

  constructor(options: FileCopyOptions) {
    this.#options = options
    this.#sayRarely = rarely(options.say)
  }

  /** Everything below this folder of the data folder that is not in the backup yet. */
  async folder(name: string): Promise<void> {
    const found = filesBelow(join(this.#options.from, name))
    await inParallel(found, filesAtOnce, async ({ path, kind }) => {
      if (kind === 'link') this.#leaveOut(`${name}/${path}`)
      else if (!isUnfinished(path)) await this.file(`${name}/${path}`)
    })
  }

  /** Copies one file. A file that is removed meanwhile, or was copied before, is skipped. */
  async file(path: string): Promise<void> {
    const { from, to, sums, signal } = this.#options
    signal?.throwIfAborted()
    const place = join(to, 'files', path)
    const source = await open(join(from, path), 'r').catch(unless('ENOENT'))
    if (!source) return
    try {
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      const { mode } = await source.stat()
      const rights = (mode & 0o777) | constants.S_IRUSR | constants.S_IWUSR
      const content = source.createReadStream({ autoClose: false })
      const copied = await writeChecked(place, content, rights).catch(unless('EEXIST'))
      if (!copied) return
      await sums.add(`files/${path}`, copied)
      this.#sayRarely(`Copied ${sums.files} files, ${inMegabytes(sums.bytes)} …`)
    } finally {
      await source.close()
    }
  }

  #leaveOut(link: string): void {
    const { from, say } = this.#options
    say(`${join(from, link)} is a link, and what it leads to is not in the backup.`)
  }
}

/** Undefined for this failure, which is none. */
const unless =
  (code: string) =>
  (error: unknown): undefined => {
    if ((error as NodeJS.ErrnoException).code !== code) throw error
    return undefined
  }
