import { ApiError } from '@recado/sdk/ui'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { StoredUpload } from '../../base/contracts.ts'
import { Uploads } from './uploads.ts'

const file = (name: string) => new File(['x'], name)
const offline = () => new ApiError('ERR_NETWORK', 0)
const refused = () => new ApiError('ERR_CHANNEL_UNSUPPORTED', 422)

/** A server that answers when the test says so. */
function server(retryAfter = 60_000) {
  const asked: {
    name: string
    ticketId: string
    voice: boolean
    signal: AbortSignal
    onProgress(share: number): void
    resolve(): void
    reject(error: unknown): void
  }[] = []
  const removed: string[] = []
  const clock = { now: 0 }
  const uploads = new Uploads({
    now: () => clock.now,
    retryAfter,
    post: (ticketId, { name }, { voice, signal, onProgress }) =>
      new Promise<StoredUpload>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new ApiError('ERR_ABORTED', 0)))
        const id = `${name}#${asked.length}` as StoredUpload['id']
        asked.push({
          name,
          ticketId,
          voice,
          signal,
          onProgress,
          reject,
          resolve: () => resolve({ id, path: `/media/${id}`, name, mime: 'text/plain', bytes: 1 }),
        })
      }),
    remove: async (id) => {
      removed.push(id)
    },
  })
  return { uploads, asked, removed, clock, names: () => asked.map(({ name }) => name) }
}
const settled = () => vi.waitFor(() => undefined)

