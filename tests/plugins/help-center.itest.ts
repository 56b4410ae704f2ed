import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Article } from '../../plugins/knowledge/src/articles/article.ts'
import { addressOf } from '../../plugins/knowledge/src/help-center/article-address.ts'
import { testApp, type Person, type TestApp } from '../harness/app.ts'

let node: TestApp
/** Administrators of the two companies, and an agent of the first. */
let [ana, bia, ugo]: Person[] = []

const visit = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(node.base + path, { headers, redirect: 'manual' })
const textAt = async (path: string, headers?: Record<string, string>): Promise<string> => {
  const answer = await visit(path, headers)
  expect(answer.status, path).toBe(200)
  return answer.text()
}
/** What a stranger is told where there is nothing to see. */
const nothing = async (path: string): Promise<string> => {
  const answer = await visit(path)
  const { requestId: _request, ...said } = (await answer.json()) as Record<string, unknown>
  return `${answer.status} ${JSON.stringify(said)}`
}
const write = (more: object, person = ana!) =>
  person.ok<Article>('POST', '/p/knowledge/articles', {
    body: '# Prazo\n\nTrocamos em até trinta dias.',
    language: 'pt-BR',
    audience: 'customers',
    isPublished: true,
    ...more,
  })
const addressed = async (person: Person, publicAddress: string | null): Promise<number> => {
  const profile = await person.ok<object>('GET', '/company')
  return (await person.call('PUT', '/company', { ...profile, publicAddress })).status
}
const publish = (person: Person, settings: object = { helpCenterPublished: true }, enabled = true) =>
  person.ok('PUT', '/api/plugins/knowledge', { enabled, settings })

beforeAll(async () => {
  node = await testApp()
  ;[ana, bia, ugo] = await Promise.all([node.a.admin, node.b.admin, node.a.user].map((user) => node.signIn(user)))
})
afterAll(() => node?.close())

