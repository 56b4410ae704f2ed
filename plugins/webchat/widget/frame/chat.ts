import type { PublicConfig } from '../../src/channel/config.ts'
import type { Page, ToFrame, ToPage, User } from '../protocol/messages.ts'
import { Refused, type Api, type SessionRequest, type VisitorView } from './api.ts'
import { backoffMs, pause } from './backoff.ts'
import {
  change,
  emptyConversation,
  nextToSend,
  unreadOf,
  type Change,
  type Conversation,
  type Outgoing,
} from './conversation.ts'
import { AgentNews, readKept, ThreadMessage, ThreadMessages, writeKept, type Agent } from './data.ts'
import { inkOn } from './ink.ts'
import { Slider, type SliderState } from './slider.ts'
import { playSound } from './sound.ts'
import type { ServerEvent } from './sse.ts'
import { follow, type Line } from './stream.ts'
import { chooseLocale, wordsOf, type Words } from './words.ts'

export interface ChatState {
  readonly words: Words
  readonly open: boolean
  /** `idle`: nobody has written yet, so there is nothing to follow. */
  readonly line: 'idle' | Line
  /** Until when the server has no place, where it said so. */
  readonly lineUntil: Date | undefined
  /** The slider, while it is asked for. */
  readonly slider: SliderState | undefined
  /** Whether what lay waiting has been read. */
  readonly live: boolean
  readonly conversation: Conversation
  readonly visitor: VisitorView | undefined
  /** Who attends the conversation now. */
  readonly agent: Agent | null
  /** Name of the agent who is writing; empty when it is not known. */
  readonly agentTyping: string | undefined
  readonly loadingOlder: boolean
}

export interface ChatOptions {
  readonly config: PublicConfig
  createApi(token: () => string | undefined): Api
  post(message: ToPage): void
}

/** An agent who has said nothing for this long is not writing any more, even if nobody said so. */
const typingShownMs = 6_000
/** A message that may not be sent for longer than this is given back to the visitor. */
const longWaitMs = 90_000
/** The visitor's own typing is told at most this often. */
const typingToldMs = 3_000

/**
 * The visitor's side of one conversation: holds the state, talks to server and page. Screens read {@link state} and
 * call the methods; nothing here draws.
 */
