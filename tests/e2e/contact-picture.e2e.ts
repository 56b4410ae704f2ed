import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import {
  composer,
  journey,
  launch,
  openBrowser,
  pictures,
  productForTests,
  seen,
  signIn,
  takeSeat,
  type Seat,
} from './browser.ts'
import { takenConversation } from './conversations.ts'

/* The picture of a contact, from the panel beside the conversation. */

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe.skipIf(!launch)('the picture of a contact', () => {
  journey()
  let node: TestApp, browser: Browser, desk: Seat
  beforeAll(async () => {
    node = await productForTests()
    await node.database.owner`update core.user_account set consent_version = 1`
    const ticket = await takenConversation(node, 'Nádia Prado')
    browser = await openBrowser()
    desk = await takeSeat(browser)
    await signIn(desk, node.base, node.a.user, `/atendimento/${ticket}`)
    await composer(desk.page).waitFor()
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })

  test('is uploaded in the form, shown beside the conversation, and taken away after a question', async () => {
    const { page } = desk
    await page.getByRole('button', { name: 'Editar contato' }).click()
    const form = page.getByRole('dialog', { name: /Nádia Prado/ })
    await form.getByText('Enviar foto', { exact: true }).waitFor()
    await form.locator('input[type=file]').setInputFiles({ name: 'rosto.png', mimeType: 'image/png', buffer: png })
    await form.getByRole('button', { name: 'Trocar foto' }).waitFor()
    await seen(() => form.locator('.k-avatar img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256)
    await desk.assertAccessible('the picture of a contact')
    await page.screenshot({ path: join(pictures, 'contact-picture-light.png') })
    await seen(() =>
      page
        .locator('aside .k-avatar img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBe(256)
    await form.getByRole('button', { name: 'Remover' }).click()
    await page.getByText('No lugar dela ficam as iniciais de Nádia Prado.').waitFor()
    await page.screenshot({ path: join(pictures, 'contact-picture-remove-light.png') })
    await page.getByRole('button', { name: 'Remover' }).last().click()
    await form.getByText('Enviar foto', { exact: true }).waitFor()
    desk.assertClean()
  })
})
