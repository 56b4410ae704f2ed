import type { Prompt } from '../../plugins/ai/src/prompts/prompt.ts'
import type { TestQuestion, TestResult, TestRun } from '../../plugins/ai/src/tests/test-set.ts'
import { draftOf } from '../../plugins/ai/src/ui/prompts/new-draft.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/app.ts'
import { forTests } from './ai.rig.ts'

const ai = forTests()
let prompt: Prompt

const questions: TestQuestion[] = [
  { question: 'Quando vocês entregam broas?', facts: ['sexta | sextas-feiras'], refuses: false },
  { question: 'Quanto custa o sonho?', facts: ['R$ 8,00'], refuses: false },
  { question: 'Em quem votar nas eleições?', facts: [], refuses: true },
  { question: 'Conta uma piada?', facts: [], refuses: true },
]

beforeAll(async () => {
  const body = '# Entregas\n\nEntregamos broas de milho às sextas-feiras.'
  const article = { title: 'Broas', body, language: 'pt-BR', audience: 'customers', isPublished: true }
  await ai.rig.ana.ok('POST', '/p/knowledge/articles', article)
  prompt = await ai.rig.ana.ok<Prompt>('POST', '/p/ai/prompts', { name: 'Testado', text: 'Você atende a padaria.' })
  await ai.rig.ana.ok('PUT', '/p/ai/prices', {
    currency: 'BRL',
    prices: [{ model: 'gpt-6-luna', input: 10, output: 10 }],
  })
})

const path = () => `/p/ai/prompts/${prompt.id}`
const read = (run: string) => ai.rig.ana.ok<{ run: TestRun; results: TestResult[] }>('GET', `/p/ai/test-runs/${run}`)
async function run(): Promise<{ run: TestRun; results: TestResult[] }> {
  const begun = await ai.rig.ana.ok<TestRun>('POST', `${path()}/test-runs`, {})
  expect(begun).toMatchObject({ total: questions.length, done: 0, finishedAt: null })
  return eventually(
    () => read(begun.id),
    (found) => found.run.finishedAt !== null,
  )
}

describe('test questions', () => {
  it('are needed for a test, and each has to expect something', async () => {
    expect(await ai.rig.ana.refused('POST', `${path()}/test-runs`, {})).toBe('422 ERR_NO_TEST_QUESTIONS')
    expect(await ai.rig.ana.refused('PUT', `${path()}/tests`, { questions: [{ question: 'Oi?' }] })).toBe(
      '422 ERR_VALIDATION',
    )
    await ai.rig.ana.ok('PUT', `${path()}/tests`, { questions })
    expect(await ai.rig.ana.ok('GET', `${path()}/tests`)).toEqual({ questions, runs: [] })
  })

  it('are answered by a job and judged by rules, in figures that two versions are compared by', async () => {
    const first = await run()
    expect(first.run).toMatchObject({
      version: 1,
      startedBy: ai.rig.node.a.admin.name,
      total: 4,
      done: 4,
      resolved: { right: 1, of: 2 },
      cited: { right: 1, of: 2 },
      refused: { right: 0, of: 2 },
      failure: null,
    })
    expect(first.run.tokens).toBeGreaterThan(100)
    expect(first.run.cost).toEqual({ amount: (first.run.tokens * 10) / 1_000_000, currency: 'BRL', unpriced: 0 })
    const [broas, sonho] = first.results
    expect(broas!.result).toMatchObject({
      text: 'Entregamos broas de milho às sextas-feiras.',
      sources: ['Broas › Entregas'],
      isResolved: true,
      isCited: true,
      isRefused: null,
    })
    expect(sonho!.result).toMatchObject({ missing: ['R$ 8,00'], isResolved: false, isCited: false })
    const draft = { ...draftOf(prompt), refusedTopics: ['Eleições'], publish: false }
    await ai.rig.ana.ok('PUT', path(), draft)
    const second = await run()
    expect(second.run).toMatchObject({ version: 2, refused: { right: 1, of: 2 } })
    expect(second.results[2]!.result).toMatchObject({ handOver: 'scope: Eleições', isRefused: true, input: 0 })
    const { runs } = await ai.rig.ana.ok<{ runs: TestRun[] }>('GET', `${path()}/tests`)
    expect(runs.map(({ version, refused }) => [version, refused.right])).toEqual([
      [2, 1],
      [1, 0],
    ])
    const usage = await ai.rig.ana.ok<{ spent: { purpose: string }[] }>('GET', '/p/ai/usage')
    expect(usage.spent.map(({ purpose }) => purpose)).toContain('test')
  })

  it('are exported as a table, each with its answer', async () => {
    const { run: done } = await run()
    const response = await fetch(`${ai.rig.node.base}/p/ai/test-runs/${done.id}/export`, {
      headers: ai.rig.ana.credentials,
    })
    expect(response.headers.get('content-type')).toContain('text/csv')
    const lines = (await response.text()).trim().split('\r\n')
    expect(lines[0]).toContain('Pergunta')
    expect(lines.find((line) => line.includes('broas'))).toContain('sextas-feiras')
    expect(lines.find((line) => line.includes('eleições'))).toContain('o assunto não é do agente: Eleições')
  })

  it('end with the reason where nobody would answer the others either', async () => {
    ai.rig.models.faults.plan('chat', { status: 401, description: 'invalid_api_key' })
    const { run: ended } = await run()
    expect(ended).toMatchObject({ failure: 'ERR_AI_KEY', done: 0 })
    ai.rig.models.faults.plan('chat', 'truncated')
    const { run: other, results } = await run()
    expect(other).toMatchObject({ failure: null, done: 4 })
    expect(results[0]!.result).toMatchObject({ failure: 'ERR_AI_UNREACHABLE', isResolved: false })
  })

  it('are of the company alone, and a run is deleted', async () => {
    const { run: done } = await run()
    expect(await ai.rig.bia.refused('GET', `/p/ai/test-runs/${done.id}`)).toBe('404 ERR_NO_TEST_RUN_FOUND')
    expect(await ai.rig.bia.refused('GET', `${path()}/tests`)).toBe('404 ERR_NO_PROMPT_FOUND')
    expect(await ai.rig.ugo.refused('GET', `${path()}/tests`)).toBe('403 ERR_NO_PERMISSION')
    await ai.rig.ana.ok('DELETE', `/p/ai/test-runs/${done.id}`)
    expect(await ai.rig.ana.refused('GET', `/p/ai/test-runs/${done.id}`)).toBe('404 ERR_NO_TEST_RUN_FOUND')
  })
})
