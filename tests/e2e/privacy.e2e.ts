import { readFileSync } from 'node:fs'
import type { TicketPage } from '@recado/contracts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AuditSealer } from '../../core/src/audit/audit-sealer.ts'
import { systemClock } from '../../core/src/base/clock.ts'
import { eventually, type Person, type TestApp } from '../harness/app.ts'
import { Visitor } from '../plugins/webchat.rig.ts'
import { journey, launch, notices, openBrowser, productForTests, row, signIn, takeSeat, type Seat } from './browser.ts'

/** An administrator gives a customer what is kept of them, erases them, and looks at the trail of it. */
describe.skipIf(!launch)('privacy and the audit trail', () => {
  journey()
  let node: TestApp, browser: Browser, seat: Seat, page: Page, admin: Person
  beforeAll(async () => {
    node = await productForTests()
    admin = await node.signIn(node.a.admin)
    const visitor = new Visitor(node.base, node.a.connection)
    await visitor.session({ profile: { name: 'Marina Duarte', email: 'marina@exemplo.com.br' } })
    await visitor.say('Esqueçam de mim, por favor')
    await visitor.attach('pedido.txt', 'um pedido', 'text/plain')
    await eventually(
      async () => (await admin.ok<TicketPage>('GET', '/tickets?status[]=pending&showAll=true')).tickets.length === 1,
    )
    browser = await openBrowser()
    seat = await takeSeat(browser)
    page = seat.page
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })

  test('from a conversation to what is kept of the contact', async () => {
    await signIn(seat, node.base, node.a.admin, '/atendimento')
    await page.getByRole('tab', { name: /^Todos/ }).click()
    await row(page, 'Marina Duarte').click()
    await page.getByRole('button', { name: 'Dados e privacidade' }).click()
    await page.getByRole('heading', { name: 'O que guardamos de Marina Duarte' }).waitFor()
    await page.getByText('Nenhum pedido ainda').waitFor()
    await seat.assertAccessible('what is kept')
  })

  test('the export is made and downloaded', async () => {
    await page.getByRole('button', { name: 'Exportar os dados' }).click()
    const download = page.getByRole('button', { name: /^Baixar/ })
    await download.waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
    expect(file.suggestedFilename()).toMatch(/^contact-.*\.tar\.gz$/)
    expect(readFileSync(await file.path()).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]))
  })

  test('the contact is erased once their name is typed, and leaves a receipt', async () => {
    await page.getByRole('button', { name: 'Apagar para sempre' }).click()
    const dialog = page.getByRole('dialog', { name: 'Apagar Marina Duarte para sempre?' })
    await dialog.waitFor()
    await seat.assertAccessible('erase')
    const confirm = dialog.getByRole('button', { name: 'Apagar para sempre' })
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByLabel('Para confirmar, digite Marina Duarte').fill('Marina Duarte')
    await dialog.getByLabel('Motivo').selectOption('request')
    await confirm.click()
    await notices(page).getByText('O apagamento começou').waitFor()
    await page.getByText('2 mensagens e 1 arquivo').waitFor()
    await page.getByText('Expirado').waitFor()
    await page.getByLabel('Procurar um contato').fill('marina')
    await page.getByText('Ninguém encontrado').waitFor()
    await seat.assertAccessible('requests')
  })

  test('the trail tells of it, is intact, and shows when it is not', async () => {
    await new AuditSealer({ db: node.database.db, clock: systemClock, secret: node.database.secret }).run()
    await page.goto(`${node.base}/#/configuracoes/auditoria`)
    await page.getByRole('listitem').filter({ hasText: 'Os dados de um contato foram apagados' }).waitFor()
    await page.getByRole('button', { name: 'Verificar agora' }).click()
    await page.getByText(/^Trilha íntegra/).waitFor()
    await page.getByLabel('O quê').selectOption('privacy.erase')
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Pediu para apagar os dados de um contato' })
      .getByText('Detalhes')
      .click()
    await seat.assertAccessible('trail')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exportar CSV' }).click(),
    ])
    expect(readFileSync(await file.path(), 'utf8')).toContain('privacy.erase')

    await node.database.owner`update core.audit_log set user_id = null where action = 'privacy.erase'`
    await page.getByRole('button', { name: 'Verificar agora' }).click()
    await page.getByText('1 problema encontrado na trilha').waitFor()
    await seat.assertAccessible('broken trail')
  })
})
