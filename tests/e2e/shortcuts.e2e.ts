import type { TicketPage } from '@recado/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, type TestApp } from '../harness/app.ts'
import { Visitor } from '../plugins/webchat.rig.ts'
import {
  composer,
  journey,
  launch,
  openBrowser,
  productForTests,
  row,
  seen,
  signIn,
  takeSeat,
  type Seat,
} from './browser.ts'

/** An agent makes the keys their own, and the palette does what the menu does. */
describe.skipIf(!launch)('keys and palette', () => {
  journey()
  let node: TestApp, browser: Browser, seat: Seat, page: Page

  beforeAll(async () => {
    node = await productForTests()
    const sofia = await node.signIn(node.a.supervisor)
    const visitor = new Visitor(node.base, node.a.connection)
    await visitor.session({ profile: { name: 'Iara Melo' } })
    await visitor.say('Boa tarde')
    const {
      tickets: [ticket],
    } = await eventually(
      () => sofia.ok<TicketPage>('GET', '/tickets?status[]=pending&showAll=true'),
      ({ tickets }) => tickets.length === 1,
    )
    await sofia.ok('PUT', `/tickets/${ticket!.id}`, { status: 'open', userId: node.a.user.id })
    browser = await openBrowser()
    seat = await takeSeat(browser)
    page = seat.page
    await signIn(seat, node.base, node.a.user, '/atalhos')
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })

  const line = (act: string): Locator => page.getByRole('listitem').filter({ hasText: act })
  const keysOf = (act: string): Promise<string> => line(act).locator('kbd').innerText()
  const dialog = (name: string): Locator => page.getByRole('dialog', { name })
  async function record(act: string, keys: string): Promise<void> {
    await page.getByRole('button', { name: `Mudar o atalho de ${act}`, exact: true }).click()
    await dialog(`Atalho de ${act}`).getByLabel('Teclas', { exact: true }).press(keys)
  }

  test('an act gets keys by pressing them, the browser’s are refused, and those of another are taken by saying so', async () => {
    await record('Fixar ou desafixar', 'F5')
    await dialog('Atalho de Fixar ou desafixar')
      .getByText(/F5 é do navegador/)
      .waitFor()
    await page.keyboard.press('g')
    await dialog('Atalho de Fixar ou desafixar').getByText('G está livre.').waitFor()
    await seat.assertAccessible('recording keys')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await seen(() => keysOf('Fixar ou desafixar')).toBe('G')
    await record('Mostrar atalhos', 'Control+k')
    await dialog('Atalho de Mostrar atalhos')
      .getByText(/já é de “Buscar e comandar”/)
      .waitFor()
    await dialog('Atalho de Mostrar atalhos').getByRole('button', { name: 'Cancelar' }).click()
    await record('Resolver', 'p')
    await dialog('Atalho de Resolver').getByRole('button', { name: 'Trocar', exact: true }).click()
    await seen(() => keysOf('Resolver')).toBe('P')
    await line('Mudar a prioridade').getByText('Sem atalho').waitFor()
    await page.getByRole('button', { name: 'Remover o atalho de Ir para os contatos', exact: true }).click()
    await line('Ir para os contatos').getByText('Sem atalho').waitFor()
    await seat.assertAccessible('shortcuts')
  })

  test('they hold in another tab at once, are listed there, and are kept for the user', async () => {
    const second = await page.context().newPage()
    await second.goto(`${node.base}/#/atalhos`)
    await second.getByRole('heading', { name: 'Atalhos de teclado' }).waitFor()
    await record('Adiar', 'y')
    await dialog('Atalho de Adiar').getByRole('button', { name: 'Salvar' }).click()
    await second.getByRole('listitem').filter({ hasText: 'Adiar' }).locator('kbd', { hasText: 'Y' }).waitFor()
    await second.keyboard.press('Control+/')
    await second
      .getByRole('dialog', { name: 'Atalhos de teclado' })
      .locator('div', { has: second.locator('dt', { hasText: /^Adiar$/ }) })
      .locator('kbd', { hasText: 'Y' })
      .first()
      .waitFor()
    await second.close()
    await seen(
      async () =>
        (
          await node.database
            .owner`select configs -> 'shortcuts' as keys from core.user_account where id = ${node.a.user.id}`
        )[0]?.['keys'],
    ).toEqual({
      pin: { code: 'KeyG' },
      resolve: { code: 'KeyP' },
      priority: null,
      goContacts: null,
      snooze: { code: 'KeyY' },
    })
  })

  test('the new keys act, the old ones do not, and typing in a field triggers none', async () => {
    await page.goto(`${node.base}/#/atendimento`)
    await row(page, 'Iara Melo').click()
    await composer(page).fill('')
    await composer(page).pressSequentially('gpy')
    expect(await composer(page).inputValue()).toBe('gpy')
    await composer(page).fill('')
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1, name: 'Iara Melo' }).click()
    await page.keyboard.press('g')
    await row(page, 'Iara Melo').getByLabel('Fixado').waitFor()
    await page.keyboard.press('h')
    await page.keyboard.press('y')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page
      .getByRole('region', { name: 'Conversa', exact: true })
      .locator('header')
      .getByRole('button', { name: 'Mais ações', exact: true })
      .click()
    await page.getByRole('menuitem', { name: 'Resolver', exact: true }).locator('kbd', { hasText: 'P' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
  })

  test('the palette has the acts of the open ticket and the plugins’ commands, says what it found nothing for, and puts the last first', async () => {
    const palette = dialog('Buscar e comandar')
    await page.keyboard.press('Control+k')
    for (const name of [
      'Resolver',
      'Resolver sem mensagem',
      'Transferir',
      'Unir a outro atendimento',
      'Adiar',
      'Mudar a prioridade',
      'Desafixar',
    ])
      await palette
        .getByRole('option', { name: new RegExp(`^${name}`) })
        .first()
        .waitFor()
    await page.keyboard.type('zzzz')
    await palette.getByText('Nada encontrado para “zzzz”.').waitFor()
    await seat.assertAccessible('palette')
    await palette.getByRole('combobox').fill('mens rap')
    await palette
      .getByRole('option', { name: /^Mensagens rápidas/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.hash.startsWith('#/mensagens-rapidas'))
    await page.keyboard.press('Control+k')
    await palette
      .getByRole('group', { name: 'Usados recentemente' })
      .getByRole('option', { name: /^Mensagens rápidas/ })
      .waitFor()
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
  })

  test('S4-006 what is followed by a key has a list of its own with its count, on every screen', async () => {
    await page.goto(`${node.base}/#/atendimento`)
    await row(page, 'Iara Melo').click()
    await composer(page).waitFor()
    const second = await page.context().newPage()
    await second.goto(`${node.base}/#/atendimento?view=all`)
    await row(second, 'Iara Melo').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Iara Melo' }).click()
    await page.keyboard.press('w')
    await row(page, 'Iara Melo').getByLabel('Você acompanha').waitFor()
    await row(second, 'Iara Melo').getByLabel('Você acompanha').waitFor()
    await second.getByRole('tab', { name: /^Acompanhando/ }).click()
    await second.getByRole('tab', { name: /^Acompanhando.*1 atendimento/ }).waitFor()
    await row(second, 'Iara Melo').waitFor()
    await page.keyboard.press('w')
    await row(second, 'Iara Melo').waitFor({ state: 'detached' })
    await second.getByText('Você não acompanha nada').waitFor()
    await second.close()
  })

  test('a conversation with a contact is begun in the dialog of new conversations, with the contact chosen', async () => {
    await page.goto(`${node.base}/#/contatos`)
    await page.getByRole('button', { name: 'Ações para Iara Melo' }).click()
    await page.getByRole('menuitem', { name: 'Iniciar conversa' }).click()
    const begin = dialog('Novo atendimento')
    await begin.getByText('Iara Melo').waitFor()
    await begin.getByRole('button', { name: 'Cancelar' }).click()
    await begin.waitFor({ state: 'detached' })
  })

  test('leaves nothing behind that the browser complains of', () => seat.assertClean())
})
