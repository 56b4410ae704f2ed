import type { Page } from '../protocol/messages.ts'
import { SliderChallenge, ThreadMessages, type ThreadMessage } from './data.ts'

/** A refusal by the server. `retryAfterMs` when it said when to come back. */
export class Refused extends Error {
  readonly code: string
  readonly status: number
  readonly retryAfterMs: number | undefined
  constructor(code: string, status: number, retryAfterMs?: number) {
    super(code)
    this.code = code
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
  /** The slider has to be solved before the same request is good. */
  static asksForSlider(error: unknown): boolean {
    return error instanceof Refused && (error.code === 'ERR_CAPTCHA_REQUIRED' || error.code === 'ERR_CAPTCHA_INVALID')
  }
  /** Whether the same request may be good later. Everything that is not a refusal (no network) may. */
  static isFinal(error: unknown): error is Refused {
    return error instanceof Refused && error.status < 500 && ![401, 404, 408, 429].includes(error.status)
  }
}

export interface SessionRequest {
  readonly locale?: string
  readonly profile?: { readonly name?: string; readonly email?: string }
  readonly captcha?: string
  readonly identity?:
    | { readonly token: string }
    | { readonly id: string; readonly hash: string; readonly name?: string }
}
export interface VisitorView {
  readonly name: string | null
  readonly email: string | null
  readonly verified: boolean
}

const callTimeoutMs = 20_000
const uploadTimeoutMs = 120_000

async function refusalOf(response: Response): Promise<Refused> {
  const body: unknown = await response.json().catch(() => undefined)
  const code =
    typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
      ? body.error
      : 'ERR_UNREADABLE_ANSWER'
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new Refused(code, response.status, Number.isFinite(seconds) ? seconds * 1_000 : undefined)
}

/** The calls of one connection's widget. `token` is asked for with every call; it stays in memory here. */
export function createApi(connection: string, token: () => string | undefined) {
  const base = `/p/webchat/c/${connection}`
  const request = async (path: string, init: RequestInit): Promise<Response> => {
    const held = token()
    const response = await fetch(base + path, {
      ...init,
      headers: { ...init.headers, ...(held === undefined ? {} : { authorization: `Bearer ${held}` }) },
    })
    if (!response.ok) throw await refusalOf(response)
    return response
  }
  const post = async (path: string, body: object): Promise<unknown> =>
    (
      await request(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
        signal: AbortSignal.timeout(callTimeoutMs),
      })
    ).json()

  return {
    openSession: (body: SessionRequest) =>
      post('/session', body) as Promise<{ token: string | null; visitor: VisitorView }>,
    async challenge(): Promise<SliderChallenge> {
      const given: unknown = await (await request('/slider', { signal: AbortSignal.timeout(callTimeoutMs) })).json()
      if (!SliderChallenge(given)) throw new Refused('ERR_UNREADABLE_ANSWER', 502)
      return given
    },
    async solveSlider(captcha: string): Promise<void> {
      await post('/slider', { captcha })
    },
    async send(id: string, text: string, page: Page | undefined): Promise<void> {
      await post('/messages', { id, text, ...(page ? { page } : {}) })
    },
    async upload(id: string, file: File): Promise<void> {
      const form = new FormData()
      form.set('id', id)
      form.set('file', file, file.name)
      await request('/attachments', { method: 'POST', body: form, signal: AbortSignal.timeout(uploadTimeoutMs) })
    },
    async typing(mode: 'text' | 'stop'): Promise<void> {
      await post('/typing', { mode })
    },
    async read(upTo: string): Promise<void> {
      await post('/read', { upTo })
    },
    async older(before: string): Promise<{ messages: ThreadMessage[]; hasMore: boolean }> {
      const page = (await (
        await request(`/history?before=${before}`, { signal: AbortSignal.timeout(callTimeoutMs) })
      ).json()) as { messages: unknown; hasMore: boolean }
      return { messages: ThreadMessages(page.messages) ? page.messages : [], hasMore: page.hasMore }
    },
    events: (lastEventId: string | undefined, signal: AbortSignal): Promise<Response> =>
      request('/events', {
        signal,
        headers: {
          accept: 'text/event-stream',
          ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
        },
      }),
  }
}
export type Api = ReturnType<typeof createApi>
