import type { Ticket, TicketPage } from '@recado/contracts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person, TestApp } from '../harness/app.ts'
import { Visitor } from '../plugins/webchat.rig.ts'
import {
  composer,
  journey,
  launch,
  notices,
  openBrowser,
  productForTests,
  row,
  signIn,
  takeSeat,
  thread,
  type Seat,
} from './browser.ts'

/** A ticket goes from hand to hand: begun, transferred with a note, watched, resolved with many others, deleted. */
describe.skipIf(!launch)('tickets as people move them', () => {
  journey()
  let node: TestApp, browser: Browser, seat: Seat, page: Page, ugo: Person
  beforeAll(async () => {
    node = await productForTests()
    ugo = await node.signIn(node.a.user)
    for (const [name, email, text] of [
      ['Marina Duarte', 'marina@exemplo.com.br', 'Tem caderno de capa dura?'],
      ['Otávio Brandão', 'otavio@exemplo.com.br', 'Meu pedido não chegou'],
      ['Iara Melo', 'iara@exemplo.com.br', 'Qual o horário?'],
    ] as const) {
      const visitor = new Visitor(node.base, node.a.connection)
      await visitor.session({ profile: { name, email } })
      await visitor.say(text)
    }
    const { tickets } = await ugo.ok<TicketPage>('GET', '/tickets?status[]=pending')
    for (const ticket of tickets.filter(({ name }) => name !== 'Iara Melo'))
      await ugo.ok<Ticket>('PUT', `/tickets/${ticket.id}`, { status: 'open' })
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

  test('S2-101 S5-050 an administrator transfers with a note, by keyboard; who cannot have it is not offered', async () => {
    await signIn(seat, node.base, node.a.admin, '/atendimento')
    await page.getByRole('tab', { name: /^Todos/ }).click()
    await row(page, 'Marina Duarte').click()
    await header().getByRole('button', { name: 'Transferir' }).click()
    const transfer = dialog('Transferir atendimento')
    expect(await transfer.getByRole('button', { name: 'Transferir' }).isDisabled()).toBe(true)
    await transfer.getByRole('radio', { name: /Caio Aurora/ }).waitFor()
    await seat.assertAccessible('transfer')
    await transfer.getByLabel('Fila', { exact: true }).selectOption({ label: 'Suporte' })
    await transfer.getByRole('radio', { name: /Caio Aurora/ }).focus()
    await page.keyboard.press('Space')
    await transfer.getByLabel('Recado para quem recebe').fill('Cliente antiga, prefere entrega à tarde')
    await transfer.getByRole('button', { name: 'Transferir' }).click()
    await notices(page).getByText('Transferido para Caio Aurora').waitFor()
    await thread(page).getByText('Cliente antiga, prefere entrega à tarde').waitFor()
  })

  test('S2-052 the log says who gave it and who has it', async () => {
    const log = page.getByRole('complementary', { name: 'Detalhes do atendimento' })
    await log.getByText('Ana Aurora transferiu o atendimento').waitFor()
    await log.getByText('Caio Aurora recebeu o atendimento').waitFor()
    await seat.assertAccessible('log')
  })

  test('S2-100 S8-040 a new conversation leads to the one that is open already', async () => {
    seat.expects(/answered 409: POST .*\/tickets/, /status of 409/)
    await page.getByRole('button', { name: 'Novo atendimento' }).click()
    const begin = dialog('Novo atendimento')
    await begin.getByLabel('Buscar contato').fill('Otávio')
    await begin.getByRole('button', { name: /Otávio Brandão/ }).click()
    await seat.assertAccessible('new ticket')
    await begin.getByRole('button', { name: 'Abrir atendimento', exact: true }).click()
    await begin.getByRole('button', { name: 'Abrir esse atendimento' }).click()
    await page.getByRole('heading', { name: 'Otávio Brandão', level: 1 }).waitFor()
  })

  test('a part of the program that an update took away: that is said, and loading the page again brings it', async () => {
    const taken = '**/assets/DeleteTicket-*.js'
    seat.expects(/DeleteTicket-/, /Failed to load resource: net::ERR_FAILED/)
    await composer(page).fill('Um instante, por favor')
    await page.route(taken, (route) => route.abort())
    await header().getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Excluir atendimento' }).click()
    await page.getByRole('alert').getByText('pode ter sido atualizado').waitFor()
    await seat.assertAccessible('a missing part')
    await page.unroute(taken)
    await page.getByRole('button', { name: 'Recarregar' }).click()
    await page.getByRole('heading', { name: 'Otávio Brandão', level: 1 }).waitFor()
    expect(await composer(page).inputValue()).toBe('Um instante, por favor')
    await composer(page).fill('')
  })

  test('S8-146 S4-020 deleting says that it cannot be undone', async () => {
    await header().getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Excluir atendimento' }).click()
    const confirm = page.getByRole('alertdialog', { name: 'Excluir este atendimento?' })
    await confirm.getByText('Esta ação é irreversível.', { exact: false }).waitFor()
    await seat.assertAccessible('delete')
    await confirm.getByRole('button', { name: 'Excluir atendimento' }).click()
    await notices(page).getByText('Atendimento excluído').waitFor()
    await row(page, 'Otávio Brandão').waitFor({ state: 'detached' })
  })

  test('S2-026 S4-019 the panel leads to a ticket without opening it', async () => {
    await page.goto(`${node.base}/#/painel-atendimentos`)
    await page.getByRole('button', { name: 'Ver atendimentos: Caio Aurora' }).click()
    await seat.assertAccessible('panel')
    await page.getByRole('link', { name: /Marina Duarte/ }).click()
    await page.getByText('Você está só lendo este atendimento').waitFor()
    expect(await header().getByRole('button', { name: 'Resolver' }).count()).toBe(0)
    await seat.assertAccessible('watching')
  })

  test('S2-025 many are resolved from the start page, counted before', async () => {
    await page.goto(`${node.base}/#/home`)
    await page.getByRole('button', { name: 'Resolver vários' }).click()
    const many = dialog('Resolver vários')
    await many.getByText('2 atendimentos serão alterados').waitFor()
    await many.getByLabel('Situação').selectOption({ label: 'Na fila' })
    await many.getByText('1 atendimento será alterado').waitFor()
    await seat.assertAccessible('mass resolve')
    await many.getByRole('button', { name: 'Resolver todos' }).click()
    const history = page.getByRole('list', { name: 'Últimas ações' })
    await history.getByText('Concluída').waitFor()
    await history.getByText('1 de 1').waitFor()
    await seat.assertAccessible('home')
    seat.assertClean()
  })
})