export class Chat {
  #config: PublicConfig
  readonly #api: Api
  readonly #post: (message: ToPage) => void
  readonly #listeners = new Set<() => void>()
  #state: ChatState = {
    words: wordsOf(chooseLocale(navigator.languages)),
    open: false,
    line: 'idle',
    lineUntil: undefined,
    slider: undefined,
    live: false,
    conversation: emptyConversation,
    visitor: undefined,
    agent: null,
    agentTyping: undefined,
    loadingOlder: false,
  }
  #token: string | undefined
  /** The greeting that the visitor read before the first message: it stays as it was. */
  #greeting: string | undefined
  #page: Page | undefined
  #user: User | undefined
  #opening: Promise<void> | undefined
  #stream = new AbortController()
  #sending = false
  #slider: Slider | undefined
  /** Solved for the session that is begun next. */
  #captcha: string | undefined
  #typingTimer: ReturnType<typeof setTimeout> | undefined
  #typingToldAt = 0

  constructor({ config, createApi, post }: ChatOptions) {
    this.#config = config
    this.#api = createApi(() => this.#token)
    this.#post = post
  }

  get state(): ChatState {
    return this.#state
  }

  get config(): PublicConfig {
    return this.#config
  }

  /** Takes other settings, while they are typed in the preview. */
  configure(config: PublicConfig): void {
    this.#config = config
    this.#set({})
    this.#dress()
  }

  /** The first words of the conversation, from the company's side. */
  get greeting(): string {
    return this.#greeting ?? (this.config.helpMessage || this.#state.words('greeting'))
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** What the page around the frame says. */
  hear(message: ToFrame): void {
    switch (message.type) {
      case 'init':
        return this.#begin(message)
      case 'visibility':
        this.#set({ open: message.open })
        return this.markSeen()
      case 'page':
        this.#page = message.page
        return
      case 'locale':
        this.#set({ words: wordsOf(chooseLocale([message.locale])) })
        return this.#dress()
      case 'user':
        this.#user = message.user
        void this.#introduce()
        return
    }
  }

  /** Takes a text or a file; it is sent at once, or as soon as that is possible. */
  say(content: { text: string } | { file: File }): void {
    const text = 'text' in content ? content.text.trim() : ''
    if (text === '' && !('file' in content)) return
    this.#greeting ??= this.greeting
    this.#change({
      type: 'queued',
      outgoing: {
        id: crypto.randomUUID(),
        text,
        at: new Date().toISOString(),
        state: 'waiting',
        ...('file' in content ? { file: content.file } : {}),
      },
    })
    this.#typingToldAt = 0
    void this.#send()
  }

  retry(id: string): void {
    this.#change({ type: 'moved', id, to: 'waiting' })
    void this.#send()
  }

  slide(position: number): void {
    this.#slider?.slide(position)
  }

  retrySlider(): void {
    this.#slider?.retry()
  }

  discard(id: string): void {
    this.#change({ type: 'discarded', id })
  }

  /** The visitor has changed the text in the composer. */
  typing(empty: boolean): void {
    if (this.#token === undefined) return
    const now = Date.now()
    if (empty ? this.#typingToldAt === 0 : now - this.#typingToldAt < typingToldMs) return
    this.#typingToldAt = empty ? 0 : now
    this.#api.typing(empty ? 'stop' : 'text').catch(() => undefined)
  }

  /** What the visitor typed about themselves before the first message. */
  setProfile(profile: { name?: string; email?: string }): void {
    this.#user = { ...this.#user, ...profile }
  }

  /** The newest message is before the visitor's eyes. */
  markSeen(): void {
    const last = this.#state.conversation.messages.findLast(({ from }) => from === 'agent')
    if (!last || !this.#state.open || document.hidden || unreadOf(this.#state.conversation) === 0) return
    this.#change({ type: 'seen', at: last.at })
    this.#api.read(last.at).catch(() => undefined)
  }

  async loadOlder(): Promise<void> {
    const [first] = this.#state.conversation.messages
    if (!first || this.#state.loadingOlder) return
    this.#set({ loadingOlder: true })
    try {
      const { messages, hasMore } = await this.#api.older(first.position)
      this.#change({ type: 'olderRead', messages, complete: !hasMore })
    } catch {
      // The button stays, and that is the offer to try again.
    } finally {
      this.#set({ loadingOlder: false })
    }
  }

  close(): void {
    this.#post({ type: 'toggle', open: false })
  }

  /* ---- beginning ---- */

  #begin({ state, locale, page, open }: Extract<ToFrame, { type: 'init' }>): void {
    const kept = readKept(state)
    this.#token = kept.token
    this.#greeting = kept.greeting
    this.#page = page
    const conversation: Conversation = {
      ...emptyConversation,
      seenAt: kept.seenAt ?? null,
      outgoing: kept.outgoing.map((one) => ({ ...one, state: 'waiting' as const })),
    }
    this.#set({
      open,
      conversation,
      words: wordsOf(chooseLocale(locale === undefined ? navigator.languages : [locale])),
    })
    this.#dress()
    this.#post({ type: 'event', name: 'ready' })
    if (this.#token !== undefined) this.#follow()
    void this.#send()
  }

  #dress(): void {
    const { words } = this.#state
    const { headerColor, iconUrl, title, offerHelp, helpMessage, autoMaximize, position } = this.config
    this.#post({
      type: 'config',
      color: headerColor,
      ink: inkOn(headerColor),
      title: title || words('title'),
      openLabel: words('open'),
      closeLabel: words('close'),
      unreadLabel: words('unread'),
      dismissLabel: words('dismiss'),
      autoOpen: autoMaximize,
      left: position === 'left',
      ...(iconUrl === undefined ? {} : { icon: iconUrl }),
      ...(offerHelp && this.#token === undefined ? { teaser: helpMessage || words('teaser') } : {}),
    })
  }

  /* ---- session ---- */

  #sessionRequest(): SessionRequest {
    const { token, id, hash, name, email } = this.#user ?? {}
    const profile = { ...(name ? { name } : {}), ...(email ? { email } : {}) }
    return {
      locale: this.#state.words.locale,
      ...(token !== undefined
        ? { identity: { token } }
        : id !== undefined && hash !== undefined
          ? { identity: { id, hash, ...(name ? { name } : {}) } }
          : Object.keys(profile).length > 0
            ? { profile }
            : {}),
    }
  }

  /** One at a time: two messages at once must not make two visitors. */
  #openSession(): Promise<void> {
    this.#opening ??= (async () => {
      const captcha = this.#captcha
      this.#captcha = undefined
      const { token, visitor } = await this.#api.openSession({
        ...this.#sessionRequest(),
        ...(captcha === undefined ? {} : { captcha }),
      })
      this.#set({ visitor })
      if (token === null) return
      const known = this.#token !== undefined
      this.#token = token
      if (known) this.#restart()
      this.#keep()
      this.#follow()
    })().finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  /** The site has said who the visitor is. A proof is used at once; a mere claim waits for the first message. */
  async #introduce(): Promise<void> {
    if (this.#token === undefined && !('identity' in this.#sessionRequest())) return
    try {
      await this.#openSession()
    } catch (error) {
      this.#post({ type: 'event', name: 'error', text: error instanceof Refused ? error.code : 'ERR_NETWORK' })
    }
  }

  #endSession(): void {
    this.#token = undefined
    this.#stream.abort()
    this.#set({ line: 'idle', live: false, visitor: undefined })
    this.#restart()
  }

  /** Another conversation begins, with what is unsent. */
  #restart(): void {
    this.#greeting = undefined
    this.#set({ agent: null })
    this.#change({ type: 'restarted' })
  }

  /* ---- sending ---- */

  /** Sends what waits, one after the other, until nothing waits or the network fails. */
  async #send(): Promise<void> {
    if (this.#sending) return
    this.#sending = true
    try {
      let attempt = 0
      for (let next = nextToSend(this.#state.conversation); next; next = nextToSend(this.#state.conversation)) {
        const { id } = next
        this.#change({ type: 'moved', id, to: 'sending' })
        try {
          if (this.#token === undefined) await this.#openSession()
          await (next.file ? this.#api.upload(id, next.file) : this.#api.send(id, next.text, this.#page))
          attempt = 0
          this.#change({ type: 'moved', id, to: 'stored' })
        } catch (error) {
          if (Refused.asksForSlider(error)) {
            this.#change({ type: 'moved', id, to: 'waiting', reason: 'ERR_CAPTCHA_REQUIRED' })
            await this.#askSlider()
            continue
          }
          const told = error instanceof Refused ? error.retryAfterMs : undefined
          const until = told === undefined ? undefined : new Date(Date.now() + told)
          // What takes long does not hold up what was written after it: the visitor tries it again, knowing when.
          if (Refused.isFinal(error) || (told ?? 0) > longWaitMs) {
            this.#change({ type: 'moved', id, to: 'failed', reason: (error as Refused).code, until })
            continue
          }
          this.#change({ type: 'moved', id, to: 'waiting', until })
          if (error instanceof Refused && error.status === 401 && this.#token !== undefined) this.#endSession()
          await pause(Math.max(told ?? 0, backoffMs(attempt++)), new AbortController().signal)
        }
      }
    } finally {
      this.#sending = false
    }
  }

  /** Shows the slider until it is solved. What was written meanwhile waits behind what asked for it. */
  async #askSlider(): Promise<void> {
    this.#slider = new Slider({
      load: () => this.#api.challenge(),
      use: async (field) => {
        // A session that is yet to begin is paid for by its own request.
        if (this.#token === undefined) this.#captcha = field
        else await this.#api.solveSlider(field)
      },
      onState: (slider) => this.#set({ slider }),
    })
    await this.#slider.done
    this.#slider = undefined
  }

  /* ---- following ---- */

  #follow(): void {
    this.#stream.abort()
    const stream = (this.#stream = new AbortController())
    this.#set({ live: false })
    void follow(
      this.#api,
      {
        onEvent: (event) => this.#receive(event),
        onLine: (line, lineUntil) => {
          if (!stream.signal.aborted) this.#set({ line, lineUntil })
        },
        onEnded: () => this.#endSession(),
      },
      stream.signal,
    )
  }

  #receive({ event, data }: ServerEvent): void {
    const value: unknown = JSON.parse(data)
    if (event === 'live') this.#set({ live: true })
    else if (event === 'message' && ThreadMessage(value)) this.#receiveMessage(value)
    else if (event === 'agent' && AgentNews(value)) this.#set({ agent: value.agent })
    else if (event === 'refresh' && ThreadMessages(value)) this.#change({ type: 'refreshed', messages: value })
    else if (typeof value === 'object' && value !== null) {
      if (event === 'typing' && 'mode' in value) this.#showTyping(value.mode !== 'stop')
      if (event === 'read' && 'at' in value && typeof value.at === 'string')
        this.#change({ type: 'agentRead', at: value.at })
      if (event === 'hello' && 'agentReadAt' in value && typeof value.agentReadAt === 'string')
        this.#change({ type: 'agentRead', at: value.agentReadAt })
    }
  }

  #receiveMessage(message: ThreadMessage): void {
    this.#change({ type: 'received', message })
    if (message.from === 'visitor') return
    this.#showTyping(false)
    this.markSeen()
    if (!this.#state.live) return
    this.#post({ type: 'event', name: 'message', text: message.text })
    if (!this.#state.open || document.hidden || !document.hasFocus()) void playSound(this.config.notificationSoundUrl)
  }

  #showTyping(shown: boolean): void {
    clearTimeout(this.#typingTimer)
    const { agent, conversation } = this.#state
    const author = agent?.name ?? conversation.messages.findLast(({ from }) => from === 'agent')?.author ?? ''
    this.#set({ agentTyping: shown ? author : undefined })
    if (shown) this.#typingTimer = setTimeout(() => this.#set({ agentTyping: undefined }), typingShownMs)
  }

  /* ---- state ---- */

  #set(part: Partial<ChatState>): void {
    this.#state = { ...this.#state, ...part }
    for (const listener of this.#listeners) listener()
  }

  #change(by: Change): void {
    const before = this.#state.conversation
    const conversation = change(before, by)
    if (conversation === before) return
    this.#set({ conversation })
    if (unreadOf(before) !== unreadOf(conversation)) this.#post({ type: 'unread', count: unreadOf(conversation) })
    if (before.outgoing !== conversation.outgoing || before.seenAt !== conversation.seenAt) this.#keep()
  }

  /** Files cannot be kept as text; they wait only as long as the page lives. */
  #keep(): void {
    const { outgoing, seenAt } = this.#state.conversation
    const unsent = outgoing
      .filter(({ file, state }) => file === undefined && state !== 'stored')
      .map(({ id, text, at }: Outgoing) => ({ id, text, at }))
    this.#post({
      type: 'state',
      state: writeKept({
        outgoing: unsent,
        ...(this.#token === undefined ? {} : { token: this.#token }),
        ...(seenAt === null ? {} : { seenAt }),
        ...(this.#greeting === undefined ? {} : { greeting: this.#greeting }),
      }),
    })
  }
}
