import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ModelSimulator } from '../../simulator/simulator.ts'
import type { ModelQuestion } from './provider.ts'
import { responsesProvider } from './responses.ts'

let models: ModelSimulator
beforeAll(async () => {
  models = await ModelSimulator.start()
})
afterAll(() => models.close())

const reach = () =>
  responsesProvider({ url: models.baseUrl, apiKey: models.apiKey, fetch, signal: AbortSignal.timeout(10_000) })
const question: ModelQuestion = {
  model: 'gpt-6-luna',
  turns: [
    { role: 'system', text: 'Seja breve.' },
    { role: 'user', text: 'Quero cancelar o pedido order=12' },
  ],
  tools: [
    {
      name: 'cancelar_o_pedido',
      description: 'Cancela',
      parameters: { type: 'object', properties: { order: { type: 'integer' } } },
    },
  ],
  maxTokens: 50,
  temperature: 0.5,
}

describe('a provider of responses', () => {
  it('is asked with functions, which it calls, and reads what they answered', async () => {
    const provider = await reach()
    const asked = await provider.complete(question)
    expect(asked).toMatchObject({
      text: '',
      calls: [{ name: 'cancelar_o_pedido', arguments: { order: 12 } }],
      model: 'gpt-6-luna',
      cut: false,
    })
    const [call] = asked.calls
    const turns = [
      ...question.turns,
      { role: 'assistant' as const, text: '', calls: [...asked.calls] },
      { role: 'tool' as const, callId: call!.id, text: 'cancelado' },
    ]
    expect((await provider.complete({ ...question, turns })).text).toBe('Resultado: cancelado')
    expect(models.exchanges.at(-1)!.body.messages.slice(-2)).toEqual([
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: call!.id, function: { name: 'cancelar_o_pedido', arguments: '{"order":12}' } }],
      },
      { role: 'tool', content: 'cancelado' },
    ])
  })

  it('answers in pieces with what it took, and a cut stream is no answer', async () => {
    const provider = await reach()
    const pieces = provider.stream({ ...question, turns: [{ role: 'user', text: 'Bom dia a todos' }], tools: [] })
    const seen: string[] = []
    let next = await pieces.next()
    for (; !next.done; next = await pieces.next()) seen.push(next.value)
    expect(seen.length).toBeGreaterThan(2)
    expect(next.value).toMatchObject({ text: seen.join(''), model: 'gpt-6-luna', cut: false })
    expect(next.value.tokens.output).toBeGreaterThan(0)
    models.faults.plan('chat', 'truncated')
    const cut = provider.stream({ ...question, tools: [] })
    const all = async () => {
      while (!(await cut.next()).done);
    }
    await expect(all()).rejects.toMatchObject({ code: 'ERR_AI_UNREACHABLE' })
  })

  it('looks at an image, and lists its models', async () => {
    const provider = await reach()
    const image = { mime: 'image/png', base64: 'AAAA' }
    expect((await provider.complete({ ...question, image, tools: [] })).text).toBe(models.pictured)
    expect((await provider.list()).map(({ id }) => id)).toContain('gpt-6-luna')
  })

  it('refuses a wrong key with the reason', async () => {
    const provider = await responsesProvider({
      url: models.baseUrl,
      apiKey: 'wrong',
      fetch,
      signal: AbortSignal.timeout(10_000),
    })
    await expect(provider.complete(question)).rejects.toMatchObject({ code: 'ERR_AI_KEY' })
  })
})
