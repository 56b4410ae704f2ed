import * as z from 'zod'
import { WouldCall } from '../prompts/routes.ts'
import { Cost } from '../usage/cost.ts'

/** Questions of one prompt at most, and facts of one question. */
export const mostQuestions = 200
const mostFacts = 10

/** A question with what its answer has to say, or with the refusal that is expected. */
export const TestQuestion = z
  .object({
    question: z.string().trim().min(1).max(2_000),
    /** Each has to be said; alternatives stand with | between them. */
    facts: z.array(z.string().trim().min(1).max(300)).max(mostFacts).default([]),
    refuses: z.boolean().default(false),
  })
  .strict()
  .refine(({ facts, refuses }) => refuses || facts.length > 0, { path: ['facts'], error: 'a fact is needed' })
export type TestQuestion = z.infer<typeof TestQuestion>

/** What came of a question. */
export const TestOutcome = z.object({
  text: z.string(),
  handOver: z.string().nullable(),
  calls: z.array(WouldCall),
  sources: z.array(z.string()),
  model: z.string(),
  input: z.int(),
  output: z.int(),
  /** Facts that were not said. */
  missing: z.array(z.string()),
  /** Answered without a person, with every fact. Null where a refusal was expected. */
  isResolved: z.boolean().nullable(),
  /** Every fact stands in a passage that the answer names. Null where a refusal was expected. */
  isCited: z.boolean().nullable(),
  /** Refused or given to a person, and nothing called. Null where an answer was expected. */
  isRefused: z.boolean().nullable(),
  /** Why there is no answer; null where there is one. */
  failure: z.string().nullable(),
})
export type TestOutcome = z.infer<typeof TestOutcome>

/** A question of a run; `result` is null until it was asked. */
export const TestResult = z.object({
  position: z.int(),
  question: z.string(),
  facts: z.array(z.string()),
  refuses: z.boolean(),
  result: TestOutcome.nullable(),
})
export type TestResult = z.infer<typeof TestResult>

const part = z.object({ right: z.int(), of: z.int() })

/** A run in figures. */
export const TestRun = z.object({
  id: z.uuid(),
  version: z.int(),
  startedAt: z.string(),
  /** Null for who left the company. */
  startedBy: z.string().nullable(),
  finishedAt: z.string().nullable(),
  failure: z.string().nullable(),
  total: z.int(),
  done: z.int(),
  resolved: part,
  cited: part,
  refused: part,
  tokens: z.int(),
  cost: Cost.nullable(),
})
export type TestRun = z.infer<typeof TestRun>