describe('uploads', () => {
  it('leave three at a time, in their order, and say how far they have got', async () => {
    const { uploads, asked, names } = server()
    const files = ['a', 'b', 'c', 'd'].map(file)
    uploads.begin('t1', files)
    expect(names()).toEqual(['a', 'b', 'c'])
    asked[0]!.onProgress(0.4)
    expect(uploads.of(files[0]!)).toEqual({ kind: 'sending', share: 0.4 })
    expect(uploads.of(files[3]!)).toEqual({ kind: 'waiting', error: null })
    asked[1]!.resolve()
    await vi.waitFor(() => expect(names()).toEqual(['a', 'b', 'c', 'd']))
    expect(uploads.of(files[1]!)).toMatchObject({ kind: 'stored', upload: { name: 'b' } })
  })

  it('one that is refused stands still and takes no other with it; it goes again without being chosen anew', async () => {
    const { uploads, asked, names } = server()
    const [a, b] = [file('a'), file('b')]
    uploads.begin('t1', [a, b])
    asked[0]!.reject(refused())
    asked[1]!.resolve()
    await vi.waitFor(() => expect([uploads.of(a)?.kind, uploads.of(b)?.kind]).toEqual(['failed', 'stored']))
    uploads.resume()
    expect(names()).toEqual(['a', 'b'])
    uploads.retry(a)
    asked[2]!.resolve()
    await vi.waitFor(() => expect(uploads.of(a)?.kind).toBe('stored'))
  })

  it('those that lose the network wait, and go on when it is back', async () => {
    const { uploads, asked, names } = server()
    const a = file('a')
    uploads.begin('t1', [a])
    asked[0]!.reject(offline())
    await vi.waitFor(() => expect(uploads.of(a)).toMatchObject({ kind: 'waiting', error: { code: 'ERR_NETWORK' } }))
    uploads.begin('t1', [file('b')])
    expect(names()).toEqual(['a', 'b'])
    uploads.resume()
    expect(names()).toEqual(['a', 'b', 'a'])
  })

  it('try again by themselves too', async () => {
    const { uploads, asked, names } = server(1)
    uploads.begin('t1', [file('a')])
    asked[0]!.reject(offline())
    await vi.waitFor(() => expect(names()).toEqual(['a', 'a']))
  })

  it('what is taken away stops, or goes from the server: while it leaves, when it has, and in the moment of its arrival', async () => {
    const { uploads, asked, removed } = server()
    const [a, b] = [file('a'), file('b')]
    uploads.begin('t1', [a, b])
    asked[1]!.resolve()
    await vi.waitFor(() => expect(uploads.of(b)?.kind).toBe('stored'))
    uploads.drop(a)
    uploads.drop(b)
    expect([asked[0]!.signal.aborted, uploads.of(a), uploads.of(b)]).toEqual([true, undefined, undefined])
    expect(removed).toEqual(['b#1'])
  })

  it('a message has its files in its order when the last is there, and learns of one that cannot be had', async () => {
    const { uploads, asked } = server()
    const [a, b] = [file('a'), file('b')]
    const stored = uploads.stored('t1', [a, b], true)
    expect(asked.map(({ voice }) => voice)).toEqual([true, true])
    asked[1]!.resolve()
    asked[0]!.resolve()
    expect((await stored).map(({ name }) => name)).toEqual(['a', 'b'])
    const c = file('c')
    const lost = uploads.stored('t1', [a, c])
    asked[2]!.reject(refused())
    await expect(lost).rejects.toMatchObject({ code: 'ERR_CHANNEL_UNSUPPORTED' })
    const again = uploads.stored('t1', [a, c])
    asked[3]!.resolve()
    expect((await again).map(({ name }) => name)).toEqual(['a', 'c'])
  })

  it('what was uploaded too long ago to be sent goes up anew', async () => {
    const { uploads, asked, clock, names } = server()
    const a = file('a')
    uploads.begin('t1', [a])
    asked[0]!.resolve()
    await vi.waitFor(() => expect(uploads.of(a)?.kind).toBe('stored'))
    clock.now = 11 * 3_600_000
    const stored = uploads.stored('t1', [a])
    expect(names()).toEqual(['a', 'a'])
    asked[1]!.resolve()
    expect((await stored)[0]!.id).toBe('a#1')
  })

  it('whatever happens, no more than three leave at once, nothing that was taken away stays, and every file ends when the network holds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            act: fc.constantFrom('begin', 'resolve', 'lose', 'refuse', 'drop', 'retry', 'resume'),
            at: fc.nat(5),
          }),
          { maxLength: 30 },
        ),
        async (steps) => {
          const { uploads, asked, removed } = server()
          const files = Array.from({ length: 6 }, (_, n) => file(String(n)))
          const wanted = new Set<File>()
          const answered = new Set<number>()
          const sending = () => files.filter((one) => uploads.of(one)?.kind === 'sending').length
          const answer = (n: number, how: 'resolve' | 'lose' | 'refuse') => {
            const request = asked[n]
            if (!request || answered.has(n)) return
            answered.add(n)
            if (how === 'resolve') request.resolve()
            else request.reject(how === 'lose' ? offline() : refused())
          }
          for (const { act, at } of steps) {
            if (act === 'begin') {
              wanted.add(files[at]!)
              uploads.begin('t1', [files[at]!])
            } else if (act === 'drop') {
              wanted.delete(files[at]!)
              uploads.drop(files[at]!)
            } else if (act === 'retry') uploads.retry(files[at]!)
            else if (act === 'resume') uploads.resume()
            else answer(at, act)
            await settled()
            expect(sending()).toBeLessThanOrEqual(3)
            expect(files.filter((one) => uploads.of(one) !== undefined)).toEqual(files.filter((one) => wanted.has(one)))
          }
          for (let round = 0; round < 12; round++) {
            for (const one of wanted) uploads.retry(one)
            asked.forEach((_, n) => answer(n, 'resolve'))
            await settled()
          }
          expect([...wanted].every((one) => uploads.of(one)?.kind === 'stored')).toBe(true)
          const kept = new Set(
            [...wanted].map((one) => {
              const state = uploads.of(one)
              return state?.kind === 'stored' ? String(state.upload.id) : ''
            }),
          )
          expect(removed.filter((id) => kept.has(id))).toEqual([])
        },
      ),
      { numRuns: 60 },
    )
  })
})
