import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { articlesOfPage } from '../../plugins/knowledge/src/ui/files/site-page.ts'
import { testApp, type Person, type TestApp } from '../harness/app.ts'
import { webSite, type WebSite } from '../harness/web-site.ts'

/** Names that the world of these tests knows; all others resolve to nothing. */
const addresses: Readonly<Record<string, string>> = {
  'loja.test': '127.0.0.1',
  'www.loja.test': '127.0.0.1',
  'outra.test': '127.0.0.1',
  'interno.test': '10.0.0.5',
}
let node: TestApp
let site: WebSite
/** Administrator and agent of a company, and the other company's administrator. */
let [ana, ugo, bia]: Person[] = []

interface Found {
  readonly pages: { readonly address: string; readonly lastModified?: string }[]
  readonly isCut: boolean
  readonly forbidden: number
}
const at = (path: string, host = 'loja.test'): string => `http://${host}:${site.port}${path}`
const xml = { 'content-type': 'application/xml' }
const urls = (...paths: string[]): string =>
  `<?xml version="1.0"?><urlset>${paths.map((path) => `<url><loc>${path}</loc></url>`).join('')}</urlset>`
const index = (...paths: string[]): string =>
  `<sitemapindex>${paths.map((path) => `<sitemap><loc>${path}</loc></sitemap>`).join('')}</sitemapindex>`
const find = (address: string, person = ana!) => person.ok<Found>('POST', '/p/knowledge/website', { address })
const refusedFind = (address: string) => ana!.refused('POST', '/p/knowledge/website', { address })
const read = (address: string, person = ana!) =>
  person.ok<{ address: string; html: string }>('POST', '/p/knowledge/website/page', { address })
const refusedRead = (address: string) => ana!.refused('POST', '/p/knowledge/website/page', { address })
const pathsOf = ({ pages }: Found): string[] => pages.map(({ address }) => address.replace(at(''), ''))

beforeAll(async () => {
  site = await webSite()
  site.answer('/robots.txt', {
    headers: { 'content-type': 'text/plain' },
    body: `User-agent: *\nDisallow: /\n\nUser-agent: Recado\nDisallow: /privado\nSitemap: ${at('/mapas.xml')}\n`,
  })
  site.answer('/mapas.xml', {
    headers: xml,
    body: index(at('/paginas.xml.gz'), at('/mapas.xml'), at('/outros.xml'), at('/fora.xml', 'outra.test')),
  })
  const lastModified = `<url><loc>${at('/entrega')}</loc><lastmod>2026-01-02T03:04:05Z</lastmod></url>`
  site.answer('/paginas.xml.gz', {
    headers: { 'content-type': 'application/gzip' },
    body: gzipSync(
      urls(at('/troca?a=1&amp;b=2'), at('/troca?a=1&amp;b=2#fim'), at('/privado/1'), at('/fora', 'outra.test')).replace(
        '</urlset>',
        `${lastModified}</urlset>`,
      ),
    ),
  })
  site.answer('/outros.xml', { headers: xml, body: urls(at('/ajuda', 'www.loja.test'), 'ftp://loja.test/x', 'nada') })
  site.page('/', '<title>Loja</title>')
  const egress = {
    allow: ['127.0.0.1/32'],
    resolve: async (name: string) => [addresses[name]].filter((one) => one !== undefined),
  }
  node = await testApp({ app: { egress } })
  ;[ana, ugo, bia] = await Promise.all([node.a.admin, node.a.user, node.b.admin].map((user) => node.signIn(user)))
})
afterAll(async () => {
  await node?.close()
  await site?.close()
})

