import type { Draft, DraftChange, DraftKept, StoredUpload } from '../../base/contracts.ts'

/** A draft as this browser keeps it. */
interface OwnDraft {
  readonly text: string
  /** Names of all that was attached. */
  readonly files: readonly string[]
  /** The files that the server has. */
  readonly uploads: readonly StoredUpload[]
  readonly writtenAt: string
  /** The server's draft that this one continues. */
  readonly basedOn: string | null
  /** Whether the server has it. */
  readonly isKept: boolean
  /** Concurrent draft of another device. */
  readonly other?: Draft | undefined
}

export interface DraftOptions {
  storage: Storage
  userId: string
  /** Leaves a draft to the server, which answers what stands there now; without it drafts stay in this browser. */
  keep?(ticketId: string, change: DraftChange): Promise<DraftKept>
  /** So long after the last letter. Milliseconds. */
  quietTime?: number
}

const nothing: readonly string[] = []
const noUploads: readonly StoredUpload[] = []
const isEmpty = ({ text, files, uploads }: Pick<OwnDraft, 'text' | 'files' | 'uploads'>): boolean =>
  text === '' && files.length === 0 && uploads.length === 0
const idsOf = (uploads: readonly StoredUpload[]) => uploads.map(({ id }) => id)

/**
 * Unsent text per ticket, with what is attached to it: kept in this browser under the user at every letter, and on the
 * server shortly after the last one. Never lost by switching, failing, reloading, or writing on two devices at once.
 */
export class DraftStore {
  readonly #options: DraftOptions
  readonly #key: string
  readonly #listeners = new Set<() => void>()
  readonly #due = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #leaving = new Set<string>()
  #drafts: Readonly<Record<string, OwnDraft>>

