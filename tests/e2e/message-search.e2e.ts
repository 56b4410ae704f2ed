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
  thread as threadOf,
  type Seat,
} from './browser.ts'
import { openTickets } from './conversations.ts'
import { Keys } from './keys.ts'
import { assertFits, atWidths, look } from './look.ts'

const lines = 240
const text = (body: string) => [{ kind: 'text', text: body, format: 'plain' }]

/** Somebody looks for what was written months ago, reads on from there, and comes back to today. */
describe.skipIf(!launch)('searching in messages', () => {
  let node: TestApp, browser: Browser, ana: Seat

  beforeAll(async () => {
    node = await productForTests()
    const { owner } = node.database
    const [beatriz, caio] = await openTickets(node, ['Beatriz Lima', 'Caio Prado'])
    const message = (of: typeof beatriz, body: string, hour: number) => ({
      id: newId(),
      tenant_id: node.a.id,
      ticket_id: of!.ticket,
      contact_id: of!.id,
      connection_id: node.a.connection,
      from_me: hour % 3 === 0,
      body,
      parts: owner.json(text(body)),
      status: hour % 3 === 0 ? 'sent' : 'received',
      is_read: true,
      sent_at: new Date(Date.UTC(2026, 9, 1, hour)),
    })
    await owner`
      insert into core.message ${owner(
        Array.from({ length: lines }, (_, n) =>
          message(
            beatriz,
            n === 40
              ? 'A fatura de março veio em dobro'
              : n === 200
                ? 'E a fatura de abril?'
                : `Linha ${n} da conversa`,
            n,
          ),
        ),
      )}`
    await owner`insert into core.message ${owner([message(caio, 'Minha fatura não chegou', 300)])}`
    const admin = await node.signIn(node.a.admin)
    const { id: tag } = await admin.ok<{ id: string }>('POST', '/tags', { tag: 'Atacado', color: '#0f766e' })
    const retag = { add: [tag], remove: [] }
    await admin.ok('PUT', `/tickets/${beatriz!.ticket}`, { retag })
    await admin.ok('PUT', `/contacts/${beatriz!.id}`, { retag })
    browser = await openBrowser()
    ana = await takeSeat(browser)
    await signIn(ana, node.base, node.a.admin, '/atendimento')
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  const thread = () => threadOf(ana.page)
  const hits = () => ana.page.getByRole('list', { name: 'Mensagens encontradas' })
  const field = () => ana.page.getByRole('searchbox', { name: 'Buscar atendimentos' })

  test('what was written is found from the list, by conversation, and opens where it stands', async () => {
    const { page } = ana
    await row(page, 'Beatriz Lima').waitFor()
    // No conversation is called so: what was written is one step away.
    await field().fill('fatura marco')
    await page.getByRole('button', { name: 'Buscar nas mensagens' }).click()
    await hits()
      .getByRole('link', { name: /A fatura de março veio em dobro/ })
      .waitFor()
    expect(await hits().getByRole('link').count()).toBe(1)
    await field().fill('fatura')
    await hits()
      .getByRole('link', { name: /Minha fatura não chegou/ })
      .waitFor()
    await seen(() => hits().getByRole('heading').allTextContents()).toEqual(['Caio Prado', 'Beatriz Lima'])
    await ana.assertAccessible('message results')
    await hits()
      .getByRole('link', { name: /março veio em dobro/ })
      .click()
    await thread().getByText('A fatura de março veio em dobro').waitFor()
    await seen(() => thread().getByText('A fatura de março veio em dobro').isVisible()).toBe(true)
    expect(page.url()).toMatch(/mensagem=[0-9a-f-]{36}/)
    expect(
      await thread()
        .getByText(`Linha ${lines - 1} da conversa`)
        .count(),
    ).toBe(0)
    await ana.assertAccessible('a conversation in the past')
  })

  test('one search finds people, conversations of other lists and messages', async () => {
    const { page } = ana
    const group = (name: string) =>
      page.getByRole('region', { name: 'Atendimentos', exact: true }).getByRole('region', { name })
    await page.goto(`${node.base}/#/atendimento?view=queue`)
    await field().fill('beatriz')
    await group('Conversas de outras listas')
      .getByRole('link', { name: /Beatriz Lima/ })
      .waitFor()
    await group('Pessoas')
      .getByRole('link', { name: /Beatriz Lima/ })
      .waitFor()
    await field().fill('fatura')
    await group('Mensagens')
      .getByRole('link', { name: /Minha fatura não chegou/ })
      .waitFor()
    await assertFits(ana, 'a search in groups')
    await look(page, 'search-groups', [1440, 1024, 390])
    await group('Mensagens').getByRole('button', { name: 'Ver todas' }).click()
    await hits()
      .getByRole('link', { name: /Minha fatura não chegou/ })
      .waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('beatriz')
    await page.getByRole('option', { name: /^Beatriz Lima · Em atendimento/ }).click()
    await thread()
      .getByText(`Linha ${lines - 1} da conversa`)
      .waitFor()
    await page.goto(`${node.base}/#/atendimento`)
    await field().fill('fatura marco')
    await group('Mensagens')
      .getByRole('link', { name: /março veio em dobro/ })
      .click()
    await thread().getByText('A fatura de março veio em dobro').waitFor()
  })

  test('S2-051 the address leads there again, beside who it is, and one step leads back to the latest', async () => {
    const { page } = ana
    await page.reload()
    await thread().getByText('A fatura de março veio em dobro').waitFor()
    const about = page.getByRole('complementary', { name: 'Detalhes do atendimento' })
    await about.getByText('Beatriz Lima', { exact: true }).waitFor()
    await about.getByText('20260', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Voltar às mais recentes' }).click()
    await thread()
      .getByText(`Linha ${lines - 1} da conversa`)
      .waitFor()
    await page.getByRole('button', { name: 'Voltar às mais recentes' }).waitFor({ state: 'detached' })
    expect(page.url()).not.toContain('mensagem=')
  })

  test('S2-048 an address may name a page, counted from the end; it leads to where that page ends', async () => {
    const { page } = ana
    const [{ ticket_id }] = (await node.database.owner`
      select ticket_id
        from core.message
       where tenant_id = ${node.a.id} and body = 'Linha 1 da conversa'`) as unknown as [{ ticket_id: string }]
    await page.goto(`${node.base}/#/atendimento/${ticket_id}?pageNumber=4`)
    await thread()
      .getByText(`Linha ${lines - 1 - 3 * 30} da conversa`)
      .waitFor()
    await seen(() => page.url()).toMatch(/mensagem=[0-9a-f-]{36}/)
    expect(page.url()).not.toContain('pageNumber')
    expect(
      await thread()
        .getByText(`Linha ${lines - 1} da conversa`)
        .count(),
    ).toBe(0)
    await page.goto(`${node.base}/#/atendimento/${ticket_id}?pageNumber=99`)
    await page.reload()
    await thread()
      .getByText(`Linha ${lines - 1} da conversa`)
      .waitFor()
    await seen(() => page.url()).not.toContain('pageNumber')
  })

  test('words of one conversation are walked through by keys', async () => {
    const { page } = ana
    await page.keyboard.press('Control+f')
    const search = page.getByRole('search', { name: 'Buscar na conversa' })
    await search.getByRole('searchbox').fill('fatura')
    await search.getByText('1 de 2').waitFor()
    await thread().getByText('E a fatura de abril?').waitFor()
    await page.keyboard.press('Enter')
    await search.getByText('2 de 2').waitFor()
    await thread().getByText('A fatura de março veio em dobro').waitFor()
    await ana.assertAccessible('searching in a conversation')
    await page.keyboard.press('Escape')
    await search.waitFor({ state: 'detached' })
  })

  test('the palette searches messages too', async () => {
    const { page } = ana
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('não chegou')
    await page.getByRole('option', { name: 'Buscar “não chegou” nas mensagens' }).click()
    await hits()
      .getByRole('link', { name: /Minha fatura não chegou/ })
      .waitFor()
    await field().fill('palavra que ninguém escreveu')
    await page.getByText('Nenhuma mensagem com “palavra que ninguém escreveu”').waitFor()
    ana.assertClean()
  })

  test('at each width the keys alone search, with tags, and lead to what was said and to a conversation', async () => {
    const { page } = ana
    const keys = new Keys(page)
    const group = (name: string) =>
      page.getByRole('region', { name: 'Atendimentos', exact: true }).getByRole('region', { name })
    await atWidths(page, async (width) => {
      await page.goto(`${node.base}/#/atendimento?view=queue`)
      await field().waitFor()
      await page.keyboard.press('Shift+F')
      await seen(() => keys.on(field())).toBe(true)
      await page.keyboard.press('Control+a')
      await page.keyboard.type('beatriz')
      for (const name of ['Conversas de outras listas', 'Pessoas'])
        await group(name)
          .getByRole('link', { name: /Beatriz Lima/ })
          .getByText('Atacado')
          .waitFor()
      await assertFits(ana, 'a search with tags', [width])
      await keys.write(field(), 'fatura', 'Shift+Tab')
      await keys.press(group('Mensagens').getByRole('link', { name: /Minha fatura não chegou/ }))
      await thread().getByText('Minha fatura não chegou').waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('beatriz')
      await page
        .getByRole('option', { name: /^Beatriz Lima/ })
        .first()
        .waitFor()
      await assertFits(ana, 'a search in the palette', [width])
      await keys.choose(/^Beatriz Lima · Em atendimento/)
      await thread()
        .getByText(`Linha ${lines - 1} da conversa`)
        .waitFor()
    })
    ana.assertClean()
  })
})
