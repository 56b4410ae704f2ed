import type { Ticket, TicketPage } from '@recado/contracts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, type Person, type TestApp } from '../harness/app.ts'
import { Visitor } from '../plugins/webchat.rig.ts'
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
  thread,
  type Seat,
} from './browser.ts'
import { Keys } from './keys.ts'
import { assertFits } from './look.ts'

/** A working day of an agent who has no mouse: every step by keys, every screen looked at by axe, light and dark. */
describe.skipIf(!launch).each([
  ['a wide screen', 1440],
  ['a narrow screen', 1024],
  ['a phone', 390],
] as const)('an agent’s day by keyboard on %s', (_name, width) => {
  journey()
  let node: TestApp, browser: Browser, ana: Person, seat: Seat, page: Page, keys: Keys

  beforeAll(async () => {
    node = await productForTests()
    ana = await node.signIn(node.a.admin)
    for (const tag of ['Atacado', 'Cliente fiel']) await ana.ok('POST', '/tags', { tag, color: '#0f766e' })
    for (const name of ['Marina Duarte', 'Otávio Brandão', 'Iara Melo']) await customer(name, `Bom dia, aqui é ${name}`)
    browser = await openBrowser()
    seat = await takeSeat(browser, { viewport: { width, height: width === 1440 ? 900 : 800 } })
    page = seat.page
    keys = new Keys(page)
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
  const fits = (what: string): Promise<void> => assertFits(seat, what, [width])
  const header = (): Locator => page.getByRole('region', { name: 'Conversa', exact: true }).locator('header')
  const tab = (name: string): Locator => page.getByRole('tab', { name: new RegExp(`^${name}`) })
  /** Goes to a list by the arrows of its tabs. */
  async function showList(name: string): Promise<void> {
    await keys.to(page.getByRole('tablist').first())
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
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Buscar e comandar' }).waitFor()
    await page.keyboard.type('atendim')
    await fits('palette')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.hash.startsWith('#/atendimento'))
  })

  test('opens the next of the queue, takes it, answers, and it leaves', async () => {
    await showList('Fila')
    await row(page, 'Iara Melo').waitFor()
    await fits('the queue')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await header().waitFor()
    await keys.press(header().getByRole('button', { name: 'Atender', exact: true }))
    await composer(page).waitFor()
    await keys.to(composer(page))
    await page.keyboard.type('Bom dia! Já vejo para você.')
    await page.keyboard.press('Enter')
    await thread(page).getByText('Bom dia! Já vejo para você.').waitFor()
    await thread(page)
      .getByRole('img', { name: /Enviada|Entregue|Lida/ })
      .first()
      .waitFor()
    await fits('the conversation')
    // The name leads to the details: beside the conversation, or over it on a phone.
    const name = page.getByRole('heading', { level: 1 }).getByRole('button')
    const details = page
      .getByRole('complementary', { name: 'Detalhes do atendimento' })
      .or(page.getByRole('dialog', { name: 'Detalhes do atendimento' }))
    const wereOpen = await details.isVisible()
    await keys.press(name, 'Shift+Tab')
    await seen(() => details.isVisible()).toBe(!wereOpen)
    await page.keyboard.press(wereOpen ? 'Enter' : 'Escape')
    await seen(() => details.isVisible()).toBe(wereOpen)
    await seen(() => keys.on(name)).toBe(true)
  })

  test('gives it to a colleague’s queue with a note', async () => {
    // Whoever gives a conversation away does not see it any more, and its screen may ask for it once.
    seat.expects(/answered 404: GET .*\/tickets\//, /status of 404/)
    const name = await page.getByRole('heading', { level: 1 }).innerText()
    const transfer = header().getByRole('button', { name: 'Transferir', exact: true })
    if (await transfer.isVisible()) await keys.press(transfer)
    else {
      await keys.press(header().getByRole('button', { name: 'Mais ações' }))
      await chooseByLetters(page, 'Transferir')
    }
    const dialog = page.getByRole('dialog', { name: 'Transferir atendimento' })
    await keys.to(dialog.getByLabel('Fila', { exact: true }))
    await page.keyboard.type('Sup')
    await keys.to(dialog.getByLabel('Recado para quem recebe'))
    await page.keyboard.type('Prefere entrega à tarde')
    await fits('transfer')
    await keys.press(dialog.getByRole('button', { name: 'Transferir', exact: true }))
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
    await fits('several chosen')
    await keys.press(bar.getByRole('button', { name: 'Mais ações' }))
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
    await keys.press(page.getByRole('button', { name: 'Desfazer' }), 'Shift+Tab')
    await seen(open).toBe(0)
  })

  test('takes the next by a key, tags it, marks it as unread, and resolves it with undo and the next', async () => {
    const heading = page.getByRole('heading', { level: 1 })
    const letGo = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.goto(`${node.base}/#/atendimento`)
    await showList('Fila')
    await row(page, 'Otávio Brandão').waitFor()
    // To the top, wherever the mark was left.
    for (const key of ['k', 'k', 'Shift+J']) await page.keyboard.press(key)
    await heading.waitFor()
    const other = await heading.innerText()
    const first = other === 'Otávio Brandão' ? 'Marina Duarte' : 'Otávio Brandão'
    await page.keyboard.press('Shift+K')
    await seen(() => heading.innerText()).toBe(first)
    await page.keyboard.press('Shift+J')
    await seen(() => heading.innerText()).toBe(other)
    await page.keyboard.press('Shift+K')
    await seen(() => heading.innerText()).toBe(first)
    await page.keyboard.press('a')
    await composer(page).waitFor()
    await seen(open).toBe(1)
    await letGo()
    await page.keyboard.press('l')
    const tagging = page.getByRole('dialog', { name: 'Etiquetas da conversa' })
    await tagging.waitFor()
    await page.keyboard.type('fiel')
    await tagging.getByRole('button', { name: 'Atacado' }).waitFor({ state: 'detached' })
    await tagging.getByRole('button', { name: 'Cliente fiel', pressed: false }).waitFor()
    expect(await tagging.getByText('Nenhuma etiqueta encontrada.').count()).toBe(0)
    await fits('tagging')
    await page.keyboard.press('Enter')
    await tagging.getByRole('button', { name: 'Cliente fiel', pressed: true }).waitFor()
    await page.keyboard.press('Escape')
    await tagging.waitFor({ state: 'detached' })
    await letGo()
    await page.keyboard.press('u')
    await showList('Meus')
    await row(page, first).getByLabel('1 mensagem não lida').waitFor()
    await row(page, first).getByText('Cliente fiel').waitFor()

    await showList('Fila')
    for (const key of ['k', 'k', 'Enter']) await page.keyboard.press(key)
    await seen(() => heading.innerText()).toBe(other)
    await page.keyboard.press('a')
    await composer(page).waitFor()
    await page.keyboard.press('Escape')
    await showList('Meus')
    await row(page, other).waitFor()
    await keys.press(row(page, other).getByRole('link'))
    await seen(() => heading.innerText()).toBe(other)
    const resolve = header().getByRole('button', { name: 'Resolver', exact: true })
    expect(await resolve.innerText()).toBe('Resolver')
    await letGo()
    await page.keyboard.press('e')
    await seen(() => heading.innerText()).toBe(first)
    await notices(page).getByText(`Atendimento de ${other} resolvido`).waitFor()
    // A notice holds while the focus is in it.
    await keys.to(notices(page).getByRole('button', { name: 'Desfazer' }), 'Shift+Tab')
    await fits('the next after resolving')
    await page.keyboard.press('Enter')
    await seen(() => heading.innerText()).toBe(other)
    await seen(open).toBe(2)
  })

  test('marks several as unread, puts them off and resolves them, each after a preview and taken back', async () => {
    await page.goto(`${node.base}/#/atendimento`)
    // Without its notices the page has one undo after the next act.
    await page.reload()
    const names = ['Marina Duarte', 'Otávio Brandão']
    const bar = page.getByRole('toolbar', { name: 'Ações para a seleção' })
    const preview = (name: string) => page.getByRole('dialog', { name, exact: true })
    const marks = async () =>
      (
        await node.database.owner<{ name: string; status: string; unread: number; isOff: boolean }[]>`
          select c.name, t.status, t.unread, t.snoozed_at is not null as "isOff"
            from core.ticket t
            join core.contact c on c.id = t.contact_id
           where t.tenant_id = ${node.a.id} and c.name in ${node.database.owner(names)}
           order by c.name`
      ).map(({ status, unread, isOff }) => [status, unread, isOff])
    const chooseBoth = async () => {
      await showList('Meus')
      for (const name of names) await row(page, name).waitFor()
      for (const key of ['k', 'k', 'x', 'j', 'x']) await page.keyboard.press(key)
      await bar.getByText('2 selecionados').waitFor()
    }
    const chooseAct = async (entry: string) => {
      await keys.press(bar.getByRole('button', { name: 'Mais ações' }))
      await chooseByLetters(page, entry)
    }
    /** Agrees with what is shown of an act, and takes the act back. */
    const actAndUndo = async (name: string, after: readonly [string, number, boolean]) => {
      const before = await marks()
      const submit = preview(name).getByRole('button', { name: 'Alterar 2' })
      await submit.waitFor()
      await fits(`preview: ${name}`)
      await seen(() => keys.on(submit)).toBe(true)
      await page.keyboard.press('Enter')
      await seen(marks).toEqual([after, after])
      await keys.press(notices(page).getByRole('button', { name: 'Desfazer' }), 'Shift+Tab')
      await seen(marks).toEqual(before)
    }
    await seen(marks).toEqual([
      ['open', 0, false],
      ['open', 0, false],
    ])
    await chooseBoth()
    await chooseAct('Marcar como não lido')
    await actAndUndo('Marcar como não lido', ['open', 1, false])
    await chooseBoth()
    await chooseAct('Adiar')
    const untilAnswer = page.getByRole('button', { name: 'Até o contato responder' })
    await untilAnswer.waitFor()
    await fits('until when several are put off')
    await keys.press(untilAnswer)
    await preview('Adiar').getByText('Adiado até o contato responder').waitFor()
    await actAndUndo('Adiar', ['open', 0, true])
    await chooseBoth()
    await keys.press(bar.getByRole('button', { name: 'Resolver' }))
    await actAndUndo('Resolver', ['closed', 0, false])
  })

  test('turns off in the menu of the user that resolving opens the next, and stays with what is resolved', async () => {
    const heading = page.getByRole('heading', { level: 1 })
    // A telephone has it among its places.
    if (width === 390) await keys.press(page.getByRole('button', { name: 'Menu', exact: true }), 'Shift+Tab')
    await keys.press(page.getByRole('button', { name: /^Menu de / }))
    const choice = page.getByRole('menuitemcheckbox', { name: 'Abrir o próximo ao resolver', checked: true })
    await choice.waitFor()
    await seen(() => keys.on(page.getByRole('menu'))).toBe(true)
    for (let step = 0; step < 20 && !(await keys.on(choice)); step++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await page.getByRole('menuitemcheckbox', { name: 'Abrir o próximo ao resolver', checked: false }).waitFor()
    await fits('the menu of the user')
    for (const over of [page.getByRole('menu'), page.getByRole('dialog', { name: 'Menu', exact: true })])
      if ((await over.count()) > 0) {
        await page.keyboard.press('Escape')
        await over.waitFor({ state: 'detached' })
      }

    await showList('Meus')
    await keys.press(row(page, 'Marina Duarte').getByRole('link'))
    await seen(() => heading.innerText()).toBe('Marina Duarte')
    await keys.press(header().getByRole('button', { name: 'Resolver', exact: true }), 'Shift+Tab')
    await notices(page).getByText('Atendimento de Marina Duarte resolvido').waitFor()
    // The next one would be open.
    await header().getByRole('button', { name: 'Reabrir', exact: true }).waitFor()
    expect(await heading.innerText()).toBe('Marina Duarte')
  })

  test('leaves nothing behind that the browser complains of', () => seat.assertClean())
})
