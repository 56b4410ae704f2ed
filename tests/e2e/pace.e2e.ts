import type { Connection, Contact, Ticket } from '@recado/contracts'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { WhatsappSimulator } from '../../plugins/whatsapp/simulator/whatsapp.ts'
import type { Person, TestApp } from '../harness/app.ts'
import {
  composer,
  goTo,
  goToSetting,
  journey,
  launch,
  openBrowser,
  productForTests,
  signIn,
  takeSeat,
  thread,
  type Seat,
} from './browser.ts'
import { linkNumber } from './link-number.ts'
import { look } from './look.ts'

/** A number begins so many chats a day as its administrator says; the agent reads why a message waits. */
describe.skipIf(!launch)('the pace of a number', () => {
  let node: TestApp, browser: Browser, admin: Seat, agent: Seat, simulator: WhatsappSimulator
  let tickets: Ticket[]
  const card = (): Locator => admin.page.getByRole('article', { name: 'Celular da loja', exact: true })

  beforeAll(async () => {
    simulator = await WhatsappSimulator.start()
    node = await productForTests({ app: { egress: { allow: ['127.0.0.0/8'] } } })
    const connection = await linkNumber(await node.signIn(node.a.admin), simulator)
    const user = await node.signIn(node.a.user)
    tickets = [
      await strangerOf(user, connection, 'Bruna Lima', '5511987650001'),
      await strangerOf(user, connection, 'Caio Reis', '5511987650002'),
    ]
    browser = await openBrowser()
    admin = await takeSeat(browser, { viewport: { width: 1440, height: 900 } })
    agent = await takeSeat(browser, { viewport: { width: 1440, height: 900 } })
    await signIn(admin, node.base, node.a.admin, '/configuracoes/canais')
    await signIn(agent, node.base, node.a.user)
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
    await simulator?.close()
  })
  journey()

  /** Somebody who has never written, in a conversation of the agent. */
  async function strangerOf(user: Person, connection: Connection, name: string, number: string): Promise<Ticket> {
    simulator.person(name, number)
    const contact = await user.ok<Contact>('POST', '/contacts', { name, number })
    return user.ok<Ticket>('POST', '/tickets', { contactId: contact.id, channelId: connection.id })
  }
  const write = async ({ id }: Ticket, words: string): Promise<void> => {
    await goTo(agent.page, 'Atendimento')
    await agent.page.goto(`${node.base}/#/atendimento/${id}`)
    await composer(agent.page).fill(words)
    await composer(agent.page).press('Enter')
    await thread(agent.page).getByText(words).waitFor()
  }

  test('an administrator reads how many chats were begun, and sets a limit; what makes no sense is refused', async () => {
    await card().getByText('Conversas novas hoje: 0 de 20').waitFor()
    await card().getByRole('button', { name: 'Alterar ritmo' }).click()
    const dialog = admin.page.getByRole('dialog', { name: 'Ritmo de Celular da loja' })
    await dialog.getByLabel('Definir o limite por dia').check()
    await dialog.getByLabel('Conversas novas por dia').fill('muitas')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.getByText('Digite um número de 0 a 1000.').waitFor()
    await dialog.getByLabel('Não começar conversas em certos horários').check()
    await admin.assertAccessible('the form of a pace')
    await look(admin.page, 'pace-form', [1440, 1024, 390])
    await dialog.getByLabel('Não começar conversas em certos horários').uncheck()
    await dialog.getByLabel('Conversas novas por dia').fill('1')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await card().getByText('Conversas novas hoje: 0 de 1').waitFor()
  })

  test('the first chat goes out, the second waits and says why and until when', async () => {
    await write(tickets[0]!, 'Olá, Bruna! Seu pedido chegou.')
    await thread(agent.page)
      .getByLabel(/Entregue|Enviada/)
      .first()
      .waitFor()
    await write(tickets[1]!, 'Olá, Caio! Seu pedido chegou.')
    await thread(agent.page)
      .getByText(/Este número começa no máximo 1 conversa por dia\. Previsão de envio: \d/)
      .waitFor()
    await agent.assertAccessible('a message that waits')
    await look(agent.page, 'pace-waiting-message', [1440, 1024, 390])
    await goTo(admin.page, 'Início')
    await goToSetting(admin.page, 'Canais')
    await card()
      .getByText(/1 espera a vez · próxima: /)
      .waitFor()
    await look(admin.page, 'pace-card', [1440, 1024, 390])
  })

  test('with room again it goes out; after a warning none does until the administrator resumes', async () => {
    await card().getByRole('button', { name: 'Alterar ritmo' }).click()
    const dialog = admin.page.getByRole('dialog', { name: 'Ritmo de Celular da loja' })
    await dialog.getByLabel('Definir o limite por dia').uncheck()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await simulator.sentMessage(({ content }) => content.extendedTextMessage?.text?.includes('Caio') === true)
    await thread(agent.page).getByText('Este número começa no máximo').waitFor({ state: 'detached' })
    simulator.refuse(463)
    await write(tickets[0]!, 'Posso ajudar?')
    await goTo(admin.page, 'Início')
    await goToSetting(admin.page, 'Canais')
    await card().getByText('O provedor avisou que este número está começando conversas demais').waitFor()
    await admin.assertAccessible('a warning of the provider')
    await look(admin.page, 'pace-warning', [1440, 1024, 390])
    await card().getByRole('button', { name: 'Retomar agora' }).click()
    await admin.page.getByRole('alertdialog').getByRole('button', { name: 'Retomar agora' }).click()
    await card().getByText('O provedor avisou').waitFor({ state: 'detached' })
    await card().getByText('Conversas novas hoje: 2 de 20').waitFor()
    admin.assertClean()
    agent.assertClean()
  })
})
