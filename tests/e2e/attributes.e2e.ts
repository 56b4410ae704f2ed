import type { Contact, ContactPage, Ticket, TicketPage } from '@recado/contracts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person, TestApp } from '../harness/app.ts'
import { Visitor } from '../plugins/webchat.rig.ts'
import { journey, launch, openBrowser, productForTests, seen, signIn, takeSeat, type Seat } from './browser.ts'
import { look } from './look.ts'

/** A company keeps what matters to it of contacts and tickets, and an agent fills it in while working. */
describe.skipIf(!launch)('attributes', () => {
  journey()
  let node: TestApp, browser: Browser, seat: Seat, page: Page, helena: Person, ticket: Ticket
  beforeAll(async () => {
    node = await productForTests()
    helena = await node.signIn(node.a.supervisor)
    const visitor = new Visitor(node.base, node.a.connection)
    await visitor.session({ profile: { name: 'Marina Duarte', email: 'marina@exemplo.com.br' } })
    await visitor.say('Quero mudar de plano')
    ;[ticket] = (await helena.ok<TicketPage>('GET', '/tickets?status[]=pending&showAll=true')).tickets as [Ticket]
    await helena.ok('PUT', `/tickets/${ticket.id}`, { status: 'open' })
    browser = await openBrowser()
    seat = await takeSeat(browser)
    page = seat.page
    await signIn(seat, node.base, node.a.admin, '/configuracoes/atributos')
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })

  const list = () => page.getByRole('main').getByRole('listitem')
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
  const panel = () => page.getByRole('complementary', { name: 'Detalhes do atendimento' })
  const read = () => helena.ok<Contact>('GET', `/contacts/${ticket.contactId}`)

  test('an administrator defines attributes of contacts and puts them in order by keyboard', async () => {
    await page.getByText('Nenhum atributo de contato').waitFor()
    await seat.assertAccessible('no attributes')
    await look(page, 'attributes-none')
    await page.getByRole('button', { name: 'Novo atributo' }).first().click()
    const form = dialog('Novo atributo')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await seen(() => form.locator('[aria-invalid]').count()).toBe(1)
    await form.getByLabel(/^Nome/).fill('Plano')
    await form.getByLabel('Tipo').selectOption({ label: 'Uma opção' })
    await form.getByLabel('Opção 1').fill('Ouro')
    await page.keyboard.press('Enter')
    await form.getByLabel('Opção 2').fill('Prata')
    await seat.assertAccessible('form of an attribute')
    await look(page, 'attribute-form')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await list().filter({ hasText: 'plano' }).waitFor()
    await page.getByRole('button', { name: 'Novo atributo' }).first().click()
    await dialog('Novo atributo').getByLabel(/^Nome/).fill('Cliente desde')
    await dialog('Novo atributo').getByLabel('Tipo').selectOption({ label: 'Data' })
    await dialog('Novo atributo').getByRole('button', { name: 'Salvar' }).click()
    await list().filter({ hasText: 'cliente_desde' }).waitFor()
    await page.getByRole('button', { name: 'Mover Cliente desde para cima' }).press('Enter')
    await seen(async () =>
      (await helena.ok<{ key: string }[]>('GET', '/attributes?owner=contact')).map(({ key }) => key),
    ).toEqual(['cliente_desde', 'plano'])
    await seat.assertAccessible('attributes')
    await look(page, 'attributes')
  })

  test('one of tickets is needed before they are resolved', async () => {
    await page.getByRole('tab', { name: 'Atendimentos' }).click()
    await page.getByText('Nenhum atributo de atendimento').waitFor()
    await page.getByRole('button', { name: 'Novo atributo' }).first().click()
    const form = dialog('Novo atributo')
    await form.getByLabel(/^Nome/).fill('Motivo do contato')
    await form.getByLabel('Exigir antes de resolver').click()
    await form.getByRole('button', { name: 'Salvar' }).click()
    await list().filter({ hasText: 'motivo_do_contato' }).getByText('Obrigatório para resolver').waitFor()
  })

  test('values are filled in beside the conversation, and stand there', async () => {
    await page.goto(`${node.base}/#/atendimento/${ticket.id}`)
    // The contact's stands above the ticket's, whichever is there first.
    await seen(() => panel().getByRole('button', { name: 'Preencher dados' }).count()).toBe(2)
    await panel().getByRole('button', { name: 'Preencher dados' }).first().click()
    const form = dialog('Editar dados')
    await form.getByLabel('Plano').selectOption({ label: 'Prata' })
    await form.getByLabel('Cliente desde').fill('15/03/2024')
    await seat.assertAccessible('values of a contact')
    await look(page, 'attribute-values-form', [1440])
    await form.getByRole('button', { name: 'Salvar' }).click()
    await panel().getByText('Prata').waitFor()
    expect((await read()).attributes).toEqual({ plano: 'prata', cliente_desde: '2024-03-15' })
    await seat.assertAccessible('values in the panel')
    await look(page, 'attribute-values', [1440])
  })

  test('resolving asks for what is missing and goes on with it', async () => {
    seat.expects(/answered 409: PUT .*\/tickets/, /status of 409/)
    await page
      .getByRole('region', { name: 'Conversa', exact: true })
      .locator('header')
      .getByRole('button', { name: 'Resolver' })
      .click()
    const asked = dialog('Antes de resolver')
    await asked.getByRole('button', { name: 'Resolver' }).click()
    await seen(() => asked.locator('[aria-invalid]').count()).toBe(1)
    await seat.assertAccessible('resolving')
    await look(page, 'attribute-resolve')
    await asked.getByLabel(/^Motivo do contato/).fill('Troca de plano')
    await asked.getByRole('button', { name: 'Resolver' }).click()
    await seen(async () => (await helena.ok<Ticket>('GET', `/tickets/${ticket.id}`)).status).toBe('closed')
    await panel().getByText('Troca de plano').waitFor()
  })

  test('the list of tickets is filtered by values of the ticket and of its contact, at an address of its own', async () => {
    const ticketRow = () => page.getByRole('list', { name: 'Atendimentos' }).getByText('Marina Duarte')
    await page.goto(`${node.base}/#/atendimento?view=closed`)
    await ticketRow().first().waitFor()
    const filters = page.getByRole('dialog', { name: 'Filtros' })
    await page.getByRole('button', { name: 'Filtros', exact: true }).click()
    await filters
      .getByRole('group', { name: 'Dados do contato' })
      .getByRole('button', { name: 'Adicionar condição' })
      .click()
    await filters.getByLabel('Atributo', { exact: true }).selectOption({ label: 'Plano' })
    await filters.getByLabel('Valor', { exact: true }).selectOption({ label: 'Ouro' })
    await seen(() => ticketRow().count()).toBe(0)
    await filters.getByLabel('Valor', { exact: true }).selectOption({ label: 'Prata' })
    await ticketRow().first().waitFor()
    await filters
      .getByRole('group', { name: 'Dados do atendimento' })
      .getByRole('button', { name: 'Adicionar condição' })
      .click()
    await filters
      .getByRole('group', { name: 'Dados do atendimento' })
      .getByLabel('Valor', { exact: true })
      .fill('troca')
    await page
      .getByRole('button', { name: 'Remover filtro: Motivo do contato com “troca”', includeHidden: true })
      .waitFor()
    await seat.assertAccessible('filters of tickets')
    await look(page, 'ticket-attribute-filter')
    await page.keyboard.press('Escape')
    await page.reload()
    await page.getByRole('button', { name: 'Remover filtro: Contato: Plano: Prata' }).waitFor()
    await ticketRow().first().waitFor()
    await look(page, 'ticket-attribute-chips')
    await page.getByRole('button', { name: 'Limpar filtros' }).first().click()
    await seen(() => page.getByRole('button', { name: /^Remover filtro/ }).count()).toBe(0)
  })

  test('contacts are filtered by a value, and the filter is kept as a segment with an address of its own', async () => {
    await helena.ok('POST', '/contacts', { name: 'Otávio Brandão', attributes: { plano: 'ouro' } })
    await page.goto(`${node.base}/#/contatos`)
    await page.getByText('Otávio Brandão').first().waitFor()
    await page.getByRole('button', { name: 'Mais filtros' }).click()
    await page.getByRole('button', { name: 'Adicionar condição' }).click()
    await page.getByLabel('Atributo', { exact: true }).selectOption({ label: 'Plano' })
    await page.getByLabel('Valor', { exact: true }).selectOption({ label: 'Prata' })
    await seen(() => page.getByText('Otávio Brandão').count()).toBe(0)
    await seat.assertAccessible('filters of contacts')
    await look(page, 'segment-filter', [1440])
    await page.keyboard.press('Escape')
    await page.getByText('Marina Duarte').first().waitFor()
    await page.getByRole('button', { name: 'Salvar como segmento' }).click()
    await dialog('Salvar como segmento')
      .getByLabel(/^Nome do segmento/)
      .fill('Plano prata')
    await dialog('Salvar como segmento').getByLabel('Para toda a empresa').click()
    await seat.assertAccessible('saving a segment')
    await dialog('Salvar como segmento').getByRole('button', { name: 'Salvar' }).click()
    await page.waitForURL(/#\/contatos\/segmento\//)
    await page.reload()
    await page.getByText('Marina Duarte').first().waitFor()
    await seen(() => page.getByText('Otávio Brandão').count()).toBe(0)
    await page.getByRole('button', { name: 'Segmentos: Plano prata' }).click()
    await page
      .getByRole('menuitem', { name: /Plano prata/ })
      .getByText('1', { exact: true })
      .waitFor()
    await look(page, 'segment')
    await page.getByRole('menuitem', { name: 'Todos os contatos' }).click()
    await page.getByText('Otávio Brandão').first().waitFor()
  })

  test('a column of a table becomes an attribute, and what does not fit is told before it is taken', async () => {
    await page.goto(`${node.base}/#/contatos`)
    await page.getByRole('button', { name: 'Mais ações de contatos' }).click()
    await page.getByRole('menuitem', { name: 'Importar contatos' }).click()
    const sheet = dialog('Importar contatos')
    await sheet.getByLabel(/Escolha um arquivo/).setInputFiles({
      name: 'planos.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'Nome;Telefone;Contrato\nSelma da Planilha;(11) 98111-3333;Ouro\nTito da Planilha;(11) 98111-4444;Diamante\n',
      ),
    })
    await sheet.getByRole('combobox', { name: /Contrato/ }).selectOption({ label: 'Atributo: Plano' })
    await sheet.getByText('Não é uma opção deste atributo').waitFor()
    await seat.assertAccessible('an attribute in an import')
    await look(page, 'attribute-import')
    await sheet.getByRole('button', { name: 'Importar 2 linhas' }).click()
    await sheet.getByText('Importação concluída').waitFor()
    await sheet.getByRole('button', { name: 'Concluir' }).click()
    await page.getByText('Selma da Planilha').first().waitFor()
    const [brought] = (await helena.ok<ContactPage>('GET', '/contacts?searchParam=da%20Planilha')).contacts
    expect((await helena.ok<Contact>('GET', `/contacts/${brought!.id}`)).attributes).toEqual({ plano: 'ouro' })
  })

  test('an option that is taken away stays with who has it; what has values is archived and not deleted', async () => {
    await page.goto(`${node.base}/#/configuracoes/atributos`)
    await list().filter({ hasText: 'plano' }).getByRole('button', { name: 'Plano', exact: true }).click()
    await dialog('Editar Plano').getByRole('button', { name: 'Retirar Prata' }).click()
    await dialog('Editar Plano').getByRole('button', { name: 'Salvar' }).click()
    await dialog('Editar Plano').waitFor({ state: 'detached' })
    await list().filter({ hasText: 'plano' }).getByRole('button', { name: 'Ações para Plano' }).click()
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    await dialog('Excluir Plano?').getByText('3 contatos têm um valor.').waitFor()
    await seat.assertAccessible('deletion of an attribute')
    await look(page, 'attribute-delete')
    await dialog('Excluir Plano?').getByRole('button', { name: 'Arquivar' }).click()
    await list().filter({ hasText: 'plano' }).getByText('Arquivado').waitFor()
    await page.goto(`${node.base}/#/contatos`)
    await page.getByRole('button', { name: 'Ações para Marina Duarte' }).first().click()
    await page.getByRole('menuitem', { name: 'Editar' }).click()
    await dialog(/Marina Duarte/)
      .getByRole('tab', { name: 'Atributos' })
      .click()
    await dialog(/Marina Duarte/)
      .getByLabel('Plano (arquivado)')
      .waitFor()
    await seat.assertAccessible('attributes in the form of a contact')
    await look(page, 'attribute-contact')
    seat.assertClean()
  })
})
