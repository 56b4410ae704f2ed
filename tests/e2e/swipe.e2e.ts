import type { TicketPage } from '@recado/contracts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import { Visitor } from '../plugins/webchat.rig.ts'
import {
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
  view,
  type Seat,
} from './browser.ts'
import { openTickets } from './conversations.ts'
import { assertFits } from './look.ts'

/** An agent on a telephone works through the list with a finger. */
describe.skipIf(!launch)('rows drawn aside', () => {
  let node: TestApp, browser: Browser, seat: Seat, page: Page

  beforeAll(async () => {
    node = await productForTests()
    const customers = ['Beatriz Lima', 'Diva Alencar', 'Elias Nunes', 'Flora Dias', 'Gil Reis', 'Hugo Sá']
    await openTickets(node, customers, (index) => ({
      unread: index > 3 ? 2 : 0,
      ...((index === 2 || index === 3) && { status: 'pending', user_id: null }),
    }))
    // Only what somebody has written can be unread again.
    const visitor = new Visitor(node.base, node.a.connection)
    await visitor.session({ profile: { name: 'Caio Prado' } })
    await visitor.say('Bom dia!')
    visitor.close()
    const admin = await node.signIn(node.a.admin)
    const { tickets } = await admin.ok<TicketPage>('GET', '/tickets?status[]=pending&searchParam=Caio')
    await admin.ok('PUT', `/tickets/${tickets[0]!.id}`, { status: 'open' })
    await admin.ok('PUT', `/tickets/${tickets[0]!.id}`, { unreadMessages: 0 })
    browser = await openBrowser()
    seat = await takeSeat(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    ;({ page } = seat)
    await signIn(seat, node.base, node.a.admin, '/atendimento')
    await row(page, 'Beatriz Lima').waitFor()
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  const telephones = [
    [390, 844],
    [360, 740],
  ] as const

  /** A finger on a row that goes so far aside, or along; `before` runs before it is lifted. */
  async function draw(name: string, by: { x?: number; y?: number }, before?: () => Promise<void>): Promise<void> {
    const finger = await seat.context.newCDPSession(page)
    const box = (await row(page, name).boundingBox())!
    const start = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const steps = 8
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] })
    for (let step = 1; step <= steps; step++)
      await finger.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: [{ x: start.x + ((by.x ?? 0) * step) / steps, y: start.y + ((by.y ?? 0) * step) / steps }],
      })
    await before?.()
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await finger.detach()
  }

  /** Looks at a row that a finger holds aside: what letting go would do stands there in both themes. */
  async function assertHeld(name: string, act: string, width: 390 | 360 = 390): Promise<void> {
    const words = row(page, name).getByText(act)
    await words.waitFor()
    // Screen readers have the menu. Axe passes over what is hidden from them, but its colours are for everybody.
    await words.evaluate((strip) => strip.removeAttribute('aria-hidden'))
    await assertFits(seat, `drawn aside: ${act}`, [width])
  }

  test('to the left a conversation is marked as unread, and opens nothing', async () => {
    await draw('Caio Prado', { x: -110 }, () => assertHeld('Caio Prado', 'Marcar como não lido'))
    await notices(page).getByText('1 atendimento alterado').waitFor()
    expect(await thread(page).count()).toBe(0)
  })

  test('further to the left it is asked until when it is put off', async () => {
    await draw('Caio Prado', { x: -190 }, () => assertHeld('Caio Prado', 'Adiar'))
    await page.getByRole('dialog', { name: /Adiar/ }).waitFor()
    await assertFits(seat, 'putting off', [390])
    await page.keyboard.press('Escape')
  })

  test('to the right it is resolved, which can be undone', async () => {
    await draw('Diva Alencar', { x: 130 }, () => assertHeld('Diva Alencar', 'Resolver'))
    await row(page, 'Diva Alencar').waitFor({ state: 'detached' })
    await notices(page).getByRole('button', { name: 'Desfazer' }).click()
    await row(page, 'Diva Alencar').waitFor()
  })

  test('what waits is taken by drawing it to the right, at the widths of two telephones', async () => {
    for (const [width, height] of telephones) {
      await page.setViewportSize({ width, height })
      await page.goto(`${node.base}/#/atendimento?view=queue`)
      const name = width === 390 ? 'Elias Nunes' : 'Flora Dias'
      await row(page, name).waitFor()
      await draw(name, { x: 110 }, () => assertHeld(name, 'Atender', width))
      await row(page, name).waitFor({ state: 'detached' })
      await notices(page).getByText('1 atendimento alterado').waitFor()
      await assertFits(seat, 'taken by a finger', [width])
      await view(page, 'Meus').tap()
      await row(page, name).waitFor()
    }
  })

  test('what is unread is marked as read by drawing it to the left, at the widths of two telephones', async () => {
    for (const [width, height] of telephones) {
      await page.setViewportSize({ width, height })
      const name = width === 390 ? 'Gil Reis' : 'Hugo Sá'
      const unread = row(page, name).getByLabel('2 mensagens não lidas')
      await unread.waitFor()
      await draw(name, { x: -110 }, () => assertHeld(name, 'Marcar como lido', width))
      await unread.waitFor({ state: 'detached' })
      await assertFits(seat, 'read by a finger', [width])
      expect(await thread(page).count()).toBe(0)
    }
    seat.assertClean()
  })

  test('a finger that hesitates, or goes along, does nothing', async () => {
    await draw('Beatriz Lima', { x: 60 })
    await draw('Beatriz Lima', { y: -120 })
    await seen(() => row(page, 'Beatriz Lima').count()).toBe(1)
    await view(page, 'Meus').waitFor()
    expect(await thread(page).count()).toBe(0)
    seat.assertClean()
  })

  test.each([
    ['Beatriz Lima', ...telephones[0]],
    ['Diva Alencar', ...telephones[1]],
  ] as const)(
    'a long press on %s opens the acts as a sheet at the bottom, into its parts and back, on %i px',
    async (name, width, height) => {
      await page.setViewportSize({ width, height })
      await page.goto(`${node.base}/#/atendimento?view=mine`)
      await row(page, name).waitFor()
      const finger = await seat.context.newCDPSession(page)
      const box = (await row(page, name).boundingBox())!
      const start = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] })
      const sheet = page.getByRole('menu').last()
      await sheet.getByText(name).waitFor()
      // The sheet lies under the finger, which chooses nothing of it by going away.
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      const atBottom = async () => {
        const box = (await sheet.boundingBox())!
        return [box.x, box.width, Math.round(box.y + box.height)]
      }
      await seen(atBottom).toEqual([0, width, height])
      expect((await sheet.getByRole('menuitem').first().boundingBox())!.height).toBeGreaterThanOrEqual(44)
      await assertFits(seat, 'a menu as a sheet', [width])
      await sheet.getByRole('menuitem', { name: 'Prioridade' }).tap()
      await sheet.getByRole('menuitemradio', { name: 'Urgente' }).waitFor()
      await seen(atBottom).toEqual([0, width, height])
      await assertFits(seat, 'a part of the sheet', [width])
      await sheet.getByRole('menuitem', { name: 'Prioridade' }).tap()
      await sheet.getByRole('menuitem', { name: 'Fixar' }).tap()
      await seen(() => page.getByRole('menu').count()).toBe(0)
      await row(page, name).getByLabel('Fixado').waitFor()

      await row(page, name).tap()
      await thread(page).waitFor()
      // The notice lies over the header, and can be put away.
      await page.getByRole('button', { name: 'Dispensar aviso' }).last().tap()
      await page.getByRole('button', { name: 'Mais ações' }).first().tap()
      await sheet.getByRole('menuitem', { name: /Transferir/ }).waitFor()
      await seen(atBottom).toEqual([0, width, height])
      expect(await page.locator('.k-kbd').filter({ visible: true }).count()).toBe(0)
      await assertFits(seat, 'the acts of a conversation as a sheet', [width])
      await page.touchscreen.tap(width / 2, 60)
      await seen(() => page.getByRole('menu').count()).toBe(0)
      seat.assertClean()
    },
  )
})
