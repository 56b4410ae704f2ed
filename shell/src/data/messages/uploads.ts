import { ApiError } from '@recado/sdk/ui'
import { asApiError, isTransient } from '../../base/api/error-code.ts'
import type { StoredUpload } from '../../base/contracts.ts'
import { KeptFile, type Attachment } from './kept-file.ts'
import type { UploadState } from './upload-state.ts'

export interface UploadsOptions {
  post(
    ticketId: string,
    file: File,
    options: { voice: boolean; signal: AbortSignal; onProgress(share: number): void },
  ): Promise<StoredUpload>
  /** Deletes the server's copy; one that cannot be deleted is swept there. */
  remove(id: string): Promise<unknown>
  now?: () => number
  /** Time before the next try if nothing signals that the network is back. Milliseconds. */
  retryAfter?: number
}

/** So many leave at once: one large file does not hold up a small one. */
const atOnce = 3
/** The server accepts a path for twelve hours; an older file is uploaded again. Milliseconds. */
const staleAfter = 11 * 3_600_000

interface Entry {
  readonly ticketId: string
  readonly voice: boolean
  state: UploadState
  stop: AbortController | null
  storedAt: number
  readonly waiting: PromiseWithResolvers<StoredUpload>[]
}

/**
 * Files on their way to the server, before the message they go along with: each alone, so that one that fails takes no
 * other with it.
 */
export class Uploads {
  readonly #options: UploadsOptions
  readonly #listeners = new Set<() => void>()
  readonly #entries = new Map<Attachment, Entry>()
  #retry: ReturnType<typeof setTimeout> | null = null
  constructor(options: UploadsOptions) {
    this.#options = options
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  of = (file: Attachment): UploadState | undefined => this.#entries.get(file)?.state

  /**
   * Begins with files that were attached; those that are known already go on as they are, and what the server keeps is
   * there.
   */
  begin(ticketId: string, files: readonly Attachment[], voice = false): void {
    for (const file of files)
      if (!this.#entries.has(file))
        this.#entries.set(file, {
          ticketId,
          voice,
          state: file instanceof KeptFile ? { kind: 'stored', upload: file.upload } : { kind: 'waiting', error: null },
          stop: null,
          storedAt: 0,
          waiting: [],
        })
    this.#advance()
  }

  /** Once more, without choosing the file again. */
  retry(file: Attachment): void {
    const entry = this.#entries.get(file)
    if (!entry || entry.state.kind === 'stored' || entry.state.kind === 'sending') return
    entry.state = { kind: 'waiting', error: null }
    this.#advance()
  }

  /** The network is back. */
  resume(): void {
    for (const entry of this.#entries.values())
      if (entry.state.kind === 'waiting') entry.state = { kind: 'waiting', error: null }
    this.#advance()
  }

  /** Drops a file: its upload is aborted, and its stored copy deleted. */
  drop(file: Attachment): void {
    const entry = this.#entries.get(file)
    if (!entry) return
    this.#entries.delete(file)
    entry.stop?.abort(new DOMException('The file was taken away', 'AbortError'))
    for (const waiting of entry.waiting.splice(0)) waiting.reject(new ApiError('ERR_ABORTED', 0))
    if (entry.state.kind === 'stored') void this.#options.remove(entry.state.upload.id).catch(() => undefined)
    this.#advance()
  }

  /** Its message has been taken: the file is the server's now. */
  release(files: readonly Attachment[]): void {
    for (const file of files) this.#entries.delete(file)
    this.#announce()
  }

  /**
   * The files as the server keeps them, in their order, as soon as they are all there.
   * @throws ApiError of the first that cannot be had; one that is transient may come by asking again
   */
  async stored(ticketId: string, files: readonly Attachment[], voice = false): Promise<StoredUpload[]> {
    this.begin(ticketId, files, voice)
    return Promise.all(files.map((file) => this.#stored(file)))
  }

  #stored(file: Attachment): Promise<StoredUpload> {
    const entry = this.#entries.get(file)!
    // A file that the server keeps for a draft has no bytes here to be uploaded again.
    if (entry.state.kind === 'stored' && (file instanceof KeptFile || this.#now() - entry.storedAt < staleAfter))
      return Promise.resolve(entry.state.upload)
    const waiting = Promise.withResolvers<StoredUpload>()
    entry.waiting.push(waiting)
    if (entry.state.kind !== 'sending') {
      entry.state = { kind: 'waiting', error: null }
      this.#advance()
    }
    return waiting.promise
  }

  #advance(): void {
    const entries = [...this.#entries]
    let free = atOnce - entries.filter(([, { state }]) => state.kind === 'sending').length
    for (const [file, entry] of entries) {
      if (free <= 0) break
      if (file instanceof KeptFile || entry.state.kind !== 'waiting' || entry.state.error) continue
      free--
      void this.#send(file, entry)
    }
    this.#announce()
  }

  async #send(file: File, entry: Entry): Promise<void> {
    const stop = new AbortController()
    entry.stop = stop
    entry.state = { kind: 'sending', share: 0 }
    try {
      const onProgress = (share: number): void => {
        if (entry.stop !== stop) return
        entry.state = { kind: 'sending', share }
        this.#announce()
      }
      const upload = await this.#options.post(entry.ticketId, file, {
        voice: entry.voice,
        signal: stop.signal,
        onProgress,
      })
      entry.stop = null
      // Taken away in the moment in which it arrived.
      if (this.#entries.get(file) !== entry) return void this.#options.remove(upload.id).catch(() => undefined)
      entry.storedAt = this.#now()
      entry.state = { kind: 'stored', upload }
      for (const waiting of entry.waiting.splice(0)) waiting.resolve(upload)
    } catch (thrown) {
      const error = asApiError(thrown)
      entry.stop = null
      entry.state = isTransient(error) ? { kind: 'waiting', error } : { kind: 'failed', error }
      for (const waiting of entry.waiting.splice(0)) waiting.reject(error)
      if (this.#entries.get(file) === entry && isTransient(error)) this.#tryLater()
    }
    this.#advance()
  }

  #tryLater(): void {
    this.#retry ??= setTimeout(() => {
      this.#retry = null
      this.resume()
    }, this.#options.retryAfter ?? 5_000)
  }

  #now(): number {
    return (this.#options.now ?? Date.now)()
  }
  #announce(): void {
    for (const listener of this.#listeners) listener()
  }
}
