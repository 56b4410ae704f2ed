import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openHostDatabase, type HostDatabase } from '../../sdk/src/testing/host/host-database.ts'
import { TestCompany } from '../../sdk/src/testing/host/test-company.ts'
import { searchPassages } from '../../plugins/knowledge/src/search/search.ts'
import plugin from '../../plugins/knowledge/src/server.ts'
import { repository } from './cluster.ts'
import { atLeast, atMost, type Bench, type Figure, type Group } from './figure.ts'
import { measureHelpCenter } from './help-center.ts'
import { measureMeaning } from './knowledge-meaning.ts'
import { alternating, closedLoop, percentile, type Load } from './measure.ts'
import { openPgvector } from './pgvector.ts'

/** A company has ten thousand articles at most, those that are saved while it is measured among them. */
const passagesOfArticle = 12
const wordsOfPassage = 60
const vocabulary = 20_000
const measured = async (load: Promise<Load>) => ({ perSecond: (await load).perSecond })

/** A word of the vocabulary: the first ones are said often, most of them hardly ever, as in any language. */
const wordOf = (chance: number): string => {
  const rank = Math.floor(vocabulary ** chance)
  return `${'bcdfgjlm'[rank % 8]}${'aeiou'[rank % 5]}${rank.toString(36)}${'aeo'[rank % 3]}`
}
const textOf = (words: number, random: () => number): string =>
  Array.from({ length: words }, () => wordOf(random())).join(' ')

/** The same numbers in each run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const bodyOf = (random: () => number): string =>
  Array.from({ length: passagesOfArticle }, (_passage, n) => `# ${n}\n\n${textOf(wordsOfPassage, random)}`).join('\n\n')

async function saveArticle(of: TestCompany, random: () => number): Promise<void> {
  const audience = random() < 0.5 ? 'team' : 'customers'
  const article = { title: randomUUID(), body: bodyOf(random), language: 'pt-BR', audience, isPublished: true }
  const { status } = await of.ask('POST', '/p/knowledge/articles', { body: article })
  if (status !== 200) throw new Error(`an article was answered with ${status}`)
}

const folder = join(repository, 'plugins', 'knowledge')
const companyIn = (database: HostDatabase, platformSettings: object): TestCompany =>
  new TestCompany({
    plugin: plugin as never,
    database,
    hosts: {},
    installation: () => ({
      platformSettings: { ...platformSettings },
      platformSecrets: { get: async () => undefined },
    }),
  })

/** The same search where the database has pgvector, and finds by its index; nothing where there is none. */
async function measureIndex(bench: Bench, passages: number): Promise<readonly Figure[]> {
  const pgvector = await openPgvector(bench)
  if (!pgvector) return []
  try {
    const database = await openHostDatabase('knowledge', folder, pgvector.url)
    try {
      const random = seeded(7)
      const platformSettings = { knowledgeIndexFrom: passages }
      const company = companyIn(database, platformSettings)
      for (let saved = 0; saved < passages / passagesOfArticle; saved += 1) await saveArticle(company, random)
      bench.say(`${passages} passages are stored where pgvector is`)
      const other = randomUUID()
      const figures = await measureMeaning({
        company,
        at: database.forTenant(company.tenant),
        beside: { tenant: other, at: database.forTenant(other) },
        random,
        passages,
        platformSettings,
        hasIndex: true,
        textOf: (words) => textOf(words, random),
        quick: bench.quick,
      })
      return figures.filter(({ what }) => what.startsWith('by the index'))
    } finally {
      await database.close()
    }
  } finally {
    await pgvector.close()
  }
}

export const knowledge: Group = {
  name: 'knowledge',
  title: 'The knowledge base',
  notes: [
    'One company’s articles with twelve passages each, of words that are said as often as in a language; the ' +
      'plugin with its database, without core. Questions have eight words, the most frequent ones among them. An ' +
      'article is saved with its version and its passages; the limit is the plain insert of a row with the same ' +
      'text.',
    'By meaning: vectors of 1,536 numbers in topics, made up, and given at once: what a provider takes comes on ' +
      'top. Half of the articles are for customers.',
    'The public help centre is read over HTTP through the whole node with all plugins, four requests at a time: any ' +
      'of its articles (2,000, `quick`: 200), and searches of three words. The limit answers the bytes of one such ' +
      'page from memory.',
    'By the index of pgvector: as many passages in a PostgreSQL of Debian’s packages, or in the one that ' +
      '`RECADO_BENCH_PGVECTOR` names as a superuser.',
  ],
  async run(bench) {
    const { cluster, seconds, rounds, quick, say } = bench
    const place = await cluster.database('knowledge')
    const total = quick ? 5_000 : 100_000
    const database = await openHostDatabase('knowledge', folder, place.ownerUrl)
    const platformSettings = { knowledgeIndexFrom: total }
    const random = seeded(7)
    try {
      const company = companyIn(database, platformSettings)
      // A company has ten thousand articles at most: what is saved while it is measured is of another one.
      const growing = companyIn(database, platformSettings)
      const at = database.forTenant(company.tenant)
      const body = (): string => bodyOf(random)
      const save = (of: TestCompany): Promise<void> => saveArticle(of, random)
      let revision = 1_000
      const insert = (): Promise<unknown> =>
        at.transaction((tx) =>
          tx.query(
            `insert into version (tenant_id, article_id, revision, title, body, saved_at, saved_by)
             select $1, id, $3::int, '', $2, now(), gen_random_uuid() from article limit 1`,
            [company.tenant, body(), (revision += 1)],
            'array',
          ),
        )
      for (let saved = 0; saved < total / passagesOfArticle; saved += 1) await save(company)
      say(`${total} passages are stored`)
      const sides = {
        saves: () => measured(closedLoop(2, seconds, () => save(growing))),
        inserts: () => measured(closedLoop(2, seconds, insert)),
      }
      const indexed = await alternating(rounds, sides)
      const took: number[] = []
      for (let asked = 0; asked < (quick ? 50 : 400); asked += 1) {
        const query = textOf(8, random)
        const began = performance.now()
        await at.transaction((tx) => searchPassages(tx, company.tenant, { query, audience: 'team', limit: 5 }))
        took.push(performance.now() - began)
      }
      const other = randomUUID()
      const meaning = await measureMeaning({
        company,
        at,
        beside: { tenant: other, at: database.forTenant(other) },
        random,
        passages: total,
        platformSettings,
        hasIndex: false,
        textOf: (words) => textOf(words, random),
        quick,
      })
      const helpCenter = await measureHelpCenter(bench, {
        articles: quick ? 200 : 2_000,
        bodyOf: body,
        questionOf: () => textOf(3, random),
      })
      const byIndex = await measureIndex(bench, total)
      return [
        { what: 'a question, p50', value: percentile(took, 0.5), unit: 'ms' },
        { what: 'a question, p95', value: percentile(took, 0.95), unit: 'ms', aims: [atMost(50, 'value')] },
        {
          what: 'articles that are saved and indexed',
          value: indexed.saves.perSecond,
          unit: '/s',
          limit: { what: 'plain inserts of their text', value: indexed.inserts.perSecond },
          aims: [atLeast(0.1)],
        },
        ...meaning,
        ...byIndex,
        ...helpCenter,
      ]
    } finally {
      await database.close()
      await place.drop()
    }
  },
}
