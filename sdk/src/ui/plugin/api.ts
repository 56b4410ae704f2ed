import type { ErrorBody } from '@recado/contracts'
import { ApiError } from './api-error.ts'

type QueryValue = string | number | boolean | null | undefined
/** Options of a call beside its path and body. */
export interface CallOptions {
  /** `undefined` is left out; a list repeats its key. */
  query?: Readonly<Record<string, QueryValue | readonly QueryValue[]>>
  signal?: AbortSignal
  headers?: Readonly<Record<string, string>>
  /**
   * Sent as `Idempotency-Key`; a new one for each POST by default. Pass one to make a repeated click or retry harmless.
   */
  idempotencyKey?: string
}

/**
 * Calls to the server, JSON both ways. A path that begins with `/` is the server's own (`/tickets/…`, or an exact path
 * the plugin claims); any other path is below the plugin's prefix: in plugin `notes`, `list` is `/p/notes/list`. An
 * answer without content resolves to `undefined`.
 */
export interface Api {
  get<T>(path: string, options?: CallOptions): Promise<T>
  /** Bytes of a route with `response: 'bytes'`, for what only who is signed in may see: a picture, a download. */
  blob(path: string, options?: CallOptions): Promise<Blob>
  /**
   * Server-sent events of a route with `response: 'stream'`, as they come: what `data` holds, by the event's name. Ends
   * with the server's end, and throws where the server says that the stream failed, or the network does.
   */
  events(
    path: string,
    body?: unknown,
    options?: CallOptions & { readonly method?: 'GET' | 'POST' },
  ): AsyncIterable<{ readonly event: string; readonly data: unknown }>
  post<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>
  put<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>
  patch<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>
  delete<T>(path: string, options?: CallOptions): Promise<T>
  /** Multipart: text fields of the route's `body`, and files. `onProgress` gets the sent share, from 0 to 1. */
  upload<T>(
    path: string,
    form: FormData,
    options?: CallOptions & { method?: 'POST' | 'PUT'; onProgress?: (share: number) => void },
  ): Promise<T>
}

/**
 * The shell's `fetch`: adds the access token and renews it once. `onProgress`: how much of the body has left, from 0 to
 * 1. Rejects only when the network does.
 */
export type SignedInFetch = (
  path: string,
  init: RequestInit & { onProgress?: (share: number) => void },
) => Promise<Response>

/** Random, and unlike `crypto.randomUUID` also there on plain http. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

function address(base: string, path: string, query: CallOptions['query']): string {
  const full = path.startsWith('/') ? path : `${base.replace(/\/$/, '')}/${path}`
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) search.append(key, String(one))
  }
  return search.size === 0 ? full : `${full}?${search}`
}

async function blobOf(response: Response): Promise<Blob> {
  if (response.ok) return response.blob()
  return answerOf<Blob>(response)
}

async function answerOf<T>(response: Response): Promise<T> {
  const text = await response.text()
  let body: unknown
  try {
    body = text === '' ? undefined : JSON.parse(text)
  } catch (cause) {
    throw new ApiError('ERR_UNREADABLE_ANSWER', response.status, {}, { cause })
  }
  if (response.ok) return body as T
  const { error, ...facts } = (typeof body === 'object' && body !== null ? body : {}) as Partial<ErrorBody>
  throw new ApiError(error ?? 'ERR_UNREADABLE_ANSWER', response.status, facts)
}

/**
 * Builds the client from the shell's `fetch`. `base` is the prefix of relative paths: `/p/<id>` for a plugin, `/` for
 * the shell.
 */
export function createApi(signedInFetch: SignedInFetch, base = '/'): Api {
  const ask = async (
    method: string,
    path: string,
    body: BodyInit | undefined,
    json: boolean,
    options: CallOptions & { onProgress?: (share: number) => void } = {},
  ): Promise<Response> => {
    const headers: Record<string, string> = { accept: 'application/json', ...options.headers }
    if (json) headers['content-type'] = 'application/json'
    if (method === 'POST') headers['idempotency-key'] = options.idempotencyKey ?? newKey()
    try {
      return await signedInFetch(address(base, path, options.query), {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        ...(options.signal ? { signal: options.signal } : {}),
        ...(options.onProgress ? { onProgress: options.onProgress } : {}),
      })
    } catch (cause) {
      if (ApiError.is(cause)) throw cause
      throw new ApiError(options.signal?.aborted ? 'ERR_ABORTED' : 'ERR_NETWORK', 0, {}, { cause })
    }
  }
  const call = async <T>(...asked: Parameters<typeof ask>): Promise<T> => answerOf<T>(await ask(...asked))
  const withBody =
    (method: string) =>
    <T>(path: string, body?: unknown, options?: CallOptions) =>
      call<T>(method, path, body === undefined ? undefined : JSON.stringify(body), body !== undefined, options)
  return {
    get: (path, options) => call('GET', path, undefined, false, options),
    blob: async (path, options) =>
      blobOf(await ask('GET', path, undefined, false, { ...options, headers: { accept: '*/*', ...options?.headers } })),
    delete: (path, options) => call('DELETE', path, undefined, false, options),
    async *events(path, body, { method = 'POST', ...options } = {}) {
      const sent = body === undefined ? undefined : JSON.stringify(body)
      const headers = { accept: 'text/event-stream', ...options.headers }
      const response = await ask(method, path, sent, body !== undefined, { ...options, headers })
      if (!response.ok || !response.body) {
        await answerOf(response)
        throw new ApiError('ERR_UNREADABLE_ANSWER', response.status)
      }
      yield* (await import('./event-stream.ts')).eventsOf(response.body, options.signal)
    },
    post: withBody('POST'),
    put: withBody('PUT'),
    patch: withBody('PATCH'),
    upload: (path, form, options) => call(options?.method ?? 'POST', path, form, false, options),
  }
}
