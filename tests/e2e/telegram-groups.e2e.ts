import type { Browser, Locator } from 'playwright-core'
import type { Connection } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Bot } from '../../plugins/telegram/simulator/bot.ts'
import type { Customer } from '../../plugins/telegram/simulator/customer.ts'
import { TelegramSimulator } from '../../plugins/telegram/simulator/telegram.ts'
import type { Chat } from '../../plugins/telegram/simulator/world.ts'
import type { TestApp } from '../harness/app.ts'
import { ChannelSide } from '../harness/channel-side.ts'
import { journey, launch, openBrowser, productForTests, seen, signIn, takeSeat, thread, type Seat } from './browser.ts'
import { look } from './look.ts'

/** A group of Telegram is managed as far as bots can, and what they cannot do is not offered. */
describe.skipIf(!launch)('a group of Telegram beside its conversation', () => {
  let node: TestApp, browser: Browser, seat: Seat, telegram: TelegramSimulator
  let bot: Bot, chat: Chat, owner: Customer, ana: Customer, alone: string
  const panel = (): Locator =>
    seat.page.locator('details').filter({ has: seat.page.locator('summary').getByText('Grupo', { exact: true }) })
  const actsOf = async (who: string, entry: string): Promise<void> => {
    await panel()
      .getByRole('button', { name: `Ações para ${who}` })
      .click()
    await seat.page.getByRole('menuitem', { name: entry }).click()
  }
  beforeAll(async () => {
    telegram = await TelegramSimulator.start()
    bot = telegram.addBot()
    node = await productForTests({ app: { egress: { allow: ['127.0.0.0/8'] } } })
    const admin = await node.signIn(node.a.admin)
    const connection = await admin.ok<Connection>('POST', '/whatsapp', {
      name: 'Bot da loja',
      type: 'telegram',
      config: { token: bot.token, apiRoot: telegram.url },
    })
    const side = new ChannelSide(admin, connection)
    await side.connected()
    chat = telegram.supergroup('Clientes do bairro')
    owner = telegram.customer(bot, 'Olga')
    ana = telegram.customer(bot, 'Ana')
    chat.members.set(owner.facts, 'creator')
    chat.members.set(bot.facts, 'administrator')
    chat.members.set(ana.facts, 'administrator', ['can_manage_chat'], bot.id)
    telegram.customer(bot, 'Bia').say({ text: 'Bom dia' }, { chat })
    ana.say({ text: 'Só entre nós' })
    const together = await side.ticket('Clientes do bairro')
    alone = (await side.ticket('Ana')).id
    browser = await openBrowser()
    seat = await takeSeat(browser, { viewport: { width: 1440, height: 900 } })
    await signIn(seat, node.base, node.a.admin, `/atendimento/${together.id}`)
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
    await telegram?.close()
  })
  journey()

  test('the panel says how many there are, lists the administrators, and offers what a bot can do', async () => {
    await panel().getByRole('heading', { name: '4 participantes' }).waitFor()
    await panel().getByText('este canal não mostra os outros participantes').waitFor()
    await panel().getByText('Olga').waitFor()
    expect(await panel().getByRole('textbox', { name: 'Adicionar por número' }).count()).toBe(0)
    expect(await panel().getByRole('switch').count()).toBe(2)
    await seat.assertAccessible('a group of Telegram')
    await panel().getByRole('heading', { name: '4 participantes' }).scrollIntoViewIfNeeded()
    await look(seat.page, 'group-telegram', [1440, 390])
  })

  test('a new name is shown at once, a rank is taken away, and the invitation is shown', async () => {
    await panel().getByRole('button', { name: 'Editar' }).click()
    const dialog = seat.page.getByRole('dialog', { name: 'Editar grupo' })
    await dialog.getByRole('textbox', { name: /^Nome/ }).fill('Clientes da vila')
    await dialog.getByRole('textbox', { name: /^Descrição/ }).fill('Novidades e pedidos.')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await seat.page.getByRole('log', { name: 'Conversa com Clientes da vila' }).waitFor()
    expect([chat.facts.title, chat.description]).toEqual(['Clientes da vila', 'Novidades e pedidos.'])
    await actsOf('Ana', 'Remover como administrador')
    await seen(() => chat.members.find(ana.facts.id)!.status).toBe('member')
    await panel().getByRole('button', { name: 'Mostrar link' }).click()
    await seen(() => chat.inviteLink).not.toBeUndefined()
    await panel().getByText(chat.inviteLink!).waitFor()
  })

  test('a poll in the group is stopped after asking, and says so with its final result', async () => {
    const { page } = seat
    await page.getByRole('button', { name: 'Criar enquete', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Pergunta').fill('Qual horário?')
    for (const [index, option] of ['De manhã', 'De tarde'].entries())
      await dialog.getByLabel(`Opção ${index + 1}`).fill(option)
    await dialog.getByRole('button', { name: 'Enviar enquete' }).click()
    await seen(() => [...chat.messages.values()].some((message) => message['poll'])).toBe(true)
    ana.vote(
      [...chat.messages.values()].find((message) => message['poll'])!,
      [1],
    )
    const poll = thread(page).locator('[data-index]').filter({ hasText: 'Qual horário?' }).first()
    await poll.getByText('1 voto').waitFor()
    await poll.hover()
    await poll.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Encerrar enquete' }).click()
    const question = page.getByRole('alertdialog', { name: 'Encerrar esta enquete?' })
    await seat.assertAccessible('the question before a poll is stopped')
    await look(page, 'poll-stop', [1440, 390])
    await question.getByRole('button', { name: 'Encerrar enquete' }).click()
    await poll.getByText('Encerrada').waitFor()
    await poll.getByText('1 voto').waitFor()
    await seat.assertAccessible('a poll that was stopped')
    await look(page, 'poll-stopped', [1440, 390])
    await poll.hover()
    await poll.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Encaminhar' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Encerrar enquete' }).count()).toBe(0)
    await page.keyboard.press('Escape')
  })

  test('beside a person no group is offered where no channel can make one', async () => {
    await seat.page.goto(`${node.base}/#/atendimento/${alone}`)
    await panel().getByText('Os grupos aparecem aqui quando há uma mensagem neles.').waitFor()
    expect(await panel().getByRole('button', { name: 'Novo grupo' }).count()).toBe(0)
    seat.assertClean()
  })
})
