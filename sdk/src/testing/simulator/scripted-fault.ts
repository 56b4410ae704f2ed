import { setTimeout as pause } from 'node:timers/promises'
import { isStream, type SimulatorAnswer } from './serve.ts'

/** A refusal in numbers; the simulator words it as its provider does. `code` is the provider's own. */
export interface ScriptedRefusal {
  readonly status: number
  readonly code?: number
  readonly description?: string
  readonly retryAfter?: number
}

/**
 * Faults instead of, or in addition to, the right answer. `dropBefore` cuts the connection before any work, `dropAfter`
 * after the work and before the answer; `truncated` sends half an answer; `delayMs` answers well, but late.
 */
export type ScriptedFault = ScriptedRefusal | 'dropBefore' | 'dropAfter' | 'truncated' | { readonly delayMs: number }

/**
 * Answers a call according to a planned fault. The work is done, or not, as the fault requires.
 * @param refusal this provider's format of a refusal
 */
export async function withFault(
  fault: ScriptedFault | undefined,
  work: () => SimulatorAnswer | Promise<SimulatorAnswer>,
  refusal: (refused: ScriptedRefusal) => SimulatorAnswer,
): Promise<SimulatorAnswer> {
  if (fault === 'dropBefore') return 'hangUp'
  if (typeof fault === 'object' && 'status' in fault) return refusal(fault)
  if (typeof fault === 'object') await pause(fault.delayMs)
  const answer = await work()
  if (fault === 'dropAfter') return 'hangUp'
  return fault === 'truncated' ? truncated(answer) : answer
}

/** The length of the whole is announced, and half of it comes. */
function truncated(answer: SimulatorAnswer): SimulatorAnswer {
  if (answer === 'hangUp') return answer
  const { body = '' } = answer
  if (isStream(body)) return { ...answer, body: firstPiece(body), cutShort: true }
  const whole = Buffer.from(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body))
  return {
    ...answer,
    headers: {
      ...(typeof body === 'object' && !(body instanceof Uint8Array) && { 'content-type': 'application/json' }),
      ...answer.headers,
      'content-length': String(whole.length),
    },
    body: whole.subarray(0, whole.length >> 1),
    cutShort: true,
  }
}

async function* firstPiece<T>(pieces: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const piece of pieces) {
    yield piece
    return
  }
}
