import type { Article } from '../../plugins/knowledge/src/articles/article.ts'
import type { MeaningStanding } from '../../plugins/knowledge/src/meaning/standing.ts'
import { ModelSimulator } from '../../plugins/ai/simulator/simulator.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'

let node: TestApp
let models: ModelSimulator
/** Administrator and agent; and the other company's administrator. */
let [ana, ugo, bia]: Person[] = []
const small = 'text-embedding-3-small'
const large = 'text-embedding-3-large'
/** An address at which nobody answers. */
const nobody = 'http://127.0.0.1:9/v1'

const settings = (more: object = {}, person = ana!) =>
  person.ok('PUT', '/api/plugins/ai', {
    enabled: true,
    settings: { url: models.baseUrl, apiKey: models.apiKey, model: 'gpt-6-luna', embeddingModel: small, ...more },
  })
const write = (title: string, body: string, more: object = {}, person = ana!) =>
  person.ok<Article>('POST', '/p/knowledge/articles', { title, body, language: 'pt-BR', isPublished: true, ...more })
const found = async (query: string, person = ana!): Promise<string[]> =>
  (
    await person.ok<{ passages: { title: string }[] }>('GET', `/p/knowledge/search?query=${encodeURIComponent(query)}`)
  ).passages.map(({ title }) => title)
const standing = (person = ana!) => person.ok<MeaningStanding>('GET', '/p/knowledge/meaning')
const ready = (person = ana!) =>
  eventually(
    () => standing(person),
    ({ state }) => state === 'ready',
  )
/** Vectors that a company's database holds, whoever looks. */
const vectors = async (article: string): Promise<number> => {
  const [row] = await node.database.owner<{ n: number }[]>`
    select count(*)::int as n from plg_knowledge.meaning_vector where article_id = ${article}`
  return row!.n
}

beforeAll(async () => {
  models = await ModelSimulator.start()
  node = await testApp({ app: { egress: { allow: ['127.0.0.0/8'] } } })
  ;[ana, ugo, bia] = await Promise.all([node.a.admin, node.a.user, node.b.admin].map((user) => node.signIn(user)))
})
afterAll(async () => {
  await node?.close()
  await models?.close()
})

describe('a search by meaning', () => {
  it('is off until the company has a model for vectors, and asks nobody', async () => {
    await write('Devoluções', '# Prazo\n\nDevolução em trinta dias.')
    expect(await standing()).toMatchObject({ state: 'off', model: null, read: 0, passages: 0, because: null })
    await settings({ embeddingModel: undefined })
    expect(await standing()).toMatchObject({ state: 'off' })
    expect(await found('quero meu reembolso')).toEqual([])
    expect(models.embedded).toEqual([])
    expect(await ugo!.refused('GET', '/p/knowledge/meaning')).toBe('403 ERR_NO_PERMISSION')
  })

  it('finds what means the same in other words, and in no other company', async () => {
    await settings()
    await settings({}, bia!)
    await write('Estacionamento', 'Guarde o automóvel no subsolo.', {}, bia!)
    expect(await ready()).toMatchObject({ model: small, read: 1, passages: 1 })
    await ready(bia!)
    expect(await found('quero meu reembolso')).toEqual(['Devoluções'])
    expect(await found('onde deixo o carro?', bia!)).toEqual(['Estacionamento'])
    expect(await found('onde deixo o carro?')).toEqual([])
    expect(await found('quero meu reembolso', bia!)).toEqual([])
    expect(await found('de o a')).toEqual([])
  })

  it('reads what was saved, and of what was changed only what is new', async () => {
    const parts = ['# Preço\n\nO preço está no site.', '# Troco\n\nLevamos troco.']
    const { id } = await write('Vendas', parts.join('\n\n'))
    await eventually(
      () => vectors(id),
      (n) => n === 2,
    )
    expect(await found('quanto custa? qual o custo?')).toContain('Vendas')
    models.embedded.length = 0
    const more = ['# Antes\n\nLeia isto.', ...parts].join('\n\n')
    const draft = { title: 'Vendas', body: more, language: 'pt-BR', isPublished: true }
    await ana!.ok('PUT', `/p/knowledge/articles/${id}`, { revision: 1, article: draft })
    await eventually(
      () => vectors(id),
      (n) => n === 3,
    )
    expect(models.embedded.map(({ text }) => text)).toEqual(['Vendas\nAntes\nLeia isto.'])
    await ana!.ok('PUT', `/p/knowledge/articles/${id}`, { revision: 2, article: { ...draft, title: 'Vendas novas' } })
    await ready()
    expect(models.embedded.map(({ text }) => text.split('\n')[0])).toEqual([
      'Vendas',
      ...Array.from({ length: 3 }, () => 'Vendas novas'),
    ])
    await ana!.ok('PUT', `/p/knowledge/articles/${id}`, { revision: 3, article: { ...draft, isPublished: false } })
    expect(await vectors(id), 'a draft has none').toBe(0)
  })

  it('leaves no vector of an article that was deleted', async () => {
    const { id } = await write('Frota', 'Cada veículo tem seguro.')
    await eventually(
      () => vectors(id),
      (n) => n === 1,
    )
    expect(await found('carro')).toEqual(['Frota'])
    await ana!.ok('DELETE', `/p/knowledge/articles/${id}`)
    expect(await vectors(id)).toBe(0)
    expect(await found('carro')).toEqual([])
  })

  it('reads everything again with another model', async () => {
    await settings({ embeddingModel: large })
    expect((await standing()).state).toBe('reading')
    const { read } = await ready()
    expect(models.embedded.filter(({ model }) => model === large)).toHaveLength(read)
    expect(await found('quero meu reembolso')).toEqual(['Devoluções'])
  })

  it('hides personal data from whoever makes vectors', async () => {
    models.embedded.length = 0
    await found('reembolso do CPF 529.982.247-25')
    await write('Chefia', 'Escreva para chefe@padaria.example.')
    await ready()
    expect(models.embedded.map(({ text }) => text)).toEqual([
      'reembolso do CPF <CPF_1>',
      'Chefia\nEscreva para <EMAIL_1>.',
    ])
  })
})

