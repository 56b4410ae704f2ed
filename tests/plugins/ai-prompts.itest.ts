import type { Prompt } from '../../plugins/ai/src/prompts/prompt.ts'
import { describe, expect, it } from 'vitest'
import { answersFirst } from './ai-agent.rig.ts'
import { forTests } from './ai.rig.ts'

const ai = forTests()

describe('prompts', () => {
  const draft = { name: 'Recepção', text: 'Você atende a Padaria Sol.', temperature: 0.7 }

  it('S3-067 are kept with their fields, the keys never shown, names once in a company', async () => {
    const action = { plugin: 'automations', name: 'resolve', input: {} }
    const end = { name: 'close_it', description: 'Quando acabou.', action }
    const made = await ai.rig.ana.ok<Prompt>('POST', '/p/ai/prompts', {
      ...draft,
      name: 'Vendas',
      apiKey: 'sk-of-its-own',
      maxTokens: 200,
      maxMessages: 7,
      model: 'gpt-4o',
      functions: [end],
      queueId: ai.rig.node.a.sales,
      voiceProvider: 'azure',
      voice: 'pt-BR-FranciscaNeural',
      voiceRegion: 'brazilsouth',
      voiceApiKey: 'sk-of-its-voice',
    })
    expect(made).toMatchObject({
      voiceProvider: 'azure',
      voice: 'pt-BR-FranciscaNeural',
      voiceRegion: 'brazilsouth',
      hasVoiceKey: true,
    })
    expect(await ai.rig.ana.refused('POST', '/p/ai/prompts', { ...draft, name: 'Muda', voiceProvider: 'openai' })).toBe(
      '422 ERR_VALIDATION',
    )
    const { prompts } = await ai.rig.ana.ok<{ prompts: Prompt[] }>('GET', '/p/ai/prompts')
    expect(
      prompts.find(({ id }) => id === made.id),
      'read again',
    ).toEqual(made)
    expect(made).toMatchObject({
      name: 'Vendas',
      text: draft.text,
      model: 'gpt-4o',
      functions: [end],
      maxTokens: 200,
      maxMessages: 7,
      temperature: 0.7,
      queueId: ai.rig.node.a.sales,
      hasApiKey: true,
    })
    expect(JSON.stringify(await ai.rig.ana.ok('GET', '/p/ai/prompts'))).not.toContain('sk-of-its')
    expect(await ai.rig.ana.refused('POST', '/p/ai/prompts', { ...draft, name: 'vendas' })).toBe(
      '409 ERR_PROMPT_EXISTS',
    )
    expect(await ai.rig.bia.ok<{ prompts: unknown[] }>('GET', '/p/ai/prompts')).toMatchObject({ prompts: [] })
    expect(await ai.rig.bia.refused('PUT', `/p/ai/prompts/${made.id}`, draft)).toBe('404 ERR_NO_PROMPT_FOUND')
    expect(await ai.rig.ugo.refused('GET', '/p/ai/prompts')).toBe('403 ERR_NO_PERMISSION')
    const foreign = { ...draft, name: 'Fila', queueId: ai.rig.node.b.sales }
    expect(await ai.rig.ana.refused('POST', '/p/ai/prompts', foreign)).toBe('404 ERR_NO_QUEUE_FOUND')
    expect(await ai.rig.ana.ok<Prompt>('PUT', `/p/ai/prompts/${made.id}`, { ...draft, name: 'Vendas' })).toMatchObject({
      hasApiKey: true,
      model: null,
    })
    expect(
      await ai.rig.ana.ok<Prompt>('PUT', `/p/ai/prompts/${made.id}`, { ...draft, name: 'Vendas', apiKey: null }),
    ).toMatchObject({ hasApiKey: false })
    await ai.rig.ana.ok('DELETE', `/p/ai/prompts/${made.id}`)
    expect(await ai.rig.ana.refused('DELETE', `/p/ai/prompts/${made.id}`)).toBe('404 ERR_NO_PROMPT_FOUND')
  })

  const azure = { voiceProvider: 'azure', voice: 'pt-BR-FranciscaNeural', voiceRegion: 'brazilsouth' }
  const end = { description: 'Quando acabou.', action: { plugin: 'automations', name: 'resolve', input: {} } }
  const endings = (many: number) => Array.from({ length: many }, (_end, at) => ({ ...end, name: `end_${at}` }))

  it.each([
    ['no name', { name: ' ' }],
    ['a long name', { name: 'a'.repeat(101) }],
    ['no text', { text: ' ' }],
    ['a long text', { text: 'a'.repeat(20_001) }],
    ['no message read', { maxMessages: 0 }],
    ['many messages read', { maxMessages: 101 }],
    ['a half of a message', { maxMessages: 1.5 }],
    ['a half of a token', { maxTokens: 50.5 }],
    ['a long model', { model: 'a'.repeat(101) }],
    ['a long key', { apiKey: 'a'.repeat(501) }],
    ['a long key of the voice', { ...azure, voiceApiKey: 'a'.repeat(501) }],
    ['no such voice provider', { ...azure, voiceProvider: 'nobody' }],
    ['a voice of Azure without a region', { ...azure, voiceRegion: '' }],
    ['a region that leads elsewhere', { ...azure, voiceRegion: 'x.evil.example/' }],
    ['many functions', { functions: endings(17) }],
    ['two functions of one name', { functions: [endings(1), endings(1)].flat() }],
    ['a field that nobody knows', { secret: true }],
  ])('S3-067 are refused with %s', async (_what, wrong) => {
    const named = { ...draft, name: 'Campo', ...wrong }
    expect(await ai.rig.ana.refused('POST', '/p/ai/prompts', named)).toBe('422 ERR_VALIDATION')
  })

  it('S3-067 are kept with the longest of their fields, with a model that nobody knows', async () => {
    const longest = {
      name: 'a'.repeat(100),
      text: 'a'.repeat(20_000),
      maxMessages: 100,
      model: 'minha-casa/modelo:7b',
      ...azure,
      functions: endings(16),
    }
    const made = await ai.rig.ana.ok<Prompt>('POST', '/p/ai/prompts', { ...draft, ...longest })
    expect(made).toMatchObject(longest)
    await ai.rig.ana.ok('DELETE', `/p/ai/prompts/${made.id}`)
  })

  it('S3-067 ask with their own key, and read as many messages as they say', async () => {
    const own = { ...draft, name: 'Chave própria', maxMessages: 2 }
    const made = await ai.rig.ana.ok<Prompt>('POST', '/p/ai/prompts', { ...own, apiKey: ai.rig.models.apiKey })
    await ai.rig.withdrawn('sk-wrong', () => ai.rig.settings({ apiKey: 'sk-wrong' }))
    const tryOut = { prompt: own, said: [{ by: 'customer', text: 'Oi' }] }
    expect(await ai.rig.ana.refused('POST', '/p/ai/prompts/test', tryOut), 'the company’s').toBe('502 ERR_AI_KEY')
    const answer = await ai.rig.ana.ok('POST', '/p/ai/prompts/test', { ...tryOut, id: made.id })
    expect(answer).toMatchObject({ text: 'Você disse: Oi' })
    await answersFirst(ai.rig, made.id)
    const { visitor, ticket } = await ai.rig.visitor('Primeira mensagem')
    await ai.rig.saying(ticket.id, 'Você disse: Primeira mensagem')
    await visitor.say('Segunda mensagem')
    await ai.rig.saying(ticket.id, 'Você disse: Segunda mensagem')
    const read = JSON.stringify(ai.rig.models.exchanges.at(-1)!.body.messages)
    expect(read).toContain('Segunda mensagem')
    expect(read).not.toMatch(/"Primeira mensagem/)
    await ai.rig.ana.ok('PUT', '/responders', { scope: { kind: 'company' }, places: null })
    await ai.rig.ana.ok('DELETE', `/p/ai/prompts/${made.id}`)
    await ai.rig.settings()
  })

  it.each([
    ['S5-103 S9-022', { maxTokens: 49 }],
    ['S5-103 S9-022', { maxTokens: 4_001 }],
    ['S5-104 S9-023', { temperature: 2.1 }],
    ['S5-104 S9-023', { temperature: -0.1 }],
  ])('%s are refused beyond their limits: %j', async (_id, wrong) => {
    expect(await ai.rig.ana.refused('POST', '/p/ai/prompts', { ...draft, name: 'Limite', ...wrong })).toBe(
      '422 ERR_VALIDATION',
    )
  })

  it('S5-103 S5-104 S9-022 S9-023 are kept at their limits, and asked with', async () => {
    for (const [maxTokens, temperature] of [
      [50, 0],
      [4_000, 2],
    ] as const) {
      const limits = { ...draft, model: 'gpt-4o', maxTokens, temperature }
      const made = await ai.rig.ana.ok<Prompt>('POST', '/p/ai/prompts', { ...limits, name: `No limite ${maxTokens}` })
      expect(made).toMatchObject({ maxTokens, temperature })
      await ai.rig.ana.ok('POST', '/p/ai/prompts/test', { prompt: limits, said: [{ by: 'customer', text: 'Oi' }] })
      const { body } = ai.rig.models.exchanges.at(-1)!
      expect(body).toMatchObject({ temperature })
      expect(JSON.stringify(body)).toMatch(new RegExp(`"max_(completion_)?tokens":${maxTokens}\\b`))
      await ai.rig.ana.ok('DELETE', `/p/ai/prompts/${made.id}`)
    }
  })

  it('S9-035 of Llama 3 have no functions', async () => {
    const resolve = { plugin: 'automations', name: 'resolve', input: {} }
    const functions = [{ name: 'close_it', description: 'Quando acabou.', action: resolve }]
    expect(
      await ai.rig.ana.refused('POST', '/p/ai/prompts', { ...draft, name: 'Llama', model: 'llama3', functions }),
    ).toBe('422 ERR_PROMPT_FUNCTIONS')
    // Nor where it is the company's own model.
    await ai.rig.settings({ model: 'llama3' })
    expect(await ai.rig.ana.refused('POST', '/p/ai/prompts', { ...draft, name: 'Da casa', functions })).toBe(
      '422 ERR_PROMPT_FUNCTIONS',
    )
    await ai.rig.ana.ok('POST', '/p/ai/prompts/test', { prompt: draft, said: [{ by: 'customer', text: 'Oi' }] })
    expect(ai.rig.models.exchanges.at(-1)!.body.tools ?? []).toEqual([])
    await ai.rig.settings()
    const unknown = [{ ...functions[0], action: { plugin: 'automations', name: 'gone', input: {} } }]
    expect(await ai.rig.ana.refused('POST', '/p/ai/prompts', { ...draft, name: 'Nada', functions: unknown })).toBe(
      '422 ERR_AUTOMATION_BLOCK',
    )
  })

  it.each([
    ['S9-024', 'o3-mini'],
    ['S9-025', 'o1'],
    ['S9-026', 'o1-mini'],
    ['S9-027', 'GPT-4 Turbo'],
    ['S9-028', 'GPT-4'],
    ['S9-029', 'GPT-4.1'],
    ['S9-030', 'GPT-4o'],
    ['S9-031', 'GPT-4o mini'],
    ['S9-032', 'GPT-4.5 preview'],
    ['S9-033', 'GPT-3.5 Turbo'],
    ['S9-034', 'Llama 3'],
  ])('%s may ask for %s, which answers, or what takes its place once it has ended', async (_id, title) => {
    type Listed = { id: string; title: string; hasEnded: boolean; replacedBy: string | null }
    const { models: listed } = await ai.rig.ana.ok<{ models: Listed[] }>('POST', '/p/ai/models')
    const known = listed.find((model) => model.title === title)!
    const answer = await ai.rig.ana.ok<{ model: string; text: string }>('POST', '/p/ai/prompts/test', {
      prompt: { ...draft, model: known.id },
      said: [{ by: 'customer', text: 'Oi' }],
    })
    expect(answer).toMatchObject({ text: 'Você disse: Oi', model: known.hasEnded ? known.replacedBy : known.id })
  })

  it('are a hundred at most in a company', async () => {
    const add = (n: number) => ai.rig.bia.call('POST', '/p/ai/prompts', { ...draft, name: `Prompt ${n}` })
    const answers = await Promise.all(Array.from({ length: 100 }, (_prompt, n) => add(n)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(await ai.rig.bia.refused('POST', '/p/ai/prompts', { ...draft, name: 'Mais um' })).toBe(
      '409 ERR_PROMPT_LIMIT',
    )
  })

  it('are tried without anybody reading it, and models listed with what became of them', async () => {
    const tried = await ai.rig.ana.ok<{ text: string; calls: string[]; tokens: { input: number } }>(
      'POST',
      '/p/ai/prompts/test',
      { prompt: draft, said: [{ by: 'customer', text: 'Tem pão?' }] },
    )
    expect(tried).toMatchObject({ text: 'Você disse: Tem pão?', calls: [] })
    expect(tried.tokens.input).toBeGreaterThan(10)
    const { models: listed } = await ai.rig.ana.ok<{
      models: { id: string; endsOn: string | null; offered: boolean }[]
    }>('POST', '/p/ai/models')
    expect(listed.find(({ id }) => id === 'gpt-4o')).toMatchObject({ endsOn: '2027-01-14', offered: true })
    expect(listed.find(({ id }) => id === 'o1')).toMatchObject({ endsOn: '2026-10-23', offered: false })
    const wrong = { settings: { url: ai.rig.models.baseUrl, apiKey: 'sk-wrong' } }
    await ai.rig.withdrawn('sk-wrong', () => ai.rig.bia.ok('PUT', '/api/plugins/ai', wrong))
    expect(await ai.rig.bia.refused('POST', '/p/ai/models')).toBe('502 ERR_AI_KEY')
  })
})

describe('a key of a provider', () => {
  const put = (settings: object) =>
    ai.rig.ana.call('PUT', '/api/plugins/ai', { settings: { model: 'gpt-6-luna', ...settings } })
  const works = () => ai.rig.ana.ok('POST', '/p/ai/models')

  it('that is refused stands at its field, and the one before stays', async () => {
    const { baseUrl: url, googleUrl, apiKey } = ai.rig.models
    await ai.rig.settings()
    expect(await put({ url, apiKey: 'sk-mistyped' })).toMatchObject({
      status: 422,
      body: { error: 'ERR_VALIDATION', issues: [{ path: 'apiKey', message: 'ERR_AI_KEY' }] },
    })
    expect(await works(), 'the key of before').toBeTruthy()
    const vectors = { embeddingProvider: 'google', embeddingUrl: googleUrl, embeddingModel: 'text-embedding-004' }
    const both = await put({ url, apiKey, ...vectors, embeddingApiKey: 'sk-mistyped' })
    expect(both.body).toMatchObject({ issues: [{ path: 'embeddingApiKey', message: 'ERR_AI_KEY' }] })
    const heard = await put({ url, apiKey, transcriptionUrl: url, transcriptionApiKey: 'sk-mistyped' })
    expect(heard.body).toMatchObject({ issues: [{ path: 'transcriptionApiKey', message: 'ERR_AI_KEY' }] })
  })

  it('whose provider does not answer is kept and said to be untested; the same key is not tested again', async () => {
    const { baseUrl: url, apiKey } = ai.rig.models
    await ai.rig.settings()
    const asked = ai.rig.models.requests.length
    const again = await put({ url, apiKey })
    expect([again.status, (again.body as { untested?: string[] }).untested]).toEqual([200, undefined])
    expect(ai.rig.models.requests, 'nothing new to ask').toHaveLength(asked)
    const nobody = 'http://127.0.0.1:9/v1'
    expect(await put({ url: nobody, apiKey })).toMatchObject({ status: 200, body: { untested: ['apiKey'] } })
    expect(await ai.rig.ana.refused('POST', '/p/ai/models'), 'it is what is asked').toBe('502 ERR_AI_UNREACHABLE')
    await ai.rig.settings()
  })
})
