import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Article, ArticleLine } from '../../plugins/knowledge/src/articles/article.ts'
import { testApp, type Person, type TestApp } from '../harness/app.ts'

let node: TestApp
/** Administrator and agent; and the other company's administrator. */
let [ana, ugo, bia]: Person[] = []
const draft = { title: 'Trocas', body: '# Prazo\n\nTrocamos em até trinta dias.', language: 'pt-BR', isPublished: true }
const write = (more: object = {}, person = ana!) =>
  person.ok<Article>('POST', '/p/knowledge/articles', { ...draft, ...more })
const found = async (query: string, person = ana!): Promise<{ title: string; heading: string; text: string }[]> =>
  (await person.ok<{ passages: never[] }>('GET', `/p/knowledge/search?query=${encodeURIComponent(query)}`)).passages

beforeAll(async () => {
  node = await testApp()
  ;[ana, ugo, bia] = await Promise.all([node.a.admin, node.a.user, node.b.admin].map((user) => node.signIn(user)))
})
afterAll(() => node?.close())

describe('articles', () => {
  it('are written by who may, read by the team, and by no other company', async () => {
    const article = await write()
    expect(article).toMatchObject({ ...draft, audience: 'team', category: '', revision: 1 })
    const path = `/p/knowledge/articles/${article.id}`
    expect(await ugo!.ok<Article>('GET', path)).toEqual(article)
    expect(await ugo!.refused('POST', '/p/knowledge/articles', draft)).toBe('403 ERR_NO_PERMISSION')
    expect(await bia!.refused('GET', path)).toBe('404 ERR_NO_ARTICLE_FOUND')
    expect(await bia!.refused('PUT', path, { revision: 1, article: draft })).toBe('404 ERR_NO_ARTICLE_FOUND')
    expect(await bia!.refused('DELETE', path)).toBe('404 ERR_NO_ARTICLE_FOUND')
    expect(await ana!.refused('POST', '/p/knowledge/articles', { ...draft, title: 'TROCAS' })).toBe(
      '409 ERR_ARTICLE_EXISTS',
    )
    expect(await write({ language: 'es' })).toMatchObject({ title: 'Trocas', language: 'es' })
    expect(await ana!.refused('POST', '/p/knowledge/articles', { ...draft, title: '' })).toBe('422 ERR_VALIDATION')
  })

  it('are saved by one at a time, and every earlier text stays', async () => {
    const { id } = await write({ title: 'Garantia', body: 'Um ano.' })
    const path = `/p/knowledge/articles/${id}`
    const save = (revision: number, body: string) => ({ revision, article: { ...draft, title: 'Garantia', body } })
    expect(await ana!.ok<Article>('PUT', path, save(1, 'Dois anos.'))).toMatchObject({ revision: 2 })
    expect(await ana!.refused('PUT', path, save(1, 'Três anos.'))).toBe('409 ERR_ARTICLE_CHANGED')
    const { versions } = await ana!.ok<{ versions: { revision: number; savedBy: string }[] }>('GET', `${path}/versions`)
    expect(versions).toMatchObject([
      { revision: 2, savedBy: node.a.admin.name },
      { revision: 1, savedBy: node.a.admin.name },
    ])
    expect(await ana!.ok('GET', `${path}/versions/1`)).toEqual({ title: 'Garantia', body: 'Um ano.' })
    expect(await bia!.refused('GET', `${path}/versions/1`)).toBe('404 ERR_NO_ARTICLE_FOUND')
    expect(await ugo!.refused('GET', `${path}/versions`)).toBe('403 ERR_NO_PERMISSION')
  })

  it('are imported together, each by itself, and those that are refused are named', async () => {
    await write({ title: 'Fretes' })
    const importing = (articles: object[], person = ana!) =>
      person.ok('POST', '/p/knowledge/articles/import', { articles })
    const articles = [draft, draft, { ...draft, title: 'Retirada' }].map((article, at) =>
      at === 0 ? { ...article, title: 'fretes' } : { ...article, title: at === 1 ? 'Horários' : article.title },
    )
    expect(await importing(articles)).toEqual({ created: 2, refused: [{ at: 0, code: 'ERR_ARTICLE_EXISTS' }] })
    expect((await found('trinta dias')).map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Horários', 'Retirada']),
    )
    expect(await importing(articles, bia!), 'another company has none of them').toEqual({ created: 3, refused: [] })
    expect(await ugo!.refused('POST', '/p/knowledge/articles/import', { articles })).toBe('403 ERR_NO_PERMISSION')
    const tooMany = Array.from({ length: 51 }, (_, at) => ({ ...draft, title: `Um a mais ${at}` }))
    expect(await ana!.refused('POST', '/p/knowledge/articles/import', { articles: tooMany })).toBe('422 ERR_VALIDATION')
    const none = { articles: [], hasMore: false }
    expect(await ana!.ok('GET', '/p/knowledge/articles?title=um%20a%20mais')).toMatchObject(none)
  })

  it('of a hundred are a page after the other, by title and category', async () => {
    for (let at = 0; at < 60; at += 1)
      await write({ title: `Página ${String(at).padStart(2, '0')}`, category: 'Páginas' })
    type Page = { articles: ArticleLine[]; categories: string[]; hasMore: boolean }
    const first = await ana!.ok<Page>('GET', '/p/knowledge/articles?title=p%C3%A1gina&category=P%C3%A1ginas')
    expect(first).toMatchObject({ hasMore: true, categories: ['Páginas'] })
    const { title, id } = first.articles.at(-1)!
    const next = await ana!.ok<Page>(
      'GET',
      `/p/knowledge/articles?title=p%C3%A1gina&afterTitle=${encodeURIComponent(title)}&afterId=${id}`,
    )
    expect(next.hasMore).toBe(false)
    const titles = [...first.articles, ...next.articles].map((article) => article.title)
    expect(titles).toHaveLength(60)
    expect(titles).toEqual(titles.toSorted())
  })
})

