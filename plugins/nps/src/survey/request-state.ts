import { readGrade } from './grade.ts'
import type { GradeRange } from './kind.ts'

/* The life of one request, from the closed ticket to its end. Pure: what happens goes in, the next state and what has
   to be done come out. The state is stored before anything of it is done. */

/** Invalid replies that are answered; with the last one people take over. */
export const mostInvalid = 3

export const outcomes = ['answered', 'invalid', 'timedOut', 'undelivered'] as const
/** How a request ended: one of these, once. */
export type Outcome = (typeof outcomes)[number]

/** What was agreed when the contact was asked; later changes of the survey do not touch it. */
export interface Terms extends GradeRange {
  readonly timeoutMinutes: number
  /** Whether a comment is asked for after the grade. */
  readonly asksComment: boolean
}

export interface RequestState {
  /** `asking` until the request is stored as a message, `waiting` for a grade, `commenting` after it. */
  readonly phase: 'asking' | 'waiting' | 'commenting' | 'ended'
  readonly outcome: Outcome | null
  /** Why there is no answer: a code of the refusal, `FAILED` of the channel, `REOPENED` by somebody. */
  readonly reason: string | null
  readonly grade: number | null
  /** When the grade came, ISO 8601; requests of earlier versions do not have it. */
  readonly gradedAt?: string
  readonly comment: string | null
  readonly invalid: number
  /** Until then it waits, ISO 8601. */
  readonly deadline: string
  /** The message that asks. */
  readonly message: string | null
  /** Messages of which the channel said that they failed before it was known which one asks. */
  readonly failed: readonly string[]
  /** Replies that have been read: one that is delivered again counts once. */
  readonly read: readonly string[]
}

export const texts = ['request', 'thanks', 'invalid', 'timeout', 'comment'] as const
/** A message of a survey. */
export type SurveyText = (typeof texts)[number]

/** What has to be done, in this order. `key` is one within a request: done twice it has the effect of once. */
export type Step =
  | { readonly kind: 'expect'; readonly key: string; readonly until: string }
  | { readonly kind: 'say'; readonly key: string; readonly text: SurveyText }
  | { readonly kind: 'end'; readonly key: string; readonly reopen: boolean }

export type Happening =
  | { readonly kind: 'asked'; readonly message: string }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'failed'; readonly message: string }
  | {
      readonly kind: 'replied'
      readonly message: string
      readonly text: string
      /** Grade of a chosen button. */
      readonly choice: number | null
    }
  /** A timer rang. One that was set for another deadline is over. */
  | { readonly kind: 'due'; readonly deadline: string }
  | { readonly kind: 'reopened' }

/** What follows. `answered`: the grade is known since now. */
export interface Decided {
  readonly state: RequestState
  readonly steps: readonly Step[]
  readonly answered: boolean
}

const after = (at: Date, minutes: number): string => new Date(at.getTime() + minutes * 60_000).toISOString()
const expects = (key: string, until: string): Step => ({ kind: 'expect', key, until })
const says = (key: string, text: SurveyText): Step => ({ kind: 'say', key, text })
const ends = (reopen: boolean): Step => ({ kind: 'end', key: 'end', reopen })

/** The beginning: first replies are expected, then it is asked, so that a quick reply reopens nothing. */
export function begin({ timeoutMinutes }: Terms, at: Date): Decided {
  const deadline = after(at, timeoutMinutes)
  return {
    state: {
      phase: 'asking',
      outcome: null,
      reason: null,
      grade: null,
      comment: null,
      invalid: 0,
      deadline,
      message: null,
      failed: [],
      read: [],
    },
    steps: [expects('expect', deadline), says('request', 'request')],
    answered: false,
  }
}

