import type { Draft } from '@recado/contracts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
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
})
