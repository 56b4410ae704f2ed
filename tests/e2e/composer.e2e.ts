import { join } from 'node:path'
import type { Message, MessagePage } from '@recado/contracts'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, type Person, type TestApp } from '../harness/app.ts'
import {
  composer,
  goToSetting,
  journey,
  launch,
  lookAgain,
  networkAway,
  pictures,
  productForTests,
  row,
  seen,
  signIn,
  takeSeat,
  thread,
  type Seat,
} from './browser.ts'
import { takenConversation } from './conversations.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/* What an agent writes and says: signed, begun on one device and ended on another, recorded, attached. */

describe.skipIf(!launch)('the composer', () => {
  journey()
  let node: TestApp, browser: Browser, admin: Seat, desk: Seat, phone: Seat
  let ana: Person
  let ticket: string, path: string

  beforeAll(async () => {
    node = await productForTests()
    const { owner } = node.database
    await owner`update core.user_account set consent_version = 1`
    // The same person at the desk and on the phone.
    await owner`insert into core.setting (tenant_id, key, value) values (${node.a.id}, 'sessionsPerUser', '5')`
    ticket = await takenConversation(node, 'Nádia Prado')
    path = `/atendimento/${ticket}`
    ana = await node.signIn(node.a.admin)
    browser = await chromium.launch({
      ...launch!,
      args: [...(launch!.args ?? []), '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
    })
    ;[admin, desk, phone] = await Promise.all([
      takeSeat(browser),
      takeSeat(browser),
      takeSeat(browser, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }),
    ])
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  const stored = async (): Promise<Message[]> =>
    (await ana.ok<MessagePage>('GET', `/messages/${ticket}?limit=200`)).messages
  const written = (page: Page) => seen(() => composer(page).inputValue())
  /** Long enough not to be refused. */
  const recorded = (page: Page): Promise<void> =>
    seen(async () => Number((await page.getByRole('timer').textContent())?.split(':')[1])).toBeGreaterThanOrEqual(2)

  test('S6-025 what the company signs stands in the composer and in what is sent', async () => {
    await signIn(admin, node.base, node.a.admin)
    await goToSetting(admin.page, 'Regras de atendimento')
    await admin.page.getByLabel('Assinar todas as mensagens da equipe').click()
    await admin.page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await eventually(
      async () =>
        (
          await node.database
            .owner`select value from core.setting where tenant_id = ${node.a.id} and key = 'forceSignature'`
        )[0]?.['value'],
      (value) => value === true,
    )
    await admin.leave()

    const { page } = desk
    await signIn(desk, node.base, node.a.user, path)
    await composer(page).waitFor()
    await page.getByText(`${node.a.user.name}:`, { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Assinatura/ }).click()
    await page.getByText('Sua empresa assina todas as mensagens.').waitFor()
    await page.getByLabel('Como você assina').fill('Ugo do suporte')
    await desk.assertAccessible('the signature')
    await page.screenshot({ path: join(pictures, 'composer-signature-light.png') })
    await page.keyboard.press('Escape')
    await page.getByText('Ugo do suporte:', { exact: true }).waitFor()
    // The choice is kept a moment after the last letter.
    await eventually(
      async () =>
        (
          await node.database
            .owner`select configs -> 'signature' ->> 'text' as text from core.user_account where id = ${node.a.user.id}`
        )[0]?.['text'],
      (text) => text === 'Ugo do suporte',
    )
    await composer(page).fill('Bom dia!')
    await composer(page).press('Enter')
    await eventually(
      async () => (await stored()).map(({ body }) => body),
      (bodies) => bodies.includes('Ugo do suporte:\nBom dia!'),
    )
  })

  test('a draft goes on on another device, and is gone there when it was sent', async () => {
    await composer(desk.page).fill('Seu pedido sai na')
    await row(desk.page, 'Nádia Prado').getByText('Rascunho:').waitFor()
    await eventually(
      async () => (await node.database.owner`select text from core.draft where ticket_id = ${ticket}`)[0]?.['text'],
      (text) => text === 'Seu pedido sai na',
    )
    await signIn(phone, node.base, node.a.user)
    await phone.page.goto(`${node.base}/#${path}`)
    await written(phone.page).toBe('Seu pedido sai na')
    await phone.assertAccessible('the composer on a phone')
    await phone.page.screenshot({ path: join(pictures, 'composer-phone-dark.png') })
    await composer(phone.page).fill('Seu pedido sai na sexta.')
    await composer(phone.page).press('Enter')
    await eventually(
      async () => (await stored()).map(({ body }) => body),
      (bodies) => bodies.includes('Ugo do suporte:\nSeu pedido sai na sexta.'),
    )
    await eventually(
      async () => (await node.database.owner`select text from core.draft where ticket_id = ${ticket}`)[0]?.['text'],
      (text) => text === '',
    )
    await expect
      .poll(
        async () => {
          await lookAgain(desk.page)
          return composer(desk.page).inputValue()
        },
        { timeout: 30_000, interval: 1_000 },
      )
      .toBe('')
  })

  test('two that were written without knowing of each other are both there', async () => {
    desk.expects(networkAway)
    await desk.context.setOffline(true)
    await composer(desk.page).fill('Do escritório, sem rede')
    await composer(phone.page).fill('Do celular')
    await eventually(
      async () => (await node.database.owner`select text from core.draft where ticket_id = ${ticket}`)[0]?.['text'],
      (text) => text === 'Do celular',
    )
    await composer(desk.page).pressSequentially('!')
    await desk.context.setOffline(false)
    await expect
      .poll(
        async () => {
          await lookAgain(desk.page)
          return desk.page.getByRole('button', { name: 'Trocar' }).isVisible()
        },
        { timeout: 60_000, interval: 1_000 },
      )
      .toBe(true)
    expect(await composer(desk.page).inputValue()).toBe('Do escritório, sem rede!')
    await desk.assertAccessible('another draft')
    await desk.page.screenshot({ path: join(pictures, 'composer-other-draft-light.png') })
    await desk.page.getByRole('button', { name: 'Trocar' }).click()
    await written(desk.page).toBe('Do celular')
    await desk.page.getByRole('button', { name: 'Descartar o outro rascunho' }).click()
    await composer(desk.page).fill('')
  })

  test('a voice note is recorded, listened to and sent', async () => {
    const { page } = desk
    await page.getByRole('button', { name: 'Gravar áudio' }).click()
    await recorded(page)
    await desk.assertAccessible('recording')
    await page.screenshot({ path: join(pictures, 'composer-recording-light.png') })
    await page.getByRole('button', { name: 'Parar', exact: true }).click()
    await page.getByRole('button', { name: 'Ouvir antes de enviar' }).waitFor()
    await desk.assertAccessible('a recording before it is sent')
    await page.getByRole('button', { name: 'Enviar mensagem de voz' }).click()
    const sent = await eventually(
      async () => (await stored()).at(-1),
      (message) => message?.parts[0]?.kind === 'media',
    )
    expect(sent?.parts[0]).toMatchObject({
      kind: 'media',
      as: 'voice',
      mime: 'audio/webm',
      name: 'Mensagem de voz.webm',
    })
    await thread(page).getByRole('button', { name: 'Ouvir: Mensagem de voz' }).waitFor()
  })

  test('Escape discards what is being recorded', async () => {
    const { page } = desk
    await page.getByRole('button', { name: 'Gravar áudio' }).click()
    await recorded(page)
    await page.keyboard.press('Escape')
    await page.getByRole('timer').waitFor({ state: 'detached' })
    await composer(page).waitFor()
    expect(await page.getByRole('button', { name: 'Enviar mensagem de voz' }).count()).toBe(0)
  })

  test('S8-126 a file that is too large is refused by its name before anything is sent; the others go', async () => {
    const { page } = desk
    await desk.readNotices()
    await page.reload()
    await composer(page).waitFor()
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([
        { name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('nota') },
        { name: 'foto.png', mimeType: 'image/png', buffer: png },
        { name: 'filme.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(10_000_001) },
      ])
    await desk.assertNoticed('filme.mp4')
    await page.getByRole('button', { name: 'Remover nota.txt' }).waitFor()
    await seen(() =>
      page
        .getByRole('listitem')
        .filter({ hasText: 'foto.png' })
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBe(1)
    await page.screenshot({ path: join(pictures, 'composer-files-light.png') })
    await page.getByRole('button', { name: 'Remover foto.png' }).click()
    await page.getByRole('button', { name: /^Enviar como/ }).click()
    await eventually(
      async () => (await stored()).at(-1)?.media[0]?.name,
      (name) => name === 'nota.txt',
    )
    desk.assertClean()
    phone.assertClean()
  })
})
