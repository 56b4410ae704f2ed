import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import { journey, launch, openBrowser, productForTests, signIn, takeSeat, type Seat } from './browser.ts'

/** An administrator brings a table of contacts in, finds them in the list, and looks for duplicates. */
describe.skipIf(!launch)('contacts in bulk', () => {
  let node: TestApp, browser: Browser, seat: Seat

  beforeAll(async () => {
    node = await productForTests()
    browser = await openBrowser()
    seat = await takeSeat(browser)
    await signIn(seat, node.base, node.a.admin, '/contatos')
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  const choose = async (entry: string): Promise<void> => {
    await seat.page.getByRole('button', { name: 'Mais ações de contatos' }).click()
    await seat.page.getByRole('menuitem', { name: entry }).click()
  }

  test('S2-095 a table is checked before it is taken, and what was refused can be fetched', async () => {
    await choose('Importar contatos')
    const sheet = seat.page.getByRole('dialog', { name: 'Importar contatos' })
    await sheet.getByLabel(/Escolha um arquivo/).setInputFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from('Nome;Telefone;Empresa\nNádia da Planilha;(11) 98111-2222;Padaria Sol\n;11981112223;\n') })
    await sheet.getByText('Falta o nome').waitFor()
    await seat.assertAccessible('columns of an import')
    await sheet.getByRole('button', { name: 'Importar 2 linhas' }).click()
    await sheet.getByText('Importação concluída').waitFor()
    await seat.assertAccessible('end of an import')
    const [file] = await Promise.all([seat.page.waitForEvent('download'), sheet.getByRole('button', { name: 'Baixar as linhas que não entraram' }).click()])
    expect(file.suggestedFilename()).toMatch(/^contacts-refused-.*\.csv$/)
    await sheet.getByRole('button', { name: 'Concluir' }).click()
    await seat.page.getByText('Nádia da Planilha').first().waitFor()
  })

  test('S2-098 duplicates are looked for', async () => {
    await choose('Procurar duplicados')
    await seat.page.getByText('Nenhum contato duplicado').waitFor()
    await seat.assertAccessible('duplicates')
    await seat.page.keyboard.press('Escape')
  })
})
