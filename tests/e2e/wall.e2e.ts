import type { TicketPage } from '@recado/contracts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person, TestApp } from '../harness/app.ts'
import { Visitor } from '../plugins/webchat.rig.ts'
import { journey, launch, openBrowser, productForTests, seen, signIn, takeSeat, type Seat } from './browser.ts'
import { assertFits } from './look.ts'

/** A screen on the wall: queues and people from afar, as they change. */
describe.skipIf(!launch)('the panel on a screen on the wall', () => {
  let node: TestApp, browser: Browser, seat: Seat
  let admin: Person, agent: Person

  async function write(name: string): Promise<string> {
    const visitor = new Visitor(node.base, node.a.connection)
    await visitor.session({ profile: { name } })
    await visitor.say('Alguém pode me ajudar?')
    const { tickets } = await admin.ok<TicketPage>('GET', '/tickets/?status[]=pending&showAll=true')
    const { id } = tickets.find((ticket) => ticket.name === name)!
    await admin.ok('POST', `/tickets/${id}/transfer`, { queueId: node.a.sales })
    return id
  }

  beforeAll(async () => {
    node = await productForTests()
    browser = await openBrowser()
    admin = await node.signIn(node.a.admin)
    agent = await node.signIn(node.a.user)
    for (const queue of ['Financeiro', 'Trocas', 'Entregas', 'Atacado', 'Ouvidoria', 'Parcerias'])
      await admin.ok('POST', '/queue', { queue, color: '#7c3aed' })
    seat = await takeSeat(browser, { viewport: { width: 1920, height: 1080 } })
    await signIn(seat, node.base, node.a.supervisor, '/painel-atendimentos')
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  test('says who waits, how long, and who is there, and follows what happens', async () => {
    const { page } = seat
    const first = await write('Nádia Prado')
    await page.getByRole('button', { name: 'Modo TV' }).click()
    const wall = page.getByRole('dialog', { name: 'Painel de atendimentos' })
    const tile = (label: string) =>
      wall.locator('> dl > div').filter({ has: page.getByRole('term').getByText(label, { exact: true }) })
    const valueOf = (label: string) => async (): Promise<string> =>
      ((await tile(label).getByRole('definition').textContent()) ?? '').trim()
    await seen(valueOf('Na fila')).toBe('1')
    await seen(valueOf('Em atendimento')).toBe('0')
    await seen(valueOf('Maior espera')).toBe('agora')
    const sales = wall.getByRole('listitem').filter({ hasText: 'Vendas' })
    await seen(() => sales.getByRole('definition').first().textContent()).toBe('1')

    await write('Caio Reis')
    await seen(valueOf('Na fila')).toBe('2')
    await agent.listen()
    await agent.ok('PUT', `/tickets/${first}`, { status: 'open' })
    await seen(valueOf('Na fila')).toBe('1')
    await seen(valueOf('Em atendimento')).toBe('1')
    const person = wall.getByRole('listitem').filter({ hasText: node.a.user.name })
    await seen(() => person.textContent()).toContain('1 atendimento')

    await wall.getByText('e mais 2', { exact: true }).waitFor()

    // What it is about stays large, and nothing has to be scrolled on a television.
    const size = await tile('Na fila')
      .getByRole('definition')
      .locator('span')
      .first()
      .evaluate((element) => parseFloat(getComputedStyle(element).fontSize))
    expect(size).toBeGreaterThan(72)
    for (const [width, height] of [
      [1920, 1080],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      const room = await wall.evaluate((element) => element.scrollHeight - element.clientHeight)
      expect([width, room]).toEqual([width, 0])
    }
    await page.setViewportSize({ width: 1920, height: 1080 })
    await assertFits(seat, 'wall', [1920, 1440, 390])
  })

  test('is reached by its address, and left by Escape', async () => {
    const { page } = seat
    await page.reload()
    const wall = page.getByRole('dialog', { name: 'Painel de atendimentos' })
    await wall.waitFor()
    await page.keyboard.press('Escape')
    await wall.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Pessoas' }).waitFor()
    seat.assertClean()
  })
})
