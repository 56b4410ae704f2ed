import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import {
  composer,
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

/** What an agent leaves to be sent later: chosen, seen in the list, canceled, and taken back. */
describe.skipIf(!launch)('sending later', () => {
  journey()
  let node: TestApp, browser: Browser, agent: Seat
  let ticket: string

  beforeAll(async () => {
    node = await productForTests()
    ticket = await takenConversation(node, 'Nádia Prado', { user: node.a.admin })
    browser = await openBrowser()
    agent = await takeSeat(browser)
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })

  test('S1-022 S2-055 a message is scheduled by a preset, stands in the list and can be canceled', async () => {
    const { page } = agent
    await signIn(agent, node.base, node.a.admin, `/atendimento/${ticket}`)
    await composer(page).fill('Bom dia! Seu pedido chegou.')
    await page.getByRole('button', { name: 'Agendar envio' }).click()
    await page.getByRole('button', { name: /Amanhã de manhã/ }).waitFor()
    await agent.assertAccessible('the times to choose from')
    await page.getByRole('button', { name: /Amanhã de manhã/ }).click()
    await seen(() => composer(page).inputValue()).toBe('')
    await page.getByRole('button', { name: '1 mensagem agendada' }).click()
    const list = page.getByRole('dialog', { name: 'Mensagens agendadas' })
    await list.getByText('Bom dia! Seu pedido chegou.').waitFor()
    await agent.assertAccessible('the scheduled messages')
    await list.getByRole('button', { name: 'Cancelar envio' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar envio' }).click()
    await list.getByText('Nada agendado').waitFor()
    await page.keyboard.press('Escape')
    expect(await thread(page).getByText('Bom dia! Seu pedido chegou.').count()).toBe(0)
  })
})
