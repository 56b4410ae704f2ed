import type { Connection } from '@recado/contracts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TelegramSimulator } from '../../plugins/telegram/simulator/telegram.ts'
import type { TestApp } from '../harness/app.ts'
import { ChannelSide } from '../harness/channel-side.ts'
import {
  act,
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
import { assertFits, atWidths } from './look.ts'

/** Customers mark their texts, agents mark theirs, and each side reads what the other one meant. */
describe.skipIf(!launch)('marked texts, and from one conversation to the next', () => {
  let node: TestApp, browser: Browser, seat: Seat, telegram: TelegramSimulator
  beforeAll(async () => {
    telegram = await TelegramSimulator.start()
    const bot = telegram.addBot()
    node = await productForTests({ app: { egress: { allow: ['127.0.0.0/8'] } } })
    const admin = await node.signIn(node.a.admin)
    const connection = await admin.ok<Connection>('POST', '/whatsapp', {
      name: 'Bot da loja',
      type: 'telegram',
      config: { token: bot.token, apiRoot: telegram.url },
    })
    const side = new ChannelSide(admin, connection)
    await side.connected()
    for (const name of ['Olga', 'Bia', 'Rui']) {
      const customer = telegram.customer(bot, name)
      customer.say(
        name === 'Rui'
          ? {
              text: 'Quero muito:\n- um bolo\n- dois pães\nvelho <script>alert(1)</script>',
              entities: [
                { type: 'bold', offset: 6, length: 5 },
                { type: 'strikethrough', offset: 35, length: 5 },
              ],
            }
          : { text: `Bom dia, aqui é ${name}` },
      )
      const ticket = await side.ticket(name)
      await admin.ok('PUT', `/tickets/${ticket.id}`, { status: 'open' })
    }
    browser = await openBrowser()
    seat = await takeSeat(browser, { viewport: { width: 1440, height: 900 } })
    await signIn(seat, node.base, node.a.admin, '/atendimento')
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
    await telegram?.close()
  })
  journey()

  test('what a customer marked is drawn, and nothing of it is code', async () => {
    await row(seat.page, 'Rui').click()
    await thread(seat.page).locator('strong', { hasText: 'muito' }).waitFor()
    await thread(seat.page).locator('s', { hasText: 'velho' }).waitFor()
    expect(await thread(seat.page).getByRole('listitem').allInnerTexts()).toEqual(['um bolo', 'dois pães'])
    await thread(seat.page).getByText('<script>alert(1)</script>').waitFor()
    await row(seat.page, 'Quero muito:').waitFor()
    await assertFits(seat, 'a marked message')
  })

  test('keys mark what is selected, the composer shows what will be seen, and so it arrives', async () => {
    const { page } = seat
    const keys = new Keys(page)
    const field = composer(page)
    const preview = page.getByRole('region', { name: 'Como o contato vai ver' })
    await atWidths(page, async (width) => {
      const plain = `Pronto hoje, ${width}`
      await keys.to(field)
      await page.keyboard.type(plain)
      // Back to before "hoje", and over it.
      for (let step = plain.length; step > 7; step--) await page.keyboard.press('ArrowLeft')
      for (let step = 0; step < 4; step++) await page.keyboard.press('Shift+ArrowRight')
      await page.keyboard.press('Control+b')
      expect(await field.inputValue()).toBe(`Pronto *hoje*, ${width}`)
      await preview.locator('strong', { hasText: 'hoje' }).waitFor()
      await assertFits(seat, 'the composer with marks', [width])
      await page.keyboard.press('Control+b')
      expect(await field.inputValue()).toBe(plain)
      await preview.waitFor({ state: 'hidden' })
      await page.keyboard.press('Control+b')
      await page.keyboard.press('Enter')
      await seen(() => telegram.calls('sendMessage').map(({ params }) => params['text'])).toContainEqual(
        expect.stringContaining(`Pronto <b>hoje</b>, ${width}`),
      )
      await thread(page).getByText(`Pronto hoje, ${width}`).locator('strong', { hasText: 'hoje' }).waitFor()
    })
  })

  test('after resolving the next one opens, the notice takes it back, and a choice turns it off', async () => {
    const { page } = seat
    const heading = (name: string) => page.getByRole('heading', { level: 1, name })
    await act(page, 'Resolver')
    await heading('Bia').waitFor()
    await notices(page).getByText('Atendimento de Rui resolvido').waitFor()
    await notices(page).getByRole('button', { name: 'Desfazer' }).click()
    await heading('Rui').waitFor()
    await page.getByRole('button', { name: 'Resolver', exact: true }).waitFor()

    await page.getByRole('button', { name: /^Menu de / }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Abrir o próximo ao resolver' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('menuitemcheckbox').waitFor({ state: 'hidden' })
    await page.keyboard.press('u')
    await row(page, 'Rui').getByLabel('1 mensagem não lida').waitFor()
    expect(await heading('Rui').count()).toBe(0)
    await row(page, 'Rui').click()
    await row(page, 'Rui').getByLabel('1 mensagem não lida').waitFor({ state: 'hidden' })
    await act(page, 'Resolver')
    await page.getByRole('button', { name: 'Reabrir' }).first().waitFor()
    await heading('Rui').waitFor()
    seat.assertClean()
  })
})
