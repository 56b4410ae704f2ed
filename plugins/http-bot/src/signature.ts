import { createHmac, timingSafeEqual } from 'node:crypto'

/* Signatures of Standard Webhooks: HMAC-SHA256 over `<id>.<timestamp>.<body>`. */

/** How far the other side's clock may be from ours, in seconds. */
const toleranceSeconds = 300

export interface Signed {
  readonly id: string
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

/** @param key as Standard Webhooks writes it, `whsec_…` */
export function sign(key: string, { id, timestamp, body }: Signed): string {
  const bytes = Buffer.from(key.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', bytes).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

/** Whether one of the signatures of a header is ours, and not an old one. */
export function isSigned(key: string, header: string | null, signed: Signed, nowMs: number): boolean {
  if (!(Math.abs(nowMs / 1_000 - signed.timestamp) <= toleranceSeconds)) return false
  const expected = Buffer.from(sign(key, signed))
  return (header ?? '').split(' ').some((given) => {
    const bytes = Buffer.from(given)
    return bytes.length === expected.length && timingSafeEqual(bytes, expected)
  })
}
