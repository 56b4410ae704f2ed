import { randomUUID } from 'node:crypto'
import { createEventParser } from '../../plugins/webchat/widget/frame/sse.ts'

export interface Seen {
  readonly id: string | undefined
  readonly event: string
  readonly data: never
}
export interface ThreadMessage {
  id: string
  position: string
  from: string
  author: string | null
  picture: string | null
  at: string
  text: string
  files: { kind: string; url: string; name: string; mime: string }[]
  removed: boolean
}

/** A visitor of one connection's widget, without the widget: the calls and the stream over real HTTP. */
export class Visitor {
  token: string | undefined
  readonly #base: string
  readonly #lines: AbortController[] = []
  constructor(origin: string, connection: string, token?: string) {
    this.#base = `${origin}/p/webchat/c/${connection}`
    this.token = token
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: { error?: string } & Record<string, never>; headers: Headers }> {
    const form = body instanceof FormData
    const response = await fetch(this.#base + path, {
      method,
      headers: {
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: form || typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      body: text.startsWith('{') ? JSON.parse(text) : ({ text } as never),
      headers: response.headers,
    }
  }

  /** Begins a session, or changes the one there is. */
  async session(
    body: object = {},
  ): Promise<{ token: string | null; visitor: { name: string | null; email: string | null; verified: boolean } }> {
    const answer = await this.call('POST', '/session', body)
    if (answer.status !== 200) throw new Error(`the session was refused: ${answer.status} ${answer.body.error}`)
    const opened = answer.body as unknown as Awaited<ReturnType<Visitor['session']>>
    this.token = opened.token ?? this.token
    return opened
  }

  async say(text: string, id: string = randomUUID()): Promise<string> {
    const { status, body } = await this.call('POST', '/messages', { id, text })
    if (status !== 202) throw new Error(`the message was refused: ${status} ${body.error}`)
    return id
  }

  async attach(name: string, content: Uint8Array<ArrayBuffer> | string, type: string, id: string = randomUUID()) {
    const form = new FormData()
    form.set('id', id)
    form.set('file', new File([content], name, { type }))
    return { id, ...(await this.call('POST', '/attachments', form)) }
  }

  /** Listens until `leave`. Everything that was told is kept; `next` waits for the first that fits. */
  async listen(lastEventId?: string) {
    const line = new AbortController()
    this.#lines.push(line)
    const response = await fetch(`${this.#base}/events`, {
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      },
      signal: line.signal,
    })
    if (response.status !== 200) throw new Error(`the stream was refused: ${response.status}`)
    const seen: Seen[] = []
    const waiting = new Set<() => void>()
    const parse = createEventParser(({ id, event, data }) => {
      seen.push({ id, event, data: JSON.parse(data) as never })
      for (const look of [...waiting]) look()
    })
    const ended = response
      .body!.pipeThrough(new TextDecoderStream())
      .pipeTo(new WritableStream({ write: parse }))
      .catch(() => undefined)
    const next = <T>(event: string, fits: (data: never) => boolean = () => true) =>
      new Promise<{ id: string | undefined; data: T }>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look)
          reject(new Error(`no ${event} that fits within 10 s; there came ${JSON.stringify(seen)}`))
        }, 10_000)
        const look = () => {
          const found = seen.find((one) => one.event === event && fits(one.data))
          if (!found) return
          clearTimeout(timer)
          waiting.delete(look)
          resolve(found as never)
        }
        waiting.add(look)
        look()
      })
    return {
      seen,
      next,
      ended,
      messages: () => seen.filter(({ event }) => event === 'message').map(({ data }) => data as ThreadMessage),
      leave: () => line.abort(),
    }
  }

  close(): void {
    for (const line of this.#lines) line.abort()
  }
}