  constructor(options: DraftOptions) {
    this.#options = options
    this.#key = `recado.drafts.${options.userId}`
    this.#drafts = this.#restore()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  of = (ticketId: string): string => this.#drafts[ticketId]?.text ?? ''
  /** Names of what was attached when the draft was written, here or elsewhere. */
  filesOf = (ticketId: string): readonly string[] => this.#drafts[ticketId]?.files ?? nothing
  /** The uploads that the server has, in their order. The same array for as long as nobody changes it. */
  uploadsOf = (ticketId: string): readonly StoredUpload[] => this.#drafts[ticketId]?.uploads ?? noUploads
  /** Tickets with a draft. */
  tickets = (): readonly string[] => Object.keys(this.#drafts)
  /** The draft that was replaced by the current one; undefined for none. */
  otherOf = (ticketId: string): Draft | undefined => this.#drafts[ticketId]?.other

  set(
    ticketId: string,
    change: { readonly text?: string; readonly files?: readonly string[]; readonly uploads?: readonly StoredUpload[] },
  ): void {
    const before = this.#drafts[ticketId]
    const {
      text = before?.text ?? '',
      files = before?.files ?? nothing,
      uploads = before?.uploads ?? noUploads,
    } = change
    if (
      text === (before?.text ?? '') &&
      files.join('/') === (before?.files ?? nothing).join('/') &&
      idsOf(uploads).join() === idsOf(before?.uploads ?? noUploads).join()
    )
      return
    this.#put(ticketId, {
      text,
      files,
      uploads,
      writtenAt: new Date().toISOString(),
      basedOn: before?.basedOn ?? null,
      isKept: !this.#options.keep,
      other: before?.other,
    })
    if (this.#options.keep) this.#keepSoon(ticketId)
  }

  /** Swaps the two: the offered draft becomes the current one, and the other way round. */
  swap(ticketId: string): void {
    const { other, text = '', files = nothing, uploads = noUploads, writtenAt } = this.#drafts[ticketId] ?? {}
    if (!other) return
    const given =
      text !== '' || uploads.length > 0
        ? { ticketId: other.ticketId, text, files: [...files], uploads: [...uploads], writtenAt: writtenAt! }
        : undefined
    this.set(ticketId, { text: other.text, files: other.files, uploads: other.uploads })
    this.offer(ticketId, given)
  }

  /** Offers a draft beside the one that stands; undefined gives the offer up. */
  offer(ticketId: string, other: Draft | undefined): void {
    const own = this.#drafts[ticketId]
    if (own) this.#put(ticketId, { ...own, other })
    else if (other)
      this.#put(ticketId, {
        text: '',
        files: nothing,
        uploads: noUploads,
        writtenAt: new Date().toISOString(),
        basedOn: null,
        isKept: true,
        other,
      })
  }

  /**
   * Takes the server's drafts. Newer ones replace those that it had; drafts that it does not have yet are sent to it
   * now, and it decides.
   */
  take(drafts: readonly Draft[]): void {
    for (const { ticketId, text, files, uploads, writtenAt } of drafts) {
      const own = this.#drafts[ticketId]
      // The known draft may have lost a file, and paths are signed for a while only.
      const isRenewed = writtenAt === own?.writtenAt && own.uploads.length > 0
      if (own ? own.isKept && (writtenAt > own.writtenAt || isRenewed) : !isEmpty({ text, files, uploads }))
        this.#put(ticketId, { text, files, uploads, writtenAt, basedOn: writtenAt, isKept: true, other: own?.other })
    }
    this.flush()
  }

  /** Leaves everything to the server that it does not have, without waiting for the end of a word. */
  flush(): void {
    for (const [ticketId, draft] of Object.entries(this.#drafts)) if (!draft.isKept) void this.#leave(ticketId)
  }

  #keepSoon(ticketId: string): void {
    clearTimeout(this.#due.get(ticketId))
    this.#due.set(
      ticketId,
      setTimeout(() => void this.#leave(ticketId), this.#options.quietTime ?? 1_000),
    )
  }

  async #leave(ticketId: string): Promise<void> {
    clearTimeout(this.#due.get(ticketId))
    this.#due.delete(ticketId)
    const own = this.#drafts[ticketId]
    if (!own || own.isKept || !this.#options.keep || this.#leaving.has(ticketId)) return
    this.#leaving.add(ticketId)
    const { text, files, uploads, writtenAt, basedOn } = own
    // Without an answer it stays here and is left again with the next letter, or when the network is back.
    const kept = await this.#options
      .keep(ticketId, { text, files: [...files], uploads: idsOf(uploads), writtenAt, basedOn })
      .catch(() => undefined)
    this.#leaving.delete(ticketId)
    if (kept) this.#settle(ticketId, own, kept)
  }

  #settle(ticketId: string, sent: OwnDraft, { draft, other }: DraftKept): void {
    const own = this.#drafts[ticketId]
    const offered = other ?? own?.other
    // The ticket is part of another one by now, and so is the draft.
    if (draft.ticketId !== ticketId) {
      if (own === sent || own?.writtenAt === sent.writtenAt)
        this.#put(ticketId, {
          text: '',
          files: nothing,
          uploads: noUploads,
          writtenAt: draft.writtenAt,
          basedOn: null,
          isKept: true,
          other: offered,
        })
      return this.take([draft])
    }
    if (own === sent || !own || own.writtenAt === sent.writtenAt)
      return this.#put(ticketId, {
        text: draft.text,
        files: draft.files,
        uploads: draft.uploads,
        writtenAt: draft.writtenAt,
        basedOn: draft.writtenAt,
        isKept: true,
        other: offered,
      })
    // Edited meanwhile. The winner at the server is not the edited draft: it is offered.
    const isOurs = draft.text === sent.text
    this.#put(ticketId, { ...own, basedOn: draft.writtenAt, other: isOurs ? offered : draft })
    this.#keepSoon(ticketId)
  }

  #put(ticketId: string, draft: OwnDraft): void {
    const { [ticketId]: _old, ...others } = this.#drafts
    this.#drafts = isEmpty(draft) && draft.isKept && !draft.other ? others : { ...others, [ticketId]: draft }
    try {
      this.#options.storage.setItem(this.#key, JSON.stringify(this.#drafts))
    } catch {
      // The browser's storage is full: the text stays in memory for as long as the page is open.
    }
    for (const listener of this.#listeners) listener()
  }

  #restore(): Readonly<Record<string, OwnDraft>> {
    try {
      const stored: unknown = JSON.parse(this.#options.storage.getItem(this.#key) ?? '{}')
      if (typeof stored !== 'object' || stored === null) return {}
      // Before drafts were kept on the server they were texts alone, and then without their files.
      return Object.fromEntries(
        Object.entries(stored as Record<string, OwnDraft | string>).map(([ticketId, draft]) => [
          ticketId,
          typeof draft === 'string'
            ? {
                text: draft,
                files: nothing,
                uploads: noUploads,
                writtenAt: new Date(0).toISOString(),
                basedOn: null,
                isKept: false,
              }
            : {
                ...draft,
                uploads: draft.uploads ?? noUploads,
                other: draft.other && { ...draft.other, uploads: draft.other.uploads ?? [] },
              },
        ]),
      )
    } catch {
      return {}
    }
  }
}
