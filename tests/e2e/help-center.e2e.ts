import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import {
  goTo,
  goToSetting,
  journey,
  launch,
  openBrowser,
  productForTests,
  signIn,
  takeSeat,
  type Seat,
} from './browser.ts'
import { look } from './look.ts'

const articles = [
  {
    title: 'Trocas e devoluções',
    category: 'Pós-venda',
    body:
      '# Prazo\n\nTrocamos em até **trinta dias**, com a nota fiscal.\n\n# Como trocar\n\n1. Separe o produto.\n' +
      '2. Vá a ' +
      'qualquer loja ou [fale conosco](mailto:oi@aurora.test).\n\n> Produtos personalizados não têm troca.\n\n' +
      '| Situação | Prazo |\n|---|---|\n| Defeito | 90 dias |\n| Arrependimento | 7 dias |\n\nCódigo da troca: `TR-1`.',
  },
  { title: 'Garantia', category: 'Pós-venda', body: 'Um ano de garantia em todos os produtos.' },
  { title: 'Formas de pagamento', category: 'Pagamento', body: 'Pix, cartão e boleto.' },
  { title: 'Parcelamento', category: 'Pagamento', body: 'Em até dez vezes sem juros.' },
  { title: 'Prazo de entrega', category: 'Entrega', body: 'De dois a sete dias úteis.' },
  { title: 'Horários das lojas', category: '', body: 'Das nove às dezoito.' },
  { title: 'Cambios', category: 'Posventa', body: 'Treinta días.', language: 'es' },
]

