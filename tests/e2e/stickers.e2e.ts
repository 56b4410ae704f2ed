import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { animatedGif } from '../../plugins/gifs/simulator/animated-gif.ts'
import type { TestApp } from '../harness/app.ts'
import {
  composer,
  goToSetting,
  journey,
  launch,
  openBrowser,
  productForTests,
  seen,
  signIn,
  takeSeat,
  thread,
  type Seat,
} from './browser.ts'
import { takenConversation } from './conversations.ts'
import { look } from './look.ts'

const point = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** An administrator makes stickers of an agent finds and sends one. */
describe.skipIf(!launch)('stickers', () => {
  let node: TestApp, browser: Browser, admin: Seat, agent: Seat
  let ticket: string

  beforeAll(async () => {
    node = await productForTests()
    ticket = await takenConversation(node, 'Maria Souza')
    browser = await openBrowser()
    ;[admin, agent] = await Promise.all([takeSeat(browser), takeSeat(browser)])
    await signIn(admin, node.base, node.a.admin)
    await signIn(agent, node.base, node.a.user, `/atendimento/${ticket}`)
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  const dialog = (): Locator => admin.page.getByRole('dialog')

  test('S1-023 a picture becomes a sticker of the company', async () => {
    await goToSetting(admin.page, 'Figurinhas')
    for (const [index, name] of ['Obrigado', 'Aplausos'].entries()) {
      await admin.page.getByRole('button', { name: 'Nova figurinha' }).first().click()
      await dialog().getByLabel('Imagem').setInputFiles({ name: 'ponto.png', mimeType: 'image/png', buffer: point })
      await dialog().getByLabel('Nome').fill(name)
      await dialog().getByLabel('Pacote').fill('Cordiais')
      if (index === 0) await admin.assertAccessible('sticker form')
      if (index === 0) await look(admin.page, 'sticker-form')
      await dialog().getByRole('button', { name: 'Salvar' }).click()
      await admin.page.getByRole('img', { name }).waitFor()
    }
    await admin.assertAccessible('stickers page')
    await look(admin.page, 'stickers-page')
    admin.assertClean()
  })

  test('S1-023 a GIF that moves becomes a sticker that moves', async () => {
    await admin.page.getByRole('button', { name: 'Nova figurinha' }).first().click()
    await dialog()
      .getByLabel('Imagem')
      .setInputFiles({ name: 'aceno.gif', mimeType: 'image/gif', buffer: Buffer.from(animatedGif(200)) })
    await dialog().getByLabel('Nome').fill('Aceno')
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await admin.page.getByRole('img', { name: 'Aceno' }).waitFor()
    const [kept] = await node.database
      .owner`select is_animated, bytes from plg_stickers.sticker where tenant_id = ${node.a.id} and name = 'Aceno'`
    expect(kept).toMatchObject({ is_animated: true })
    await seen(() =>
      admin.page.getByRole('img', { name: 'Aceno' }).evaluate((picture) => (picture as HTMLImageElement).naturalWidth),
    ).toBe(512)
    await admin.page.getByRole('button', { name: 'Excluir Aceno' }).click()
    await admin.page.getByRole('alertdialog').getByRole('button', { name: 'Excluir figurinha' }).click()
    await admin.page.getByRole('img', { name: 'Aceno' }).waitFor({ state: 'detached' })
    admin.assertClean()
  })

  test('S1-023 it is found by its name, kept as a favourite, and sent without a mouse', async () => {
    const open = agent.page.getByRole('button', { name: 'Enviar figurinha' })
    await open.click()
    await agent.page.getByRole('searchbox', { name: 'Buscar figurinha' }).fill('obri')
    await seen(() => agent.page.getByRole('option').count()).toBe(1)
    await agent.page.getByRole('button', { name: 'Favoritar Obrigado' }).click()
    await agent.page.getByRole('button', { name: 'Tirar Obrigado das favoritas' }).waitFor()
    await agent.page.getByRole('searchbox', { name: 'Buscar figurinha' }).fill('')
    await seen(() => agent.page.getByRole('option').count()).toBe(2)
    await agent.assertAccessible('sticker picker')
    await look(agent.page, 'sticker-picker')
    await agent.page.getByRole('tab', { name: 'Favoritas' }).click()
    await seen(() => agent.page.getByRole('option').count()).toBe(1)
    await agent.page.getByRole('searchbox', { name: 'Buscar figurinha' }).press('ArrowDown')
    await agent.page.keyboard.press('Enter')
    await seen(() => thread(agent.page).locator('img.size-32').count()).toBe(1)
    await composer(agent.page).waitFor()
    await look(agent.page, 'sticker-sent')
    agent.assertClean()
  })
})