describe('pages of a website', () => {
  it('are found by the sitemaps that its robots.txt names, its own and allowed ones, each once', async () => {
    const found = await find(at('/'))
    expect(found).toEqual({
      pages: [
        { address: at('/troca?a=1&b=2') },
        { address: at('/entrega'), lastModified: '2026-01-02' },
        { address: at('/ajuda', 'www.loja.test') },
      ],
      isCut: false,
      forbidden: 1,
    })
    expect(site.times('/fora.xml')).toBe(0)
    expect(site.asked.every(({ headers }) => headers['user-agent'] === 'Recado')).toBe(true)
    expect(await find(at('/'), bia!), 'another company finds them by itself').toEqual(found)
  })

  it('are those of the sitemap that the address is', async () => {
    expect(pathsOf(await find(at('/paginas.xml.gz')))).toEqual(['/troca?a=1&b=2', '/entrega'])
  })

  it('are found at the usual place, else it is the page alone', async () => {
    // A name of its own, so that what the other one's robots.txt says does not count.
    const other = (path: string): string => at(path, 'outra.test')
    site.answer('/robots.txt', { status: 404 })
    site.page('/sozinha', '')
    expect(await find(other('/sozinha#a'))).toEqual({
      pages: [{ address: other('/sozinha') }],
      isCut: false,
      forbidden: 0,
    })
    site.answer('/sitemap.xml', { headers: xml, body: urls(other('/um'), other('/dois')) })
    expect((await find(other('/sozinha'))).pages.map(({ address }) => address)).toEqual([other('/um'), other('/dois')])
  })

  it('are five hundred at most, and of fifty sitemaps, however they name each other', async () => {
    const many = Array.from({ length: 700 }, (_, number) => at(`/p/${number}`))
    site.answer('/muitas.xml', { headers: xml, body: urls(...many) })
    const found = await find(at('/muitas.xml'))
    expect([found.pages.length, found.isCut]).toEqual([500, true])
    for (let number = 0; number < 120; number += 1)
      site.answer(`/mapa/${number}`, {
        headers: xml,
        body: index(...[0, 1, 2].map((more) => at(`/mapa/${number + more}`))),
      })
    const before = site.asked.length
    expect(await refusedFind(at('/mapa/0'))).toBe('422 ERR_WEBSITE_NO_PAGE')
    expect(site.asked.length - before).toBe(51)
  })

  it('do not come from entities, bombs, or torn and foreign files', async () => {
    const laughs = Array.from({ length: 12 }, (_, more) => `<!ENTITY l${more + 1} "${`&l${more};`.repeat(10)}">`).join(
      '',
    )
    site.answer('/riso.xml', {
      headers: xml,
      body: `<!DOCTYPE urlset [<!ENTITY l0 "ha">${laughs}]>${urls(at('/&l12;'), at('/bom'))}`,
    })
    expect(pathsOf(await find(at('/riso.xml')))).toContain('/bom')
    site.answer('/bomba.xml.gz', { headers: xml, body: gzipSync(`${urls(at('/bom'))}${' '.repeat(60_000_000)}`) })
    expect(await find(at('/bomba.xml.gz'))).toMatchObject({ pages: [{ address: at('/bom') }], isCut: true })
    site.answer('/torta.xml.gz', { headers: xml, body: gzipSync(urls(at('/bom'))).subarray(0, 30) })
    expect(await find(at('/torta.xml.gz'))).toMatchObject({ isCut: true, forbidden: 1 })
    site.answer('/foto.png', { headers: { 'content-type': 'image/png' }, body: Uint8Array.from([0x89, 0x50, 0, 1]) })
    expect(await find(at('/foto.png'))).toMatchObject({ forbidden: 1 })
  })
})

