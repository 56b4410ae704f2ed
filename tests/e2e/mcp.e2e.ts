import type { Draft } from '@recado/contracts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, type TestApp } from '../harness/app.ts'
import { callback, connectedBy, KeptConnection, transportOf } from '../plugins/mcp-oauth.rig.ts'
import { connected } from '../plugins/mcp.rig.ts'
import {
  goToSetting,
  journey,
  launch,
  notices,
  openBrowser,
  productForTests,
  signIn,
  takeSeat,
  type Seat,
} from './browser.ts'
import { takenConversation } from './conversations.ts'
import { fillLogin } from './fill-login.ts'
import { look } from './look.ts'

/** An agent makes a key, an assistant drafts with it, and the administrator shuts the assistant out. */
describe.skipIf(!launch)('MCP keys', () => {
  let node: TestApp, browser: Browser, agent: Seat, admin: Seat
  let key = ''
  let ticket = ''

  beforeAll(async () => {
    node = await productForTests()
    await (await node.signIn(node.a.admin)).ok('PUT', '/api/plugins/mcp', { enabled: true, settings: {} })
    ticket = await takenConversation(node, 'Rita Lima')
    browser = await openBrowser()
    ;[agent, admin] = await Promise.all([takeSeat(browser), takeSeat(browser)])
    await signIn(agent, node.base, node.a.user)
    await signIn(admin, node.base, node.a.admin)
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  test('an agent makes one and is shown it once, with what connects an assistant', async () => {
    const { page } = agent
    await goToSetting(page, 'Chaves MCP')
    await page.getByText('Nenhuma chave ainda').waitFor()
    await agent.assertAccessible('no MCP keys')
    await look(page, 'mcp-empty', [1440, 390])
    await page.getByRole('button', { name: 'Nova chave' }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: 'Criar chave' }).click()
    await form.getByText('Informe um nome').waitFor()
    await form.getByRole('textbox').fill('Notebook')
    await form.getByRole('checkbox', { name: /^Rascunhar/ }).check()
    await agent.assertAccessible('form of an MCP key')
    await look(page, 'mcp-form', [1440, 390])
    await form.getByRole('button', { name: 'Criar chave' }).click()
    const made = page.getByRole('dialog', { name: 'Chave Notebook' })
    key = (await made.getByLabel('Chave', { exact: true }).innerText()).trim()
    expect(key).toMatch(/^rcd_/)
    expect(await made.getByRole('region', { name: 'Configuração para JSON' }).innerText()).toContain(`Bearer ${key}`)
    await agent.assertAccessible('a new MCP key')
    await look(page, 'mcp-key', [1440, 390])
    await made.getByRole('button', { name: 'Já guardei' }).click()
    await page
      .getByRole('article', { name: 'Notebook' })
      .getByText(/nunca usada/)
      .waitFor()
    expect(await page.content()).not.toContain(key)
    agent.assertClean()
  })

  test('an assistant drafts with it as that agent', async () => {
    const program = await connected(node.base, key)
    const { conversations } = await program.ok<{ conversations: { id: string }[] }>('find_conversations', {
      text: 'Rita',
    })
    expect(conversations.map(({ id }) => id)).toEqual([ticket])
    await program.ok('draft_reply', { conversationId: ticket, text: 'Bom dia, já verifico.' })
    const { drafts } = await (await node.signIn(node.a.user)).ok<{ drafts: Draft[] }>('GET', '/drafts')
    expect(drafts.find(({ ticketId }) => ticketId === ticket)?.text).toBe('Bom dia, já verifico.')
  })

  test('the administrator finds it among those of the company, and revokes it', async () => {
    const { page } = admin
    await goToSetting(page, 'Chaves MCP')
    await page.getByRole('tab', { name: 'Da empresa' }).click()
    const card = page.getByRole('article', { name: 'Notebook' })
    await card.getByText(new RegExp(`^${node.a.user.name}`)).waitFor()
    await admin.assertAccessible('MCP keys of the company')
    await look(page, 'mcp-company', [1440, 390])
    await card.getByRole('button', { name: 'Revogar Notebook' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revogar chave' }).click()
    await notices(page).getByText('Chave revogada').waitFor()
    await card.waitFor({ state: 'detached' })
    await expect(connected(node.base, key)).rejects.toThrow('ERR_TOKEN_REFUSED')
    admin.assertClean()
  })

  test('a program asks by OAuth; the agent sees who asks for what, allows it, and finds it among their keys', async () => {
    const { page } = agent
    const program = new KeptConnection('Claude')
    await expect(connectedBy(node.base, program)).rejects.toThrow()
    // Where the program would listen.
    const ledBack = Promise.withResolvers<URL>()
    await page.route(`${callback}**`, (route) => {
      ledBack.resolve(new URL(route.request().url()))
      return route.fulfill({ status: 200, contentType: 'text/html', body: '<title>Claude</title>' })
    })
    await page.goto(program.ledTo!.href)
    // The assistant's calls were made in a later session of the same user: the request outlives signing in.
    await fillLogin(page, node.a.user.email, password)
    const question = page.getByRole('region', { name: 'Claude' })
    await question.getByText('Claude quer se conectar').waitFor()
    await question.getByText('127.0.0.1:33418', { exact: true }).waitFor()
    expect(await question.getByRole('checkbox', { name: /^Enviar/ }).isChecked()).toBe(false)
    await agent.assertAccessible('a program asks')
    await look(page, 'mcp-consent', [1440, 390])
    await question.getByRole('checkbox', { name: /^Etiquetar/ }).uncheck()
    await question.getByRole('button', { name: 'Permitir' }).click()
    await transportOf(node.base, program).finishAuth((await ledBack.promise).searchParams)
    expect(
      (await connectedBy(node.base, program).then((one) => one.tools())).filter((tool) => /_/.test(tool)),
    ).toContain('draft_reply')
    await page.goto(`${node.base}/#/configuracoes/mcp`)
    const card = page.getByRole('article', { name: 'Claude' })
    await card.getByText(/conectado por 127\.0\.0\.1:33418/).waitFor()
    await card.getByRole('button', { name: 'Revogar Claude' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revogar chave' }).click()
    await card.waitFor({ state: 'detached' })
    agent.assertClean()
  })

  test('a request that nobody made here leads nowhere', async () => {
    const { page } = agent
    await page.goto(`${node.base}/#/configuracoes/mcp/conectar?pedido=qAAAA`)
    await page.getByText('Este programa não é conhecido aqui').waitFor()
    await agent.assertAccessible('an unknown program')
    await look(page, 'mcp-unknown', [1440, 390])
    agent.assertClean()
  })
})