/** An administrator opens the help centre, and a stranger finds an answer in it. */
describe.skipIf(!launch)('the public help centre', () => {
  let node: TestApp, browser: Browser, admin: Seat, stranger: Seat

  beforeAll(async () => {
    node = await productForTests()
    browser = await openBrowser()
    ;[admin, stranger] = await Promise.all([takeSeat(browser), takeSeat(browser)])
    const [ana, bia] = await Promise.all([node.signIn(node.a.admin), node.signIn(node.b.admin)])
    for (const article of articles)
      await ana.ok('POST', '/p/knowledge/articles', {
        language: 'pt-BR',
        ...article,
        audience: 'customers',
        isPublished: true,
      })
    await bia.ok('PUT', '/company', { ...(await bia.ok<object>('GET', '/company')), publicAddress: 'boreal' })
    await signIn(admin, node.base, node.a.admin)
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  const everyWay = async (page: Page, name: string): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await stranger.assertAccessible(`${name}, ${colorScheme}, ${width}`)
        const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
        expect(await page.evaluate(overflow), `${name} at ${width}`).toBe(0)
      }
    }
    await look(page, `help-center-${name}`)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1440, height: 900 })
  }

  test('is opened by an administrator: an address of the company, and a switch of the plugin', async () => {
    const { page } = admin
    await goTo(page, 'Base de conhecimento')
    await page.getByText('Seus clientes podem ler estes artigos').waitFor()
    await admin.assertAccessible('articles without a help centre')
    await look(page, 'knowledge-help-off')
    await page.getByRole('button', { name: 'Escolher o endereço público' }).click()
    const address = page.getByLabel('Endereço público')
    await address.fill('Boreal')
    await page.getByText('/…/boreal').waitFor()
    admin.expects(/409.*company/, /status of 409/)
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('Este endereço público já está em uso').first().waitFor()
    await admin.assertAccessible('an address that is taken')
    await look(page, 'general-address-taken')
    await address.fill('aurora')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByRole('button', { name: 'Salvar' }).waitFor({ state: 'detached' })
    await goToSetting(page, 'Plugins')
    const card = page.getByRole('article', { name: 'Base de conhecimento', exact: true })
    await card.getByRole('button', { name: 'Configurar' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Central de ajuda publicada').click()
    await dialog.getByLabel('Frase de boas-vindas').fill('Encontre respostas sobre compras, trocas e entregas.')
    await admin.assertAccessible('settings of the help centre')
    await look(page, 'help-center-settings')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await goTo(page, 'Base de conhecimento')
    const link = page.getByRole('link', { name: 'Ver central de ajuda' })
    await link.waitFor()
    expect(await link.getAttribute('href')).toBe(`${node.base}/ajuda/aurora`)
    await admin.assertAccessible('articles with a help centre')
    await look(page, 'knowledge-help-on')
  })

  test('is read by a stranger, by its categories and by its search', async () => {
    const { page } = stranger
    await page.goto(`${node.base}/ajuda/aurora`)
    await page.getByText('Encontre respostas sobre compras').waitFor()
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
      'Entrega',
      'Pagamento',
      'Pós-venda',
      'Outros assuntos',
    ])
    await everyWay(page, 'home')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Ir para o conteúdo')
    await look(page, 'help-center-skip', [390])
    await page.getByRole('searchbox').fill('trinta dias')
    await page.getByRole('searchbox').press('Enter')
    await page.getByRole('heading', { name: 'Resultados para “trinta dias”' }).waitFor()
    await everyWay(page, 'search')
    await page.getByRole('link', { name: 'Trocas e devoluções' }).click()
    await page.getByRole('heading', { level: 1, name: 'Trocas e devoluções' }).waitFor()
    expect(await page.title()).toMatch(/^Trocas e devoluções – /)
    await everyWay(page, 'article')
    await page.getByRole('link', { name: 'Garantia' }).click()
    await page.getByText('Um ano de garantia').waitFor()
    await page.getByRole('searchbox').fill('xyz')
    await page.getByRole('button', { name: 'Buscar' }).click()
    await page.getByText('Nada encontrado').waitFor()
    await everyWay(page, 'nothing')
    await page.getByRole('link', { name: 'Español' }).click()
    await page.getByRole('link', { name: 'Cambios' }).click()
    await page.getByText('Treinta días.').waitFor()
    stranger.expects(/404.*ajuda/, /status of 404/)
    await page.goto(`${node.base}/ajuda/aurora/nada-1`)
    await page.getByText('Página não encontrada').waitFor()
    await everyWay(page, 'missing')
  })

  test('shows a picture that was uploaded in the editor, and a category by itself', async () => {
    const { page } = admin
    await page.getByRole('button', { name: /^Horários das lojas/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Texto' }).waitFor()
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const file = { name: 'Fachada.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') }
    await dialog.locator('input[type=file]').setInputFiles(file)
    await expect
      .poll(() => dialog.getByRole('textbox', { name: 'Texto' }).inputValue())
      .toMatch(/!\[Fachada\]\(imagem:[0-9a-f-]{36}\)/)
    await admin.assertAccessible('an article with a picture')
    await look(page, 'knowledge-picture')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await stranger.page.goto(`${node.base}/ajuda/aurora`)
    await stranger.page.getByRole('link', { name: 'Horários das lojas' }).click()
    const picture = stranger.page.getByRole('img', { name: 'Fachada' })
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1)
    await stranger.page.goto(`${node.base}/ajuda/aurora`)
    await stranger.page.getByRole('link', { name: 'Pós-venda' }).click()
    await stranger.page.getByRole('heading', { level: 1, name: 'Pós-venda' }).waitFor()
    await everyWay(stranger.page, 'category')
  })

  test('works where scripts are off', async () => {
    const seat = await takeSeat(browser, { javaScriptEnabled: false })
    await seat.page.goto(`${node.base}/ajuda/aurora`)
    await seat.page.getByRole('searchbox').fill('boleto')
    await seat.page.getByRole('button', { name: 'Buscar' }).click()
    await seat.page.getByRole('link', { name: 'Formas de pagamento' }).click()
    await seat.page.getByText('Pix, cartão e boleto.').waitFor()
    seat.assertClean()
    await seat.leave()
  })
})
