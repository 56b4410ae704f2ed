import type { Recording } from '@recado/sdk/ui'
import type { Attachment } from './kept-file.ts'

/** Attachments of the next message of a ticket. */
export interface Attached {
  readonly files: readonly Attachment[]
  readonly recording: Recording | null
}

const nothing: Attached = { files: [], recording: null }

/**
 * Attachments per ticket, over switching between them. In memory: a browser gives no lasting access to files; uploaded
 * ones come back with the draft.
 */
export class AttachmentShelf {
  readonly #listeners = new Set<() => void>()
  #attached: ReadonlyMap<string, Attached> = new Map()

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  of = (ticketId: string): Attached => this.#attached.get(ticketId) ?? nothing

  /** Tickets with attachments. */
  tickets = (): Iterable<string> => this.#attached.keys()

  change(ticketId: string, change: Partial<Attached>): void {
    const next = { ...this.of(ticketId), ...change }
    const attached = new Map(this.#attached)
    if (next.files.length === 0 && next.recording === null) attached.delete(ticketId)
    else attached.set(ticketId, next)
    this.#attached = attached
    for (const listener of this.#listeners) listener()
  }
}
