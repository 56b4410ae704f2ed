import { UndecidedVersions, type UndecidedVersion } from '../../graph/merge/undecided.ts'

/**
 * Keeps which versions of blocks nobody has decided about while the server does not have them, in this browser, for one
 * user and one flow: the next opening of the builder saves them. What cannot be read is as if it was not there.
 */
export class UndecidedStore {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly #key: string

  constructor(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, userId: string, flowId: string) {
    this.#storage = storage
    this.#key = `recado.flows.undecided.${userId}.${flowId}`
  }

  read(): readonly UndecidedVersion[] {
    try {
      return UndecidedVersions.safeParse(JSON.parse(this.#storage.getItem(this.#key) ?? '[]')).data ?? []
    } catch {
      return []
    }
  }

  /** Whether they are kept: not where the browser has no room for them. */
  write(versions: readonly UndecidedVersion[]): boolean {
    try {
      if (versions.length === 0) this.#storage.removeItem(this.#key)
      else this.#storage.setItem(this.#key, JSON.stringify(versions))
      return true
    } catch {
      return false
    }
  }
}
