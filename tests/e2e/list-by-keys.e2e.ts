import type { Tag, Ticket } from '@recado/contracts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { Person, TestApp } from '../harness/app.ts'
import {
  act,
  journey,
  launch,
  notices,
  openBrowser,
  productForTests,
  row,
  seen,
  signIn,
  takeSeat,
  type Seat,
} from './browser.ts'
import { openTickets, type Talker } from './conversations.ts'
import { Keys } from './keys.ts'
import { assertFits, atWidths } from './look.ts'

/** Somebody who has no mouse narrows a list by everything it can be narrowed to, and tags several of it at once. */
describe.skipIf(!launch)('the list of tickets by keyboard', () => {
  let node: TestApp, browser: Browser, seat: Seat, page: Page, keys: Keys, sofia: Person, people: readonly Talker[]

  beforeAll(async () => {
    node = await productForTests()
    const { owner } = node.database
    const shop = { id: crypto.randomUUID(), name: 'Chat da loja' }
    await owner`
      insert into core.connection (id, tenant_id, name, plugin, type, status, hook_secret)
      select ${shop.id}, tenant_id, ${shop.name}, plugin, type, status, ${shop.id}
        from core.connection
       where id = ${node.a.connection}`
    people = await openTickets(node, ['Beatriz Lima', 'Caio Prado', 'Diva Alencar'], (index) =>
      index === 0 ? { connection_id: shop.id } : index === 2 ? { user_id: node.a.supervisor.id } : {},
    )
    const ana = await node.signIn(node.a.admin)
    const [exchange] = await Promise.all(
      ['Troca', 'Atacado'].map((tag) => ana.ok<Tag>('POST', '/tags', { tag, color: '#0f766e' })),
    )
    const number = { owner: 'ticket', label: 'Número do pedido', type: 'text' }
    const { key } = await ana.ok<{ key: string }>('POST', '/attributes', number)
    const [{ ticket: id }] = people as [Talker]
    await ana.ok('PUT', `/tickets/${id}`, { attributes: { [key]: '20417' } })
    await ana.ok('POST', '/tickets/bulk', { changes: [{ id, retag: { add: [exchange!.id] } }] })
    sofia = await node.signIn(node.a.supervisor)
    browser = await openBrowser()
    seat = await takeSeat(browser)
    page = seat.page
    keys = new Keys(page)
    await signIn(seat, node.base, node.a.admin, '/atendimento')
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  test('at each width the list is narrowed by tag, channel, agent, days and attribute, each a chip taken away', async () => {
    const filters = page.getByRole('dialog', { name: 'Filtros' })
    const chips = page.getByRole('list', { name: /filtros? ativos?/ })
    const chip = (name: string) => chips.getByRole('button', { name: `Remover filtro: ${name}`, exact: true })
    const shown = (name: string) => row(page, name).count()
    const named = ['Criação: hoje', 'Troca', 'Chat da loja', node.a.admin.name, 'Número do pedido com “20417”']
    await atWidths(page, async (width) => {
      await page.goto(`${node.base}/#/atendimento?view=all`)
      for (const { name } of people) await row(page, name).waitFor()
      await keys.press(page.getByRole('button', { name: 'Filtros', exact: true }))
      await filters.waitFor()
      await keys.to(filters.getByRole('combobox', { name: 'Quando' }))
      await page.keyboard.type('Hoje')
      for (const name of ['Troca', 'Chat da loja', node.a.admin.name])
        await keys.tick(filters.getByRole('checkbox', { name, exact: true }))
      const ofTicket = filters.getByRole('group', { name: 'Dados do atendimento' })
      await keys.press(ofTicket.getByRole('button', { name: 'Adicionar condição' }))
      await keys.write(ofTicket.getByLabel('Valor', { exact: true }), '20417', 'Shift+Tab')
      await assertFits(seat, 'filters of every kind', [width])
      await page.keyboard.press('Escape')
      await filters.waitFor({ state: 'detached' })
      for (const name of named) await chip(name).waitFor()
      await seen(() => Promise.all(people.map(({ name }) => shown(name)))).toEqual([1, 0, 0])
      await assertFits(seat, 'chips of every kind', [width])
      for (const [index, name] of named.entries()) {
        await keys.press(chip(name))
        await seen(() => chips.getByRole('button', { name: /^Remover/ }).count()).toBe(named.length - 1 - index)
        const next = named[index + 1]
        const after = next === undefined ? page.getByRole('button', { name: 'Filtros', exact: true }) : chip(next)
        await seen(() => keys.on(after)).toBe(true)
      }
      for (const { name } of people) await row(page, name).waitFor()
    })
    seat.assertClean()
  })

  test('at each width several are tagged at once after a preview, which is taken back', async () => {
    const names = ['Caio Prado', 'Diva Alencar']
    const bar = page.getByRole('toolbar', { name: 'Ações para a seleção' })
    const tags = () =>
      Promise.all(
        people.map(async ({ ticket }) =>
          (await sofia.ok<Ticket>('GET', `/tickets/${ticket}`)).tags.map(({ tag }) => tag).toSorted(),
        ),
      )
    await atWidths(page, async (width) => {
      await page.goto(`${node.base}/#/atendimento?view=all`)
      await page.reload()
      for (const { name } of people) await row(page, name).waitFor()
      for (const name of people.map((one) => one.name))
        await keys.tick(page.getByRole('checkbox', { name: new RegExp(name) }))
      await bar.getByText('3 selecionados').waitFor()
      await keys.press(bar.getByRole('button', { name: 'Mais ações' }))
      const entry = page.getByRole('menuitem', { name: 'Etiquetar' })
      await entry.waitFor()
      await seen(() => keys.on(page.getByRole('menu').first())).toBe(true)
      for (let step = 0; step < 20 && !(await keys.on(entry)); step++) await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowRight')
      const tag = page.getByRole('menuitem', { name: 'Atacado' })
      await tag.waitFor()
      await assertFits(seat, 'tags for several', [width])
      for (let step = 0; step < 5 && !(await keys.on(tag)); step++) await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      const preview = page.getByRole('dialog', { name: 'Etiquetar: Atacado' })
      await preview.getByText('Caio Prado').waitFor()
      await assertFits(seat, 'preview of tagging', [width])
      const submit = preview.getByRole('button', { name: 'Alterar 3' })
      await seen(() => keys.on(submit)).toBe(true)
      await page.keyboard.press('Enter')
      await seen(tags).toEqual([['Atacado', 'Troca'], ['Atacado'], ['Atacado']])
      for (const name of names) await row(page, name).getByText('Atacado').waitFor()
      await keys.press(notices(page).getByRole('button', { name: 'Desfazer' }), 'Shift+Tab')
      await seen(tags).toEqual([['Troca'], [], []])
      await seen(() => row(page, 'Caio Prado').getByText('Atacado').count()).toBe(0)
      await assertFits(seat, 'tagging taken back', [width])
    })
    seat.assertClean()
  })

  test('what leaves the middle of a list by being taken is followed, once resolved, by the one below it', async () => {
    const waiting = ['Elias Nunes', 'Flora Dias', 'Gil Reis', 'Hugo Sá']
    await openTickets(node, waiting, (index) => ({
      status: 'pending',
      user_id: null,
      chat: `w-${index}`,
      protocol: `9${index}`,
    }))
    await page.goto(`${node.base}/#/atendimento?view=all&isNotAssignedUser=true`)
    await page.reload()
    for (const name of waiting) await row(page, name).waitFor()
    const texts = await page.getByRole('list', { name: 'Atendimentos' }).getByRole('listitem').allInnerTexts()
    const order = texts.map((text) => waiting.find((name) => text.includes(name))!)
    const heading = page.getByRole('heading', { level: 1 })
    await row(page, order[1]!).click()
    await seen(() => heading.innerText()).toBe(order[1])
    await act(page, 'Atender')
    await row(page, order[1]!).waitFor({ state: 'detached' })
    await act(page, 'Resolver')
    await seen(() => heading.innerText()).toBe(order[2])
    seat.assertClean()
  })
})
