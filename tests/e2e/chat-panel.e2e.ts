import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import { journey, launch, openBrowser, productForTests, signIn, takeSeat, type Seat } from './browser.ts'
import { takenConversation } from './conversations.ts'

/** What stands beside a conversation: tags, wallet, and the way out as a PDF. */
describe.skipIf(!launch)('beside a conversation', () => {
  let node: TestApp, browser: Browser, seat: Seat, ticket: string

  beforeAll(async () => {
    node = await productForTests()
    ticket = await takenConversation(node, 'Nádia Prado', { user: node.a.admin })
    const admin = await node.signIn(node.a.admin)
    for (const tag of ['Cliente VIP', 'Troca']) await admin.ok('POST', '/tags', { tag, color: '#0f766e' })
    browser = await openBrowser()
    seat = await takeSeat(browser)
    await signIn(seat, node.base, node.a.admin, `/atendimento/${ticket}`)
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  const section = (name: string): Locator => seat.page.getByRole('region', { name, exact: true })

  test('S2-053 tags of the conversation and of the contact are set, and stay', async () => {
    const { page } = seat
    for (const [part, tag] of [
      ['Etiquetas da conversa', 'Troca'],
      ['Etiquetas do contato', 'Cliente VIP'],
    ] as const) {
      await section(part).getByRole('button', { name: 'Etiqueta', exact: true }).click()
      await page.getByRole('list', { name: 'Escolher etiquetas' }).getByRole('button', { name: tag }).click()
      await page.keyboard.press('Escape')
      await section(part)
        .getByRole('button', { name: `Tirar a etiqueta ${tag}` })
        .waitFor()
    }
    await seat.assertAccessible('tags beside a conversation')
    await page.reload()
    await section('Etiquetas do contato').getByText('Cliente VIP').waitFor()
    expect(await section('Etiquetas da conversa').getByText('Cliente VIP').count()).toBe(0)
    await section('Etiquetas da conversa').getByRole('button', { name: 'Tirar a etiqueta Troca' }).click()
    await section('Etiquetas da conversa').getByText('Troca').waitFor({ state: 'detached' })
  })

  test('S2-054 the contact is put into a colleague’s wallet, and stays there', async () => {
    const { page } = seat
    await page.getByRole('button', { name: 'Responsável', exact: true }).click()
    const choice = page.getByRole('list', { name: 'Escolher responsáveis' })
    await choice.getByRole('button', { name: node.a.colleague.name }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `Tirar da carteira de ${node.a.colleague.name}` }).waitFor()
    await page.reload()
    await page.getByRole('list', { name: 'Carteira', exact: true }).getByText(node.a.colleague.name).waitFor()
  })

  test('S2-059 the conversation is taken out as a PDF under its protocol', async () => {
    const { page } = seat
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Buscar e comandar' })
    const option = palette.getByRole('option', { name: 'Exportar em PDF' })
    const [file] = await Promise.all([page.waitForEvent('download'), option.click()])
    expect(file.suggestedFilename()).toBe('20260101000001.pdf')
    const pieces: Buffer[] = []
    for await (const piece of await file.createReadStream()) pieces.push(piece as Buffer)
    expect(Buffer.concat(pieces).subarray(0, 5).toString()).toBe('%PDF-')
  })
})
