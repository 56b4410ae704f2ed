import { join } from 'node:path'
import type { Message, MessagePage } from '@recado/contracts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, type Person, type TestApp } from '../harness/app.ts'
import {
  composer,
  journey,
  launch,
  lookAgain,
  networkAway,
  openBrowser,
  pictures,
  productForTests,
  seen,
  signIn,
  takeSeat,
  thread,
  type Seat,
} from './browser.ts'
import { takenConversation } from './conversations.ts'

/*
 * Files before their message: chosen, pasted and dropped, put in order, thrown away, and sent when the network is back.
 */

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const named = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`o texto de ${name}`) })

describe.skipIf(!launch)('files of a message', () => {
  journey()
  let node: TestApp, browser: Browser, desk: Seat
  let agent: Person
  let ticket: string
  beforeAll(async () => {
    node = await productForTests()
    await node.database.owner`update core.user_account set consent_version = 1`
    await node.database
      .owner`insert into core.setting (tenant_id, key, value) values (${node.a.id}, 'sessionsPerUser', '5')`
    ticket = await takenConversation(node, 'Nádia Prado')
    agent = await node.signIn(node.a.admin)
    browser = await openBrowser()
    desk = await takeSeat(browser)
    await signIn(desk, node.base, node.a.user, `/atendimento/${ticket}`)
    await composer(desk.page).waitFor()
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  const stored = async (): Promise<Message[]> =>
    (await agent.ok<MessagePage>('GET', `/messages/${ticket}?limit=200`)).messages
  const card = (page: Page, name: string) =>
    page.getByRole('list', { name: 'Anexos' }).getByRole('listitem').filter({ hasText: name })
  const cards = (page: Page) =>
    page
      .getByRole('list', { name: 'Anexos' })
      .getByRole('listitem')
      .evaluateAll((items) => items.map((item) => /[\p{L}\d-]+\.(txt|png)/u.exec(item.textContent)?.[0]))
  const ready = (page: Page, name: string) => card(page, name).getByRole('img', { name: 'Pronto' }).waitFor()
  const uploads = async (): Promise<number> =>
    Number((await node.database.owner`select count(*) as count from core.upload`)[0]!['count'])
  const send = (page: Page) => page.getByRole('button', { name: /^Enviar como/ }).click()

  test('they go up when they are chosen, in the order that is given to them, and with the text on the first', async () => {
    const { page } = desk
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([named('nota.txt'), { name: 'foto.png', mimeType: 'image/png', buffer: png }, named('mapa.txt')])
    for (const name of ['nota.txt', 'foto.png', 'mapa.txt']) await ready(page, name)
    await page.getByRole('button', { name: 'Mover nota.txt para depois' }).focus()
    await page.keyboard.press('Enter')
    await seen(() => cards(page)).toEqual(['foto.png', 'nota.txt', 'mapa.txt'])
    await desk.assertAccessible('attached files')
    await page.screenshot({ path: join(pictures, 'files-light.png') })
    await page.getByRole('button', { name: 'Remover mapa.txt' }).click()
    await eventually(
      async () => (await node.database.owner`select 1 from core.media where name = 'mapa.txt'`).length,
      (left) => left === 0,
    )
    await composer(page).fill('Seguem')
    await send(page)
    const sent = await eventually(
      async () => (await stored()).slice(-2),
      (messages) => messages.length === 2,
    )
    expect(sent.map(({ media }) => media[0]?.name)).toEqual(['foto.png', 'nota.txt'])
    expect(JSON.stringify(sent[0])).toContain('Seguem')
    await seen(() => page.getByRole('list', { name: 'Anexos' }).count()).toBe(0)
  })

  test('what is pasted, and what is dropped on the thread, is attached', async () => {
    const { page } = desk
    const bring = (kind: 'paste' | 'drop', name: string) =>
      page.evaluate(
        ([event, called]) => {
          const data = new DataTransfer()
          data.items.add(new File(['x'], called!, { type: 'text/plain' }))
          if (event === 'paste')
            document
              .querySelector('textarea')!
              .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
          else
            document
              .querySelector('[role=log]')!
              .dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
        },
        [kind, name],
      )
    await bring('paste', 'colado.txt')
    await ready(page, 'colado.txt')
    await bring('drop', 'solto.txt')
    await ready(page, 'solto.txt')
    await send(page)
    await eventually(
      async () => (await stored()).slice(-2).map(({ media }) => media[0]?.name),
      (names) => names.join() === 'colado.txt,solto.txt',
    )
  })

  test('without a network texts and files wait, and all of them go once it is back', async () => {
    const { page } = desk
    desk.expects(networkAway)
    await desk.context.setOffline(true)
    await composer(page).fill('Primeiro, sem rede')
    await composer(page).press('Enter')
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([named('espera.txt')])
    await card(page, 'espera.txt').getByText('sem conexão, continua sozinho').waitFor()
    await page.screenshot({ path: join(pictures, 'files-offline-light.png') })
    await composer(page).fill('E o anexo')
    await send(page)
    await composer(page).fill('Por último')
    await composer(page).press('Enter')
    await thread(page).getByText('Por último').waitFor()
    expect((await stored()).some(({ body }) => body === 'Primeiro, sem rede')).toBe(false)
    await desk.context.setOffline(false)
    const said = await eventually(
      async () => (await stored()).slice(-3),
      (messages) => messages.at(-1)?.body === 'Por último',
    )
    expect(said.map(({ body, media }) => media[0]?.name ?? body)).toEqual([
      'Primeiro, sem rede',
      'espera.txt',
      'Por último',
    ])
    // Everything that was not thrown away is held by a message: nothing would be swept.
    expect(await uploads()).toBe(5)
    await node.database.owner`update core.upload set created_at = now() - interval '25 hours'`
    await node.app.sweepUploads()
    expect([
      await uploads(),
      (
        await node.database.owner`
          select name from core.media where name in ('espera.txt', 'solto.txt', 'colado.txt', 'nota.txt', 'foto.png')`
      ).length,
    ]).toEqual([0, 5])
    desk.assertClean()
  })

  test('text and files are there after a reload and on another device, and go along without a second upload', async () => {
    const { page } = desk
    const drafted = async () =>
      (
        await node.database.owner<
          { text: string; files: string[]; count: number }[]
        >`select text, files, cardinality(uploads) as count from core.draft where ticket_id = ${ticket}`
      )[0]
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([{ name: 'planta.png', mimeType: 'image/png', buffer: png }, named('laudo.txt')])
    for (const name of ['planta.png', 'laudo.txt']) await ready(page, name)
    // One that has not arrived when the page goes.
    await page.route('**/messages/*/files', () => undefined)
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([named('demora.txt')])
    await card(page, 'demora.txt').waitFor()
    await composer(page).fill('Segue a planta')
    await eventually(drafted, (draft) => draft?.text === 'Segue a planta' && draft.count === 2)
    await page.reload()
    // Not before: what is held up would go on.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await ready(page, 'planta.png')
    await seen(() => cards(page)).toEqual(['planta.png', 'laudo.txt'])
    await seen(() => composer(page).inputValue()).toBe('Segue a planta')
    await page.getByText('Estes anexos não ficaram guardados. Escolha de novo: demora.txt').waitFor()
    await seen(() =>
      card(page, 'planta.png')
        .locator('img')
        .evaluate((image) => (image as HTMLImageElement).naturalWidth),
    ).toBe(1)
    await desk.assertAccessible('files of a draft after a reload')
    await page.screenshot({ path: join(pictures, 'files-after-reload-light.png') })

    const phone = await takeSeat(browser, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
    await signIn(phone, node.base, node.a.user)
    await phone.page.goto(`${node.base}/#/atendimento/${ticket}`)
    await ready(phone.page, 'laudo.txt')
    await seen(() => cards(phone.page)).toEqual(['planta.png', 'laudo.txt'])
    await phone.page.screenshot({ path: join(pictures, 'files-other-device-phone-dark.png') })
    await phone.page.getByRole('button', { name: 'Remover laudo.txt' }).click()
    await eventually(drafted, (draft) => draft?.count === 1)
    await expect
      .poll(
        async () => {
          await lookAgain(page)
          return cards(page)
        },
        { timeout: 30_000, interval: 1_000 },
      )
      .toEqual(['planta.png'])
    await send(page)
    const sent = await eventually(
      async () => (await stored()).at(-1),
      (message) => message?.media[0]?.name === 'planta.png',
    )
    expect(JSON.stringify(sent)).toContain('Segue a planta')
    expect((await node.database.owner`select 1 from core.media where name = 'planta.png'`).length).toBe(1)
    await eventually(drafted, (draft) => draft?.text === '' && draft.files.length === 0 && draft.count === 0)
    await expect
      .poll(
        async () => {
          await lookAgain(phone.page)
          return cards(phone.page)
        },
        { timeout: 30_000, interval: 1_000 },
      )
      .toEqual([])
    phone.assertClean()
    desk.assertClean()
  })

  test('on a phone, in the dark', async () => {
    const phone = await takeSeat(browser, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
    await signIn(phone, node.base, node.a.user)
    await phone.page.goto(`${node.base}/#/atendimento/${ticket}`)
    await composer(phone.page).waitFor()
    const fromEnd = () => thread(phone.page).evaluate((pane) => pane.scrollHeight - pane.clientHeight - pane.scrollTop)
    await thread(phone.page).getByText('Por último').waitFor()
    await seen(fromEnd).toBeLessThan(36)
    await phone.page
      .locator('input[type=file]')
      .first()
      .setInputFiles([
        named('contrato-de-prestação-de-serviços-assinado-pelas-partes-em-2026.txt'),
        { name: 'foto.png', mimeType: 'image/png', buffer: png },
      ])
    await ready(phone.page, 'foto.png')
    // The cards of the files take nothing from what was said last.
    await seen(fromEnd).toBeLessThan(36)
    await phone.assertAccessible('attached files on a phone')
    await phone.page.screenshot({ path: join(pictures, 'files-phone-dark.png') })
    phone.assertClean()
  })
})
