import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import { journey, launch, openBrowser, productForTests, seen, signIn, takeSeat, type Seat } from './browser.ts'
import { look } from './look.ts'

const most = 500
const graph = {
  nodes: [
    { id: 'start', kind: 'start' },
    ...Array.from({ length: most - 1 }, (_, at) => ({
      id: `b${at}`,
      kind: 'message',
      title: `Bloco ${at}`,
      position: { x: (at % 20) * 320, y: Math.floor(at / 20) * 200 },
      data: { parts: [{ kind: 'text', text: 'Olá' }] },
    })),
  ],
}

/** A flow grows beyond what the server keeps, and the builder is left: nothing of it is lost. */
describe.skipIf(!launch)('a draft that cannot be saved', () => {
  journey()
  let node: TestApp, browser: Browser, seat: Seat, page: Page, path: string
  beforeAll(async () => {
    node = await productForTests({})
    const client = await node.signIn(node.a.admin)
    const { id } = await client.ok<{ id: string }>('POST', '/p/flows/flows', { name: 'Grande', graph })
    path = `/configuracoes/chat-flow/builder?id=${id}`
    browser = await openBrowser()
    seat = await takeSeat(browser)
    page = seat.page
    await signIn(seat, node.base, node.a.admin, path)
    await page.getByRole('heading', { name: 'Grande' }).waitFor()
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })

  const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
  const side = (): Locator => page.getByRole('complementary', { name: 'Bloco' })
  const tooMuch = (): Locator => page.getByRole('alert').filter({ hasText: 'o limite é 500' })
  async function grow(): Promise<void> {
    await page
      .getByRole('navigation', { name: 'Blocos para adicionar' })
      .getByRole('button', { name: 'Encerrar', exact: true })
      .click()
    await side().getByRole('textbox', { name: 'Nome do bloco' }).fill('O último')
    await tooMuch().waitFor()
  }

  test('is there again after the builder was left by a link, and is saved once it fits', async () => {
    await button('Lista').click()
    await grow()
    await button('Voltar aos fluxos').click()
    await page.getByText('Grande').first().waitFor()
    await page.goto(`${node.base}/#${path}`)
    const notice = page.getByRole('status').filter({ hasText: 'foi recuperado deste navegador' })
    await notice.waitFor()
    await tooMuch().waitFor()
    await button('Lista').click()
    await page.getByRole('searchbox', { name: 'Buscar nos blocos' }).fill('O último')
    await page
      .getByRole('list', { name: 'Blocos do fluxo' })
      .getByRole('button', { name: /^O último/ })
      .waitFor()
    await seat.assertAccessible('a draft that was restored')
    await look(page, 'flows-restored', [1440, 390])
    await page.getByRole('searchbox', { name: 'Buscar nos blocos' }).fill('Bloco 498')
    await page
      .getByRole('list', { name: 'Blocos do fluxo' })
      .getByRole('button', { name: /^Bloco 498/ })
      .click()
    await side().getByRole('button', { name: 'Excluir bloco' }).click()
    await page.getByText('Rascunho salvo').waitFor()
    await tooMuch().waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { name: 'Grande' }).waitFor()
    await seen(() => notice.count()).toBe(0)
  })

  test('is asked about by the link where the browser has no room for it either', async () => {
    await page.evaluate(() => {
      const keep = Storage.prototype.setItem
      Storage.prototype.setItem = function setItem(key, value) {
        if (key.startsWith('recado.flows.unsaved.')) throw new DOMException('full', 'QuotaExceededError')
        keep.call(this, key, value)
      }
    })
    await grow()
    await button('Voltar aos fluxos').click()
    const question = page.getByRole('alertdialog', { name: 'Sair sem salvar?' })
    await question.waitFor()
    await seat.assertAccessible('the question before a draft is lost')
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await tooMuch().waitFor()
    await button('Desfazer').click()
    await button('Desfazer').click()
    await tooMuch().waitFor({ state: 'detached' })
    await page.getByText('Rascunho salvo').waitFor()
    await button('Voltar aos fluxos').click()
    await page.getByText('Grande').first().waitFor()
  })

  test('leaves nothing behind that the browser complains of', () => seat.assertClean())
})