describe('the public help centre of a company', () => {
  it('is there once its address is chosen and it is published, and until then like any address that nobody has', async () => {
    const nobody = await nothing('/ajuda/ninguem')
    expect(nobody).toMatch(/^404 .*ERR_NOT_FOUND/)
    expect(await ugo!.ok('GET', '/p/knowledge/help-center')).toEqual({
      path: null,
      isPublished: false,
      hasAddress: false,
    })
    expect(await addressed(ana!, 'aurora')).toBe(200)
    for (const path of ['', '/busca?q=troca', '/sitemap.xml', '/trocas-1'])
      expect(await nothing(`/ajuda/aurora${path}`), path).toBe(nobody)
    await publish(ana!)
    expect(await textAt('/ajuda/aurora')).toContain('Ainda não há artigos aqui.')
    expect(await textAt('/p/knowledge/ajuda/aurora?utm_source=carta')).toContain('Central de ajuda')
    expect(await ugo!.ok('GET', '/p/knowledge/help-center')).toMatchObject({ path: '/ajuda/aurora' })
    for (const wrong of ['Aurora', 'au', '..%2Faurora', 'aurora%00']) {
      const { status } = await visit(`/ajuda/${wrong}`)
      expect(status, wrong).toBe(404)
    }
    await publish(ana!, { helpCenterPublished: true }, false)
    expect(await nothing('/ajuda/aurora'), 'the plugin is off').toBe(nobody)
    await publish(ana!)
    expect(await textAt('/ajuda/aurora')).toContain('<main')
  })

  it('shows the articles that are published for customers, and no other anywhere', async () => {
    const shown = await write({ title: 'Trocas e devoluções', category: 'Pós-venda' })
    const hidden = [
      await write({ title: 'Segredo da equipe', audience: 'team' }),
      await write({ title: 'Segredo em rascunho', isPublished: false }),
    ]
    const foreign = await write({ title: 'Segredo da outra empresa' }, bia!)
    const own = `/ajuda/aurora/${addressOf(shown)}`
    for (const path of ['/ajuda/aurora', '/ajuda/aurora/busca?q=trinta%20dias', '/ajuda/aurora/sitemap.xml', own]) {
      const text = await textAt(path)
      expect(text, path).toContain(addressOf(shown))
      expect(text, path).not.toMatch(/segredo/i)
    }
    const article = await textAt(own)
    expect(article).toContain('<h1>Trocas e devoluções</h1>')
    expect(article).toContain('<h2>Prazo</h2><p>Trocamos em até trinta dias.</p>')
    expect(article).toMatch(/<title>Trocas e devoluções – .+ · Central de ajuda<\/title>/)
    for (const one of [...hidden, foreign]) {
      const answer = await visit(`/ajuda/aurora/${addressOf(one)}`)
      expect(answer.status, one.title).toBe(404)
      const text = await answer.text()
      expect(text).toContain('Página não encontrada')
      expect(text).not.toMatch(/segredo/i)
    }
    expect((await visit(`/ajuda/aurora/trocas`)).status).toBe(404)
    expect(await textAt('/ajuda/aurora/busca?q=segredo')).toContain('Nada encontrado')
    expect(await textAt('/ajuda/aurora/busca?q=%3Cscript%3Ealert(1)%3C/script%3E')).not.toContain('<script')
    expect(await textAt('/ajuda/aurora/busca')).toContain('Escreva o que você procura.')
  })

  it('has a page for each category, at an address of its own that the sitemap names', async () => {
    await write({ title: 'Segredo da equipe 2', audience: 'team', category: 'Só da equipe' })
    const home = await textAt('/ajuda/aurora')
    const path = '/ajuda/aurora/categoria/pos-venda'
    expect(home).toContain(`<h2><a href="${path}">Pós-venda</a></h2>`)
    const page = await textAt(path)
    expect(page).toContain('<h1>Pós-venda</h1>')
    expect(page).toContain('Trocas e devoluções')
    expect(page).toMatch(/<link rel="canonical" href="[^"]+\/ajuda\/aurora\/categoria\/pos-venda">/)
    const map = await textAt('/ajuda/aurora/sitemap.xml')
    expect(map.match(/<loc>[^<]*<\/loc>/g)!.filter((loc) => loc.includes(path))).toHaveLength(1)
    expect(map).not.toContain('so-da-equipe')
    for (const none of ['so-da-equipe', 'nada', encodeURIComponent('Pós-venda')])
      expect((await visit(`/ajuda/aurora/categoria/${none}`)).status, none).toBe(404)
    expect((await visit('/ajuda/ninguem/categoria/pos-venda')).status).toBe(404)
    const article = await write({ title: 'Garantia', category: '★' })
    const star = `/ajuda/aurora/categoria/${encodeURIComponent('★')}`
    expect(await textAt(star)).toContain('Garantia')
    expect(await textAt(`/ajuda/aurora/${addressOf(article)}`)).toContain(`<a href="${star}">★</a>`)
  })

  it('shows pictures of articles that customers may read, and no other', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGOoBwAAgQCA05RTSgAAAABJRU5ErkJggg==',
      'base64',
    )
    const upload = async (bytes: Uint8Array, name = 'loja.png', person = ana!) => {
      const form = new FormData()
      form.set('file', new File([bytes as Uint8Array<ArrayBuffer>], name, { type: 'image/png' }))
      return person.call<{ address: string; error: string }>('POST', '/p/knowledge/pictures', form)
    }
    const added = await upload(png)
    expect(added.status).toBe(200)
    const { address } = added.body
    const id = address.replace('imagem:', '')
    const path = `/ajuda/aurora/imagem/${id}`
    expect((await visit(path)).status, 'it stands nowhere yet').toBe(404)
    const body = `![A loja](${address})`
    const draft = { title: 'Onde fica', body, isPublished: false }
    const { id: article } = await write(draft)
    expect((await visit(path)).status, 'it stands in a draft').toBe(404)
    const save = (revision: number, more: object) =>
      ana!.ok('PUT', `/p/knowledge/articles/${article}`, {
        revision,
        article: { ...draft, language: 'pt-BR', audience: 'customers', isPublished: true, ...more },
      })
    await save(1, { audience: 'team' })
    expect((await visit(path)).status, 'it is for the team').toBe(404)
    await save(2, {})
    expect(await textAt(`/ajuda/aurora/${addressOf({ id: article, title: 'Onde fica' })}`)).toContain(
      `<img src="${path}" alt="A loja" loading="lazy">`,
    )
    const shown = await visit(path)
    expect(Buffer.from(await shown.arrayBuffer()).equals(png)).toBe(true)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect((await visit(path, { 'if-none-match': shown.headers.get('etag')! })).status).toBe(304)
    expect(await ugo!.ok('GET', `/p/knowledge/pictures/${id}`)).toMatchObject({ url: expect.stringContaining(id) })
    expect(await bia!.refused('GET', `/p/knowledge/pictures/${id}`)).toBe('404 ERR_NOT_FOUND')
    await write({ title: 'De outra empresa', body }, bia!)
    await publish(bia!)
    await addressed(bia!, 'vizinha')
    expect((await visit(`/ajuda/vizinha/imagem/${id}`)).status, 'another company names it').toBe(404)
    await publish(bia!, { helpCenterPublished: false })
    await addressed(bia!, null)
    await save(3, { body: 'Sem imagem' })
    expect((await visit(path)).status, 'it was taken out').toBe(404)
    for (const [bytes, name] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 'a.svg'],
      [Buffer.from('<html><script>1</script></html>'), 'a.png'],
      [Buffer.from('%PDF-1.7'), 'a.pdf'],
    ] as const)
      expect((await upload(bytes, name)).body.error, name).toBe('ERR_FILE_TYPE')
    expect((await upload(png, 'a.png', ugo!)).status).toBe(403)
    for (const none of ['nada', `${id}x`, id.toUpperCase()])
      expect((await visit(`/ajuda/aurora/imagem/${none}`)).status, none).toBe(404)
  })

  it('leads from an earlier address of an article to its present one', async () => {
    const { id, revision, ...draft } = await write({ title: 'Frete' })
    const earlier = `/ajuda/aurora/${addressOf({ id, title: 'Frete' })}`
    await textAt(earlier)
    const { savedAt: _at, savedBy: _by, ...article } = { ...draft, title: 'Frete e entrega' }
    await ana!.ok('PUT', `/p/knowledge/articles/${id}`, { revision, article })
    const answer = await visit(earlier)
    expect([answer.status, answer.headers.get('location')]).toEqual([
      301,
      `/ajuda/aurora/${addressOf({ id, title: 'Frete e entrega' })}`,
    ])
    expect(await textAt(answer.headers.get('location')!)).toContain('<h1>Frete e entrega</h1>')
  })

  it('is in the languages of its articles, by the address or by the reader’s browser', async () => {
    await write({ title: 'Cambios', language: 'es', category: 'Posventa' })
    const spanish = { 'accept-language': 'es-AR,es;q=0.9,pt;q=0.5' }
    for (const text of [await textAt('/ajuda/aurora?idioma=es'), await textAt('/ajuda/aurora', spanish)]) {
      expect(text).toContain('<html lang="es">')
      expect(text).toContain('Buscar en la ayuda')
      expect(text).toContain('Cambios')
      expect(text).not.toContain('Trocas')
    }
    const own = await textAt('/ajuda/aurora', { 'accept-language': 'ru' })
    expect(own).toContain('<html lang="pt-BR">')
    expect(own).toContain('hreflang="es"')
    expect(await textAt('/ajuda/aurora/sitemap.xml')).toContain('/ajuda/aurora?idioma=es</loc>')
  })

  it('answers with a policy that runs nothing, without cookies, and 304 for what the reader has', async () => {
    const answer = await visit('/ajuda/aurora', { 'accept-encoding': 'gzip' })
    const policy = answer.headers.get('content-security-policy')!
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self' https:; form-action 'self'/)
    expect(policy).not.toMatch(/unsafe|script/)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=60',
      'content-encoding': 'gzip',
      vary: 'accept-encoding, accept-language',
    })
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(await answer.text()).not.toContain('<script')
    const etag = answer.headers.get('etag')!
    const again = await visit('/ajuda/aurora', { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    await write({ title: 'Mais um' })
    expect((await visit('/ajuda/aurora', { 'if-none-match': etag })).status).toBe(200)
    const map = await visit('/ajuda/aurora/sitemap.xml')
    expect(map.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const head = await fetch(`${node.base}/ajuda/aurora`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it('is gone while the company is blocked, and comes back with it', async () => {
    await node.database.owner`update core.user_account set is_master = true where id = ${node.b.admin.id}`
    const master = (bia = await node.signIn(node.b.admin))
    const known = await textAt('/ajuda/aurora')
    await master.ok('PUT', `/tenants/${node.a.id}`, { blocked: true })
    expect(await nothing('/ajuda/aurora')).toBe(await nothing('/ajuda/ninguem'))
    await master.ok('PUT', `/tenants/${node.a.id}`, { blocked: false })
    expect(await textAt('/ajuda/aurora')).toBe(known)
  })

  it('has its own title and welcome, as text', async () => {
    await publish(ana!, {
      helpCenterPublished: true,
      helpCenterTitle: 'Ajuda <b>Aurora</b>',
      helpCenterWelcome: 'Como podemos "ajudar"?',
    })
    const text = await textAt('/ajuda/aurora')
    expect(text).toContain('<h1>Ajuda &lt;b&gt;Aurora&lt;/b&gt;</h1>')
    expect(text).toContain('<meta name="description" content="Como podemos &quot;ajudar&quot;?">')
  })

  it('has an address of one company, which ends when it is changed', async () => {
    expect(await addressed(bia!, 'aurora')).toBe(409)
    await publish(bia!)
    expect(await addressed(bia!, 'boreal')).toBe(200)
    const other = await textAt('/ajuda/boreal')
    expect(other).toContain('Segredo da outra empresa')
    expect(other).not.toContain('Trocas')
    expect(await addressed(ana!, 'aurora-2')).toBe(200)
    expect(await textAt('/ajuda/aurora-2')).toContain('Trocas e devoluções')
    expect((await visit('/ajuda/aurora')).status).toBe(404)
  })

  it('keeps an address that was given up from other companies for thirty days, and its own company takes it back', async () => {
    expect(await addressed(bia!, 'aurora')).toBe(409)
    expect(await addressed(ana!, 'aurora')).toBe(200)
    expect(await textAt('/ajuda/aurora')).toContain('Trocas e devoluções')
    expect(await addressed(ana!, null)).toBe(200)
    expect((await visit('/ajuda/aurora')).status).toBe(404)
    const days = (n: number) => node.database.owner`
      update platform.company_address_directory set given_up_at = now() - make_interval(days => ${n})
       where address = 'aurora'`
    await days(29)
    expect(await addressed(bia!, 'aurora')).toBe(409)
    await days(31)
    expect(await addressed(bia!, 'aurora')).toBe(200)
    expect(await textAt('/ajuda/aurora'), 'the address has another owner').toContain('Segredo da outra empresa')
    await publish(bia!, { helpCenterPublished: false })
    expect((await visit('/ajuda/aurora')).status).toBe(404)
  })

  it('keeps five addresses of a company at most', async () => {
    for (const address of ['um-1', 'um-2', 'um-3', 'um-4', 'um-5', 'um-6', 'um-7'])
      expect(await addressed(ana!, address)).toBe(200)
    expect(await addressed(bia!, 'um-2')).toBe(409)
    expect(await addressed(bia!, 'um-1')).toBe(200)
  })
})
