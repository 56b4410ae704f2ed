import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { GifSimulator } from '../../plugins/gifs/simulator/simulator.ts'
import type { TestApp } from '../harness/app.ts'
import {
  composer,
  goToSetting,
  journey,
  launch,
  openBrowser,
  productForTests,
  seen,
  signIn,
  takeSeat,
  thread,
  type Seat,
} from './browser.ts'
import { takenConversation } from './conversations.ts'
import { look } from './look.ts'

/** An administrator switches GIFs on and enters a key; an agent finds one and sends it. */
describe.skipIf(!launch)('gifs', () => {
  let node: TestApp, browser: Browser, admin: Seat, agent: Seat, simulator: GifSimulator
  let ticket: string

  beforeAll(async () => {
    simulator = await GifSimulator.start()
    simulator.keys.add('simulated-key')
    node = await productForTests({ app: { egress: { allow: ['127.0.0.0/8'] } } })
    ticket = await takenConversation(node, 'Maria Souza')
    await (
      await node.signIn(node.a.admin)
    ).ok('PUT', '/api/plugins/gifs', { enabled: true, settings: { apiRoot: simulator.url } })
    browser = await openBrowser()
    ;[admin, agent] = await Promise.all([takeSeat(browser), takeSeat(browser)])
    await signIn(admin, node.base, node.a.admin)
    await signIn(agent, node.base, node.a.user, `/atendimento/${ticket}`)
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
    await simulator?.close()
  })
  journey()

  const open = () => agent.page.getByRole('button', { name: 'Enviar GIF' })
  const options = () => agent.page.getByRole('option')
  const search = () => agent.page.getByRole('searchbox', { name: 'Buscar GIF' })

  test('before there is a key, the agent is told whom to ask', async () => {
    agent.expects(/status of 409/, /answered 409: GET .*\/p\/gifs\/gifs/)
    await open().click()
    await agent.page.getByText('Peça a um administrador que informe a chave do provedor.').waitFor()
    await look(agent.page, 'gifs-no-key')
    await agent.page.keyboard.press('Escape')
  })

  test('the administrator enters it in the settings of plugins', async () => {
    await goToSetting(admin.page, 'Plugins')
    await admin.page.getByRole('article', { name: 'GIFs' }).getByRole('button', { name: 'Configurar' }).click()
    const dialog = admin.page.getByRole('dialog')
    await dialog.getByLabel('Chave do KLIPY').fill('simulated-key')
    await admin.assertAccessible('settings of gifs')
    await look(admin.page, 'gifs-settings')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'hidden' })
    admin.assertClean()
  })

  test('S1-024 popular ones and found ones are there, and one is sent without a mouse', async () => {
    await agent.page.reload()
    await open().click()
    await agent.page.getByText('Populares agora').waitFor()
    await seen(() => options().count()).toBe(24)
    await seen(() => agent.page.locator('[role=option] canvas').count()).toBe(24)
    await agent.assertAccessible('gif picker')
    await look(agent.page, 'gif-picker')
    await search().fill('obrigado')
    await agent.page.getByText('Resultados para “obrigado”').waitFor()
    await seen(() => options().count()).toBe(3)
    await search().press('ArrowDown')
    await agent.page.locator('[role=option]:focus img').waitFor()
    await agent.page.keyboard.press('Enter')
    await seen(() =>
      thread(agent.page)
        .getByRole('img', { name: /Obrigado com brilho/ })
        .count(),
    ).toBe(1)
    await composer(agent.page).waitFor()
    await look(agent.page, 'gif-sent')
    agent.assertClean()
  })
})
