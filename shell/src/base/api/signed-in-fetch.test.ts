import { beforeEach, describe, expect, it, vi } from 'vitest'
import { IdentityConfirmation } from './identity-confirmation.ts'
import { Activity } from './activity.ts'
import { createApi, type ApiError } from '@recado/sdk/ui'
import { announcedByClient, codeOf, contactLimitOf } from './error-code.ts'
import { createSessionFetch } from './signed-in-fetch.ts'
import { SessionStore } from './session.ts'
import { MemoryStorage } from '../../testing/memory-storage.ts'
import { anyLogin } from '../../testing/samples.ts'

interface Seen {
  path: string
  authorization: string | null
  sessionid: string | null
  idempotencyKey: string | null
  body: unknown
}

/** A server of functions: each path answers what its handler says, and every request is kept. */
function serve(
  handlers: Record<
    string,
    (request: Seen) => { status: number; body?: unknown } | Promise<{ status: number; body?: unknown }>
  >,
) {
  const seen: Seen[] = []
  const answer: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    const request: Seen = {
      path: String(input),
      authorization: headers.get('authorization'),
      sessionid: headers.get('sessionid'),
      idempotencyKey: headers.get('idempotency-key'),
      body: typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : init?.body,
    }
    seen.push(request)
    const handler = handlers[request.path.split('?')[0]!]
    if (!handler) throw new TypeError('network')
    const { status, body } = await handler(request)
    return new Response(body === undefined ? null : JSON.stringify(body), { status })
  }
  return { seen, answer }
}

const localStorage = new MemoryStorage()
const ended: string[] = []
const announced: string[] = []
let consents = 0
let enrolments = 0
let confirmed = true
let askings = 0
function client(answer: typeof fetch, session = new SessionStore(localStorage)) {
  const asked = new IdentityConfirmation()
  asked.subscribe(() => {
    if (asked.isAsking()) {
      askings++
      queueMicrotask(() => asked.settle(confirmed))
    }
  })
  const transport = createSessionFetch({
    session,
    activity: new Activity(),
    fetch: answer,
    locks: undefined,
    onSessionEnded: (code) => ended.push(code),
    onAnnounced: (code) => announced.push(code),
    loadErrorWords: () => undefined,
    onConsentMissing: () => consents++,
    onEnrolmentMissing: () => enrolments++,
    confirmIdentity: asked.request,
  })
  return { session, transport, http: createApi(transport.fetch), inSession: createApi(transport.inSession) }
}
const signedIn = () => {
  const session = new SessionStore(localStorage)
  session.begin(anyLogin({ token: 'old' }))
  return session
}
const failure = async (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => {
      throw new Error('it did not fail')
    },
    (error: ApiError) => error,
  )

beforeEach(() => {
  localStorage.clear()
  ended.length = 0
  announced.length = 0
  consents = enrolments = askings = 0
  confirmed = true
})

