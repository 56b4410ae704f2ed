import { describe, expect, it, vi } from 'vitest'
import { inPieces } from './service-pieces.ts'

const method = { pieces: { longest: 20, quietMs: 1_000 } }
const caller = () => new AbortController()

describe('a service that tells pieces', () => {
  it('tells each when the one before was taken, in their order', async () => {
    const heard: string[] = []
    const onPiece = async (piece: string): Promise<void> => {
      heard.push(`${piece} given`)
      await Promise.resolve()
      heard.push(`${piece} taken`)
    }
    const answer = await inPieces(
      method,
      async (_signal, tell) => {
        void tell('a')
        await tell('b')
        return 'whole'
      },
      { signal: caller().signal, onPiece },
    )
    expect(answer).toBe('whole')
    expect(heard).toEqual(['a given', 'a taken', 'b given', 'b taken'])
  })

  it('ends code that says too much, though it never ends by itself, with the signal of its context', async () => {
    let within: AbortSignal | undefined
    const run = async (signal: AbortSignal, tell: (piece: string) => Promise<void>): Promise<never> => {
      within = signal
      for (;;) await tell('12345').catch(() => undefined)
    }
    const bounded = inPieces(
      method,
      (signal, tell) => run(signal, (piece) => (signal.aborted ? new Promise(() => undefined) : tell(piece))),
      { signal: caller().signal, onPiece: undefined },
    )
    await expect(bounded).rejects.toThrow('more than 20 characters')
    expect(within!.aborted).toBe(true)
  })

  it('ends code that says nothing for too long; time in which the caller reads does not count', async () => {
    vi.useFakeTimers()
    try {
      let taken = (): void => undefined
      const onPiece = (): Promise<void> => new Promise((resolve) => (taken = resolve))
      let state = 'open'
      const asked = inPieces(
        method,
        async (_signal, tell) => tell('a').then(() => new Promise<never>(() => undefined)),
        {
          signal: caller().signal,
          onPiece,
        },
      ).catch((error: Error) => {
        state = error.message
      })
      await vi.advanceTimersByTimeAsync(5_000)
      expect(state).toBe('open')
      taken()
      await vi.advanceTimersByTimeAsync(900)
      expect(state).toBe('open')
      await vi.advanceTimersByTimeAsync(200)
      await asked
      expect(state).toBe('nothing was said for 1000 ms')
    } finally {
      vi.useRealTimers()
    }
  })

  it('refuses pieces when the caller has gone, when the call is over, and where the method has none', async () => {
    const leaving = caller()
    let later: ((piece: string) => Promise<void>) | undefined
    const asked = inPieces(
      method,
      async (_signal, tell) => {
        later = tell
        leaving.abort()
        await tell('a')
      },
      { signal: leaving.signal, onPiece: undefined },
    )
    await expect(asked).rejects.toThrow()
    await expect(later!('b')).rejects.toThrow()
    await expect(
      inPieces({}, (_signal, tell) => tell('a'), { signal: caller().signal, onPiece: undefined }),
    ).rejects.toThrow('no pieces')
  })
})