describe('a page of a website', () => {
  it('is read as its charset says, with the address that it has in the end', async () => {
    site.answer('/velha', { status: 301, headers: { location: '/nova' } })
    const body = Uint8Array.from('<p>Devolução</p>', (letter) => letter.charCodeAt(0))
    site.answer('/nova', { headers: { 'content-type': 'text/html; charset=iso-8859-1' }, body })
    expect(await read(at('/velha'))).toEqual({ address: at('/nova'), html: '<p>Devolução</p>' })
    site.answer('/www', { status: 302, headers: { location: at('/nova', 'www.loja.test') } })
    expect((await read(at('/www'), bia!)).address).toBe(at('/nova', 'www.loja.test'))
  })

  it('that is forbidden, none, too large, or of another site is refused', async () => {
    expect(await refusedRead(at('/privado/1'))).toBe('422 ERR_WEBSITE_FORBIDDEN')
    expect(await refusedFind(at('/privado/1'))).toBe('422 ERR_WEBSITE_FORBIDDEN')
    expect(site.times('/privado/1')).toBe(0)
    site.answer('/atalho', { status: 302, headers: { location: '/privado/2' } })
    expect(await refusedRead(at('/atalho'))).toBe('422 ERR_WEBSITE_FORBIDDEN')
    expect(site.times('/privado/2')).toBe(0)
    expect(await refusedRead(at('/foto.png'))).toBe('422 ERR_WEBSITE_NO_PAGE')
    site.answer('/grande', { body: 'a'.repeat(2_000_001) })
    expect(await refusedRead(at('/grande'))).toBe('422 ERR_WEBSITE_PAGE_SIZE')
    const announced = { 'content-length': '60000000' }
    site.answer('/enorme', { headers: announced, body: Buffer.alloc(60_000_000, 97) })
    expect(await refusedRead(at('/enorme'))).toBe('422 ERR_WEBSITE_UNREACHED')
    site.answer('/sem-fim', { body: Buffer.alloc(60_000_000, 97) })
    expect(await refusedRead(at('/sem-fim'))).toBe('422 ERR_WEBSITE_PAGE_SIZE')
    site.answer('/mudou', { status: 302, headers: { location: at('/nova', 'outra.test') } })
    expect(await refusedRead(at('/mudou'))).toBe('422 ERR_WEBSITE_MOVED')
  })

  it('is not fetched from a private network, and nobody learns what is there', async () => {
    site.answer('/dentro', { status: 302, headers: { location: 'http://10.0.0.5/admin' } })
    site.answer('/volta', { status: 302, headers: { location: at('/volta') } })
    site.answer('/quebrada', { status: 500 })
    expect(await refusedRead(at('/dentro'))).toBe('422 ERR_WEBSITE_MOVED')
    expect(await refusedFind(at('/dentro'))).toBe('422 ERR_WEBSITE_UNREACHED')
    for (const address of [
      at('/volta'),
      at('/nada'),
      at('/quebrada'),
      'http://10.0.0.5/',
      'http://169.254.169.254/latest',
      'http://[::1]:5432/',
      'http://interno.test/',
      'http://ninguem.test/',
    ]) {
      expect([address, await refusedRead(address)]).toEqual([address, '422 ERR_WEBSITE_UNREACHED'])
      expect([address, await refusedFind(address)]).toEqual([address, '422 ERR_WEBSITE_UNREACHED'])
    }
    for (const address of ['file:///etc/passwd', 'loja.test', 'http://ana:senha@loja.test/', ''])
      expect([address, await refusedRead(address)]).toEqual([address, '422 ERR_VALIDATION'])
  })

  it('is asked for again when its site says so, and not told apart from other failures where it says nothing', async () => {
    const busy = (status: number, headers: Record<string, string> = {}) => site.answer('/cheia', { status, headers })
    const asked = async () => {
      const { status, body } = await ana!.call<Record<string, unknown>>('POST', '/p/knowledge/website/page', {
        address: at('/cheia'),
      })
      return { status, error: body['error'], seconds: body['retryAfterSeconds'] }
    }
    busy(429, { 'retry-after': '7' })
    expect(await asked()).toEqual({ status: 429, error: 'ERR_TOO_MANY_REQUESTS', seconds: 7 })
    busy(503, { 'retry-after': new Date(Date.now() + 30_000).toUTCString() })
    expect((await asked()).seconds).toBeGreaterThan(25)
    for (const told of ['3600', 'amanhã', '']) {
      busy(429, { 'retry-after': told })
      expect(await asked(), told).toMatchObject({ status: 422, error: 'ERR_WEBSITE_UNREACHED' })
    }
  })

  it('becomes an article of the company that imports it, once', async () => {
    site.answer('/prazo', { body: '<main><h1>Prazo</h1><p>Veja <a href="/nova">aqui</a>.</p></main>' })
    const articles = (await articlesOfPage(await read(at('/prazo')))).map((one) => ({ ...one, language: 'pt-BR' }))
    const body = { articles }
    expect(await ana!.ok('POST', '/p/knowledge/articles/import', body)).toEqual({ created: 1, refused: [] })
    const again = { created: 0, refused: [{ at: 0, code: 'ERR_ARTICLE_EXISTS' }] }
    expect(await ana!.ok('POST', '/p/knowledge/articles/import', body)).toEqual(again)
    type Listed = { articles: { id: string; title: string; isPublished: boolean }[] }
    const listed = await ana!.ok<Listed>('GET', '/p/knowledge/articles')
    expect(listed.articles).toMatchObject([{ title: 'Prazo', isPublished: false }])
    const path = `/p/knowledge/articles/${listed.articles[0]!.id}`
    expect(await ana!.ok('GET', path)).toMatchObject({
      body: `Veja [aqui](${at('/nova')}).`,
      source: at('/prazo'),
    })
    expect(await bia!.ok('GET', '/p/knowledge/articles')).toMatchObject({ articles: [] })
    expect(await bia!.refused('GET', path)).toBe('404 ERR_NO_ARTICLE_FOUND')
  })

  it('is for who writes articles', async () => {
    const body = { address: at('/nova') }
    expect(await ugo!.refused('POST', '/p/knowledge/website', body)).toBe('403 ERR_NO_PERMISSION')
    expect(await ugo!.refused('POST', '/p/knowledge/website/page', body)).toBe('403 ERR_NO_PERMISSION')
  })
})