describe('a search', () => {
  it('finds passages by the words of their language, whatever their form, the closest first', async () => {
    await write({ title: 'Entregas', body: '# No Sul\n\nEntregamos às sextas-feiras.\n\n# No Norte\n\nSob consulta.' })
    await write({ title: 'Доставка', body: 'Мы доставляем по пятницам.', language: 'ru' })
    expect((await found('quando vocês entregam no sul?'))[0]).toMatchObject({
      title: 'Entregas',
      heading: 'No Sul',
      text: 'Entregamos às sextas-feiras.',
    })
    expect(await found('доставляете в пятницу')).toMatchObject([{ title: 'Доставка', heading: '' }])
    expect(await found('de o a')).toEqual([])
    expect(await found("'); drop table x; -- & | ! :* <->")).toEqual(expect.any(Array))
    expect(await found('entregam', bia!)).toEqual([])
  })

  it('finds nothing in drafts, and nothing that was taken out or deleted', async () => {
    const { id } = await write({ title: 'Rascunho', body: 'Zebras listradas.', isPublished: false })
    const path = `/p/knowledge/articles/${id}`
    expect(await found('zebras')).toEqual([])
    expect(await ugo!.refused('GET', path)).toBe('404 ERR_NO_ARTICLE_FOUND')
    const article = { ...draft, title: 'Rascunho', body: 'Zebras listradas.' }
    await ana!.ok('PUT', path, { revision: 1, article })
    expect(await found('zebra')).toHaveLength(1)
    await ana!.ok('PUT', path, { revision: 2, article: { ...article, body: 'Girafas.' } })
    expect(await found('zebra')).toEqual([])
    await ana!.ok('DELETE', path)
    expect(await found('girafas')).toEqual([])
    expect(await ana!.refused('GET', `${path}/versions/1`)).toBe('404 ERR_NO_ARTICLE_FOUND')
  })
})