describe('headers', () => {
  it('S7-004 S7-005 sends the bearer token and the session id', async () => {
    const { seen, answer } = serve({ '/tickets/': () => ({ status: 200, body: { tickets: [] } }) })
    await client(answer, signedIn()).http.get('/tickets/')
    expect(seen[0]).toMatchObject({ authorization: 'Bearer old', sessionid: anyLogin().sessionId })
  })

  it("S7-001 S7-002 S9-002 every call goes through one transport below the page's own origin, which gives up after 120 s", async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
    const asked: string[] = []
    const hangs: typeof fetch = async (input, init) => {
      asked.push(String(input))
      throw init?.signal?.reason ?? new Error('the limit has not been reached')
    }
    const { http } = client(hangs, signedIn())
    for (const call of [
      http.get('/tickets/'),
      http.post('/contacts', {}),
      http.put('/company', {}),
      http.delete('/tags/1'),
      http.upload('/messages/1', new FormData()),
    ])
      expect((await failure(call)).code).toBe('ERR_TIMEOUT')
    expect(limit.mock.calls).toEqual(Array.from({ length: 5 }, () => [120_000]))
    expect(asked).toEqual(['/tickets/', '/contacts', '/company', '/tags/1', '/messages/1'])
    limit.mockRestore()
  })

  it('S7-003 a body of 50 MB is handed over as it is', async () => {
    const { seen, answer } = serve({ '/messages/1': () => ({ status: 200, body: {} }) })
    const form = new FormData()
    form.append('medias', new Blob([new Uint8Array(49_900_000)]), 'film.mp4')
    await client(answer, signedIn()).http.upload('/messages/1', form)
    expect(seen[0]!.body).toBe(form)
  })

  it('tells how far an upload has got, over a renewed token too, and lets it take longer than a request as long as it moves', async () => {
    vi.useFakeTimers()
    const { answer } = serve({ '/auth/refresh_token': () => ({ status: 200, body: { token: 'new' } }) })
    const tokens: (string | null)[] = []
    const shares: number[] = []
    const session = signedIn()
    const { fetch } = createSessionFetch({
      session,
      activity: new Activity(),
      onSessionEnded: () => undefined,
      onAnnounced: () => undefined,
      loadErrorWords: () => undefined,
      onConsentMissing: () => undefined,
      onEnrolmentMissing: () => undefined,
      confirmIdentity: async () => false,
      fetch: answer,
      locks: undefined,
      measured: async (_path, { headers, signal }, onProgress) => {
        const token = new Headers(headers).get('authorization')
        tokens.push(token)
        if (token !== 'Bearer new') return Response.json({ error: 'ERR_SESSION_EXPIRED' }, { status: 403 })
        for (const share of [0.3, 0.6, 1]) {
          await vi.advanceTimersByTimeAsync(100_000)
          onProgress(share)
        }
        if (signal?.aborted) throw signal.reason
        return Response.json({ path: '/media/x' })
      },
    })
    const stored = await createApi(fetch).upload('/messages/1/files', new FormData(), {
      onProgress: (share) => shares.push(share),
    })
    vi.useRealTimers()
    expect(stored).toEqual({ path: '/media/x' })
    expect([tokens.map((token) => token === 'Bearer new'), shares]).toEqual([
      [false, true],
      [0.3, 0.6, 1],
    ])
  })

  it('ends an upload in which nothing moves', async () => {
    vi.useFakeTimers()
    const { fetch } = createSessionFetch({
      session: signedIn(),
      activity: new Activity(),
      onSessionEnded: () => undefined,
      onAnnounced: () => undefined,
      loadErrorWords: () => undefined,
      onConsentMissing: () => undefined,
      onEnrolmentMissing: () => undefined,
      confirmIdentity: async () => false,
      locks: undefined,
      measured: (_path, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error))
        }),
    })
    const lost = failure(createApi(fetch).upload('/messages/1/files', new FormData(), { onProgress: () => undefined }))
    await vi.advanceTimersByTimeAsync(120_000)
    vi.useRealTimers()
    expect((await lost).code).toBe('ERR_TIMEOUT')
  })

  it('keeps the idempotency key when the request is repeated after a refresh', async () => {
    const { seen, answer } = serve({
      '/messages/1': ({ authorization }) =>
        authorization === 'Bearer new'
          ? { status: 200, body: {} }
          : { status: 403, body: { error: 'ERR_SESSION_EXPIRED' } },
      '/auth/refresh_token': () => ({ status: 200, body: { token: 'new' } }),
    })
    await client(answer, signedIn()).http.post('/messages/1', { body: 'Olá' }, { idempotencyKey: 'k1' })
    expect(seen.filter((request) => request.path === '/messages/1').map((request) => request.idempotencyKey)).toEqual([
      'k1',
      'k1',
    ])
  })
})

describe('403', () => {
  it('S4-121 S4-122 refreshes once for any number of concurrent calls and repeats each', async () => {
    const { seen, answer } = serve({
      '/queue': ({ authorization }) =>
        authorization === 'Bearer new'
          ? { status: 200, body: [1] }
          : { status: 403, body: { error: 'ERR_SESSION_EXPIRED' } },
      '/auth/refresh_token': () => ({ status: 200, body: { token: 'new' } }),
    })
    const { http, session } = client(answer, signedIn())
    const answers = await Promise.all(Array.from({ length: 8 }, () => http.get<number[]>('/queue')))
    expect(answers).toEqual(Array.from({ length: 8 }, () => [1]))
    const refreshes = seen.filter((request) => request.path === '/auth/refresh_token')
    expect(refreshes).toHaveLength(1)
    expect(refreshes[0]!.body).toEqual({ userId: anyLogin().userId })
    expect(session.current()?.token).toBe('new')
    expect(localStorage.getItem('token')).toBe('new')
  })

  it('takes the token another tab has fetched meanwhile instead of refreshing again', async () => {
    const { seen, answer } = serve({
      '/queue': ({ authorization }) => {
        if (authorization === 'Bearer theirs') return { status: 200, body: [] }
        localStorage.setItem('token', 'theirs')
        return { status: 403, body: { error: 'ERR_SESSION_EXPIRED' } }
      },
    })
    await client(answer, signedIn()).http.get('/queue')
    expect(seen.map((request) => request.path)).toEqual(['/queue', '/queue'])
  })

  it('does not refresh for a missing permission', async () => {
    const { seen, answer } = serve({ '/api/plugins': () => ({ status: 403, body: { error: 'ERR_NO_PERMISSION' } }) })
    const error = await failure(client(answer, signedIn()).http.get('/api/plugins'))
    expect(error.code).toBe('ERR_NO_PERMISSION')
    expect(seen).toHaveLength(1)
    expect(ended).toEqual([])
  })

  it('ends the session when the refresh is refused', async () => {
    const { answer } = serve({
      '/queue': () => ({ status: 403, body: { error: 'ERR_SESSION_EXPIRED' } }),
      '/auth/refresh_token': () => ({ status: 401, body: { error: 'ERR_SESSION_ENDED' } }),
    })
    const { http, session } = client(answer, signedIn())
    await Promise.allSettled([http.get('/queue'), http.get('/queue')])
    expect(session.current()).toBeNull()
    expect(ended).toEqual(['ERR_SESSION_ENDED'])
  })

  it('stays signed in when the refresh cannot reach the server', async () => {
    const { answer } = serve({ '/queue': () => ({ status: 403, body: { error: 'ERR_SESSION_EXPIRED' } }) })
    const { http, session } = client(answer, signedIn())
    expect((await failure(http.get('/queue'))).code).toBe('ERR_NETWORK')
    expect(session.current()).not.toBeNull()
  })
})

