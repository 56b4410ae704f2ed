import { QueryClientProvider, QueryObserver, useQuery } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { anyLogin } from '../../testing/samples.ts'
import { api, queries, session, sessionEnded } from './services.ts'
import { signOut } from './sign-out.ts'

/** Requests that nobody answers, except the end of the session when the test says so. */
const asked: { path: string; signal: AbortSignal | null | undefined }[] = []
let endsAtServer: () => void

beforeEach(() => {
  asked.length = 0
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  vi.stubGlobal('fetch', (path: string, { signal }: RequestInit) => {
    asked.push({ path, signal })
    return new Promise<Response>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error))
      if (path === '/auth/logout/') endsAtServer = () => resolve(new Response('{}'))
    })
  })
  session.begin(anyLogin())
})
afterEach(() => {
  cleanup()
  queries.clear()
  session.end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  location.hash = ''
})

/** A screen that fetches again and again. */
function Poller() {
  const query = { queryKey: ['polled'], queryFn: () => api.get('/ticket-batches') }
  const { isError } = useQuery({ ...query, refetchInterval: 1_000 })
  return <p>{isError ? 'failed' : 'fine'}</p>
}

describe('signing out', () => {
  it('ends what runs, lets nothing new begin, and then ends the session at the server', async () => {
    const { getByText } = render(
      <QueryClientProvider client={queries}>
        <Poller />
      </QueryClientProvider>,
    )
    expect(asked.map(({ path }) => path)).toEqual(['/ticket-batches'])
    const leaving = signOut()
    expect(asked[0]!.signal!.aborted).toBe(true)
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(asked.map(({ path }) => path)).toEqual(['/ticket-batches', '/auth/logout/'])
    expect(asked[1]!.signal!.aborted).toBe(false)
    // The screen is not gone yet: its timers go on, and others come to ask.
    await act(() => vi.advanceTimersByTimeAsync(1_500))
    const observer = new QueryObserver(queries, { queryKey: ['other'], queryFn: () => api.get('/tickets') })
    const unsubscribe = observer.subscribe(() => undefined)
    expect(asked).toHaveLength(2)
    endsAtServer()
    await act(() => leaving)
    expect([session.current(), location.hash]).toEqual([null, '#/login'])
    await act(() => vi.advanceTimersByTimeAsync(900))
    expect(asked).toHaveLength(2)
    getByText('fine')
    unsubscribe()
  })

  it('waits a moment for what is being saved, and for no longer', async () => {
    const saving = api.post('/notes', {}).catch(() => undefined)
    const leaving = signOut()
    await vi.advanceTimersByTimeAsync(900)
    expect(asked.map(({ path }) => path)).toEqual(['/notes'])
    await vi.advanceTimersByTimeAsync(200)
    expect(asked.map(({ path }) => path)).toEqual(['/notes', '/auth/logout/'])
    await vi.advanceTimersByTimeAsync(2_000)
    await leaving
    expect(session.current()).toBeNull()
    void saving
  })
})

it('a session that the server has ended asks for nothing more while its notice is on the screen', async () => {
  render(
    <QueryClientProvider client={queries}>
      <Poller />
    </QueryClientProvider>,
  )
  act(() => sessionEnded('ERR_SESSION_OTHER_DEVICE'))
  expect(asked[0]!.signal!.aborted).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(1_900))
  expect(asked.map(({ path }) => path)).toEqual(['/ticket-batches'])
})
