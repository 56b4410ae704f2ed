import { Refusal, type CaptchaPort, type ErrorCode, type VisitorCost, type VisitorPort } from '@recado/contracts'

/** The field that {@link MemoryVisitors} takes for a solved slider. */
export const solvedSlider = 'solved'

/** Budgets and slider of a company in a test: nothing is refused but what the test refuses. */
export interface MemoryVisitors {
  /** Counted costs, in order. */
  readonly spent: ReadonlyArray<VisitorCost & { readonly visitor: string | undefined }>
  /** Visitors who solved the slider; they are not refused with ERR_CAPTCHA_REQUIRED. */
  readonly trusted: ReadonlySet<string>
  /** Open streams by visitor: `abort` takes one its place away, as a newer stream does. */
  readonly streams: ReadonlyMap<string, readonly AbortController[]>
  /** Sets the refusal of `spend` and `stream` from now on; undefined admits everybody again. */
  refuse(
    code: Extract<ErrorCode, 'ERR_CAPTCHA_REQUIRED' | 'ERR_TOO_MANY_REQUESTS' | 'ERR_TOO_MANY_STREAMS'> | undefined,
  ): void
  readonly port: VisitorPort
  /** Every challenge is solved by the field `solved`, as often as it is sent. */
  readonly captcha: CaptchaPort
}

const retryAfterSeconds = 60
const hex = '00'.repeat(16)

export function visitorsInMemory(): MemoryVisitors {
  const spent: (VisitorCost & { visitor: string | undefined })[] = []
  const trusted = new Set<string>()
  const streams = new Map<string, AbortController[]>()
  let refusal: ErrorCode | undefined
  const refuse = (code: ErrorCode): never => {
    throw new Refusal(code, code === 'ERR_CAPTCHA_REQUIRED' ? {} : { retryAfterSeconds })
  }
  return {
    spent,
    trusted,
    streams,
    refuse(code) {
      refusal = code
    },
    port: {
      async spend(visitor, cost = {}) {
        const isTrusted = cost.proven === true || (visitor !== undefined && trusted.has(visitor))
        if (refusal === 'ERR_TOO_MANY_REQUESTS' || (refusal === 'ERR_CAPTCHA_REQUIRED' && !isTrusted)) refuse(refusal)
        spent.push({ visitor, ...cost })
      },
      async trust(visitor) {
        trusted.add(visitor)
      },
      async stream(visitor) {
        if (refusal === 'ERR_TOO_MANY_STREAMS') refuse(refusal)
        const end = new AbortController()
        streams.set(visitor, [...(streams.get(visitor) ?? []), end])
        return end.signal
      },
    },
    captcha: {
      challenge: async () => ({
        challenge: {
          parameters: {
            algorithm: 'PBKDF2/SHA-256',
            nonce: hex,
            salt: hex,
            cost: 1,
            keyLength: 32,
            keyPrefix: '00',
            keySignature: hex,
            expiresAt: 0,
            data: { purpose: 'plugin:test', target: 100 },
          },
          signature: hex,
        },
        target: 100,
        seconds: 300,
      }),
      async judge(field) {
        if (field !== solvedSlider) throw new Refusal('ERR_CAPTCHA_INVALID')
      },
    },
  }
}