describe('what a refusal asks for', () => {
  const guarded = (seen: { confirmed: boolean }) => ({
    '/api-tokens': () =>
      seen.confirmed
        ? { status: 201, body: { made: true } }
        : { status: 403, body: { error: 'ERR_CONFIRMATION_REQUIRED' } },
  })

  it('shows who one is once for any number of calls, and repeats each', async () => {
    const state = { confirmed: false }
    const { seen, answer } = serve(guarded(state))
    const { http } = client(async (...call) => {
      const response = await answer(...call)
      // The server knows it from the moment at which the dialog is answered.
      state.confirmed = seen.length >= 3
      return response
    }, signedIn())
    const answers = await Promise.all([1, 2, 3].map((body) => http.post('/api-tokens', { body })))
    expect(answers).toEqual([1, 2, 3].map(() => ({ made: true })))
    expect(askings).toBe(1)
    expect(seen.map(({ body }) => body)).toEqual([1, 2, 3, 1, 2, 3].map((body) => ({ body })))
  })

  it('is refused when the user does not want to', async () => {
    confirmed = false
    const { seen, answer } = serve(guarded({ confirmed: false }))
    expect((await failure(client(answer, signedIn()).http.post('/api-tokens', {}))).code).toBe(
      'ERR_CONFIRMATION_REQUIRED',
    )
    expect(seen).toHaveLength(1)
  })

  it('S4-125 S8-104 leads to the privacy notice, without refreshing and without ending the session', async () => {
    const { seen, answer } = serve({ '/tickets/': () => ({ status: 403, body: { error: 'ERR_LGPD_CONSENT' } }) })
    const { http, session } = client(answer, signedIn())
    const error = await failure(http.get('/tickets/'))
    expect(announcedByClient(error)).toBe(true)
    expect([consents, seen.length, ended.length]).toEqual([1, 1, 0])
    expect(session.current()).not.toBeNull()
  })

  it('leads to where a required second factor is set up, and keeps the session', async () => {
    const { answer } = serve({ '/tickets/': () => ({ status: 403, body: { error: 'ERR_SECOND_FACTOR_ENROLMENT' } }) })
    const { http, session } = client(answer, signedIn())
    const error = await failure(http.get('/tickets/'))
    expect(announcedByClient(error)).toBe(true)
    expect([enrolments, consents, ended.length]).toEqual([1, 0, 0])
    expect(session.current()).not.toBeNull()
  })
})

describe('401', () => {
  it('S4-123 clears the session of local storage, once, and keeps the language', async () => {
    const { answer } = serve({ '/tickets/': () => ({ status: 401, body: { error: 'ERR_SESSION_OTHER_DEVICE' } }) })
    localStorage.setItem('user-locale', 'es')
    const { http } = client(answer, signedIn())
    const errors = await Promise.all([failure(http.get('/tickets/')), failure(http.get('/tickets/'))])
    expect(errors.every(announcedByClient)).toBe(true)
    expect(ended).toEqual(['ERR_SESSION_OTHER_DEVICE'])
    for (const key of ['token', 'sessionId', 'userId', 'profile', 'usuario', 'licenseCache'])
      expect(localStorage.getItem(key)).toBeNull()
    expect(localStorage.getItem('user-locale')).toBe('es')
  })

  it.each(['/auth/login/', '/auth/logout/', '/load-config'])('leaves the session alone for %s', async (path) => {
    const { answer } = serve({ [path]: () => ({ status: 401, body: { error: 'ERR_INVALID_CREDENTIALS' } }) })
    const { http, session } = client(answer, signedIn())
    await failure(http.post(path))
    expect(session.current()).not.toBeNull()
    expect(ended).toEqual([])
  })
})

