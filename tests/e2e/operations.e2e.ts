import { randomUUID } from 'node:crypto'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { busOfTest } from '../../core/src/bus/bus.rig.ts'
import type { EventBus } from '../../core/src/bus/bus.ts'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { password, quiet } from '../harness/app.ts'
import {
  ageConfirmation,
  goToSetting,
  journey,
  launch,
  notices,
  openBrowser,
  seen,
  shellDist,
  signIn,
  takeSeat,
  type Seat,
} from './browser.ts'
import { look } from './look.ts'

/* A master watches two nodes, sees that a consumer gives up events of both companies, and has them handled. */

describe.skipIf(!launch)('operations', () => {
  const consumer = 'relatorio'
  let world: HookWorld, browser: Browser, seat: Seat, secondNode: EventBus
  let isMended = false
  const handled: string[] = []

  beforeAll(async () => {
    world = await hookWorld({ shellDist })
    await world.database.owner`update core.user_account set is_master = true where id = ${world.a.admin.id}`
    secondNode = await busOfTest({ db: world.database.db, log: quiet })
    await secondNode.subscribe({
      name: consumer,
      names: ['ticket.created.v1'],
      maxAttempts: 1,
      async handler({ tenantId }) {
        if (!isMended) throw new Error('a impressora pegou fogo')
        handled.push(tenantId)
      },
    })
    browser = await openBrowser()
    seat = await takeSeat(browser)
    await signIn(seat, world.base, world.a.admin)
  })
  afterAll(async () => {
    await browser?.close()
    await secondNode?.close()
    await world?.close()
  })
  journey()

  const section = (name: string): Locator => seat.page.getByRole('region', { name, exact: true })
  const letters = (): Locator => section('Eventos que falharam').getByRole('listitem')
  const button = (name: string | RegExp): Locator => section('Eventos que falharam').getByRole('button', { name })
  const notice = (text: string): Promise<void> => notices(seat.page).getByText(text).waitFor()
  /** A customer of each company writes. */
  async function customersWrite(): Promise<void> {
    for (const channel of [world.channel, world.otherChannel]) expect(await channel.say(randomUUID(), 'Oi')).toBe(200)
  }

  test('the page shows nodes, consumers and figures, and is calm while everything works', async () => {
    await goToSetting(seat.page, 'Operação')
    await seat.page.getByText('Tudo funciona.').waitFor()
    await seen(() =>
      section('Nós')
        .getByText(/^Versão/)
        .count(),
    ).toBe(2)
    await section('Nós').getByText('Respondeu a esta página').waitFor()
    await section('Canais').getByText('Conectado: 2').waitFor()
    await section('Consumidores de eventos')
      .getByText(/sem problemas$/)
      .click()
    await section('Consumidores de eventos').getByText(consumer, { exact: true }).waitFor()
    await seat.page.getByText(/^Lido às .* Atualiza sozinho\.$/).waitFor()
    await seat.assertAccessible('operations while all is well')
    await look(seat.page, 'operations-well', [1440, 1024, 390])
  })

  test('what was given up appears by itself, and the alarm leads there', async () => {
    await customersWrite()
    await seat.page.getByText(`2 eventos falharam tantas vezes que foram abandonados: ${consumer}.`).waitFor()
    await seen(() => letters().count()).toBe(2)
    await letters().getByText('Error: a impressora pegou fogo').first().waitFor()
    for (const { name } of [world.a, world.b]) await letters().getByText(name).waitFor()
    await seat.page.getByRole('button', { name: 'Ir para Eventos que falharam' }).press('Enter')
    await seen(() => seat.page.evaluate(() => document.activeElement?.textContent)).toBe('Eventos que falharam')
    await seat.assertAccessible('operations with an alarm')
    await look(seat.page, 'operations-letters', [1440, 1024, 390])
    await seat.page.getByRole('heading', { name: 'Operação' }).scrollIntoViewIfNeeded()
    await look(seat.page, 'operations-alarm', [1440, 1024, 390])
  })

  test('one is discarded and brought back, once the master has shown who they are', async () => {
    await ageConfirmation(seat, world, world.a.admin)
    await button(/^Descartar ticket/)
      .first()
      .press('Enter')
    await seat.page.getByRole('dialog', { name: 'Confirme que é você' }).getByLabel('Senha').fill(password)
    await seat.page.keyboard.press('Enter')
    await notice('Tudo certo... 1 evento descartado.')
    await seen(() => letters().count()).toBe(1)
    await notices(seat.page).getByRole('button', { name: 'Desfazer' }).click()
    await notice('Tudo certo... 1 evento recuperado.')
    await seen(() => letters().count()).toBe(2)
  })

  test('all are discarded and brought back', async () => {
    await button('Descartar todos').click()
    await seat.page.getByRole('alertdialog').getByRole('button', { name: 'Descartar todos' }).click()
    await section('Eventos que falharam').getByText('Nenhum evento falhou').waitFor()
    await notices(seat.page).getByRole('button', { name: 'Desfazer' }).click()
    await seen(() => letters().count()).toBe(2)
  })

  test('mended, one and then all are handled again, and it is calm again', async () => {
    isMended = true
    await button(/^Reprocessar ticket/)
      .first()
      .press('Enter')
    await seen(() => handled.length).toBe(1)
    await seen(() => letters().count()).toBe(1)
    // Who works by keyboard goes on where they were.
    await seen(() => button(/^Reprocessar ticket/).evaluate((element) => element === document.activeElement)).toBe(true)
    await button('Reprocessar todos').click()
    await seen(() => new Set(handled)).toEqual(new Set([world.a.id, world.b.id]))
    await section('Eventos que falharam').getByText('Nenhum evento falhou').waitFor()
    await seat.page.getByText('Tudo funciona.').waitFor()
    seat.assertClean()
  })

  test('a reading that fails leaves the last figures, and the next one mends it', async () => {
    seat.expects(/operations\/status/, /net::ERR_FAILED/)
    await seat.page.route('**/operations/status', (route) => route.abort('failed'))
    await seat.page.getByText(/^A última leitura falhou/).waitFor()
    expect(
      await section('Nós')
        .getByText(/^Versão/)
        .count(),
    ).toBe(2)
    await look(seat.page, 'operations-stale', [1440])
    await seat.page.unroute('**/operations/status')
    await seat.page.getByText(/^Lido às/).waitFor()
    seat.assertClean()
  })

  test('who does not look after the installation neither finds nor opens it', async () => {
    const other = await takeSeat(browser)
    await signIn(other, world.base, world.b.admin, '/configuracoes')
    const list = other.page.getByRole('navigation', { name: 'Configurações', exact: true })
    await list.getByRole('link', { name: 'Geral', exact: true }).waitFor()
    expect(await list.getByRole('link', { name: 'Operação', exact: true }).count()).toBe(0)
    await other.page.goto(`${world.base}/#/configuracoes/operacao`)
    await other.page.waitForURL(/#\/home/)
    other.assertClean()
    await other.leave()
  })
})
