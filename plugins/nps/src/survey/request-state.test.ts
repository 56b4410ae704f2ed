import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rangeOf } from './kind.ts'
import {
  begin,
  decide,
  mostInvalid,
  outcomes,
  type Decided,
  type Happening,
  type RequestState,
  type Step,
} from './request-state.ts'

const at = new Date('2026-11-27T12:00:00Z')
const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000)
const terms = { ...rangeOf('nps', 10), timeoutMinutes: 30, asksComment: false }
const said = (message: string, text: string): Happening => ({ kind: 'replied', message, text, choice: null })
const due: Happening = { kind: 'due', deadline: '2026-11-27T12:30:00.000Z' }
const asked: Happening = { kind: 'asked', message: 'm0' }

/** Plays what happens, one after the other, and keeps what was to be done. */
function play(happenings: readonly Happening[], { with: of = terms } = {}) {
  let state = begin(of, at).state
  const steps: Step[] = []
  let answers = 0
  for (const happening of happenings) {
    const next: Decided = decide(of, state, happening, at)
    steps.push(...next.steps)
    answers += next.answered ? 1 : 0
    state = next.state
  }
  return { state, steps, answers, said: steps.flatMap((step) => (step.kind === 'say' ? [step.text] : [])) }
}

describe('a request', () => {
  it('S4-075 expects the reply before it asks', () => {
    expect(begin(terms, at)).toMatchObject({
      state: { phase: 'asking', deadline: '2026-11-27T12:30:00.000Z' },
      steps: [
        { kind: 'expect', until: '2026-11-27T12:30:00.000Z' },
        { kind: 'say', text: 'request' },
      ],
    })
  })
  it('S4-076 thanks for a valid grade and ends', () => {
    const { state, steps, answers } = play([asked, said('m1', '9')])
    expect(state).toMatchObject({ phase: 'ended', outcome: 'answered', grade: 9 })
    expect(steps).toEqual([
      { kind: 'say', key: 'thanks', text: 'thanks' },
      { kind: 'end', key: 'end', reopen: false },
    ])
    expect(answers).toBe(1)
  })
  it('S4-077 answers invalid replies, stays open for a valid one, and gives the third to people', () => {
    expect(play([asked, said('m1', 'oi'), said('m2', 'dez')])).toMatchObject({
      said: ['invalid', 'thanks'],
      state: { outcome: 'answered', grade: 10, invalid: 1 },
    })
    const { state, steps } = play([asked, said('m1', 'oi'), said('m2', '11'), said('m3', 'quero falar')])
    expect(state).toMatchObject({ phase: 'ended', outcome: 'invalid', invalid: mostInvalid })
    expect(steps.at(-1)).toEqual({ kind: 'end', key: 'end', reopen: true })
  })
  it('S4-078 S4-079 says that the time is over and ends', () => {
    expect(play([asked, { kind: 'due', deadline: '2026-11-27T12:29:00.000Z' }]).state.phase).toBe('waiting')
    const { state, steps } = play([asked, due, said('m1', '9')])
    expect(state).toMatchObject({ phase: 'ended', outcome: 'timedOut', grade: null })
    expect(steps).toEqual([
      { kind: 'say', key: 'timeout', text: 'timeout' },
      { kind: 'end', key: 'end', reopen: false },
    ])
  })
  it('that cannot be sent, or that the channel fails to send, is not delivered', () => {
    expect(play([{ kind: 'refused', code: 'ERR_SERVICE_WINDOW_CLOSED' }]).state).toMatchObject({
      outcome: 'undelivered',
      reason: 'ERR_SERVICE_WINDOW_CLOSED',
    })
    for (const order of [
      [asked, { kind: 'failed', message: 'm0' }],
      [{ kind: 'failed', message: 'm0' }, asked],
    ] as const)
      expect(play(order).state).toMatchObject({ outcome: 'undelivered', reason: 'FAILED' })
    expect(play([asked, { kind: 'failed', message: 'another' }]).state.phase).toBe('waiting')
  })
  it('reads a comment after the grade, or with it, and needs none', () => {
    const of = { ...terms, asksComment: true }
    expect(play([asked, said('m1', '3'), said('m2', ' Demorou ')], { with: of })).toMatchObject({
      said: ['thanks', 'comment'],
      answers: 1,
      state: { phase: 'ended', outcome: 'answered', grade: 3, comment: 'Demorou' },
    })
    expect(play([asked, said('m1', '3, demorou')], { with: of })).toMatchObject({
      said: ['thanks'],
      state: { phase: 'ended', comment: 'demorou' },
    })
    expect(play([asked, said('m1', '9'), said('m2', 'ótimo')]).state.comment).toBe('ótimo')
    const waiting = play([asked, said('m1', '3')], { with: of }).state
    expect(decide(of, waiting, { kind: 'due', deadline: waiting.deadline }, later(31)).state).toMatchObject({
      phase: 'ended',
      outcome: 'answered',
    })
  })
  it('is over when somebody reopens the conversation', () => {
    expect(play([asked, { kind: 'reopened' }])).toMatchObject({
      said: [],
      state: { phase: 'ended', outcome: 'timedOut', reason: 'REOPENED' },
    })
  })

  it('ends as answered, invalid, timed out or not delivered, exactly once, in whatever order things happen', () => {
    const message = fc.constantFrom('m0', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6')
    const happening: fc.Arbitrary<Happening> = fc.oneof(
      fc.record({ kind: fc.constant('asked' as const), message }),
      fc.record({ kind: fc.constant('refused' as const), code: fc.constant('ERR_X') }),
      fc.record({ kind: fc.constant('failed' as const), message }),
      fc.record({
        kind: fc.constant('replied' as const),
        message,
        text: fc.constantFrom('9', 'dez', '11', 'oi', '', '3, ruim'),
        choice: fc.constantFrom(null, 4, 12),
      }),
      fc.constant(due),
      fc.constant({ kind: 'reopened' as const }),
    )
    fc.assert(
      fc.property(
        fc.array(fc.tuple(happening, fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 3 })), {
          maxLength: 30,
        }),
        fc.boolean(),
        (happenings, asksComment) => {
          const of = { ...terms, asksComment }
          let state: RequestState = begin(of, at).state
          let [minutes, answers] = [0, 0]
          const keys: string[] = []
          const seen = (next: Decided): void => {
            if (state.outcome !== null) expect(next.state.outcome).toBe(state.outcome)
            if (state.grade !== null) expect(next.state.grade).toBe(state.grade)
            if (state.phase === 'ended') expect([next.state.phase, next.steps]).toEqual(['ended', []])
            answers += next.answered ? 1 : 0
            keys.push(...next.steps.map(({ key }) => key))
            state = next.state
          }
          for (const [what, passed, times] of happenings) {
            minutes += passed
            // Delivered again, as events are.
            for (let time = 0; time < times; time++) seen(decide(of, state, what, later(minutes)))
          }
          // The timer is what ends everything in the end.
          seen(decide(of, state, { kind: 'due', deadline: state.deadline }, new Date(state.deadline)))
          expect(state.phase).toBe('ended')
          expect(outcomes).toContain(state.outcome)
          expect(answers).toBe(state.outcome === 'answered' ? 1 : 0)
          expect(state.grade === null).toBe(state.outcome !== 'answered')
          expect(new Set(keys).size).toBe(keys.length)
          expect(keys.filter((key) => key === 'end')).toHaveLength(1)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})
