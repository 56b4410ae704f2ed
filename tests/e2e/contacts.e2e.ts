import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import { journey, launch, notices, openBrowser, productForTests, signIn, takeSeat, type Seat } from './browser.ts'

/** A contact is written down, corrected, noted about and deleted; the same on a phone. */
describe.skipIf(!launch)('contacts in the shell', () => {
  let node: TestApp, browser: Browser, admin: Seat, phone: Seat

  beforeAll(async () => {
    node = await productForTests()
    browser = await openBrowser()
    ;[admin, phone] = [await takeSeat(browser), await takeSeat(browser, { viewport: { width: 390, height: 844 } })]
    await signIn(admin, node.base, node.a.admin, '/contatos')
    await signIn(phone, node.base, node.a.user, '/contatos')
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  const dialog = (name: string | RegExp) => admin.page.getByRole('dialog', { name })

  test('S1-020 S2-027 S2-093 S2-099 one is written down; what is refused stands at its field, and nothing typed is lost', async () => {
    await admin.page.getByRole('heading', { name: 'Contatos' }).waitFor()
    await admin.page.getByRole('button', { name: 'Novo contato' }).first().click()
    const form = dialog('Novo contato')
    await form.getByLabel(/^Nome/).fill('Nádia Prado')
    await form.getByLabel(/^Telefone/).fill('98123-4567')
    admin.expects(/answered 422: POST .*\/contacts/, /status of 422/)
    await form.getByRole('button', { name: 'Salvar' }).click()
    await form.getByText('Escreva o número com código do país e DDD.').waitFor()
    await form.getByLabel(/^Telefone/).fill('55 11 98123-4567')
    await form.getByRole('tab', { name: 'Perfil' }).click()
    await form.getByLabel('Estado civil').selectOption('married')
    await form.getByLabel('Empresa').fill('Casa Prado')
    await admin.assertAccessible('form of a contact')
    await form.getByRole('button', { name: 'Cancelar' }).click()
    await admin.page
      .getByRole('alertdialog', { name: 'Descartar as alterações?' })
      .getByRole('button', { name: 'Cancelar' })
      .click()
    await form.getByRole('button', { name: 'Salvar' }).click()
    await notices(admin.page).getByText('Nádia Prado está nos contatos').waitFor()
    await admin.page
      .getByRole('row')
      .filter({ hasText: 'Nádia Prado' })
      .getByText('+55 (11) 98123-4567')
      .first()
      .waitFor()
    await admin.assertAccessible('contacts')
  })

  test('S2-094 a note is written and found among the notes of all', async () => {
    await admin.page.getByRole('button', { name: 'Ações para Nádia Prado' }).click()
    await admin.page.getByRole('menuitem', { name: 'Editar' }).click()
    const form = dialog('Editar Nádia Prado')
    await form.getByRole('tab', { name: 'Anotações' }).click()
    await form.getByRole('button', { name: 'Nova anotação' }).click()
    const note = dialog('Nova anotação')
    await note.getByLabel(/^Título/).fill('Entrega só de manhã')
    await note.getByRole('button', { name: 'Salvar' }).click()
    await form.getByText('Entrega só de manhã').waitFor()
    await form.getByRole('button', { name: 'Cancelar' }).click()
    await admin.page.getByRole('tab', { name: 'Anotações' }).click()
    await admin.page.getByRole('region', { name: 'Anotações' }).getByText('Entrega só de manhã').waitFor()
    await admin.page.getByRole('tab', { name: 'Lista' }).click()
  })

  test('on a phone they are cards, and a push brings the new one', async () => {
    await phone.page.getByRole('listitem').filter({ hasText: 'Nádia Prado' }).getByText('Casa Prado').waitFor()
    await phone.assertAccessible('contacts on a phone')
  })

  test('S2-049 they stand beside the conversations too', async () => {
    await admin.page.goto(`${node.base}/#/atendimento/contatos`)
    await admin.page.getByRole('region', { name: 'Contatos', exact: true }).getByText('Nádia Prado').first().waitFor()
    await admin.page.getByRole('region', { name: 'Atendimentos', exact: true }).waitFor()
    await admin.assertAccessible('contacts beside the list')
    await admin.page.goto(`${node.base}/#/contatos`)
  })

  test('one without conversations is deleted', async () => {
    await admin.page
      .getByRole('row')
      .filter({ hasText: 'Nádia Prado' })
      .getByRole('button', { name: 'Ações para Nádia Prado' })
      .click()
    await admin.page.getByRole('menuitem', { name: 'Excluir' }).click()
    await admin.page
      .getByRole('alertdialog', { name: 'Excluir Nádia Prado?' })
      .getByRole('button', { name: 'Excluir contato' })
      .click()
    await notices(admin.page).getByText('Nádia Prado foi excluído').waitFor()
    await admin.page.getByText('Nenhum contato ainda').waitFor()
  })
})