describe('other failures', () => {
  it('S8-016 announces a server fault', async () => {
    const { answer } = serve({ '/tags': () => ({ status: 500, body: { error: 'ERR_INTERNAL' } }) })
    const error = await failure(client(answer, signedIn()).http.get('/tags'))
    expect(announcedByClient(error)).toBe(true)
    expect(announced).toEqual(['ERR_INTERNAL'])
  })

  it('says that the server could not be reached', async () => {
    const { answer } = serve({})
    expect(await failure(client(answer).http.get('/tags'))).toMatchObject({ status: 0, code: 'ERR_NETWORK' })
  })

  it('S8-001 reads the code from error, then msg, then message', () => {
    expect(codeOf({ error: 'A', msg: 'B', message: 'C' })).toBe('A')
    expect(codeOf({ msg: 'B', message: 'C' })).toBe('B')
    expect(codeOf({ message: 'C' })).toBe('C')
    expect(codeOf('<html>')).toBe('ERR_UNREADABLE_ANSWER')
  })
})

it('S8-012 S8-013 reads the counts of the contact limit from its code and announces it', async () => {
  const { answer } = serve({
    '/contacts': () => ({ status: 410, body: { error: 'ERR_CONTACT_LIMIT_REACHED:100:100' } }),
  })
  await failure(client(answer, signedIn()).http.post('/contacts'))
  expect(contactLimitOf(announced[0]!)).toEqual({ current: 100, max: 100 })
})

describe('spinner', () => {
  it('S8-017 shows for a request only when the one before started more than 2 s earlier', () => {
    let now = 0
    const activity = new Activity(() => now)
    const first = activity.start()
    expect(activity.visible()).toBe(true)
    first()
    now = 1_500
    const second = activity.start()
    expect(activity.visible()).toBe(false)
    second()
    now = 3_501
    const third = activity.start()
    expect(activity.visible()).toBe(true)
    third()
    expect(activity.visible()).toBe(false)
  })
})

describe('calls in the name of a session', () => {
  /** A server that answers when it is told to, and notices when nobody waits any more. */
  const waiting = () => {
    const answers: (() => void)[] = []
    const paths: string[] = []
    const answer: typeof fetch = (input, init) =>
      new Promise((resolve, reject) => {
        paths.push(String(input))
        init?.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error))
        answers.push(() => resolve(new Response('{}')))
      })
    return { answers, paths, answer }
  }
  const ends: [string, (session: SessionStore) => void][] = [
    ['the user signs out', (session) => session.leave()],
    ['the session ends', (session) => session.end()],
    [
      'another tab signs in anew',
      (session) => {
        localStorage.setItem('sessionId', 'another')
        session.reload()
      },
    ],
  ]

  it.each(ends)('reads are aborted when %s', async (_when, end) => {
    const { answer } = waiting()
    const { session, inSession } = client(answer, signedIn())
    const reading = failure(inSession.get('/ticket-batches'))
    end(session)
    expect(await reading).toMatchObject({ code: 'ERR_ABORTED', status: 0 })
  })

  it.each(ends.slice(0, 2))('no request leaves after %s, of whatever kind', async (_when, end) => {
    const { answer, paths } = waiting()
    const { session, inSession } = client(answer, signedIn())
    end(session)
    for (const call of [inSession.get('/tickets'), inSession.post('/tickets/bulk'), inSession.delete('/tags/1')]) {
      expect(await failure(call)).toMatchObject({ code: 'ERR_ABORTED' })
    }
    expect(paths).toEqual([])
  })

  it('changes that are under way are answered before it is left', async () => {
    const { answer, answers } = waiting()
    const { session, inSession, transport } = client(answer, signedIn())
    const saved = inSession.post('/notes', {})
    session.leave()
    let settled = false
    const settling = transport.settled().then(() => {
      settled = true
    })
    await Promise.resolve()
    expect(settled).toBe(false)
    answers[0]!()
    expect(await saved).toEqual({})
    await settling
  })

  it('signing out itself, and what the login asks, go on with the token for as long as there is one', async () => {
    const done = () => ({ status: 200, body: {} })
    const { seen, answer } = serve({ '/auth/logout/': done, '/load-config': done })
    const { session, http } = client(answer, signedIn())
    session.leave()
    await http.post('/auth/logout/')
    session.end()
    await http.get('/load-config')
    const sent = seen.map(({ path, authorization }) => [path, authorization])
    expect(sent).toEqual([
      ['/auth/logout/', 'Bearer old'],
      ['/load-config', null],
    ])
  })
})
