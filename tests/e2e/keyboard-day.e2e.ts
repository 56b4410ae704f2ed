import type { Ticket, TicketPage } from '@recado/contracts'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, type Person, type TestApp } from '../harness/app.ts'
import { Visitor } from '../plugins/webchat.rig.ts'
import {
  chooseByLetters,
  composer,
  journey,
  launch,
  openBrowser,
  productForTests,
  row,
  seen,
  signIn,
  takeSeat,
  thread,
  type Seat,
} from './browser.ts'

const screens: readonly (readonly [name: string, options: BrowserContextOptions])[] = [
  ['a wide and light screen', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
  ['a narrow screen in the dark', { viewport: { width: 1024, height: 768 }, colorScheme: 'dark' }],
  ['a phone in the dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
]

/** A working day of an agent who has no mouse: every step by keys, every screen looked at by axe. */
describe.skipIf(!launch).each(screens)('an agent’s day by keyboard on %s', (_name, options) => {
  journey()
  let node: TestApp, browser: Browser, ana: Person, seat: Seat, page: Page

  beforeAll(async () => {
    node = await productForTests()
    ana = await node.signIn(node.a.admin)
    await node.database.owner`
      update core.user_account
         set configs = jsonb_set(configs, '{isDark}', to_jsonb(${options.colorScheme === 'dark'}::boolean))
       where tenant_id = ${node.a.id}`
    for (const name of ['Marina Duarte', 'Otávio Brandão', 'Iara Melo']) await customer(name, `Bom dia, aqui é ${name}`)
    browser = await openBrowser()
    seat = await takeSeat(browser, options)
    page = seat.page
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })

  async function customer(name: string, text: string): Promise<Ticket> {
    const visitor = new Visitor(node.base, node.a.connection)
    await visitor.session({ profile: { name } })
    await visitor.say(text)
    return (
      await eventually(
        () => ana.ok<TicketPage>('GET', '/tickets?status[]=pending&showAll=true'),
        ({ tickets }) => tickets.some((ticket) => ticket.name === name),
      )
    ).tickets.find((ticket) => ticket.name === name)!
  }
  const focused = (target: Locator): Promise<boolean> =>
    target.evaluate((element) => element === document.activeElement || element.contains(document.activeElement))
  /** Walks there with the Tab key; what is near the end is nearer backwards. */
  async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await target.waitFor()
    for (let step = 0; step < 120; step++) {
      if (await focused(target)) return
      await page.keyboard.press(key)
    }
    throw new Error(`the Tab key does not lead to ${String(target)}`)
  }
  async function press(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await tabTo(target, key)
    await page.keyboard.press('Enter')
  }
  const header = (): Locator => page.getByRole('region', { name: 'Conversa', exact: true }).locator('header')
  const tab = (name: string): Locator => page.getByRole('tab', { name: new RegExp(`^${name}`) })
  /** Goes to a list by the arrows of its tabs. */
  async function showList(name: string): Promise<void> {
    await tabTo(page.getByRole('tablist').first())
    const selected = () => page.getByRole('tablist').first().getByRole('tab', { selected: true }).textContent()
    for (let step = 0; step < 6 && (await tab(name).getAttribute('aria-selected')) !== 'true'; step++) {
      const before = await selected()
      await page.keyboard.press('ArrowRight')
      await seen(selected).not.toBe(before)
    }
    expect(await tab(name).getAttribute('aria-selected')).toBe('true')
  }
  /** How many of the two that are left to the agent are taken. */
  const open = async (): Promise<number> =>
    (await ana.ok<TicketPage>('GET', '/tickets?status[]=open&includeNotQueueDefined=true&limit=100')).tickets.filter(
      ({ queueId }) => queueId === null,
    ).length

  test('signs in and goes to the conversations by the palette', async () => {
    await signIn(seat, node.base, node.a.user)
    expect(await page.locator('html').getAttribute('data-theme')).toBe(options.colorScheme)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Buscar e comandar' }).waitFor()
    await page.keyboard.type('atendim')
    await seat.assertAccessible('palette')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.hash.startsWith('#/atendimento'))
  })

  test('opens the next of the queue, takes it, answers, and it leaves', async () => {
    await showList('Fila')
    await row(page, 'Iara Melo').waitFor()
    await seat.assertAccessible('the queue')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await header().waitFor()
    await press(header().getByRole('button', { name: 'Atender', exact: true }))
    await composer(page).waitFor()
    await tabTo(composer(page))
    await page.keyboard.type('Bom dia! Já vejo para você.')
    await page.keyboard.press('Enter')
    await thread(page).getByText('Bom dia! Já vejo para você.').waitFor()
    await thread(page)
      .getByRole('img', { name: /Enviada|Entregue|Lida/ })
      .first()
      .waitFor()
    await seat.assertAccessible('the conversation')
    // The name leads to the details: beside the conversation, or over it on a phone.
    const name = page.getByRole('heading', { level: 1 }).getByRole('button')
    const details = page
      .getByRole('complementary', { name: 'Detalhes do atendimento' })
      .or(page.getByRole('dialog', { name: 'Detalhes do atendimento' }))
    const wereOpen = await details.isVisible()
    await press(name, 'Shift+Tab')
    await seen(() => details.isVisible()).toBe(!wereOpen)
    await page.keyboard.press(wereOpen ? 'Enter' : 'Escape')
    await seen(() => details.isVisible()).toBe(wereOpen)
    await seen(() => focused(name)).toBe(true)
  })

  test('gives it to a colleague’s queue with a note', async () => {
    // Whoever gives a conversation away does not see it any more, and its screen may ask for it once.
    seat.expects(/answered 404: GET .*\/tickets\//, /status of 404/)
    const name = await page.getByRole('heading', { level: 1 }).innerText()
    const transfer = header().getByRole('button', { name: 'Transferir', exact: true })
    if (await transfer.isVisible()) await press(transfer)
    else {
      await press(header().getByRole('button', { name: 'Mais ações' }))
      await chooseByLetters(page, 'Transferir')
    }
    const dialog = page.getByRole('dialog', { name: 'Transferir atendimento' })
    await tabTo(dialog.getByLabel('Fila', { exact: true }))
    await page.keyboard.type('Sup')
    await tabTo(dialog.getByLabel('Recado para quem recebe'))
    await page.keyboard.type('Prefere entrega à tarde')
    await seat.assertAccessible('transfer')
    await press(dialog.getByRole('button', { name: 'Transferir', exact: true }))
    await dialog.waitFor({ state: 'detached' })
    await seen(
      async () =>
        (await ana.ok<TicketPage>('GET', '/tickets?status[]=pending&status[]=open&showAll=true')).tickets.find(
          (ticket) => name.includes(ticket.name),
        )?.queueId,
    ).toBe(node.a.support)
  })

  test('chooses several, takes them, and takes it back', async () => {
    await page.keyboard.press('Escape')
    await page.goto(`${node.base}/#/atendimento`)
    await showList('Fila')
    await row(page, 'Otávio Brandão').waitFor()
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
    const bar = page.getByRole('toolbar', { name: 'Ações para a seleção' })
    await bar.getByText('2 selecionados').waitFor()
    await seat.assertAccessible('several chosen')
    await press(bar.getByRole('button', { name: 'Mais ações' }))
    // The first of the menu, which has the focus once it is open.
    const start = page.getByRole('menuitem', { name: 'Atender' })
    await start.waitFor()
    await seen(() => start.evaluate((item) => item === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    // It is said what changes; the act itself has the focus.
    const submit = page.getByRole('dialog', { name: 'Atender' }).getByRole('button', { name: 'Alterar 2' })
    await submit.waitFor()
    await seen(() => submit.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await seen(open).toBe(2)
    // A notice holds while the focus is in it, and it is the last of the page.
    await press(page.getByRole('button', { name: 'Desfazer' }), 'Shift+Tab')
    await seen(open).toBe(0)
  })

  test('leaves nothing behind that the browser complains of', () => seat.assertClean())
})
