import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import { journey, launch, openBrowser, productForTests, seen, signIn, takeSeat, type Seat } from './browser.ts'
import { Keys } from './keys.ts'
import { assertFits } from './look.ts'

/** An administrator sets up the web chat, and sees it change with every key. */
describe.skipIf(!launch)('the preview of the web chat', () => {
  let node: TestApp, browser: Browser, seat: Seat

  beforeAll(async () => {
    node = await productForTests()
    browser = await openBrowser()
    seat = await takeSeat(browser)
    await signIn(seat, node.base, node.a.admin, '/configuracoes/canais')
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  const dialog = () => seat.page.getByRole('dialog')
  const preview = () => seat.page.frameLocator('iframe[title="Prévia do chat"]')
  /** The text beside the browser's own chooser. */
  const colour = () =>
    dialog()
      .getByRole('textbox', { name: /^Cor do cabeçalho/ })
      .last()
  /** What visitors get. */
  const shown = async (): Promise<Record<string, unknown>> =>
    (await (await fetch(`${node.base}/p/webchat/c/${node.a.connection}/config`)).json()) as Record<string, unknown>

  test('name, greeting, colour and position are seen as they are typed, and kept only when saved', async () => {
    const before = await shown()
    await seat.page.getByRole('article').first().getByRole('button', { name: 'Mais ações' }).click()
    await seat.page.getByRole('menuitem', { name: 'Editar' }).click()
    await preview().getByRole('heading', { name: 'Fale com a gente' }).waitFor()
    await preview().getByText('Entregamos, sim! Das 9h às 13h.').waitFor()
    await preview().getByText(`Você está falando com ${node.a.admin.name}`).waitFor()

    await dialog()
      .getByLabel(/^Título/)
      .fill('Loja da Serra')
    await preview().getByRole('heading', { name: 'Loja da Serra' }).waitFor()
    await dialog()
      .getByLabel(/^Mensagem de ajuda/)
      .fill('Bom dia! O que procura?')
    await preview().locator('.greeting', { hasText: 'Bom dia! O que procura?' }).waitFor()
    await colour().fill('#7c2d12')
    const ground = () =>
      preview()
        .locator('.header')
        .evaluate((header) => getComputedStyle(header).backgroundColor)
    await seen(ground).toBe('rgb(124, 45, 18)')
    await colour().fill('#7c2')
    await seen(ground).toBe('rgb(15, 118, 110)')
    await colour().fill('#7c2d12')
    const button = preview().getByRole('button', { name: 'Abrir o chat', exact: true })
    const x = async () => (await button.boundingBox())!.x
    const right = await x()
    await dialog()
      .getByLabel(/^Posição/)
      .selectOption('left')
    await seen(async () => (await x()) < right - 100).toBe(true)
    await dialog().getByLabel('Mostrar quem atende', { exact: true }).click()
    await preview().getByText('Responderemos assim que possível').waitFor()
    expect(await preview().getByText(node.a.admin.name).count()).toBe(0)
    await dialog().getByLabel('Mostrar quem atende', { exact: true }).click()

    await preview().getByRole('button', { name: 'Fechar o chat' }).click()
    await preview().getByRole('button', { name: 'Bom dia! O que procura?' }).waitFor()
    await button.click()
    await preview().getByRole('heading', { name: 'Loja da Serra' }).waitFor()
    expect(await shown()).toEqual(before)
    await assertFits(seat, 'the preview of the web chat')
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await dialog().waitFor({ state: 'hidden' })
    expect(await shown()).toMatchObject({
      title: 'Loja da Serra',
      helpMessage: 'Bom dia! O que procura?',
      headerColor: '#7c2d12',
      position: 'left',
      showAgents: true,
    })
  })

  test('on a telephone a button shows the preview in the place of the fields, which keep what was typed', async () => {
    await seat.page.setViewportSize({ width: 390, height: 844 })
    await seat.page.getByRole('button', { name: 'Novo canal' }).first().click()
    await seat.page.getByRole('button', { name: /^Chat do site/ }).click()
    const keys = new Keys(seat.page)
    await keys.write(dialog().getByLabel(/^Título/), 'Loja do Porto')
    await keys.press(dialog().getByRole('button', { name: 'Prévia', exact: true }), 'Shift+Tab')
    await preview().getByRole('heading', { name: 'Loja do Porto' }).waitFor()
    expect(
      await dialog()
        .getByLabel(/^Título/)
        .isVisible(),
    ).toBe(false)
    expect(await seat.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await assertFits(seat, 'the preview on a telephone', [390])
    await seat.page.keyboard.press('Enter')
    expect(
      await dialog()
        .getByLabel(/^Título/)
        .inputValue(),
    ).toBe('Loja do Porto')
    seat.assertClean()
  })
})
