/* What is written and not yet there: drafts, and messages on their way. Kept in the browser, for this user. */

/** A quotation that a message will carry. */
export interface QuoteDraft {
  readonly ticketId: string
  readonly messageId: string | null
}
/** A message to which another answers. */
export interface ReplyDraft {
  readonly id: string
  readonly name: string
  readonly excerpt: string
}
/** What is in the composer of a chat. */
export interface Draft {
  readonly text: string
  readonly replyTo: ReplyDraft | null
}
/** A file that was uploaded and waits for its message. */
export interface WaitingFile {
  readonly id: string
  readonly name: string | null
  readonly seconds: number | null
}
/** A message that was sent and is not confirmed. `content` has mentions as ids. */
export interface Unsent {
  readonly key: string
  readonly chatId: string
  readonly content: string
  readonly replyTo: ReplyDraft | null
  readonly quote: QuoteDraft | null
  readonly files: readonly WaitingFile[]
  readonly at: string
  readonly state: 'sending' | 'failed'
}
interface Kept {
  readonly drafts: Readonly<Record<string, Draft>>
  readonly unsent: readonly Unsent[]
}

const nothing: Kept = { drafts: {}, unsent: [] }
/** Of a chat in which nothing is being written. */
export const noDraft: Draft = { text: '', replyTo: null }

const isEmpty = ({ text, replyTo }: Draft): boolean => text === '' && replyTo === null

/** The store of one user. What a reload found on its way counts as failed: its author decides. */
export class Outbox {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly #place: string
  readonly #listeners = new Set<() => void>()
  #kept: Kept

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>, userId: string) {
    this.#storage = storage
    this.#place = `recado.internal-chat.${userId}`
    this.#kept = this.#read()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  now = (): Kept => this.#kept

  draft(chatId: string, draft: Draft): void {
    const { [chatId]: _old, ...others } = this.#kept.drafts
    this.#set({ ...this.#kept, drafts: isEmpty(draft) ? others : { ...others, [chatId]: draft } })
  }

  add(message: Omit<Unsent, 'state'>): void {
    this.#set({ ...this.#kept, unsent: [...this.#kept.unsent, { ...message, state: 'sending' }] })
  }

  move(key: string, state: Unsent['state']): void {
    this.#set({
      ...this.#kept,
      unsent: this.#kept.unsent.map((each) => (each.key === key ? { ...each, state } : each)),
    })
  }

  /** It is there, or given up. */
  drop(key: string): void {
    this.#set({ ...this.#kept, unsent: this.#kept.unsent.filter((each) => each.key !== key) })
  }

  #read(): Kept {
    try {
      const kept = JSON.parse(this.#storage.getItem(this.#place) ?? 'null') as Kept | null
      return kept ? { ...kept, unsent: kept.unsent.map((each) => ({ ...each, state: 'failed' })) } : nothing
    } catch {
      return nothing
    }
  }

  #set(kept: Kept): void {
    this.#kept = kept
    try {
      this.#storage.setItem(this.#place, JSON.stringify(kept))
    } catch {
      // A full or forbidden store: what is written lasts as long as the page.
    }
    for (const listener of this.#listeners) listener()
  }
}

const outboxes = new Map<string, Outbox>()
/** The one outbox of a user in this page. */
export function outboxOf(userId: string): Outbox {
  const outbox = outboxes.get(userId) ?? new Outbox(localStorage, userId)
  outboxes.set(userId, outbox)
  return outbox
}