describe('while the provider does not answer', () => {
  it('words answer, and what was saved is read once it answers again', async () => {
    await settings({ embeddingModel: large, url: nobody })
    const { id } = await write('Garantias', 'Garantia de um ano para o veículo.')
    const waiting = await eventually(
      () => standing(),
      ({ state }) => state === 'waiting',
    )
    expect(waiting).toMatchObject({ because: 'ERR_AI_UNREACHABLE' })
    expect(waiting.passages - waiting.read).toBe(1)
    expect(await found('garantia')).toEqual(['Garantias'])
    expect(await found('carro')).toEqual([])
    await settings({ embeddingModel: large })
    await ready()
    expect(await vectors(id)).toBe(1)
    expect(await found('carro')).toEqual(['Garantias'])
  })

  it('or not soon, a question is answered by its words', async () => {
    models.faults.plan('embeddings', { delayMs: 6_000 })
    const began = performance.now()
    expect(await found('garantia')).toEqual(['Garantias'])
    expect(performance.now() - began).toBeLessThan(4_000)
  })

  it('because the budget is used up, nothing is asked, and it goes on with a larger one', async () => {
    await settings({ embeddingModel: large, dailyTokens: 1_000 })
    await write('Lista', 'Uma linha da lista. '.repeat(300))
    await ready()
    models.embedded.length = 0
    await write('Alarmes', 'O alarme do automóvel toca.')
    expect(
      await eventually(
        () => standing(),
        ({ state }) => state === 'waiting',
      ),
    ).toMatchObject({ because: 'ERR_AI_BUDGET' })
    expect(await found('alarme')).toEqual(['Alarmes'])
    expect(models.embedded).toEqual([])
    await settings({ embeddingModel: large })
    await ready()
    expect(await found('carro')).toContain('Alarmes')
  })

  it('because it has no such model or ability, it says so', async () => {
    await settings({ embeddingModel: 'none-of-these' })
    await standing()
    expect(
      await eventually(
        () => standing(),
        ({ state }) => state === 'waiting',
      ),
    ).toMatchObject({ because: 'ERR_AI_MODEL' })
    await settings({ embeddingModel: 'voyage', provider: 'anthropic' })
    await standing()
    expect(
      await eventually(
        () => standing(),
        ({ because }) => because === 'ERR_AI_UNABLE',
      ),
    ).toMatchObject({ state: 'waiting' })
    expect(await found('garantia')).toContain('Garantias')
  })
})

