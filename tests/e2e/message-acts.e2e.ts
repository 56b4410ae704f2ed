import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hookWorld, type HookChannel, type HookWorld } from '../conversation/far-side.ts'
import { Visitor } from '../plugins/webchat.rig.ts'
import {
  chooseByLetters,
  act,
  composer,
  journey,
  launch,
  openBrowser,
  reply,
  row,
  seen,
  shellDist,
  signIn,
  takeSeat,
  thread,
  view,
  type Seat,
} from './browser.ts'
import { Keys } from './keys.ts'
import { assertFits, atWidths, look } from './look.ts'

const day = 24 * 3_600_000

/** What an agent does to messages, without a mouse, in the order of the tests. */
describe.skipIf(!launch)('an agent and what was said', () => {
  journey()
  let world: HookWorld, browser: Browser, agent: Seat, page: Page, keys: Keys
  let windowed: HookChannel

  beforeAll(async () => {
    world = await hookWorld({ shellDist }, [join(import.meta.dirname, '../../plugins')])
    windowed = await world.connect(world.a, 'hook-windowed')
    browser = await openBrowser()
    agent = await takeSeat(browser)
    page = agent.page
    keys = new Keys(page)
    await world.channel.say('marina', 'Bom dia, qual o prazo?')
    await windowed.say('otavio', 'Aqui é o Otávio')
    await signIn(agent, world.base, world.a.user, '/atendimento')
  })
  afterAll(async () => {
    await browser?.close()
    await world?.close()
  })

  /** The first with these words: a reply repeats those of its question. */
  const bubble = (text: string): Locator => thread(page).locator('[data-index]').filter({ hasText: text }).first()
  const acted = () => world.far.acted.filter(({ chat }) => chat === 'marina')
  const delivered = (chat: string) =>
    world.far.delivered.filter((entry) => entry.chat === chat).map(({ texts }) => texts[0])
  /** Opens a message's menu and takes an entry. */
  async function choose(text: string, entry: string): Promise<void> {
    await keys.press(bubble(text).getByRole('button', { name: 'Mais ações' }))
    await chooseByLetters(page, entry)
  }

  /** Opens a message's menu by a key that opens menus. */
  async function openMenu(text: string, key: 'ContextMenu' | 'Shift+F10'): Promise<void> {
    await keys.to(bubble(text).getByRole('button', { name: 'Mais ações' }), 'Shift+Tab')
    await page.keyboard.press(key)
    await page.getByRole('menuitem', { name: 'Encaminhar' }).waitFor()
  }
  const hasFocus = (target: Locator) => seen(() => keys.on(target)).toBe(true)

  test('takes a conversation and replies to what was said', async () => {
    await view(page, 'Fila').click()
    await row(page, 'Cliente marina').click()
    await act(page, 'Atender')
    await composer(page).waitFor()
    await choose('Bom dia, qual o prazo?', 'Responder')
    await seen(() => composer(page).evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('Três dias')
    await page.keyboard.press('Enter')
    await bubble('Três dias').getByRole('img', { name: 'Enviada' }).waitFor()
    await bubble('Três dias').getByText('Em resposta a:').waitFor({ state: 'attached' })
    await agent.assertAccessible('a thread with replies')
  })

  test('the right button opens the same acts about the message under it, and the browser’s menu on selected words', async () => {
    await bubble('Bom dia, qual o prazo?').click({ button: 'right' })
    const menu = page.getByRole('menu')
    await menu.getByRole('menuitem', { name: 'Encaminhar' }).waitFor()
    await menu.getByRole('menuitem', { name: 'Responder' }).click()
    await seen(() => composer(page).evaluate((field) => field === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Cancelar resposta' }).click()
    await bubble('Bom dia, qual o prazo?').getByText('Bom dia, qual o prazo?').selectText()
    await bubble('Bom dia, qual o prazo?').getByText('Bom dia, qual o prazo?').click({ button: 'right' })
    expect(await menu.count()).toBe(0)
    await page.evaluate(() => getSelection()?.removeAllRanges())
  })

  test('S4-115 S2-104 reacts, and takes the reaction back', async () => {
    const customers = bubble('Bom dia, qual o prazo?')
    await keys.press(customers.getByRole('button', { name: 'Reagir' }))
    await keys.press(page.getByRole('button', { name: 'Mais reações' }))
    await page.getByRole('searchbox', { name: 'Buscar emoji' }).fill('cone de festa')
    await agent.assertAccessible('all emojis')
    await page.getByRole('gridcell', { name: 'cone de festa', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    const own = customers.getByRole('list', { name: 'Reações' }).getByRole('button', { name: 'Retirar 🎉' })
    await own.waitFor()
    await keys.press(own)
    await seen(() => acted().map(({ emoji }) => emoji)).toEqual(['🎉', null])
    await own.waitFor({ state: 'detached' })
  })

  test('emojis are written by their name, and picked from all of them', async () => {
    await composer(page).focus()
    await page.keyboard.type('Combinado :joi')
    await page.getByRole('option', { name: 'polegar para cima' }).waitFor()
    await page.keyboard.press('Enter')
    await seen(() => composer(page).inputValue()).toBe('Combinado 👍️')
    await page.keyboard.type(' :D')
    await seen(() => page.getByRole('option').count()).toBe(0)
    await keys.press(page.getByRole('button', { name: 'Emojis' }))
    const search = page.getByRole('searchbox', { name: 'Buscar emoji' })
    await seen(() => search.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('coracao vermelho')
    await page.getByRole('gridcell', { name: 'coração vermelho', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await seen(() => composer(page).inputValue()).toBe('Combinado 👍️ :D❤️')
    await seen(() => composer(page).evaluate((field) => field === document.activeElement)).toBe(true)
    await keys.press(page.getByRole('button', { name: 'Emojis' }))
    await look(page, 'emojis')
    await page.getByRole('group', { name: 'Usados recentemente' }).getByRole('button', { name: '👍️' }).waitFor()
    await page.keyboard.press('Escape')
    await composer(page).fill('')
  })

  test('S4-114 S2-103 edits a message; the draft is left alone and Escape changes nothing', async () => {
    await reply(page, 'Entregamos na sesta')
    await bubble('Entregamos na sesta').getByRole('img', { name: 'Enviada' }).waitFor()
    await composer(page).fill('rascunho')
    await choose('Entregamos na sesta', 'Editar')
    const field = page.getByRole('textbox', { name: 'Novo texto da mensagem' })
    await seen(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    expect(await composer(page).inputValue()).toBe('rascunho')
    await choose('Entregamos na sesta', 'Editar')
    await seen(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Entregamos na sexta')
    await page.keyboard.press('Enter')
    await bubble('Entregamos na sexta').getByText('editada').waitFor()
    expect(acted().at(-1)).toMatchObject({ act: 'edit', texts: ['Entregamos na sexta'] })
    await composer(page).fill('')
  })

  test('a provider that refuses an edit: the message stays, with the reason', async () => {
    world.far.replies.push(403)
    await choose('Três dias', 'Editar')
    const field = page.getByRole('textbox', { name: 'Novo texto da mensagem' })
    await seen(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('End')
    await page.keyboard.type(' úteis')
    await page.keyboard.press('Enter')
    await bubble('Três dias')
      .getByText(/^Não foi editada: /)
      .waitFor()
    await agent.assertAccessible('a failed edit')
  })

  test('S4-113 deletes a message after asking; a mark stays', async () => {
    await reply(page, 'Não era para cá')
    await bubble('Não era para cá').getByRole('img', { name: 'Enviada' }).waitFor()
    await choose('Não era para cá', 'Apagar para todos')
    await page.getByRole('alertdialog').waitFor()
    await keys.press(page.getByRole('button', { name: 'Apagar mensagem' }))
    await bubble('Mensagem apagada').waitFor()
    await bubble('Não era para cá').waitFor({ state: 'detached' })
    expect(acted().at(-1)).toMatchObject({ act: 'delete' })
  })

  test('S2-058 forwards chosen messages to somebody on another channel, and is told what will be lost', async () => {
    await choose('Bom dia, qual o prazo?', 'Selecionar')
    await keys.tick(bubble('Entregamos na sexta').getByRole('checkbox'))
    await page.getByText('2 selecionadas').waitFor()
    await agent.assertAccessible('choosing messages')
    await keys.press(
      page.getByRole('toolbar', { name: 'Seleção de mensagens' }).getByRole('button', { name: 'Encaminhar' }),
    )
    await page.getByRole('searchbox', { name: 'Procurar atendimento' }).waitFor()
    await page.keyboard.type('otavio')
    await keys.tick(page.getByRole('radio', { name: /Cliente otavio/ }))
    await page.getByText('Tudo segue como está.').waitFor()
    await keys.press(page.getByRole('dialog').getByRole('button', { name: 'Encaminhar' }))
    await page.getByText('Encaminhado para Cliente otavio').waitFor()
    await seen(() => delivered('otavio')).toEqual(['Bom dia, qual o prazo?', 'Entregamos na sexta'])
    await page.getByText('2 selecionadas').waitFor({ state: 'detached' })
  })

  test('at each width the menu key opens the acts of a message, and the keys alone reply and react', async () => {
    const question = bubble('Bom dia, qual o prazo?')
    await atWidths(page, async (width) => {
      const answer = `Resposta ${width}`
      await openMenu('Bom dia, qual o prazo?', 'ContextMenu')
      await assertFits(agent, 'the acts of a message', [width])
      await chooseByLetters(page, 'Responder')
      await hasFocus(composer(page))
      await page.keyboard.type(answer)
      await page.keyboard.press('Enter')
      await bubble(answer).getByText('Em resposta a:').waitFor({ state: 'attached' })
      await bubble(answer).getByRole('img', { name: 'Enviada' }).waitFor()

      await keys.press(question.getByRole('button', { name: 'Reagir' }), 'Shift+Tab')
      await page.getByRole('button', { name: 'Mais reações' }).waitFor()
      await assertFits(agent, 'the reactions', [width])
      await keys.press(page.getByRole('button', { name: '👍' }))
      const own = question.getByRole('list', { name: 'Reações' }).getByRole('button', { name: 'Retirar 👍' })
      await own.waitFor()
      await keys.press(own)
      await own.waitFor({ state: 'detached' })
      expect(
        acted()
          .slice(-2)
          .map(({ emoji }) => emoji),
      ).toEqual(['👍', null])
    })
  })

  test('at each width the keys alone edit, forward and delete a message', async () => {
    const field = page.getByRole('textbox', { name: 'Novo texto da mensagem' })
    await atWidths(page, async (width) => {
      const [first, changed] = [`Rascunho ${width}`, `Pedido ${width}`]
      const fits = (what: string) => assertFits(agent, what, [width])
      await keys.write(composer(page), first)
      await page.keyboard.press('Enter')
      await bubble(first).getByRole('img', { name: 'Enviada' }).waitFor()
      await openMenu(first, 'ContextMenu')
      await chooseByLetters(page, 'Editar')
      await hasFocus(field)
      await fits('the editing of a message')
      await keys.write(field, changed)
      await page.keyboard.press('Enter')
      await bubble(changed).getByText('editada').waitFor()

      await openMenu(changed, 'Shift+F10')
      await chooseByLetters(page, 'Encaminhar')
      const search = page.getByRole('searchbox', { name: 'Procurar atendimento' })
      await hasFocus(search)
      await page.keyboard.type('otavio')
      await keys.tick(page.getByRole('radio', { name: /Cliente otavio/ }))
      await fits('forwarding a message')
      await keys.press(page.getByRole('dialog').getByRole('button', { name: 'Encaminhar' }))
      await seen(() => delivered('otavio').at(-1)).toBe(changed)
      await search.waitFor({ state: 'detached' })
      await hasFocus(bubble(changed))

      await openMenu(changed, 'Shift+F10')
      await chooseByLetters(page, 'Apagar para todos')
      await page.getByRole('alertdialog').waitFor()
      await fits('the deleting of a message')
      await keys.press(page.getByRole('button', { name: 'Apagar mensagem' }))
      await bubble(changed).waitFor({ state: 'detached' })
      expect(acted().at(-1)).toMatchObject({ act: 'delete' })
    })
  })

  test('a closed window is explained, keeps the draft, and opens by itself when the contact writes', async () => {
    await view(page, 'Todos').click()
    await row(page, 'Cliente otavio').click()
    await act(page, 'Atender')
    await composer(page).fill('Ainda tem interesse?')
    await world.database.owner`
      update core.message set sent_at = now() - make_interval(secs => ${(day - 3_600_000) / 1_000})
       where body = 'Aqui é o Otávio'`
    await page.reload()
    await page
      .getByRole('timer')
      .getByText(/Responda em até (59 min|1 h)/)
      .waitFor()
    await agent.assertAccessible('a window about to close')
    await world.database.owner`
      update core.message set sent_at = now() - make_interval(secs => ${(day + 1_000) / 1_000})
       where body = 'Aqui é o Otávio'`
    await page.reload()
    await page.getByText('Só um modelo pode ser enviado agora').waitFor()
    await page.getByText('Seu rascunho está guardado.').waitFor()
    await agent.assertAccessible('a closed window')
    await windowed.say('otavio', 'Tenho sim')
    await composer(page).waitFor()
    expect(await composer(page).inputValue()).toBe('Ainda tem interesse?')
    await composer(page).press('Enter')
    await seen(() => delivered('otavio').at(-1)).toBe('Ainda tem interesse?')
  })

  test('a letter stands there in words, and laid out in a frame of its own size when asked for', async () => {
    const admin = await world.signIn(world.a.admin)
    await admin.ok('PUT', '/api/plugins/webchat', { enabled: true })
    const { id } = await admin.ok<{ id: string }>('POST', '/whatsapp', {
      name: 'Site da loja',
      type: 'webchat',
      config: {},
    })
    const visitor = new Visitor(world.base, id)
    await visitor.session({ profile: { name: 'Lia Prado' } })
    expect(
      await visitor.attach(
        'carta.html',
        '<!doctype html><html lang="pt-BR"><head><title>Pedido 42</title></head><body style="margin:0">' +
          '<main style="height:420px"><h1>Pedido 42</h1><p>Segue o comprovante.</p></main></body></html>',
        'text/html',
      ),
    ).toMatchObject({ status: 202 })
    // As an adapter of letters hands it in: the words apart from the layout.
    await world.database.owner`
      update core.message
         set body = 'Segue o comprovante.',
             parts = jsonb_build_array(jsonb_build_object('kind', 'html', 'subject', 'Pedido 42',
               'text', 'Segue o comprovante.', 'quoted', 'Em 20/11 a loja escreveu', 'media', parts -> 0 ->> 'media'))
       where parts -> 0 ->> 'name' = 'carta.html'`
    await view(page, 'Fila').click()
    await row(page, 'Lia Prado').click()
    const letter = bubble('Segue o comprovante.')
    await keys.press(letter.getByRole('button', { name: 'Mostrar texto citado' }))
    await letter.getByText('Em 20/11 a loja escreveu').waitFor()
    // Before the frame is there: nothing can run in it, axe neither.
    await agent.assertAccessible('a letter')
    await keys.press(letter.getByRole('button', { name: 'Mostrar e-mail formatado' }))
    const frame = page.getByTitle('E-mail formatado: Pedido 42')
    await frame.contentFrame().getByRole('heading', { name: 'Pedido 42' }).waitFor()
    await seen(() => frame.evaluate((element) => element.getBoundingClientRect().height)).toBeGreaterThanOrEqual(420)
  })

  test('the browser did not complain', () => agent.assertClean())
})