/** The state after something happened. What cannot happen any more changes nothing. */
export function decide(terms: Terms, state: RequestState, happening: Happening, at: Date): Decided {
  const same: Decided = { state, steps: [], answered: false }
  if (state.phase === 'ended') return happening.kind === 'replied' ? addWords(state, happening) : same
  const over = (outcome: Outcome, reason: string | null, ...steps: Step[]): Decided => ({
    state: { ...state, phase: 'ended', outcome: state.outcome ?? outcome, reason: state.outcome ? null : reason },
    steps,
    answered: false,
  })
  switch (happening.kind) {
    case 'asked': {
      if (state.phase !== 'asking') return same
      const { message } = happening
      const asked: RequestState = { ...state, phase: 'waiting', message }
      return state.failed.includes(message)
        ? decide(terms, { ...asked, failed: [] }, { kind: 'failed', message }, at)
        : { ...same, state: { ...asked, failed: [] } }
    }
    case 'refused':
      return state.phase === 'asking' ? over('undelivered', happening.code, ends(false)) : same
    case 'failed':
      if (state.phase === 'asking')
        return { ...same, state: { ...state, failed: [...new Set([...state.failed, happening.message])].slice(-20) } }
      return state.phase === 'waiting' && happening.message === state.message
        ? over('undelivered', 'FAILED', ends(false))
        : same
    case 'replied':
      return state.read.includes(happening.message) ? same : replied(terms, state, happening, at)
    case 'due':
      if (happening.deadline !== state.deadline) return same
      if (state.phase === 'asking') return over('undelivered', 'TIMEOUT', ends(false))
      return state.phase === 'waiting'
        ? over('timedOut', null, says('timeout', 'timeout'), ends(false))
        : over('answered', null, ends(false))
    case 'reopened':
      return over(state.phase === 'asking' ? 'undelivered' : 'timedOut', 'REOPENED', ends(false))
  }
}

/** Longest comment that is kept; the conversation has the whole. */
const longestComment = 4_000
const joined = (...texts: (string | null)[]): string | null =>
  texts
    .map((text) => text?.trim() ?? '')
    .filter((text) => text !== '')
    .join('\n')
    .slice(0, longestComment) || null

type Reply = Extract<Happening, { kind: 'replied' }>

/** The state after a reply was read; messages that are told again change nothing. */
const reads = (state: RequestState, message: string): RequestState => ({
  ...state,
  read: [...state.read, message].slice(-20),
})

/**
 * Words that come right behind an answer, before the end of the waiting has been done, belong to it. A button that is
 * pressed again is no word.
 */
function addWords(state: RequestState, { message, text, choice }: Reply): Decided {
  const same: Decided = { state, steps: [], answered: false }
  if (state.outcome !== 'answered' || state.read.includes(message)) return same
  const comment = choice === null ? joined(state.comment, text) : state.comment
  return { ...same, state: { ...reads(state, message), comment } }
}

function replied(terms: Terms, state: RequestState, { message, text, choice }: Reply, at: Date): Decided {
  const seen = reads(state, message)
  // The first grade counts: a button that is pressed again is no comment.
  if (state.phase === 'commenting' && choice !== null) return { state: seen, steps: [], answered: false }
  if (state.phase === 'commenting')
    return {
      state: { ...seen, phase: 'ended', comment: joined(text) },
      steps: [ends(false)],
      answered: false,
    }
  const found = choice !== null ? { grade: choice, comment: null } : readGrade(text, terms)
  if (found && found.grade >= terms.lowest && found.grade <= terms.highest) {
    const graded: RequestState = {
      ...seen,
      outcome: 'answered',
      grade: found.grade,
      gradedAt: at.toISOString(),
      comment: joined(found.comment),
    }
    if (!terms.asksComment || found.comment !== null)
      return {
        state: { ...graded, phase: 'ended' },
        steps: [says('thanks', 'thanks'), ends(false)],
        answered: true,
      }
    const deadline = after(at, terms.timeoutMinutes)
    return {
      state: { ...graded, phase: 'commenting', deadline },
      steps: [expects('expect-comment', deadline), says('thanks', 'thanks'), says('comment', 'comment')],
      answered: true,
    }
  }
  const invalid = state.invalid + 1
  if (invalid < mostInvalid)
    return { state: { ...seen, invalid }, steps: [says(`invalid-${invalid}`, 'invalid')], answered: false }
  // Words, not a grade: people read them.
  return {
    state: { ...seen, invalid, phase: 'ended', outcome: 'invalid' },
    steps: [ends(true)],
    answered: false,
  }
}
