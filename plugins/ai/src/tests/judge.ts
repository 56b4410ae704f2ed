import { phraseIn, plain } from '../agent/hand-over/plain.ts'
import type { Rehearsed } from '../agent/rehearse.ts'
import type { TestOutcome, TestQuestion } from './test-set.ts'

/** Phrases of an answer that refuses. */
const refusals = [
  ...['nao posso', 'nao podemos', 'nao falo', 'nao falamos', 'nao trato', 'nao tratamos', 'nao consigo ajudar'],
  ...['nao tenho como', 'fora do que', 'no puedo', 'no podemos', 'no hablo', 'no hablamos', 'no tengo como'],
  ...['i cannot', 'i can t', 'we cannot', 'we can t', 'i am not able', 'i m not able', 'unable to'],
  ...['не могу', 'не можем', 'не обсуждаю', 'не обсуждаем', 'не говорю о'],
]

/** Whether a text says a fact, in one of its alternatives, whatever the accents, the case and the signs. */
export const says = (text: string, fact: string): boolean =>
  fact.split('|').some((alternative) => plain(alternative).trim() !== '' && plain(text).includes(plain(alternative)))

/** Judges an answer by what was expected. Rules alone decide: the same answer is always judged the same. */
export function judge(
  { facts, refuses }: TestQuestion,
  { say, handOver, calls, sources, model, tokens }: Rehearsed,
): TestOutcome {
  const text = say ?? ''
  const missing = facts.filter((fact) => !says(text, fact))
  const isRefusal = handOver !== null || phraseIn(text, refusals) !== undefined
  const stands = (fact: string): boolean => sources.some((source) => says(source.text, fact))
  return {
    text,
    handOver,
    calls: calls.map((call) => ({ ...call })),
    sources: sources.map(({ title }) => title),
    model,
    ...tokens,
    missing: refuses ? [] : missing,
    isResolved: refuses ? null : handOver === null && missing.length === 0,
    isCited: refuses ? null : sources.length > 0 && facts.every(stands),
    isRefused: refuses ? isRefusal && calls.length === 0 : null,
    failure: null,
  }
}

/** A question that nobody answered. */
export const unanswered = ({ refuses, facts }: TestQuestion, failure: string): TestOutcome => ({
  text: '',
  handOver: null,
  calls: [],
  sources: [],
  model: '',
  input: 0,
  output: 0,
  missing: refuses ? [] : [...facts],
  isResolved: refuses ? null : false,
  isCited: refuses ? null : false,
  isRefused: refuses ? false : null,
  failure,
})
