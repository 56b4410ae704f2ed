import { ApiError, type SignedInFetch } from '@recado/sdk/ui'
import type { Activity } from './activity.ts'
import { codeOf, isContactLimit } from './error-code.ts'
import { measuredFetch } from './measured-fetch.ts'
import type { SessionStore } from './session.ts'

/** S7-002. Milliseconds. */
export const requestTimeout = 120_000

export interface SignedInFetchOptions {
  session: SessionStore
  activity: Activity
  /** 401 outside of login, logout and public routes; storage is cleared already (S8-007…009). */
  onSessionEnded(code: string): void
  /** 500 and plan limits (S8-012, S8-016). Screens need not announce it again: see `announcedByClient`. */
  onAnnounced(code: string): void
  /** The privacy notice waits for an answer; nothing but that is open until then (S4-125). */
  onConsentMissing(): void
  /** The company requires a second factor that the user has not set up; nothing but that is open until then. */
  onEnrolmentMissing(): void
  /** The sentences of a code, brought before anybody says them; undefined where they are there. */
  loadErrorWords(code: string): Promise<void> | undefined
  /** Asks the user to show who they are; true when they did. Any number of calls share one asking. */
  confirmIdentity(): Promise<boolean>
  fetch?: typeof fetch
  /** The same for a body whose way is told. */
  measured?: typeof measuredFetch
  locks?: Pick<LockManager, 'request'> | undefined
}

/** Their 401 says something about the call, not about the session (reading 19). */
const outsideSession = (path: string) => /^\/(auth\/(login|logout|sso)|passkey\/auth|load-config)([/?]|$)/.test(path)
/**
 * Header with which a caller marks a request that nobody waits for: typing, read marks, preferences. It is not sent.
 */
export const quietHeader = 'x-quiet'

export interface SessionFetch {
  /** Calls without a session: signing in, registering, data of the login. In a session they carry its token. */
  readonly fetch: SignedInFetch
  /**
   * Calls in the name of a session. When it ends, or the user signs out, its reads are aborted, and every later call is
   * refused here (`ERR_ABORTED`) without a request: the server would answer 401 to a screen that is about to go.
   */
  readonly inSession: SignedInFetch
  /** Resolves when the changes that are under way have been answered. */
  settled(): Promise<void>
  /** Renews the access token if it is still `expired`; for the socket, whose handshake is no HTTP call. */
  renew(expired: string): Promise<boolean>
}

/**
 * The transport below every call of the page (S7-001): access token and session id, time limit, one renewal shared by
 * all calls and tabs. A refused answer is returned as `{ error: CODE, …facts }`, whichever field carried the code.
 */
