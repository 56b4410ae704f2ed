import { join } from 'node:path'
import type { Template } from '../../plugins/waba/src/templates/template.ts'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../harness/app.ts'
import { freePort } from '../harness/free-port.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { wabaWorld, type WabaWorld } from '../plugins/waba.rig.ts'
import { goToSetting, journey, launch, openBrowser, seen, signIn, takeSeat, type Seat } from './browser.ts'
import { look } from './look.ts'

/**
 * An administrator makes a flow that asks by a poll and sends an approved template, tries it as a customer, and a
 * customer of the official WhatsApp gets both.
 */
describe.skipIf(!launch)('polls and templates of a flow', () => {
  let world: WabaWorld, browser: Browser, admin: Seat

  beforeAll(async () => {
    const port = await freePort()
    const plugins = ['waba', 'flows'].map((id) => join(import.meta.dirname, '../../plugins', id))
    world = await wabaWorld('meta', {
      pluginFolders: [pluginFolder(...plugins)],
      app: { port, publicUrl: `http://127.0.0.1:${port}`, shellDist: join(import.meta.dirname, '../../shell/dist') },
    })
    const { mine, simulator } = world
    mine.line.account.appCallback = (await mine.status()).webhookUrl
    const { id } = await mine.admin.ok<Template>('POST', '/templates', {
      connectionId: mine.connection.id,
      name: 'pedido_pronto',
      language: 'pt_BR',
      category: 'UTILITY',
      body: 'Olá, {{1}}! Seu pedido {{2}} está pronto.',
      bodyExamples: { 1: 'Maria', 2: '42' },
      footer: 'Aurora',
    })
    const { wabaId } = await mine.admin.ok<Template>('POST', `/templates/${id}/submit`)
    simulator.templates.approve(simulator.templates.byId(wabaId!)!)
    await eventually(
      () => mine.admin.ok<Template>('GET', `/templates/${id}`),
      ({ status }) => status === 'APPROVED',
    )
    browser = await openBrowser()
    admin = await takeSeat(browser)
    await signIn(admin, world.base, world.a.admin)
  })
  afterAll(async () => {
    await browser?.close()
    await world?.close()
  })
  journey()

  const button = (name: string): Locator => admin.page.getByRole('button', { name, exact: true })
  const block = (): Locator => admin.page.getByRole('complementary', { name: 'Bloco' })
  const line = (name: string): Locator => block().getByRole('textbox', { name, exact: true })
  const addBlock = (name: string): Promise<void> =>
    admin.page
      .getByRole('navigation', { name: 'Blocos para adicionar' })
      .getByRole('button', { name, exact: true })
      .click()
  async function lead(from: string, outlet: string, to: string): Promise<void> {
    await button('Mostrar tudo').click()
    await admin.page
      .locator('.react-flow__node')
      .filter({ hasText: from })
      .first()
      .click({ position: { x: 40, y: 12 } })
    await block().getByRole('combobox', { name: outlet, exact: true }).selectOption({ label: to })
  }
  const saved = () => admin.page.getByText('Rascunho salvo').waitFor()

  test('a poll and a template are filled in by keyboard, and what is missing is said at the block', async () => {
    const { page } = admin
    await goToSetting(page, 'Fluxos')
    await button('Novo fluxo').first().click()
    await page.getByRole('dialog').getByLabel('Nome').fill('Entregas')
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
    await page.getByRole('heading', { name: 'Entregas' }).waitFor()
    await addBlock('Mensagem')
    await block().getByRole('button', { name: 'Adicionar parte' }).click()
    await block().getByRole('combobox', { name: 'Tipo', exact: true }).selectOption({ label: 'Enquete' })
    await saved()
    await block()
      .getByText(/Falta preencher/)
      .first()
      .waitFor()
    await line('Pergunta').focus()
    await page.keyboard.type('Qual horário, {{name}}?')
    await line('Opção 1').focus()
    await page.keyboard.type('Manhã')
    await line('Opção 2').focus()
    await page.keyboard.type('Tarde')
    await admin.assertAccessible('a poll of a flow')
    await look(page, 'flows-poll', [1440, 390])
    await addBlock('Modelo aprovado')
    await block()
      .getByRole('combobox', { name: 'Modelo', exact: true })
      .selectOption({ label: 'pedido_pronto (pt_BR)' })
    await block().getByText('Olá, {{1}}! Seu pedido {{2}} está pronto.').waitFor()
    await line('Valor de 1').focus()
    await page.keyboard.type('{{name}}')
    await saved()
    await block().getByText('Falta o valor de 2 do modelo.').waitFor()
    await line('Valor de 2').focus()
    await page.keyboard.type('77')
    await saved()
    await seen(() => block().getByText('Falta o valor de 2 do modelo.').count()).toBe(0)
    await admin.assertAccessible('a template of a flow')
    await look(page, 'flows-template', [1440, 390])
    await addBlock('Encerrar')
    await lead('Início', 'continua', 'Mensagem')
    await lead('Mensagem', 'continua', 'Modelo aprovado')
    await lead('Modelo aprovado', 'continua', 'Encerrar')
    await saved()
    await button('Falhas: 0').waitFor()
  })

  test('the phone shows both, and a customer gets both', async () => {
    const { page } = admin
    await button('Testar').click()
    const phone = page.getByRole('complementary', { name: 'Conversa de teste' })
    await phone.getByLabel('Escreva como cliente').fill('Oi')
    await phone.getByRole('button', { name: 'Enviar' }).click()
    await phone.getByText('○ Manhã').waitFor()
    await phone.getByText('Olá, Ana! Seu pedido 77 está pronto.').waitFor()
    await look(page, 'flows-template-phone')
    await button('Publicar').click()
    await page.getByText('Versão 1 publicada').waitFor()
    admin.assertClean()
    // The same person signs in elsewhere, which ends the session of the browser.
    const { mine } = world
    const again = await world.signIn(world.a.admin)
    const [{ id } = { id: '' }] = await again.ok<{ id: string }[]>('GET', '/p/flows/flows')
    await again.ok('PUT', `/p/flows/flows/${id}/active`, { isActive: true })
    await again.ok('PUT', '/responders', {
      scope: { kind: 'company' },
      places: [{ plugin: 'flows', name: 'main', input: { flow: id } }],
    })
    const rosa = mine.line.customer('Rosa Lima')
    rosa.write('Bom dia')
    const [poll, template] = (await mine.got(rosa, 2)).map(({ message }) => JSON.stringify(message))
    expect(poll).toContain('Qual horário, Rosa?\\n\\n1. Manhã\\n2. Tarde')
    expect(template).toContain('pedido_pronto')
    expect(template).toContain('"text":"77"')
  })
})