describe('a passage that the provider refuses', () => {
  it('is set aside with the reason, and those around it are read', async () => {
    const parts = Array.from(
      { length: 9 },
      (_none, at) => `# Parte ${at}\n\n${at === 4 ? 'Frete. '.repeat(80) : 'Frete.'}`,
    )
    await settings({ embeddingModel: large })
    await ready()
    models.longestEmbedded = 300
    const { id } = await write('Tabela', parts.join('\n\n'))
    const now = await ready()
    expect(now.refused).toBe(1)
    expect(now.passages - now.read).toBe(1)
    expect(now.refusals).toEqual([{ article: id, title: 'Tabela', heading: 'Parte 4', because: 'ERR_AI_TOO_LONG' }])
    expect(await vectors(id)).toBe(8)
    expect(await found('frete')).toContain('Tabela')
    expect((await standing(bia!)).refused, 'of the other company').toBe(0)
  })

  it('is read again with another model, and when its article is saved', async () => {
    models.longestEmbedded = 32_768
    await settings({ embeddingModel: small })
    expect(await ready()).toMatchObject({ refused: 0, refusals: [] })
    models.longestEmbedded = 20
    const { id } = await write('Quadro', 'Um texto de mais de vinte letras.')
    expect(await ready()).toMatchObject({ refused: 1 })
    models.longestEmbedded = 32_768
    const article = { title: 'Quadro', body: 'Um texto de mais de vinte letras.', language: 'pt-BR', isPublished: true }
    await ana!.ok('PUT', `/p/knowledge/articles/${id}`, { revision: 1, article })
    await eventually(
      () => vectors(id),
      (n) => n === 1,
    )
    expect(await ready()).toMatchObject({ refused: 0 })
    await settings({ embeddingModel: large })
    await ready()
  })

  it('for no reason that it says is told from a provider that refuses everything', async () => {
    for (let time = 0; time < 2; time += 1) models.faults.plan('embeddings', { status: 400, description: 'odd' })
    await write('Mapa', 'O frete no mapa.')
    const waiting = await eventually(
      () => standing(),
      ({ state }) => state === 'waiting',
    )
    expect(waiting).toMatchObject({ because: 'ERR_AI_ANSWER', refused: 0 })
    await settings({ embeddingModel: small })
    await ready()
    models.faults.plan('embeddings', { status: 400, description: 'odd' })
    await write('Mapas', 'O frete nos mapas.')
    expect(await ready()).toMatchObject({ refused: 1, refusals: [{ title: 'Mapas', because: 'ERR_AI_ANSWER' }] })
    await settings({ embeddingModel: large })
    await ready()
  })
})

describe('vectors of a provider of their own', () => {
  const google = 'gemini-embedding-001'
  const own = { provider: 'anthropic', url: nobody, embeddingModel: google, embeddingProvider: 'google' }

  it('are made by Google, beside a provider that makes none, with a key that is never shown', async () => {
    await settings({ ...own, embeddingUrl: models.googleUrl, embeddingApiKey: models.apiKey })
    expect(await ana!.ok('POST', '/p/ai/vectors/test')).toEqual({ model: google, dimensions: 256 })
    await standing()
    expect(await ready()).toMatchObject({ model: google })
    expect(await found('quero meu reembolso')).toEqual(['Devoluções'])
    expect(models.embedded.at(-1)).toEqual({ model: google, text: 'quero meu reembolso' })
    expect(JSON.stringify(await ana!.ok('GET', '/api/plugins'))).not.toContain(models.apiKey)
    expect(await ugo!.refused('POST', '/p/ai/vectors/test')).toBe('403 ERR_NO_PERMISSION')
  })

  it('are refused with a wrong key, without one, and without a model, each with its reason', async () => {
    const refusedTest = () => ana!.refused('POST', '/p/ai/vectors/test')
    models.withdrawable = 'wrong'
    await settings({ ...own, embeddingUrl: models.googleUrl, embeddingApiKey: 'wrong' })
    models.withdrawable = undefined
    expect(await refusedTest()).toBe('502 ERR_AI_KEY')
    await settings({ ...own, embeddingUrl: undefined, embeddingApiKey: null })
    expect(await refusedTest()).toBe('422 ERR_AI_UNSET')
    await settings({ ...own, embeddingModel: undefined })
    expect(await refusedTest()).toBe('422 ERR_AI_UNABLE')
  })

  it('need their key typed again when it would go to another address', async () => {
    await settings({ ...own, embeddingUrl: models.googleUrl, embeddingApiKey: models.apiKey })
    const elsewhere = { ...own, embeddingUrl: nobody, embeddingApiKey: undefined }
    const entered = { ...elsewhere, apiKey: models.apiKey, model: 'gpt-6-luna' }
    const moved = { enabled: true, settings: entered }
    expect((await ana!.call('PUT', '/api/plugins/ai', moved)).body).toMatchObject({
      error: 'ERR_VALIDATION',
      issues: [{ path: 'embeddingApiKey', rule: 'addressChanged' }],
    })
    expect(await ana!.ok('POST', '/p/ai/vectors/test'), 'nothing was stored').toMatchObject({ model: google })
  })
})
