import { Pool } from 'undici'
import { makeCompanies, credentials } from './companies.ts'
import type { Bench, Figure } from './figure.ts'
import { alternating, closedLoop } from './measure.ts'
import { startNode, startProgram } from './program.ts'

/* The public help centre over HTTP, as a stranger reads it: the whole node with all plugins. */

const inFlight = 4
const address = 'padaria'
/** Articles that go to the server in one request. */
const atOnce = 50

interface Written {
  /** How many articles customers may read. */
  readonly articles: number
  readonly bodyOf: () => string
  readonly questionOf: () => string
}

/** Speed of an article's page and of the search, beside a bare Hono that answers the same bytes. */
export async function measureHelpCenter(
  { cluster, seconds, rounds, say }: Pick<Bench, 'cluster' | 'seconds' | 'rounds' | 'say'>,
  { articles, bodyOf, questionOf }: Written,
): Promise<Figure[]> {
  const database = await cluster.database('help_center')
  await makeCompanies(database, { tenants: 1, usersPerTenant: 1 })
  const node = await startNode(cluster, database, { asShipped: true })
  const { token, sessionid } = await credentials(1, 1)
  const headers = { authorization: `Bearer ${token}`, sessionid, 'content-type': 'application/json' }
  const product = new Pool(`http://127.0.0.1:${node.ready.port}`, { connections: inFlight })
  const ask = async <T>(method: 'GET' | 'PUT' | 'POST', path: string, body?: object): Promise<T> => {
    const answer = await product.request({ method, path, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await answer.body.text()
    if (answer.statusCode >= 300) throw new Error(`${method} ${path} was answered with ${answer.statusCode} ${text}`)
    return JSON.parse(text) as T
  }
  const read = async (pool: Pool, path: string): Promise<string> => {
    const answer = await pool.request({ method: 'GET', path })
    const text = await answer.body.text()
    if (answer.statusCode !== 200) throw new Error(`${path} was answered with ${answer.statusCode}`)
    return text
  }
  try {
    await ask('PUT', '/company', { ...(await ask<object>('GET', '/company')), publicAddress: address })
    await ask('PUT', '/api/plugins/knowledge', { enabled: true, settings: { helpCenterPublished: true } })
    const about = { language: 'pt-BR', audience: 'customers', isPublished: true }
    for (let written = 0; written < articles; written += atOnce)
      await ask('POST', '/p/knowledge/articles/import', {
        articles: Array.from({ length: Math.min(atOnce, articles - written) }, (_article, n) => ({
          ...about,
          title: `Artigo ${written + n}`,
          body: bodyOf(),
        })),
      })
    const sitemap = await read(product, `/ajuda/${address}/sitemap.xml`)
    const pages = [...sitemap.matchAll(/<loc>[^<]*(\/ajuda\/[^<]+)<\/loc>/g)]
      .map(([, path]) => path!)
      .filter((path) => path.includes('/artigo-'))
    if (pages.length === 0) throw new Error('the help centre lists no article')
    say(`${articles} articles are public`)
    const anyPage = (): string => pages[Math.floor(Math.random() * pages.length)]!
    const search = (): string => `/ajuda/${address}/busca?q=${encodeURIComponent(questionOf())}`
    const bare = async (page: string) => {
      const program = await startProgram<{ readonly port: number }>('page', { page })
      return { program, pool: new Pool(`http://127.0.0.1:${program.ready.port}`, { connections: inFlight }) }
    }
    const [page, found] = [await bare(await read(product, pages[0]!)), await bare(await read(product, search()))]
    const load = (pool: Pool, path: () => string) => async () => ({
      ...(await closedLoop(inFlight, seconds / 2, () => read(pool, path()))),
    })
    const sides = {
      article: load(product, anyPage),
      search: load(product, search),
      bareArticle: load(page.pool, () => '/'),
      bareSearch: load(found.pool, () => '/'),
    }
    try {
      for (const side of Object.values(sides)) await side()
      const seen = await alternating(rounds, sides)
      return [
        {
          what: 'the page of an article in the public help centre, p95',
          value: seen.article.p95,
          unit: 'ms',
          limit: { what: 'bare Hono, the same bytes', value: seen.bareArticle.p95 },
        },
        {
          what: 'pages of articles',
          value: seen.article.perSecond,
          unit: '/s',
          limit: { what: 'bare Hono, the same bytes', value: seen.bareArticle.perSecond },
        },
        {
          what: 'the search of the public help centre, p95',
          value: seen.search.p95,
          unit: 'ms',
          limit: { what: 'bare Hono, the same bytes', value: seen.bareSearch.p95 },
        },
        {
          what: 'searches of the public help centre',
          value: seen.search.perSecond,
          unit: '/s',
          limit: { what: 'bare Hono, the same bytes', value: seen.bareSearch.perSecond },
        },
      ]
    } finally {
      for (const { program, pool } of [page, found]) {
        await pool.close()
        await program.stop()
      }
    }
  } finally {
    await product.close()
    await node.stop()
    await database.drop()
  }
}
