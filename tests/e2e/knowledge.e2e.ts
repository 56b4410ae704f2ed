import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { docxOf, pdfOf, word } from '../../plugins/knowledge/src/ui/files/documents.rig.ts'
import { ModelSimulator } from '../../plugins/ai/simulator/simulator.ts'
import type { TestApp } from '../harness/app.ts'
import { webSite, type WebSite } from '../harness/web-site.ts'
import { Visitor } from '../plugins/webchat.rig.ts'
import {
  act,
  composer,
  goTo,
  journey,
  launch,
  openBrowser,
  productForTests,
  row,
  signIn,
  takeSeat,
  view,
  type Seat,
} from './browser.ts'
import { look } from './look.ts'

/** A supervisor writes what the company knows, and an agent answers with it, alone and with a model. */
describe.skipIf(!launch)('the knowledge base', () => {
  let node: TestApp, browser: Browser, admin: Seat, models: ModelSimulator
  let visitor: Visitor
  let site: WebSite

  beforeAll(async () => {
    models = await ModelSimulator.start()
    site = await webSite()
    node = await productForTests({ app: { egress: { allow: ['127.0.0.0/8'] } } })
    browser = await openBrowser()
    admin = await takeSeat(browser)
    visitor = new Visitor(node.base, node.a.connection)
    await visitor.session({ profile: { name: 'Rosa Lima', email: 'rosa@exemplo.com.br' } })
    const ana = await node.signIn(node.a.admin)
    const settings = { url: models.baseUrl, apiKey: models.apiKey, suggestReplies: true }
    await ana.ok('PUT', '/api/plugins/ai', { enabled: true, settings })
    await signIn(admin, node.base, node.a.admin)
  })
  afterAll(async () => {
    await browser?.close()
    visitor?.close()
    await node?.close()
    await models?.close()
    await site?.close()
  })
  journey()

  const dialog = (): Locator => admin.page.getByRole('dialog')
  const button = (name: string): Locator => admin.page.getByRole('button', { name, exact: true })

  test('articles are written, imported, found and changed, and an earlier text comes back', async () => {
    await goTo(admin.page, 'Base de conhecimento')
    await admin.page.getByText('Nenhum artigo ainda').waitFor()
    await admin.assertAccessible('no articles')
    await look(admin.page, 'knowledge-empty', [1440, 390])
    await button('Escrever artigo').click()
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await dialog().getByText('Preencha este campo').waitFor()
    await dialog()
      .getByRole('textbox', { name: /^Título/ })
      .fill('Trocas e devoluções')
    await dialog()
      .getByLabel('Texto')
      .fill('# Prazo\n\nTrocamos em até trinta dias, com a nota.\n\n# Como\n\nEm qualquer loja.')
    await dialog().getByLabel('Categoria').fill('Pós-venda')
    await dialog().getByLabel('Para quem').selectOption({ label: 'Também para clientes' })
    await dialog().getByLabel('Publicado').click()
    await admin.assertAccessible('article editor')
    await look(admin.page, 'knowledge-editor', [1440, 390])
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await dialog().waitFor({ state: 'detached' })
    const file = (name: string, content: string | Uint8Array) => ({
      name,
      mimeType: '',
      buffer: Buffer.from(content as string),
    })
    await admin.page
      .locator('input[type=file][multiple]')
      .setInputFiles([file('a.md', '# Entregas\n\nÀs sextas.'), file('garantia.txt', 'Um ano.')])
    await admin.page.getByText('2 artigos importados como rascunhos').waitFor()
    expect(await admin.page.getByRole('listitem').filter({ hasText: 'Rascunho' }).count()).toBe(2)
    const pdf = await pdfOf((paper) => paper.fontSize(22).text('Assistência').fontSize(11).text('Em até dez dias.'))
    await admin.page
      .locator('input[type=file][multiple]')
      .setInputFiles([
        file('assistencia.pdf', pdf),
        file('troca.docx', await docxOf(word('Troca de cor', 'Heading1') + word('Uma vez.'))),
        file('faq.csv', 'Pergunta;Resposta\nAbrem aos domingos?;Não.\nEntregas;Já existe.'),
        file('planta.pdf', await pdfOf((paper) => paper.rect(9, 9, 9, 9).fill('black'))),
      ])
    await dialog().getByText('2 não foram importados').waitFor()
    await dialog().getByText('Um PDF de páginas escaneadas só tem imagens.').waitFor()
    await dialog().getByText('Já existe um artigo').waitFor()
    await admin.assertAccessible('files that were not imported')
    await look(admin.page, 'knowledge-refused', [1440, 390])
    await dialog().getByRole('button', { name: 'Fechar' }).last().click()
    await dialog().waitFor({ state: 'detached' })
    for (const title of ['Assistência', 'Troca de cor', 'Abrem aos domingos?'])
      await admin.page.getByRole('listitem').filter({ hasText: title }).waitFor()
    await admin.assertAccessible('articles')
    await look(admin.page, 'knowledge', [1440, 1024, 390])
    await admin.page.getByLabel('Buscar pelo título').fill('troca')
    await admin.page.getByText('garantia').waitFor({ state: 'detached' })
    await admin.page
      .getByRole('button', { name: /Trocas e devoluções/ })
      .first()
      .click()
    await dialog().getByLabel('Texto').fill('Texto errado.')
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await dialog().waitFor({ state: 'detached' })
    await admin.page
      .getByRole('button', { name: /Trocas e devoluções/ })
      .first()
      .click()
    await button('Versões anteriores').click()
    await button('Usar a versão 1').click()
    await expect.poll(() => dialog().getByLabel('Texto').inputValue()).toContain('trinta dias')
    await look(admin.page, 'knowledge-versions')
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await dialog().waitFor({ state: 'detached' })
  })

  test('pages of a website are chosen and become drafts, and those that failed are tried again', async () => {
    const at = (path: string): string => `http://127.0.0.1:${site.port}${path}`
    const page = (title: string, text: string) => ({
      body: `<html lang="es"><nav>Menu</nav><main><h1>${title}</h1><p>${text}</p></main></html>`,
    })
    const pages = ['/ajuda/frete', '/ajuda/boleto', '/ajuda/caiu', '/blog/natal', '/conta/entrar']
    site.answer('/robots.txt', { body: 'User-agent: *\nDisallow: /conta' })
    site.answer('/sitemap.xml', {
      body:
        '<urlset>' +
        `${pages.map((path) => `<url><loc>${at(path)}</loc><lastmod>2026-01-02</lastmod></url>`).join('')}</urlset>`,
    })
    site.page('/', '')
    site.answer('/ajuda/frete', page('Frete grátis', 'Acima de cem reais.'))
    site.answer('/ajuda/boleto', page('Boleto', 'Vence em três dias.'))
    site.answer('/ajuda/caiu', { status: 503 })
    admin.expects(/422.*website/, /status of 422/)

    await admin.page.getByLabel('Buscar pelo título').fill('')
    await button('Importar site').click()
    await dialog().getByRole('button', { name: 'Buscar páginas' }).click()
    await dialog().getByText('Informe um endereço como').waitFor()
    const address = dialog().getByLabel('Endereço do site')
    await address.fill('http://10.0.0.5')
    await address.press('Enter')
    await dialog().getByText('Não foi possível acessar o site').waitFor()
    await admin.assertAccessible('the address of a website')
    await look(admin.page, 'knowledge-website', [1440, 390])
    await address.fill(at('/'))
    await address.press('Enter')
    await dialog().getByText('4 páginas selecionadas').waitFor()
    await dialog().getByText('1 página ficou de fora').waitFor()
    expect(await dialog().getByText('02/01/2026').count(), 'the day that the site names').toBe(4)
    await dialog().getByLabel('Filtrar páginas').fill('blog')
    await dialog().getByLabel('Selecionar todas as exibidas').click()
    await dialog().getByText('3 páginas selecionadas').waitFor()
    await dialog().getByLabel('Filtrar páginas').fill('')
    await dialog().getByLabel('Categoria').fill('Do site')
    await admin.assertAccessible('pages of a website')
    await look(admin.page, 'knowledge-website-pages', [1440, 390])
    await dialog().getByRole('button', { name: 'Importar 3 páginas' }).click()
    await dialog().getByText('2 artigos importados como rascunhos').waitFor()
    await dialog().getByText('1 página não foi importada').waitFor()
    await admin.assertAccessible('pages that were not imported')
    await look(admin.page, 'knowledge-website-failed', [1440, 390])
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    site.answer('/ajuda/caiu', () => held.then(() => page('Voltou', 'Já funciona.')))
    await dialog().getByRole('button', { name: 'Tentar de novo' }).click()
    await dialog().getByText('1 de 1 páginas').waitFor()
    await look(admin.page, 'knowledge-website-progress', [1440, 390])
    await admin.page.keyboard.press('Escape')
    await dialog().getByText('Importação interrompida. Nada foi importado. 1 página não foi lida.').waitFor()
    await dialog().getByRole('button', { name: 'Tentar de novo' }).click()
    await dialog().getByText('1 de 1 páginas').waitFor()
    await dialog().getByRole('button', { name: 'Parar' }).click()
    await dialog().getByText('1 página não foi lida.').waitFor()
    release()
    await dialog().getByRole('button', { name: 'Tentar de novo' }).click()
    await dialog().getByText('1 artigo importado como rascunho').waitFor()
    await dialog().getByRole('button', { name: 'Fechar' }).last().click()
    await dialog().waitFor({ state: 'detached' })
    for (const title of ['Frete grátis', 'Boleto', 'Voltou'])
      await admin.page.getByRole('listitem').filter({ hasText: title }).filter({ hasText: 'Do site' }).waitFor()
    await button('Importar site').click()
    await address.fill(at('/ajuda/boleto'))
    site.answer('/sitemap.xml', { status: 404 })
    await address.press('Enter')
    await dialog().getByRole('button', { name: 'Importar 1 página' }).click()
    await dialog().getByText('Já existe um artigo').waitFor()
    await admin.page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    expect(site.times('/blog/natal') + site.times('/conta/entrar')).toBe(0)
  })

  test('an agent finds a passage and puts it into the text', async () => {
    await visitor.say('Posso trocar depois de trinta dias?')
    await admin.page.goto(`${node.base}/#/atendimento/chats`)
    await view(admin.page, 'Fila').click()
    await row(admin.page, 'Rosa Lima').click()
    await act(admin.page, 'Atender')
    await button('Base de conhecimento').click()
    await dialog().getByLabel('O que o cliente pergunta?').fill('prazo de troca')
    await dialog().getByText('Trocas e devoluções › Prazo').waitFor()
    await admin.assertAccessible('passages')
    await look(admin.page, 'knowledge-passages', [1440, 390])
    await dialog().getByRole('button', { name: 'Inserir no texto' }).first().click()
    await expect.poll(() => composer(admin.page).inputValue()).toBe('Trocamos em até trinta dias, com a nota.')
    await composer(admin.page).fill('')
  })

  test('a suggested reply names the article that it rests on', async () => {
    await button('Escrever com IA').click()
    await admin.page.getByRole('menuitem', { name: 'Sugerir resposta' }).click()
    await dialog().getByText('Olá! Trocamos em até trinta dias, com a nota.').waitFor()
    await dialog().getByText('Trocas e devoluções › Prazo').click()
    await admin.assertAccessible('a suggestion with its sources')
    await look(admin.page, 'knowledge-suggestion', [1440, 390])
    await dialog().getByRole('button', { name: 'Usar o texto' }).click()
    await expect.poll(() => composer(admin.page).inputValue()).toContain('trinta dias')
    admin.assertClean()
  })
})
