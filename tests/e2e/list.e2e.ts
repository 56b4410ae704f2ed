import type { TicketPage } from '@recado/contracts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import {
  chooseByLetters,
  composer,
  journey,
  launch,
  notices,
  openBrowser,
  productForTests,
  row,
  seen,
  signIn,
  takeSeat,
  view,
  type Seat,
} from './browser.ts'
import { openTickets } from './conversations.ts'
import { Keys } from './keys.ts'
import { assertFits, atWidths, look } from './look.ts'

/** The list of tickets as two people work with it: filters, saved views, several at once, and each other. */
describe.skipIf(!launch)('the list of tickets', () => {
  let node: TestApp, browser: Browser, ana: Seat, sofia: Seat

  beforeAll(async () => {
    node = await productForTests()
    await openTickets(node, ['Beatriz Lima', 'Caio Prado', 'Diva Alencar', 'Elisa Moura'], (index) => ({
      status: index === 3 ? 'closed' : index === 2 ? 'pending' : 'open',
      user_id: index < 2 ? node.a.admin.id : null,
      queue_id: index === 1 ? node.a.sales : null,
      unread: index === 0 ? 2 : 0,
    }))
    browser = await openBrowser()
    ;[ana, sofia] = await Promise.all([takeSeat(browser), takeSeat(browser)])
    await Promise.all([
      signIn(ana, node.base, node.a.admin, '/atendimento'),
      signIn(sofia, node.base, node.a.supervisor, '/atendimento'),
    ])
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  const chips = () => ana.page.getByRole('list', { name: /filtros? ativos?/ })
  const filters = async (...names: string[]) => {
    await ana.page
      .getByRole('button', { name: /^Filtros$|filtros? ativos?/ })
      .first()
      .click()
    for (const name of names) await ana.page.getByRole('checkbox', { name, exact: true }).click()
    await ana.page.keyboard.press('Escape')
  }

  test('who has no conversations of their own is led to who waits for an answer, worst first', async () => {
    const { page } = sofia
    await page.getByText('Nenhum atendimento seu').waitFor()
    await sofia.assertAccessible('a list without conversations of one’s own')
    await page.getByRole('button', { name: 'Sem resposta' }).click()
    const shown = async (): Promise<string[]> => {
      const rows = page.getByRole('region', { name: 'Atendimentos', exact: true }).getByRole('listitem')
      const texts = (await rows.allInnerTexts()).join('\n')
      const names = ['Beatriz Lima', 'Caio Prado', 'Diva Alencar'].filter((name) => texts.includes(name))
      return names.toSorted((one, other) => texts.indexOf(one) - texts.indexOf(other))
    }
    await seen(shown).toEqual(['Beatriz Lima', 'Caio Prado', 'Diva Alencar'])
    const person = await node.signIn(node.a.colleague)
    const { tickets } = await person.ok<TicketPage>('GET', '/tickets/?status[]=pending&limit=200')
    const diva = tickets.find(({ name }) => name === 'Diva Alencar')!
    await person.ok('PUT', `/tickets/${diva.id}`, { priority: 'urgent' })
    await seen(shown).toEqual(['Diva Alencar', 'Beatriz Lima', 'Caio Prado'])
    await person.ok('PUT', `/tickets/${diva.id}`, { priority: 'normal' })
    await page.getByRole('list', { name: /filtros? ativos?/ }).waitFor()
    for (const choice of ['Por prioridade', 'Sem resposta'])
      await page.getByRole('button', { name: `Remover filtro: ${choice}` }).click()
    await view(page, 'Meus').click()
    await page.getByText('Nenhum atendimento seu').waitFor()
    sofia.assertClean()
  })

  test('S2-046 S2-047 S3-003 filters narrow the list, stand as chips and in the address, and are kept', async () => {
    const { page } = ana
    await row(page, 'Beatriz Lima').waitFor()
    await view(page, 'Todos').click()
    await row(page, 'Diva Alencar').waitFor()
    expect(await row(page, 'Elisa Moura').count()).toBe(0)
    await filters('Só com mensagens não lidas')
    await row(page, 'Diva Alencar').waitFor({ state: 'detached' })
    await row(page, 'Beatriz Lima').waitFor()
    expect(page.url()).toContain('withUnreadMessages=true')
    await assertFits(ana, 'filtered list')
    // A link shows what its sender saw, whatever the reader keeps.
    await sofia.page.goto(page.url())
    await row(sofia.page, 'Beatriz Lima').waitFor()
    expect(await row(sofia.page, 'Diva Alencar').count()).toBe(0)
    await seen(
      async () =>
        (await node.database.owner`select configs::text from core.user_account where id = ${node.a.admin.id}`)[0]![
          'configs'
        ] as string,
    ).toMatch(/"withUnreadMessages": ?true/)
    await page.goto(`${node.base}/#/atendimento`)
    await page.reload()
    await chips().getByText('Não lidas').waitFor()
    await chips().getByRole('button', { name: 'Remover filtro: Não lidas' }).click()
    await row(page, 'Diva Alencar').waitFor()
    expect(await chips().count()).toBe(0)
  })

  test('days are a chip that goes with the others, in the address and by keyboard', async () => {
    const { page } = ana
    await page
      .getByRole('button', { name: /^Filtros$|filtros? ativos?/ })
      .first()
      .press('Enter')
    await page.getByRole('combobox', { name: 'Quando' }).selectOption('Ontem')
    await ana.assertAccessible('days of the list')
    await look(page, 'days-of-list', [1440])
    await page.keyboard.press('Escape')
    await chips().getByText('Criação: ontem').waitFor()
    await row(page, 'Diva Alencar').waitFor({ state: 'detached' })
    await page
      .getByRole('button', { name: /filtros? ativos?/ })
      .first()
      .click()
    await page.getByRole('combobox', { name: 'Quando' }).selectOption('Período')
    await page.getByLabel('De', { exact: true }).fill('01/01/2026')
    await page.keyboard.press('Escape')
    await chips()
      .getByText(/^Criação: 01\/01\/26 a /)
      .waitFor()
    await row(page, 'Diva Alencar').waitFor()
    await chips()
      .getByRole('button', { name: /^Remover filtro: Criação/ })
      .press('Enter')
    expect(await chips().count()).toBe(0)
    ana.assertClean()
  })

  test('a view is saved under a name, shared, opened by its address, and deleted with an undo', async () => {
    const { page } = ana
    await filters('Resolvido')
    await row(page, 'Elisa Moura').waitFor()
    await page.getByRole('button', { name: 'Visões salvas' }).click()
    await page.getByRole('menuitem', { name: 'Salvar como visão' }).click()
    const form = page.getByRole('dialog', { name: 'Salvar como visão' })
    await form.getByLabel(/^Nome/).fill('Tudo desta semana')
    await form.getByRole('radio', { name: 'Estrela' }).check({ force: true })
    await form.getByRole('checkbox', { name: 'Mostrar para toda a empresa' }).check()
    await ana.assertAccessible('saving a view')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await page.getByRole('heading', { name: 'Tudo desta semana' }).waitFor()
    const viewId = new URL(page.url().replace('#/', '')).searchParams.get('visao')
    await sofia.page.goto(`${node.base}/#/atendimento/visao/${viewId}`)
    await sofia.page.getByRole('heading', { name: 'Tudo desta semana' }).waitFor()
    await row(sofia.page, 'Elisa Moura').waitFor()
    await page.getByRole('button', { name: 'Visões salvas' }).click()
    await page.getByRole('menuitem', { name: 'Organizar visões' }).click()
    await page.getByRole('button', { name: 'Excluir Tudo desta semana' }).click()
    await notices(page).getByText('Visão “Tudo desta semana” excluída').waitFor()
    await page.getByText('Nenhuma visão salva').waitFor()
    await page.getByRole('button', { name: 'Desfazer' }).click()
    // A press on a notice is none beside the dialog, which stays.
    await page.getByRole('dialog').getByText('Tudo desta semana').waitFor()
    await page.keyboard.press('Escape')
    await seen(() => page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('heading', { name: 'Tudo desta semana' }).waitFor()
  })

  test('the tree narrows the list to a queue, tag or view, is folded by keys, stays as it was left', async () => {
    const { page } = ana
    const tree = page.getByRole('tree', { name: 'Filas, canais e etiquetas' })
    const item = (name: string | RegExp) => tree.getByRole('treeitem', { name })
    await page.goto(`${node.base}/#/atendimento`)
    await view(page, 'Todos').click()
    await row(page, 'Beatriz Lima').waitFor()
    await page.getByRole('button', { name: 'Mostrar filas, canais e etiquetas' }).click()
    await item(/^Vendas/)
      .getByText('1', { exact: true })
      .waitFor()
    await item(/^Vendas/).click()
    await row(page, 'Beatriz Lima').waitFor({ state: 'detached' })
    await row(page, 'Caio Prado').waitFor()
    expect(await item(/^Vendas/).getAttribute('aria-selected')).toBe('true')
    await ana.assertAccessible('tree beside the list')
    await look(page, 'tree', [1440, 1024])
    await item(/^Vendas/).click()
    await row(page, 'Beatriz Lima').waitFor()

    await item('Visões').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await chips().getByText('Sem resposta').waitFor()
    await item('Tudo desta semana').click()
    await page.getByRole('heading', { name: 'Tudo desta semana' }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await item('Tudo desta semana').waitFor({ state: 'detached' })
    expect(await item('Visões').getAttribute('aria-expanded')).toBe('false')
    await page.reload()
    await item('Filas').waitFor()
    expect(await item('Tudo desta semana').count()).toBe(0)
    await page.getByRole('button', { name: 'Ocultar filas, canais e etiquetas' }).click()
    await seen(() => tree.count()).toBe(0)

    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Mostrar filas, canais e etiquetas' }).click()
    const sheet = page.getByRole('dialog', { name: 'Filas, canais e etiquetas' })
    await sheet.getByRole('treeitem', { name: 'Filas' }).waitFor()
    await ana.assertAccessible('tree on a telephone')
    if (process.env['RECADO_PICTURES']) await look(page, 'tree-phone', [390])
    await page.setViewportSize({ width: 390, height: 844 })
    await sheet.getByRole('treeitem', { name: /^Vendas/ }).click()
    await seen(() => sheet.count()).toBe(0)
    await row(page, 'Caio Prado').waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('Escape')
  })

  test('at each width the keys alone narrow the list by chips, a ready-made view and the tree, and widen it', async () => {
    const { page } = ana
    const keys = new Keys(page)
    const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
    const takeAway = (name: string) => keys.press(button(`Remover filtro: ${name}`))
    await atWidths(page, async (width) => {
      await page.goto(`${node.base}/#/atendimento?view=all`)
      await row(page, 'Diva Alencar').waitFor()
      await keys.press(button(/^Filtros$/))
      await keys.tick(page.getByRole('checkbox', { name: 'Só com mensagens não lidas', exact: true }))
      await assertFits(ana, 'the filters of the list', [width])
      await page.keyboard.press('Escape')
      await row(page, 'Diva Alencar').waitFor({ state: 'detached' })
      await row(page, 'Beatriz Lima').waitFor()
      await takeAway('Não lidas')
      await row(page, 'Diva Alencar').waitFor()

      await keys.press(button('Visões salvas'))
      await chooseByLetters(page, 'Sem resposta')
      await chips().getByText('Sem resposta').waitFor()
      const names = ['Beatriz Lima', 'Caio Prado', 'Diva Alencar']
      await seen(async () => {
        const texts = await page.getByRole('list', { name: 'Atendimentos' }).getByRole('listitem').allInnerTexts()
        return texts.map((text) => names.find((name) => text.includes(name)))
      }).toEqual(names)
      await assertFits(ana, 'who waits, worst first', [width])
      for (const choice of ['Por prioridade', 'Sem resposta']) await takeAway(choice)

      await keys.press(button('Mostrar filas, canais e etiquetas'))
      const tree = page.getByRole('tree', { name: 'Filas, canais e etiquetas' })
      await keys.toItem(tree, tree.getByRole('treeitem', { name: /^Vendas/ }))
      await assertFits(ana, 'the tree of the list', [width])
      await page.keyboard.press('Enter')
      await row(page, 'Beatriz Lima').waitFor({ state: 'detached' })
      await row(page, 'Caio Prado').waitFor()
      for (const choice of ['Vendas', 'Só com fila']) await takeAway(choice)
      await row(page, 'Beatriz Lima').waitFor()
      // Beside the list it stays, over it it goes with the choice.
      if (width === 1440) await keys.press(button('Ocultar filas, canais e etiquetas'), 'Shift+Tab')
      await seen(() => tree.count()).toBe(0)
    })
    ana.assertClean()
  })

  test('what is ticked is acted on below the list, with nothing over it, and Escape lets go of it', async () => {
    const { page } = ana
    await page.goto(`${node.base}/#/atendimento`)
    await view(page, 'Meus').click()
    const begin = page.getByRole('button', { name: 'Novo atendimento' })
    await begin.waitFor()
    await page.getByRole('checkbox', { name: /Caio Prado/ }).click()
    const bar = page.getByRole('toolbar', { name: 'Ações para a seleção' })
    await bar.getByText('1 selecionado').waitFor()
    expect(await begin.count()).toBe(0)
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    await begin.waitFor()
    ana.assertClean()
  })

  test('who clicks a conversation and types is writing: no letter resolves it', async () => {
    const { page } = ana
    await row(page, 'Caio Prado').click()
    await seen(() => composer(page).evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('Então, tudo certo?')
    await seen(() => composer(page).inputValue()).toBe('Então, tudo certo?')
    expect(
      (
        await node.database
          .owner`select status from core.ticket where tenant_id = ${node.a.id} and last_message like '%Caio%'`
      )[0]?.['status'],
    ).toBe('open')
    ana.assertClean()
  })
})
