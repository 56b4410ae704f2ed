import { defineRoute } from '@recado/sdk'
import * as z from 'zod'
import { mostQuestions, TestQuestion, TestResult, TestRun } from './test-set.ts'

const access = { kind: 'session', permission: 'ai.manage' } as const
const tier = 'premium'
const read = { access, tier, rate: 'read' } as const
const write = { access, tier, rate: 'write' } as const
const ofPrompt = z.object({ id: z.uuid() })
const ofRun = z.object({ run: z.uuid() })

export const routes = {
  tests: defineRoute({
    ...read,
    method: 'GET',
    path: '/prompts/:id/tests',
    summary: 'Test questions of a prompt, and the runs of them, newest first',
    params: ofPrompt,
    response: z.object({ questions: z.array(TestQuestion), runs: z.array(TestRun) }),
    errors: ['ERR_NO_PROMPT_FOUND'],
  }),
  setTests: defineRoute({
    ...write,
    method: 'PUT',
    path: '/prompts/:id/tests',
    summary: 'Replaces the test questions of a prompt',
    params: ofPrompt,
    body: z.object({ questions: z.array(TestQuestion).max(mostQuestions) }).strict(),
    response: z.object({ questions: z.array(TestQuestion) }),
    errors: ['ERR_NO_PROMPT_FOUND'],
  }),
  runTests: defineRoute({
    ...write,
    method: 'POST',
    path: '/prompts/:id/test-runs',
    summary: 'Has a version of a prompt answer its test questions, by a job; nothing is sent or done',
    params: ofPrompt,
    body: z.object({ /** The latest one if absent. */ version: z.int().min(1).optional() }).strict(),
    response: TestRun,
    errors: ['ERR_NO_PROMPT_FOUND', 'ERR_NO_TEST_QUESTIONS'],
  }),
  testRun: defineRoute({
    ...read,
    method: 'GET',
    path: '/test-runs/:run',
    summary: 'A run of test questions with each answer and how it was judged',
    params: ofRun,
    response: z.object({ run: TestRun, results: z.array(TestResult) }),
    errors: ['ERR_NO_TEST_RUN_FOUND'],
  }),
  exportTestRun: defineRoute({
    ...read,
    method: 'GET',
    path: '/test-runs/:run/export',
    summary: 'The same as a table (CSV)',
    params: ofRun,
    response: 'bytes',
    errors: ['ERR_NO_TEST_RUN_FOUND'],
  }),
  removeTestRun: defineRoute({
    ...write,
    method: 'DELETE',
    path: '/test-runs/:run',
    summary: 'Ends a run where it is under way, and deletes it',
    params: ofRun,
    response: z.object({ message: z.string() }),
    errors: ['ERR_NO_TEST_RUN_FOUND'],
  }),
}
