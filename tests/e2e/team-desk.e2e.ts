import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../core/src/base/ids.ts'
import type { TestApp } from '../harness/app.ts'
import { Visitor } from '../plugins/webchat.rig.ts'
import {
  composer,
  journey,
  launch,
  openBrowser,
  productForTests,
  reply,
  row,
  seen,
  signIn,
  takeSeat,
  thread,
  view,
  type Seat,
} from './browser.ts'
import { look } from './look.ts'
import { takenConversation } from './conversations.ts'

/**
 * Two people at the same desk: they see each other, are asked before they both answer, take over from a bot, and move
 * many at once.
 */
describe.skipIf(!launch)('a team at one desk', () => {
  journey()
  let node: TestApp, browser: Browser, ana: Seat, ugo: Seat
  let ticket: string

  beforeAll(async () => {
    node = await productForTests()
    const { owner } = node.database
    ticket = await takenConversation(node, 'Marina Duarte')
    const waiting = [
      ['Beatriz Lima', null],
      ['Caio Prado', null],
      ['Robson Reis', 'some-bot'],
    ].map(([name, bot], index) => ({ contact: newId(), name: name!, bot: bot ?? null, index }))
    await owner`
      insert into core.contact ${owner(
        waiting.map(({ contact, name }) => ({ id: contact, tenant_id: node.a.id, name })),
      )}`
    await owner`insert into core.ticket ${owner(
      waiting.map(({ contact, name, bot, index }) => ({
        id: newId(),
        tenant_id: node.a.id,
        protocol: `2026${index}`,
        status: 'pending',
        contact_id: contact,
        origin_id: contact,
        connection_id: node.a.connection,
        channel: 'webchat',
        chat: `desk-${index}`,
        queue_id: node.a.sales,
        bot,
        last_message: `Olá, aqui é ${name}`,
        last_message_at: new Date(Date.UTC(2026, 10, 20, 12, index)),
      })),
    )}`
    browser = await openBrowser()
    ;[ana, ugo] = await Promise.all([takeSeat(browser), takeSeat(browser)])
    await signIn(ana, node.base, node.a.admin, `/atendimento/${ticket}`)
    await signIn(ugo, node.base, node.a.user, `/atendimento/${ticket}`)
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })

  const beside = (page: Page, name: string) => page.getByRole('button', { name: `Também neste atendimento: ${name}` })
  const statuses = async () =>
    Object.fromEntries(
      (
        await node.database.owner`
          select c.name, t.status, t.user_id as "userId", t.queue_id as "queueId"
            from core.ticket t
            join core.contact c on c.id = t.contact_id
           where t.tenant_id = ${node.a.id}`
      ).map(({ name, ...rest }) => [name as string, rest]),
    )

  test('two who have the same conversation open see each other, and one who leaves is gone', async () => {
    await beside(ana.page, node.a.user.name).waitFor()
    await beside(ugo.page, node.a.admin.name).waitFor()
    await ana.assertAccessible('a colleague is here')
    await ugo.page.goto(`${node.base}/#/home`)
    await beside(ana.page, node.a.user.name).waitFor({ state: 'detached' })
    await ugo.page.goto(`${node.base}/#/atendimento/${ticket}`)
    await beside(ana.page, node.a.user.name).waitFor()
  })

  test('before a second reply it asks; nothing typed is lost, and it is sent when that is wanted', async () => {
    await reply(ugo.page, 'Já separei o pedido')
    await thread(ana.page).getByText('Já separei o pedido').waitFor()
    // The question is asked for a while after the reply: this browser's clock stands still in that while.
    await ana.page.clock.setFixedTime(new Date())
    await reply(ana.page, 'Vou ver o pedido')
    const question = ana.page.getByRole('alertdialog', { name: /^Ugo Aurora (respondeu|está)/ })
    await question.getByText('Já separei o pedido').waitFor()
    await ana.assertAccessible('before a second reply')
    await question.getByRole('button', { name: 'Cancelar' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await composer(ana.page).inputValue()).toBe('Vou ver o pedido')
    expect(await thread(ugo.page).getByText('Vou ver o pedido').count()).toBe(0)
    await composer(ana.page).press('Enter')
    await question.getByRole('button', { name: 'Enviar mesmo assim' }).click()
    await thread(ugo.page).getByText('Vou ver o pedido').waitFor()
  })

  test('what a bot holds has a list of its own, until somebody takes it', async () => {
    const { page } = ugo
    const bots = page.getByRole('tab', { name: /^Robô/ })
    await bots.click()
    await row(page, 'Robson Reis').waitFor()
    expect(await row(page, 'Beatriz Lima').count()).toBe(0)
    await ugo.assertAccessible('tickets of a bot')
    await row(page, 'Robson Reis').click()
    await page
      .getByRole('region', { name: 'Conversa', exact: true })
      .locator('header')
      .getByRole('button', { name: 'Atender', exact: true })
      .click()
    await seen(async () => (await statuses())['Robson Reis']).toMatchObject({ status: 'open', userId: node.a.user.id })
    await view(page, 'Meus').click()
    await row(page, 'Robson Reis').waitFor()
    await bots.waitFor({ state: 'detached' })
  })

  test('several are chosen, taken, and given back by one undo', async () => {
    const { page } = ugo
    await view(page, 'Fila').click()
    for (const name of ['Beatriz Lima', 'Caio Prado']) {
      await row(page, name).hover()
      await page.getByRole('checkbox', { name: `Selecionar ${name}` }).click()
    }
    const bar = page.getByRole('toolbar', { name: 'Ações para a seleção' })
    await bar.getByText('2 selecionados').waitFor()
    await bar.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Atender' }).click()
    const preview = page.getByRole('dialog', { name: 'Atender' })
    await preview.getByText('2 atendimentos serão alterados.').waitFor()
    await ugo.assertAccessible('preview of an act on several')
    await look(page, 'bulk-preview')
    await preview.getByRole('button', { name: 'Alterar 2' }).click()
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await seen(statuses).toMatchObject({
      'Beatriz Lima': { status: 'pending', userId: null },
      'Caio Prado': { status: 'pending', userId: null },
    })
    await row(page, 'Beatriz Lima').waitFor()
    ugo.assertClean()
  })

  test('several are marked as unread and put off after a preview of what changes and what stays, and undone', async () => {
    const { page } = ugo
    const choose = async (entry: string, names = ['Nina Souza', 'Otto Braga']) => {
      for (const name of names) {
        await row(page, name).hover()
        await page.getByRole('checkbox', { name: `Selecionar ${name}` }).click()
      }
      await page
        .getByRole('toolbar', { name: 'Ações para a seleção' })
        .getByRole('button', { name: 'Mais ações' })
        .click()
      await page.getByRole('menuitem', { name: entry, exact: true }).click()
    }
    const preview = (name: string) => page.getByRole('dialog', { name, exact: true })
    const undo = () => page.getByRole('button', { name: 'Desfazer' }).click()
    const marks = async () =>
      Object.fromEntries(
        (
          await node.database.owner`
            select c.name, t.unread, t.snoozed_at is not null as "isOff"
              from core.ticket t
              join core.contact c on c.id = t.contact_id
             where t.tenant_id = ${node.a.id}`
        ).map(({ name, ...rest }) => [name as string, rest]),
      )
    const begin = async (name: string) => {
      const visitor = new Visitor(node.base, node.a.connection)
      await visitor.session({ profile: { name } })
      await visitor.say('Bom dia')
      await row(page, name).waitFor()
      return visitor
    }
    await begin('Nina Souza')
    const otto = await begin('Otto Braga')
    await choose('Marcar como lido')
    await preview('Marcar como lido').getByRole('button', { name: 'Alterar 2' }).click()
    await seen(marks).toMatchObject({ 'Nina Souza': { unread: 0 }, 'Otto Braga': { unread: 0 } })
    // Without its notices the page has one undo after the next act.
    await page.reload()
    await otto.say('Ainda está aí?')
    await seen(marks).toMatchObject({ 'Nina Souza': { unread: 0 }, 'Otto Braga': { unread: 1 } })
    await choose('Marcar como não lido')
    const unread = preview('Marcar como não lido')
    await unread.getByText('1 atendimento será alterado.').waitFor()
    await unread.getByText('já está assim').waitFor()
    await ugo.assertAccessible('preview of marking several as unread')
    await look(page, 'bulk-unread', [1440, 1024, 390])
    await unread.getByRole('button', { name: 'Alterar 1' }).press('Enter')
    await seen(marks).toMatchObject({ 'Nina Souza': { unread: 1 }, 'Otto Braga': { unread: 1 } })
    await undo()
    await seen(marks).toMatchObject({ 'Nina Souza': { unread: 0 }, 'Otto Braga': { unread: 1 } })
    await choose('Atender')
    await preview('Atender').getByRole('button', { name: 'Alterar 2' }).click()
    await view(page, 'Meus').click()
    await choose('Adiar')
    await page.getByRole('button', { name: 'Até o contato responder' }).click()
    await preview('Adiar').getByText('Adiado até o contato responder').waitFor()
    await preview('Adiar').getByText('2 atendimentos serão alterados.').waitFor()
    await ugo.assertAccessible('preview of putting off several')
    await look(page, 'bulk-snooze', [1440, 1024, 390])
    await preview('Adiar').getByRole('button', { name: 'Alterar 2' }).press('Enter')
    await seen(marks).toMatchObject({ 'Nina Souza': { isOff: true }, 'Otto Braga': { isOff: true } })
    await undo()
    await seen(marks).toMatchObject({ 'Nina Souza': { isOff: false }, 'Otto Braga': { isOff: false } })
    for (const name of ['Nina Souza', 'Otto Braga']) {
      await row(page, name).hover()
      await page.getByRole('checkbox', { name: `Selecionar ${name}` }).click()
    }
    await page.getByRole('toolbar', { name: 'Ações para a seleção' }).getByRole('button', { name: 'Resolver' }).click()
    await preview('Resolver').getByRole('button', { name: 'Alterar 2' }).click()
    await seen(statuses).toMatchObject({ 'Nina Souza': { status: 'closed' }, 'Otto Braga': { status: 'closed' } })
    ugo.assertClean()
  })

  test('S2-024 an administrator counts what waits in a queue and gives all of it to another; S2-025 and resolves it', async () => {
    const { page } = ana
    await page.goto(`${node.base}/#/home`)
    await page.getByRole('button', { name: 'Transferir vários' }).click()
    const transfer = page.getByRole('dialog', { name: 'Transferir vários' })
    await transfer.getByLabel('Situação').selectOption({ label: 'Na fila' })
    await transfer.getByLabel('Fila', { exact: true }).selectOption({ label: 'Vendas' })
    await transfer.getByText('2 atendimentos serão alterados').waitFor()
    await transfer.getByLabel('Fila de destino').selectOption({ label: 'Suporte' })
    await ana.assertAccessible('mass transfer')
    await transfer.getByRole('button', { name: 'Transferir todos' }).click()
    const history = page.getByRole('list', { name: 'Últimas ações' })
    await history.getByText(/Transferência para Suporte.*2 de 2/).waitFor()
    await history.getByText('Concluída').waitFor()
    await seen(statuses).toMatchObject({
      'Beatriz Lima': { status: 'pending', queueId: node.a.support },
      'Caio Prado': { status: 'pending', queueId: node.a.support },
      'Marina Duarte': { status: 'open' },
    })
    await page.getByRole('button', { name: 'Resolver vários' }).click()
    const resolve = page.getByRole('dialog', { name: 'Resolver vários' })
    await resolve.getByLabel('Situação').selectOption({ label: 'Na fila' })
    await resolve.getByText('2 atendimentos serão alterados').waitFor()
    await resolve.getByRole('button', { name: 'Resolver todos' }).click()
    await history.getByText(/Resolução.*2 de 2/).waitFor()
    await seen(statuses).toMatchObject({
      'Beatriz Lima': { status: 'closed' },
      'Caio Prado': { status: 'closed' },
      'Robson Reis': { status: 'open' },
    })
    ana.assertClean()
  })
})
