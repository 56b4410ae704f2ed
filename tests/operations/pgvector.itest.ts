import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ModelSimulator } from '../../plugins/ai/simulator/simulator.ts'
import type { MeaningStanding } from '../../plugins/knowledge/src/meaning/standing.ts'
import { reportAbsence } from '../harness/absence.ts'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'
import { lacksForPgvector, PackagesAway, startPgvector, type PgvectorServer } from '../harness/pgvector.ts'
import { block } from './blocks.ts'

/* An external database with pgvector, whose owner may not put it in; and the knowledge base that comes to use it. */

const lacks = lacksForPgvector()
if (lacks.length > 0) reportAbsence('a database with pgvector', `unpacking it needs ${lacks.join(', ')}`)

/** Of the company that is measured, and of the other one. */
const articles = { many: 60, few: 10 }
const passagesOfArticle = 20
const model = 'text-embedding-3-small'
const syllables = ['ba', 'ce', 'di', 'fo', 'gu', 'la', 'me', 'ni', 'po', 'ru', 'sa', 'te']
const vocabulary = syllables.flatMap((one) => syllables.map((other) => `${one}${other}${one === other ? 'x' : 's'}`))
/** The same words in each run. */
function seeded(seed: number): (of: number) => number {
  let state = seed
  return (of) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * of)
  }
}

