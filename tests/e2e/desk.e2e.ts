import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../core/src/base/ids.ts'
import type { TestApp } from '../harness/app.ts'
import {
  journey,
  launch,
  openBrowser,
  productForTests,
  row,
  seen,
  signIn,
  takeSeat,
  view,
  type Seat,
} from './browser.ts'
import { look } from './look.ts'

/** The desk's small things: more tabs than fit, reading along, and the side panel as its user wants it. */
describe.skipIf(!launch)('the desk', () => {
  let node: TestApp, browser: Browser, ana: Seat
  const tickets = ['Beatriz Lima', 'Caio Prado', 'Turma da rua', 'Elisa Moura'].map((name, index) => ({
    id: newId(),
    contact: newId(),
    name,
    index,
  }))

  beforeAll(async () => {
    node = await productForTests()
    const { owner } = node.database
    const { a } = node
    await owner`
      insert into core.contact ${owner(tickets.map(({ contact, name }) => ({ id: contact, tenant_id: a.id, name })))}`
    await owner`insert into core.ticket ${owner(
      tickets.map(({ id, contact, name, index }) => ({
        id,
        tenant_id: a.id,
        protocol: `2026${index}`,
        status: index === 2 ? 'group' : 'open',
        contact_id: contact,
        connection_id: a.connection,
        channel: 'webchat',
        chat: `c-${index}`,
        is_group: index === 2,
        user_id: index === 2 ? null : index === 1 ? a.user.id : a.admin.id,
        unread: 0,
        last_message: `Olá, aqui é ${name}`,
        last_message_at: new Date(Date.UTC(2026, 10, 20, 12, index)),
        snoozed_at: index === 3 ? new Date(Date.UTC(2026, 10, 20, 13)) : null,
      })),
    )}`
    await owner`
      insert into core.ticket_watch (tenant_id, user_id, ticket_id) values (${a.id}, ${a.admin.id}, ${tickets[1]!.id})`
    browser = await openBrowser()
    ana = await takeSeat(browser)
    await signIn(ana, node.base, a.admin, '/atendimento')
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  const tabs = () => ana.page.getByRole('tablist', { name: /./ }).first()
  const edge = (side: 'before' | 'after') => ana.page.locator(`.k-tabs-edge[data-side="${side}"]`).first()
  /** Whether a tab is between the edges of its list. */
  const inView = (name: 'Meus' | 'Todos') =>
    view(ana.page, name).evaluate((tab) => {
      const [one, list] = [tab, tab.parentElement!].map((element) => element.getBoundingClientRect())
      return one!.left >= list!.left - 1 && one!.right <= list!.right + 1
    })

  test('more tabs than fit say so, move by their edges, and keep the open one in view', async () => {
    const { page } = ana
    await row(page, 'Beatriz Lima').waitFor()
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await edge('after').waitFor()
      expect(await edge('before').count()).toBe(0)
      await edge('after').click()
      await edge('before').waitFor()
      await view(page, 'Todos').click()
      await seen(() => inView('Todos')).toBe(true)
      await page.keyboard.press('Home')
      await seen(() => inView('Meus')).toBe(true)
      await edge('before').waitFor({ state: 'detached' })
      await page.keyboard.press('End')
      await seen(() =>
        tabs()
          .getByRole('tab')
          .last()
          .evaluate((tab) => tab.getAttribute('data-state')),
      ).toBe('active')
      await seen(() =>
        tabs()
          .getByRole('tab')
          .last()
          .evaluate((tab) => tab.getBoundingClientRect().right <= tab.parentElement!.getBoundingClientRect().right + 1),
      ).toBe(true)
      await edge('after').waitFor({ state: 'detached' })
      await page.keyboard.press('Home')
      await edge('before').waitFor({ state: 'detached' })
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await ana.assertAccessible('tabs that scroll')
    await look(page, 'desk-tabs')
  })

  test('who reads along is told in words of its own, which are whole at every width', async () => {
    const { page } = ana
    await page.goto(`${node.base}/#/atendimento/${tickets[1]!.id}/acompanhar`)
    const foot = page.getByText('Você está só lendo este atendimento')
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      await foot.waitFor()
      expect(await foot.evaluate((words) => words.scrollWidth <= words.clientWidth + 1)).toBe(true)
    }
    await ana.assertAccessible('reading along')
    await look(page, 'desk-watch')
  })

  test('a section of the side panel is dragged to another place and pinned on top, and stays so', async () => {
    const { page } = ana
    await page.goto(`${node.base}/#/atendimento/${tickets[0]!.id}`)
    const panel = page.getByRole('complementary', { name: 'Detalhes do atendimento' })
    const places = () =>
      panel
        .locator('[data-place]')
        .evaluateAll((folds) =>
          folds
            .map((fold) => fold.getAttribute('data-place'))
            .filter((key) => ['contact', 'tags', 'wallet', 'logs'].includes(key!)),
        )
    const fold = (key: string) => panel.locator(`[data-place="${key}"]`)
    await fold('logs').waitFor()
    expect(await places()).toEqual(['contact', 'tags', 'wallet', 'logs'])
    await fold('wallet').locator('[draggable]').dragTo(fold('contact').locator('summary'))
    await seen(places).toEqual(['wallet', 'contact', 'tags', 'logs'])
    await fold('logs').hover()
    await panel.getByRole('button', { name: 'Fixar Histórico no topo' }).click()
    await seen(places).toEqual(['logs', 'wallet', 'contact', 'tags'])
    await fold('logs')
      .locator('summary')
      .click({ position: { x: 60, y: 12 } })
    expect(
      await fold('logs')
        .locator('details')
        .evaluate((details) => (details as HTMLDetailsElement).open),
    ).toBe(true)
    await ana.assertAccessible('arranged side panel')
    await look(page, 'desk-panel', [1440])
    await seen(
      async () =>
        (
          await node.database
            .owner`select configs -> 'panel' -> 'pinned' as pinned from core.user_account where id = ${node.a.admin.id}`
        )[0]!['pinned'],
    ).toEqual(['logs'])
    await page.reload()
    await seen(places).toEqual(['logs', 'wallet', 'contact', 'tags'])
    await panel.getByRole('button', { name: 'Organizar detalhes' }).click()
    await page.getByRole('dialog', { name: 'Organizar detalhes' }).waitFor()
    await ana.assertAccessible('arranging the side panel')
    await look(page, 'desk-arrange')
  })
})
