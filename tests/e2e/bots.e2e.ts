import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTypebotSimulator, type TypebotSimulator } from '../../plugins/typebot/simulator/simulator.ts'
import type { TestApp } from '../harness/app.ts'
import { goToSetting, journey, launch, openBrowser, productForTests, signIn, takeSeat, type Seat } from './browser.ts'
import { look } from './look.ts'

/** An administrator adds a bot of Typebot, tests it, corrects it, and deletes it. */
describe.skipIf(!launch)('bots', () => {
  let node: TestApp, browser: Browser, admin: Seat, agent: Seat, typebot: TypebotSimulator

  beforeAll(async () => {
    typebot = await startTypebotSimulator()
    node = await productForTests({ app: { egress: { allow: ['127.0.0.0/8'] } } })
    browser = await openBrowser()
    ;[admin, agent] = await Promise.all([takeSeat(browser), takeSeat(browser)])
    await signIn(admin, node.base, node.a.admin)
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
    await typebot?.close()
  })
  journey()

  const dialog = (): Locator => admin.page.getByRole('dialog')
  const button = (name: string): Locator => admin.page.getByRole('button', { name, exact: true })

  test('S2-079 the page says what is missing while nothing speaks with bots', async () => {
    await goToSetting(admin.page, 'Robôs')
    await admin.page.getByText('Nenhum plugin que fala com robôs está ativo.').waitFor()
    expect(admin.page.url()).toMatch(/\/configuracoes\/typebotapi$/)
    expect(await button('Adicionar robô').isDisabled()).toBe(true)
    const ana = await node.signIn(node.a.admin)
    await ana.ok('PUT', '/api/plugins/typebot', { enabled: true, settings: { url: typebot.url } })
  })

  test('a bot is added with what it needs, and its test says what is wrong', async () => {
    await signIn(admin, node.base, node.a.admin, '/configuracoes/typebotapi')
    await admin.page.getByText('Nenhum robô ainda').waitFor()
    await look(admin.page, 'bots-empty')
    await button('Adicionar robô').first().click()
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    expect(await dialog().getByText('Preencha este campo').count()).toBe(2)
    await dialog().getByLabel('Nome').fill('Recepção')
    await dialog().getByLabel('Identificador no provedor').fill('boas-vinda')
    await admin.assertAccessible('bot editor')
    await look(admin.page, 'bots-editor')
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await dialog().waitFor({ state: 'detached' })
    await button('Testar Recepção').click()
    await admin.page.getByText('Esse robô não existe lá ou não está publicado.').waitFor()
    await button('Editar Recepção').click()
    await dialog().getByLabel('Identificador no provedor').fill('boas-vindas')
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await dialog().waitFor({ state: 'detached' })
    await button('Testar Recepção').click()
    await admin.page.getByText('O robô respondeu com 1 mensagem.').waitFor()
    await admin.assertAccessible('bots')
    await look(admin.page, 'bots')
    expect(typebot.asked).toHaveLength(2)
  })

  test('an agent may not, and a bot is deleted after a question', async () => {
    await signIn(agent, node.base, node.a.user, '/configuracoes/typebotapi')
    await agent.page.getByText('Recepção').waitFor({ state: 'detached' })
    await button('Excluir Recepção').click()
    await admin.page.getByText('As conversas que ele tem agora passam').waitFor()
    await admin.page.getByRole('alertdialog').or(dialog()).getByRole('button', { name: 'Excluir' }).click()
    await admin.page.getByText('Nenhum robô ainda').waitFor()
    const ana = await node.signIn(node.a.admin)
    expect(await ana.ok('GET', '/p/bots/bots')).toMatchObject({ bots: [] })
    admin.assertClean()
  })
})