export function createSessionFetch(options: SignedInFetchOptions): SessionFetch {
  const { session, activity } = options
  const send = options.fetch ?? ((input, init) => fetch(input, init))
  let renewing: Promise<boolean> | null = null

  const measured = options.measured ?? measuredFetch

  async function once(path: string, { onProgress, ...init }: Parameters<SignedInFetch>[1]): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.delete(quietHeader)
    const current = session.current()
    if (current) {
      headers.set('authorization', `Bearer ${current.token}`)
      headers.set('sessionid', current.sessionId)
    }
    // A large file on a slow line may take longer, as long as it moves.
    const limit = onProgress
      ? pauseLimit(requestTimeout)
      : { signal: AbortSignal.timeout(requestTimeout), moved: () => undefined, end: () => undefined }
    const request = {
      ...init,
      headers,
      credentials: 'same-origin',
      signal: init.signal ? AbortSignal.any([init.signal, limit.signal]) : limit.signal,
    } as const
    try {
      const response = onProgress
        ? await measured(path, request, (share) => {
            limit.moved()
            onProgress(share)
          })
        : await send(path, request)
      return response.ok ? response : await refusal(response)
    } catch (error) {
      if (limit.signal.aborted && !init.signal?.aborted) throw new ApiError('ERR_TIMEOUT', 0, {}, { cause: error })
      throw error
    } finally {
      limit.end()
    }
  }

  async function renewAlone(expired: string): Promise<boolean> {
    session.reload()
    const current = session.current()
    if (!current) return false
    if (current.token !== expired) return true
    const path = '/auth/refresh_token'
    const response = await once(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userId: current.userId }),
    })
    const body = (await response.clone().json()) as { token?: unknown }
    if (response.ok && typeof body.token === 'string') {
      session.renew(body.token)
      return true
    }
    if (response.status === 401 || response.status === 403) end(codeOf(body))
    return false
  }

  const renew = (expired: string): Promise<boolean> => {
    renewing ??= (async () =>
      options.locks
        ? await options.locks.request('recado.renew', () => renewAlone(expired))
        : renewAlone(expired))().finally(() => {
      renewing = null
    })
    return renewing
  }

  function end(code: string): void {
    if (!session.current()) return
    session.end()
    options.onSessionEnded(code)
  }

  const signedInFetch: SignedInFetch = async (path, init) => {
    const done = new Headers(init.headers).has(quietHeader) ? () => undefined : activity.start()
    try {
      const token = session.current()?.token
      let response = await once(path, init)
      if (response.ok) return response
      let code = codeOf(await response.clone().json())
      if (response.status === 403 && code === 'ERR_SESSION_EXPIRED' && token && (await renew(token))) {
        response = await once(path, init)
        code = response.ok ? '' : codeOf(await response.clone().json())
      }
      if (code === 'ERR_CONFIRMATION_REQUIRED') {
        // No request is under way while the user is asked.
        done()
        if (await options.confirmIdentity()) {
          response = await once(path, init)
          code = response.ok ? '' : codeOf(await response.clone().json())
        }
      }
      if (response.status === 401 && !outsideSession(path)) end(code)
      else if (code === 'ERR_LGPD_CONSENT') options.onConsentMissing()
      else if (code === 'ERR_SECOND_FACTOR_ENROLMENT') options.onEnrolmentMissing()
      else if (response.status === 500 || isContactLimit(code)) options.onAnnounced(code)
      await options.loadErrorWords(code)
      return response
    } finally {
      done()
    }
  }

  let ending = { of: session.current()?.sessionId, reads: new AbortController() }
  const changing = new Set<Promise<unknown>>()
  session.subscribe(() => {
    const open = session.isOpen() ? session.current()!.sessionId : undefined
    if (open === ending.of) return
    ending.reads.abort()
    ending = { of: open, reads: new AbortController() }
  })

  const inSession: SignedInFetch = async (path, init) => {
    if (!session.isOpen()) throw new ApiError('ERR_ABORTED', 0)
    if (init.method !== 'GET') {
      const change = signedInFetch(path, init)
      changing.add(change)
      return change.finally(() => changing.delete(change))
    }
    const { signal } = ending.reads
    try {
      return await signedInFetch(path, {
        ...init,
        signal: init.signal ? AbortSignal.any([init.signal, signal]) : signal,
      })
    } catch (error) {
      throw signal.aborted ? new ApiError('ERR_ABORTED', 0, {}, { cause: error }) : error
    }
  }

  return { fetch: signedInFetch, inSession, renew, settled: async () => void (await Promise.allSettled(changing)) }
}

/** Ends a request in which nothing has moved for so long. */
function pauseLimit(ms: number): { readonly signal: AbortSignal; moved(): void; end(): void } {
  const controller = new AbortController()
  const stop = () => controller.abort(new DOMException('Nothing moved', 'TimeoutError'))
  let timer = setTimeout(stop, ms)
  return {
    signal: controller.signal,
    moved() {
      clearTimeout(timer)
      timer = setTimeout(stop, ms)
    },
    end: () => clearTimeout(timer),
  }
}

/** Rewrites a refusal so that everything above reads one shape. An answer that is no JSON has no code we would know. */
async function refusal(response: Response): Promise<Response> {
  const text = await response.text()
  let facts: Record<string, unknown> = {}
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null) facts = { ...body }
  } catch {
    facts = {}
  }
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  if (Number.isFinite(wait)) facts['retryAfterSeconds'] ??= wait
  return new Response(JSON.stringify({ ...facts, error: codeOf(facts) }), {
    status: response.status,
    headers: { 'content-type': 'application/json' },
  })
}
