import { randomUUID } from 'node:crypto'
import type { Ticket, TicketPage } from '@recado/contracts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person, TestApp } from '../harness/app.ts'
import { Visitor } from '../plugins/webchat.rig.ts'
import { journey, launch, openBrowser, productForTests, seen, signIn, takeSeat, type Seat } from './browser.ts'
import { Keys } from './keys.ts'
import { assertFits, atWidths, look } from './look.ts'
import { drawPhoto } from './scene.ts'

/**
 * The page of a contact: who they are, what was said on every channel, what was sent, and where one goes from there.
 */
describe.skipIf(!launch)('the page of a contact', () => {
  let node: TestApp, browser: Browser, desk: Seat, phone: Seat

  let admin: Person, tickets: string[], contactId: string

  /** A visitor with a resolved conversation in sales, and one that goes on in support. */
  async function talk(): Promise<void> {
    const visitor = new Visitor(node.base, node.a.connection)
    await visitor.session({ profile: { name: 'Nádia Prado' } })
    await visitor.say('Vocês têm agenda de linho?')
    await visitor.say('Esta aqui: https://exemplo.com.br/agendas/linho')
    await visitor.attach('vitrine.png', await drawPhoto(browser), 'image/png')
    const listed = await admin.ok<TicketPage>('GET', '/tickets/?status[]=pending&showAll=true')
    const first = listed.tickets.find(({ name }) => name === 'Nádia Prado')!
    contactId = first.contactId
    await admin.ok('PUT', `/tickets/${first.id}`, { status: 'open', queueId: node.a.sales })
    const form = new FormData()
    form.set('body', 'Segue o orçamento')
    form.set('medias', new File(['%PDF-1.7\n'], 'orcamento.pdf', { type: 'application/pdf' }))
    await admin.ok('POST', `/messages/${first.id}`, form)
    await admin.ok('PUT', `/tickets/${first.id}`, { status: 'closed' })
    const opened = { contactId, channelId: node.a.connection, queueId: node.a.support }
    const second = await admin.ok<Ticket>('POST', '/tickets', opened)
    await admin.ok('POST', `/messages/${second.id}`, { body: 'Sua agenda chegou' })
    tickets = [first.id, second.id]
    await admin.ok('PUT', `/contacts/${contactId}`, {
      number: '+5511981234567',
      businessName: 'Casa Prado',
      extraInfo: [{ description: 'Tamanho', info: 'A5' }],
    })
  }

  beforeAll(async () => {
    node = await productForTests()
    browser = await openBrowser()
    admin = await node.signIn(node.a.admin)
    await talk()
    ;[desk, phone] = [await takeSeat(browser), await takeSeat(browser, { viewport: { width: 390, height: 844 } })]
    await signIn(desk, node.base, node.a.supervisor, '/contatos')
    await signIn(phone, node.base, node.a.user, '/contatos')
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  journey()

  const heading = (page: Page) => page.getByRole('heading', { name: 'Nádia Prado', level: 1 })
  const talks = (page: Page) => page.getByRole('list', { name: 'Atendimentos' }).getByRole('listitem')
  const back = (page: Page) => page.getByRole('button', { name: 'Voltar' }).click()

  test('opens from the list by its name, and Back leads to the list as it was', async () => {
    const search = desk.page.getByRole('searchbox', { name: 'Nome, número, e-mail, empresa ou documento' })
    await search.fill('nádia')
    await desk.page.getByRole('link', { name: 'Nádia Prado', exact: true }).click()
    await heading(desk.page).waitFor()
    expect(new URL(desk.page.url()).hash).toBe(`#/contatos/${contactId}`)
    const profile = desk.page.getByRole('region', { name: 'Dados do contato' })
    await profile.getByText('+55 (11) 98123-4567').first().waitFor()
    await profile.getByText('Casa Prado').waitFor()
    await profile.getByText('A5').waitFor()
    await back(desk.page)
    await seen(() => search.inputValue()).toBe('nádia')
    const [tab] = await Promise.all([
      desk.context.waitForEvent('page'),
      desk.page.getByRole('link', { name: 'Nádia Prado', exact: true }).click({ button: 'middle' }),
    ])
    await tab.getByRole('heading', { name: 'Nádia Prado', level: 1 }).waitFor()
    await tab.getByRole('button', { name: 'Todos os contatos' }).waitFor()
    await tab.close()
  })

  test('shows the conversations of all channels, newest first, and leads into them and back', async () => {
    await desk.page.getByRole('link', { name: 'Nádia Prado', exact: true }).click()
    await seen(() => talks(desk.page).count()).toBe(2)
    const texts = await talks(desk.page).allInnerTexts()
    expect(texts[0]).toContain('Sua agenda chegou')
    expect(texts[0]).toContain('Suporte')
    expect(texts[1]).toContain('Resolvido')
    expect(texts[1]).toContain('Vendas')
    await assertFits(desk, 'the page of a contact')
    await talks(desk.page).nth(1).getByRole('link').click()
    await desk.page
      .getByRole('log', { name: /^Conversa com/ })
      .getByText('Segue o orçamento')
      .waitFor()
    await desk.page.goBack()
    await heading(desk.page).waitFor()
  })

  test('shows the files by keyboard: pictures in a viewer, documents in rows, each with its message', async () => {
    const { page } = desk
    await page.getByRole('tab', { name: 'Atendimentos' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Abrir vitrine.png' }).waitFor()
    expect(page.url()).toContain('parte=arquivos')
    await desk.assertAccessible('files of a contact')
    await look(page, 'contact-files', [1440, 1024, 390])
    await page.getByRole('button', { name: 'Abrir vitrine.png' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'vitrine.png' }).getByText('1 de 1').waitFor()
    await desk.assertAccessible('viewer of a contact’s pictures')
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Imagens e vídeos' }).focus()
    await page.keyboard.press('ArrowRight')
    const row = page.getByRole('list', { name: 'Documentos' }).getByRole('listitem')
    await row.getByText('orcamento.pdf').waitFor()
    await desk.assertAccessible('documents of a contact')
    await row.getByRole('link', { name: /^Ver na conversa/ }).focus()
    await page.keyboard.press('Enter')
    await page
      .getByRole('log', { name: /^Conversa com/ })
      .getByText('Segue o orçamento')
      .waitFor()
    expect(page.url()).toContain(`${tickets[0]}?mensagem=`)
    await page.goBack()
    await page.getByRole('button', { name: 'Abrir vitrine.png' }).waitFor()
  })

  test('edits, notes and starts a conversation', async () => {
    const { page } = desk
    await page.getByRole('tab', { name: 'Anotações' }).click()
    await page.getByRole('button', { name: 'Nova anotação' }).click()
    const note = page.getByRole('dialog', { name: 'Nova anotação' })
    await note.getByLabel(/^Título/).fill('Entrega só de manhã')
    await note.getByRole('button', { name: 'Salvar' }).click()
    await page.getByRole('heading', { name: 'Entrega só de manhã' }).waitFor()
    await page.getByRole('button', { name: 'Editar', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Editar Nádia Prado' })
    await form.getByLabel('E-mail').fill('nadia@exemplo.com.br')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await page.getByRole('region', { name: 'Dados do contato' }).getByText('nadia@exemplo.com.br').first().waitFor()
    await page.getByRole('button', { name: 'Iniciar conversa' }).click()
    const begin = page.getByRole('dialog', { name: 'Novo atendimento' })
    await begin.getByText('Nádia Prado').waitFor()
    await page.keyboard.press('Escape')
  })

  test('at each width the keys alone lead there, through its files, into the form and to a new conversation', async () => {
    const { page } = desk
    const keys = new Keys(page)
    const dialog = (name: string) => page.getByRole('dialog', { name })
    const leave = async (name: string) => {
      await page.keyboard.press('Escape')
      await dialog(name).waitFor({ state: 'detached' })
    }
    await atWidths(page, async (width) => {
      await page.goto(`${node.base}/#/contatos`)
      await keys.press(page.getByRole('link', { name: 'Nádia Prado', exact: true }))
      await heading(page).waitFor()
      await keys.press(page.getByRole('button', { name: 'Editar', exact: true }))
      await dialog('Editar Nádia Prado').getByLabel('E-mail').waitFor()
      await assertFits(desk, 'the form of a contact', [width])
      await leave('Editar Nádia Prado')
      await keys.press(page.getByRole('button', { name: 'Iniciar conversa' }))
      await dialog('Novo atendimento').getByText('Nádia Prado').waitFor()
      await assertFits(desk, 'a conversation that is begun', [width])
      await leave('Novo atendimento')
      await keys.showTab(page.getByRole('tablist').first(), 'Arquivos')
      await keys.press(page.getByRole('button', { name: 'Abrir vitrine.png' }))
      await dialog('vitrine.png').getByText('1 de 1').waitFor()
      await assertFits(desk, 'a picture of a contact', [width])
      await leave('vitrine.png')

      await page.goto(`${node.base}/#/atendimento/${tickets[0]}`)
      const details = page
        .getByRole('complementary', { name: 'Detalhes do atendimento' })
        .or(dialog('Detalhes do atendimento'))
      await page.getByRole('log', { name: /^Conversa com/ }).waitFor()
      if (!(await details.isVisible())) await page.keyboard.press('i')
      await keys.press(details.getByRole('button', { name: 'Ver arquivos' }))
      const gallery = dialog('Arquivos da conversa')
      await gallery.getByRole('button', { name: 'Abrir vitrine.png' }).waitFor()
      await assertFits(desk, 'the files of a conversation', [width])
      await keys.showTab(gallery.getByRole('tablist'), 'Links')
      await keys.press(gallery.getByRole('link', { name: /^Ver na conversa: Contato/ }))
      await seen(() => gallery.count()).toBe(0)
      await page
        .getByRole('log', { name: /^Conversa com/ })
        .getByText('Esta aqui:')
        .waitFor()
    })
  })

  test('opens from the palette and from the side panel, which has the files of the conversation', async () => {
    const { page } = desk
    await page.goto(`${node.base}/#/home`)
    await page.keyboard.press('Control+KeyK')
    const palette = page.getByRole('dialog', { name: 'Buscar e comandar' })
    await palette.getByRole('combobox').fill('nádia')
    await palette.getByRole('option', { name: 'Nádia Prado · +55 (11) 98123-4567' }).click()
    await heading(page).waitFor()
    await page.goto(`${node.base}/#/atendimento/${tickets[0]}`)
    const panel = page.getByRole('complementary', { name: 'Detalhes do atendimento' })
    await panel.getByText('+55 (11) 98123-4567').first().waitFor()
    await panel.getByRole('button', { name: 'Ver arquivos' }).click()
    const gallery = page.getByRole('dialog', { name: 'Arquivos da conversa' })
    await gallery.getByRole('button', { name: 'Abrir vitrine.png' }).waitFor()
    await desk.assertAccessible('files of a conversation')
    await gallery.getByRole('tab', { name: 'Links' }).click()
    const links = gallery.getByRole('list', { name: 'Links' })
    const link = links.getByRole('link', { name: 'exemplo.com.br/agendas/linho' })
    expect(await link.getAttribute('href')).toBe('https://exemplo.com.br/agendas/linho')
    await desk.assertAccessible('links of a conversation')
    await links.getByRole('link', { name: /^Ver na conversa: Contato/ }).click()
    await seen(() => gallery.count()).toBe(0)
    await page
      .getByRole('log', { name: /^Conversa com/ })
      .getByText('Esta aqui:')
      .waitFor()
    await panel.getByRole('link', { name: 'Nádia Prado' }).click()
    await heading(page).waitFor()
  })

  test('keeps from agents what stands in a queue that is not theirs; on a phone too', async () => {
    await phone.page.getByRole('link', { name: 'Nádia Prado', exact: true }).click()
    await heading(phone.page).waitFor()
    await seen(() => talks(phone.page).count()).toBe(1)
    await talks(phone.page).getByText('Vendas').waitFor()
    await phone.page.getByRole('tab', { name: 'Arquivos' }).click()
    await phone.page.getByRole('button', { name: 'Abrir vitrine.png' }).waitFor()
    await phone.assertAccessible('files of a contact on a phone')
  })

  test('says that a contact is not there, and leads to the others', async () => {
    const { page } = desk
    desk.expects(/answered 404: GET .*\/contacts\//, /status of 404/)
    await page.goto(`${node.base}/#/contatos/${randomUUID()}`)
    await page.getByText('Contato não encontrado').waitFor()
    await desk.assertAccessible('no such contact')
    await page.getByRole('button', { name: 'Todos os contatos' }).click()
    await page.getByRole('heading', { name: 'Contatos', level: 1 }).waitFor()
  })

  test('is refused in words to whoever may not read contacts', async () => {
    const role = { name: 'Só atendimentos', profile: 'user', permissions: ['tickets.read'] }
    const { id: roleId } = await admin.ok<{ id: string }>('POST', '/roles', role)
    const { id, name } = node.a.colleague
    await admin.ok('PUT', `/users/${id}`, { name, queueIds: [node.a.support], roleId })
    const outsider = await takeSeat(browser)
    outsider.expects(/answered 403/, /status of 403/)
    await signIn(outsider, node.base, node.a.colleague, `/contatos/${contactId}`)
    await outsider.page.getByText('Você não tem acesso a esta tela').waitFor()
    await outsider.assertAccessible('a contact without permission')
    outsider.assertClean()
    await outsider.leave()
  })

  test('leaves no complaint in the browsers', () => {
    desk.assertClean()
    phone.assertClean()
  })
})
