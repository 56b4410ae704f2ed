import { randomBytes } from 'node:crypto'

interface StoredFile {
  readonly bytes: Uint8Array
  readonly mime: string
}
/** A file that is made while it is sent. */
type MadeFile = () => AsyncIterable<Uint8Array>

/** Encrypted media of both sides and pictures, at addresses of the simulator. */
export class Files {
  readonly #stored = new Map<string, StoredFile>()
  readonly #made = new Map<string, MadeFile>()
  readonly #origin: () => string

  constructor(origin: () => string) {
    this.#origin = origin
  }

  /** Keeps these bytes, and says at which path. */
  keep(bytes: Uint8Array, mime = 'application/octet-stream'): string {
    const path = newPath()
    this.#stored.set(path, { bytes, mime })
    return path
  }

  /** Makes a file whenever it is asked for, and says at which address. */
  make(pieces: MadeFile): string {
    const path = newPath()
    this.#made.set(path, pieces)
    return this.#origin() + path
  }

  made(path: string): MadeFile | undefined {
    return this.#made.get(path)
  }

  urlOf(bytes: Uint8Array, mime: string): string {
    return this.#origin() + this.keep(bytes, mime)
  }

  find(path: string): StoredFile | undefined {
    return this.#stored.get(path)
  }

  /** As the phone's retention ends: the address answers 410 from now on. */
  forget(url: string): void {
    this.#stored.delete(new URL(url).pathname)
  }
}

const newPath = (): string => `/media/${randomBytes(16).toString('hex')}`
