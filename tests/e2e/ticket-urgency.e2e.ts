import type { Ticket, TicketPage, TransferredTicket } from '@recado/contracts'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import { Visitor } from '../plugins/webchat.rig.ts'
import {
  journey,
  launch,
  openBrowser,
  pictures,
  productForTests,
  row,
  signIn,
  takeSeat,
  thread,
  view,
  type Seat,
} from './browser.ts'
import { assertFits } from './look.ts'

/**
 * What is urgent comes first, what can wait goes out of sight and comes back, and two conversations with one person
 * become one.
 */
describe.skipIf(!launch)('tickets by urgency', () => {
  journey()
  let node: TestApp, browser: Browser, seat: Seat, page: Page
  beforeAll(async () => {
    node = await productForTests()
    const ugo = await node.signIn(node.a.user)
    for (const [name, email, text] of [
      ['Marina Duarte', 'marina@exemplo.com.br', 'Tem caderno de capa dura?'],
      ['Otávio Brandão', 'otavio@exemplo.com.br', 'Meu pedido não chegou'],
    ] as const) {
      const visitor = new Visitor(node.base, node.a.connection)
      await visitor.session({ profile: { name, email } })
      await visitor.say(text)
    }
    const { tickets } = await ugo.ok<TicketPage>('GET', '/tickets?status[]=pending')
    for (const ticket of tickets) await ugo.ok<Ticket>('PUT', `/tickets/${ticket.id}`, { status: 'open' })
    const marina = tickets.find(({ name }) => name === 'Marina Duarte')!
    const admin = await node.signIn(node.a.admin)
    await admin.ok<TransferredTicket>('POST', `/tickets/${marina.id}/transfer`, {
      userId: node.a.admin.id,
      newTicket: true,
    })
    admin.close()
    browser = await openBrowser()
    seat = await takeSeat(browser)
    page = seat.page
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })

  const header = () => page.getByRole('region', { name: 'Conversa', exact: true }).locator('header')
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const menu = async (entry: string) => {
    await header().getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  const look = async (name: string): Promise<void> => {
    await page.screenshot({ path: join(pictures, `urgency-${name}.png`) })
    await seat.assertAccessible(name)
  }

  test('priority: is set by keyboard, shown in the list and the log, and orders the list', async () => {
    await signIn(seat, node.base, node.a.admin, '/atendimento')
    await view(page, 'Todos').click()
    await row(page, 'Otávio Brandão').click()
    await page.getByRole('heading', { name: 'Otávio Brandão', level: 1 }).waitFor()
    await thread(page).click()
    await page.keyboard.press('p')
    await dialog('Prioridade').waitFor()
    await look('priority')
    await page.keyboard.press('1')
    await row(page, 'Otávio Brandão').getByRole('img', { name: 'Prioridade: Urgente' }).waitFor()
    await thread(page).getByText('mudou a prioridade para Urgente', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Filtros' }).click()
    await page.getByLabel('Ordem', { exact: true }).selectOption({ label: 'Prioridade e espera' })
    await look('filters')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remover filtro: Por prioridade' }).waitFor()
    await page
      .getByRole('region', { name: 'Atendimentos', exact: true })
      .getByRole('listitem')
      .filter({ hasText: 'Marina' })
      .waitFor()
    await page.getByRole('button', { name: 'Remover filtro: Por prioridade' }).click()
  })

  test('snooze: a conversation is put off by keyboard, stands under its own tab, and is brought back by hand', async () => {
    await row(page, 'Marina Duarte').click()
    await page.getByRole('heading', { name: 'Marina Duarte', level: 1 }).waitFor()
    await thread(page).click()
    await page.keyboard.press('h')
    await dialog('Adiar atendimento').waitFor()
    await look('snooze')
    await page.getByRole('button', { name: 'Até o contato responder' }).click()
    await page.getByText('Adiado até o contato responder').waitFor()
    await row(page, 'Marina Duarte').waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: /^Adiados/ }).click()
    await row(page, 'Marina Duarte').waitFor()
    await look('snoozed')
    await assertFits(seat, 'what was put off')
    await page.getByRole('button', { name: 'Trazer de volta' }).click()
    await row(page, 'Marina Duarte').waitFor({ state: 'detached' })
    await view(page, 'Todos').click()
    await row(page, 'Marina Duarte').waitFor()
  })

  test('merge with undo: the earlier conversation comes in, and goes out again', async () => {
    await row(page, 'Marina Duarte').click()
    await menu('Unir a outro atendimento')
    const merge = dialog('Unir atendimentos')
    await merge.getByRole('radio').first().waitFor()
    await look('merge')
    await assertFits(seat, 'conversations to be joined')
    await merge.getByRole('button', { name: 'Unir', exact: true }).click()
    await thread(page).getByText('Tem caderno de capa dura?').waitFor()
    await menu('Unir a outro atendimento')
    await dialog('Unir atendimentos').getByRole('button', { name: 'Desfazer' }).click()
    await dialog('Unir atendimentos').getByRole('radio').first().waitFor()
    await page.keyboard.press('Escape')
    await thread(page).getByText('Tem caderno de capa dura?').waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await look('phone')
    seat.assertClean()
  })
})
