import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { journey, launch, openBrowser, pictures, productForTests, signIn, takeSeat, type Seat } from './browser.ts'

const repository = join(import.meta.dirname, '../..')

/**
 * An administrator brings a table of contacts in, finds them in the list, looks for duplicates, and synchronises those
 * of a channel.
 */
describe.skipIf(!launch)('contacts in bulk', () => {
  let node: TestApp, browser: Browser, seat: Seat

  beforeAll(async () => {
    node = await productForTests({
      pluginFolders: [join(repository, 'plugins'), pluginFolder(join(repository, 'tests/plugins/past'))],
    })
    browser = await openBrowser()
    seat = await takeSeat(browser)
    const people = JSON.stringify([
      [{ id: 'sync-1', name: 'Otília do Canal' }],
      [{ id: 'sync-2', name: 'Querino do Canal' }],
    ])
    await (
      await node.signIn(node.a.admin)
    ).ok('POST', '/whatsapp', { name: 'Agenda da loja', type: 'past', config: { people } })
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
    await sheet.getByLabel(/Escolha um arquivo/).setInputFiles({
      name: 'clientes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Nome;Telefone;Empresa\nNádia da Planilha;(11) 98111-2222;Padaria Sol\n;11981112223;\n'),
    })
    await sheet.getByText('Falta o nome').waitFor()
    await seat.assertAccessible('columns of an import')
    await sheet.getByRole('button', { name: 'Importar 2 linhas' }).click()
    await sheet.getByText('Importação concluída').waitFor()
    await seat.assertAccessible('end of an import')
    const [file] = await Promise.all([
      seat.page.waitForEvent('download'),
      sheet.getByRole('button', { name: 'Baixar as linhas que não entraram' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^contacts-refused-.*\.csv$/)
    await sheet.getByRole('button', { name: 'Concluir' }).click()
    await seat.page.getByText('Nádia da Planilha').first().waitFor()
  })

  test('S2-096 the contacts come out as a table', async () => {
    const kinds = [
      ['Exportar em CSV', 'csv', '\uFEFF'],
      ['Exportar em XLSX', 'xlsx', 'PK'],
    ] as const
    for (const [entry, ending, beginning] of kinds) {
      const [file] = await Promise.all([seat.page.waitForEvent('download'), choose(entry)])
      expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${ending}$`))
      const pieces: Buffer[] = []
      for await (const piece of await file.createReadStream()) pieces.push(piece as Buffer)
      const text = Buffer.concat(pieces).toString()
      expect(text.startsWith(beginning)).toBe(true)
      if (ending === 'csv') expect(text).toContain('Nádia da Planilha')
    }
  })

  test('S2-098 duplicates are found and become one; afterwards there are none', async () => {
    const colleague = await node.signIn(node.a.supervisor)
    const document = '529.982.247-25'
    for (const name of ['Otto da Feira', 'Otto de novo']) await colleague.ok('POST', '/contacts', { name, document })
    await seat.page.reload()
    await choose('Procurar duplicados')
    await seat.page.getByText('1 grupo encontrado').waitFor()
    await seat.assertAccessible('a group of duplicates')
    await seat.page.getByRole('button', { name: 'Unir 2 contatos' }).click()
    await seat.page.getByText('Nenhum contato duplicado').waitFor()
    await seat.assertAccessible('duplicates')
    await seat.page.keyboard.press('Escape')
  })

  test('S2-097 contacts of a channel are synchronised, and without such a channel it is said why not', async () => {
    await seat.page.getByRole('button', { name: 'Sincronizar' }).click()
    const dialog = seat.page.getByRole('dialog', { name: 'Sincronizar contatos' })
    await dialog.getByRole('radio', { name: /^Agenda da loja$/ }).click()
    await seat.page.screenshot({ path: join(pictures, 'contacts-sync-choose.png') })
    await seat.assertAccessible('channels to synchronise')
    await dialog.getByRole('button', { name: 'Sincronizar' }).click()
    await dialog.getByText('Contatos sincronizados.').waitFor()
    await seat.page.screenshot({ path: join(pictures, 'contacts-sync-done.png') })
    await seat.assertAccessible('end of a synchronisation')
    expect(await dialog.getByRole('definition').allInnerTexts()).toEqual(['2', '0', '0'])
    await dialog.getByRole('button', { name: 'Fechar' }).last().click()
    await seat.page.getByText('Otília do Canal').first().waitFor()
    await node.database
      .owner`update core.connection set deleted_at = now(), is_active = false where name = 'Agenda da loja'`
    await seat.page.setViewportSize({ width: 390, height: 844 })
    await seat.page.reload()
    await seat.page.getByRole('button', { name: 'Sincronizar' }).click()
    await dialog.getByText('Nenhum canal pode listar contatos').waitFor()
    await seat.page.screenshot({ path: join(pictures, 'contacts-sync-none.png') })
    await seat.assertAccessible('no channel that lists contacts')
  })
})