describe.skipIf(lacks.length > 0)('a database with pgvector', () => {
  let server: PgvectorServer
  let models: ModelSimulator
  let node: TestApp
  /** Administrators of two companies. */
  let [ana, bia]: Person[] = []
  const random = seeded(11)
  const words = (count: number): string =>
    Array.from({ length: count }, () => vocabulary[random(vocabulary.length)]!).join(' ')
  const questions = Array.from({ length: 30 }, () => words(6))

  const fill = async (person: Person, mark: string, count: number): Promise<void> => {
    await person.ok('PUT', '/api/plugins/ai', {
      enabled: true,
      settings: { url: models.baseUrl, apiKey: models.apiKey, model: 'gpt-6-luna', embeddingModel: model },
    })
    const drafts = Array.from({ length: count }, (_article, n) => ({
      title: `${mark} ${n}`,
      body: Array.from({ length: passagesOfArticle }, (_passage, at) => `# ${at}\n\n${mark} ${words(8)}`).join('\n\n'),
      language: 'pt-BR',
      audience: n % 10 === 0 ? 'customers' : 'team',
      isPublished: true,
    }))
    for (let at = 0; at < drafts.length; at += 50)
      await person.ok('POST', '/p/knowledge/articles/import', { articles: drafts.slice(at, at + 50) })
    await eventually(
      () => person.ok<MeaningStanding>('GET', '/p/knowledge/meaning'),
      ({ state }) => state === 'ready',
      60_000,
    )
  }
  /** From how many passages on the index is asked. */
  const askIndexFrom = async (count: number): Promise<void> => {
    await ana!.ok('PUT', '/global-settings', { knowledgeIndexFrom: count })
  }
  interface Found {
    readonly article: string
    readonly title: string
    readonly heading: string
    readonly text: string
  }
  const ask = async (query: string, person = ana!): Promise<Found[]> =>
    (await person.ok<{ passages: Found[] }>('GET', `/p/knowledge/search?query=${encodeURIComponent(query)}`)).passages
  const askAll = async (): Promise<string[][]> => {
    const all = []
    for (const query of questions) all.push((await ask(query)).map(({ text }) => text))
    return all
  }
  /** Of what was expected, the part that was found. */
  const shareOf = (found: readonly string[][], expected: readonly string[][]): number =>
    found.reduce((sum, texts, at) => sum + expected[at]!.filter((text) => texts.includes(text)).length, 0) /
    expected.flat().length
  /** How often the index was searched; undefined where there is none. Sessions tell what they counted when they end. */
  const searches = async (): Promise<number | undefined> => {
    await node.restart()
    const [row] = await server.superuser<{ scans: number }[]>`
      select idx_scan::int as scans from pg_stat_user_indexes where indexrelname = 'meaning_near'`
    return row?.scans
  }
  const isIndexed = async (): Promise<boolean> => {
    const valid = await server.superuser`
      select from pg_index where indexrelid = to_regclass('plg_knowledge.meaning_near') and indisvalid`
    return valid.length > 0
  }
  const advice = async (): Promise<unknown> => (await ana!.ok<{ advice: unknown }>('GET', '/operations/status')).advice
  /** What the node says. */
  const said: string[] = []
  const note = (_facts: unknown, text?: string): void => void said.push(text ?? '')
  const log = { debug: () => undefined, info: note, warn: note, error: note }

  /** Why there is no such database: only that its packages cannot be had, which says nothing of the product. */
  let away: string | undefined

  beforeAll(async () => {
    const started = await startPgvector().catch((error: unknown) => {
      if (!(error instanceof PackagesAway)) throw error
      away = `${error.message}: ${error.cause instanceof Error ? error.cause.message : ''}`
    })
    if (!started) return
    server = started
    models = await ModelSimulator.start()
    node = await testApp({ database: server.database, app: { egress: { allow: ['127.0.0.0/8'] }, log } })
    await node.database.owner`
      update core.user_account set is_master = true where id = ${node.a.admin.id}`
    ;[ana, bia] = await Promise.all([node.a.admin, node.b.admin].map((user) => node.signIn(user)))
    await Promise.all([fill(ana!, 'nosso', articles.many), fill(bia!, 'alheio', articles.few)])
  }, 300_000)
  afterAll(async () => {
    await node?.close()
    await models?.close()
    await server?.close()
  }, 60_000)
  beforeEach(({ skip }) => skip(away !== undefined, away))

  /** As the page says it. */
  const putIn = block('postgresql.md', 'create extension if not exists vector').trim().replace(/;$/, '')
  let exact: string[][]

  it('is searched exactly while its owner may not put the extension in, and the log says who may and how', async () => {
    await node.app.makeIndexes()
    await askIndexFrom(100)
    exact = await askAll()
    expect(exact.flat().length).toBeGreaterThan(questions.length * 10)
    expect(await searches()).toBeUndefined()
    expect(said.join('\n')).toContain(putIn)
    expect(await advice(), 'and the page of whoever operates it').toEqual([
      { kind: 'extension', name: 'vector', statement: expect.stringContaining(putIn) },
    ])
  })

  it('answers from its index once it is there, with what the exact search found', async () => {
    await server.superuser.unsafe(putIn)
    await node.app.makeIndexes()
    expect(await searches()).toBe(0)
    expect(await advice()).toEqual([])
    const found = await askAll()
    expect(await searches()).toBeGreaterThanOrEqual(questions.length)
    expect(shareOf(found, exact)).toBeGreaterThanOrEqual(0.95)
    expect(found.flat().filter((text) => !text.startsWith('nosso'))).toEqual([])
    for (const { text } of await ask(questions[0]!, bia!)) expect(text).toMatch(/^alheio/)
  })

  it('forgets at once what was deleted, and knows what was written', async () => {
    const query = questions[1]!
    const [first] = await ask(query)
    await ana!.ok('DELETE', `/p/knowledge/articles/${first!.article}`)
    expect((await ask(query)).filter(({ article }) => article === first!.article)).toEqual([])
    const draft = { title: 'Novo', body: `nosso ${query}`, language: 'pt-BR', isPublished: true }
    await ana!.ok('POST', '/p/knowledge/articles', draft)
    await eventually(
      () => ana!.ok<MeaningStanding>('GET', '/p/knowledge/meaning'),
      ({ state }) => state === 'ready',
    )
    expect((await ask(query))[0]).toMatchObject({ title: 'Novo' })
  })

  it('compares a company itself that is smaller than the setting says', async () => {
    const before = await searches()
    expect(before).toBeGreaterThan(questions.length)
    await askIndexFrom(50_000)
    exact = await askAll()
    expect(await searches()).toBe(before)
  })

  it('answers exactly again after the extension was dropped, and makes its index anew when it is back', async () => {
    await askIndexFrom(100)
    await ask(questions[0]!)
    await server.superuser`drop extension vector cascade`
    expect(await askAll()).toEqual(exact)
    await server.superuser.unsafe(putIn)
    // A node that starts makes it.
    await node.restart()
    await eventually(isIndexed)
    expect(shareOf(await askAll(), exact)).toBeGreaterThanOrEqual(0.95)
    expect(await searches()).toBeGreaterThanOrEqual(questions.length)
    expect(said.filter((text) => text.includes('could not be made'))).toEqual([])
  })
})
