import type { Contact, TicketPage } from '@recado/contracts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person, TestApp } from '../harness/app.ts'
import { Visitor } from '../plugins/webchat.rig.ts'
import {
  journey,
  launch,
  notices,
  openBrowser,
  productForTests,
  row,
  seen,
  signIn,
  takeSeat,
  type Seat,
} from './browser.ts'

/** A supervisor finds out that two visitors are one person, joins them, and takes it back. */
describe.skipIf(!launch)('two contacts that are one person', () => {
  journey()
  let node: TestApp, browser: Browser, seat: Seat, page: Page, agent: Person
  beforeAll(async () => {
    node = await productForTests()
    agent = await node.signIn(node.a.user)
    for (const [name, email, text] of [
      ['Marina Duarte', 'marina@exemplo.com.br', 'Tem caderno?'],
      ['Marina D.', 'marina@exemplo.com.br', 'Sou eu, do celular'],
      ['Otávio Brandão', 'otavio@exemplo.com.br', 'Boa tarde'],
    ] as const) {
      const visitor = new Visitor(node.base, node.a.connection)
      await visitor.session({ profile: { name, email } })
      await visitor.say(text)
    }
    browser = await openBrowser()
    seat = await takeSeat(browser)
    page = seat.page
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })

  const names = async (): Promise<string[]> =>
    (await agent.ok<TicketPage>('GET', '/tickets?status[]=pending')).tickets.map(({ name }) => name).sort()
  const panel = () => page.getByRole('complementary', { name: 'Detalhes do atendimento' })
  const dialog = () => page.getByRole('dialog', { name: 'Unir contatos' })

  test('the panel shows how a contact is known, and who may be the same person', async () => {
    await signIn(seat, node.base, node.a.supervisor, '/atendimento')
    await page.getByRole('tab', { name: /^Todos/ }).click()
    await row(page, 'Marina Duarte').click()
    await panel().getByRole('heading', { name: 'Identidades por canal' }).waitFor()
    await panel().getByRole('heading', { name: 'Talvez seja a mesma pessoa' }).waitFor()
    await panel()
      .getByRole('button', { name: /Marina D\./ })
      .waitFor()
    await seat.assertAccessible('contact panel')
  })

  test('with the keyboard alone: search, preview, merge; the list follows', async () => {
    await panel().getByRole('button', { name: 'Unir contatos' }).focus()
    await page.keyboard.press('Enter')
    await dialog().waitFor()
    await page.keyboard.type('marina')
    await dialog()
      .getByRole('button', { name: /Marina D\./ })
      .waitFor()
    await seat.assertAccessible('merge search')
    await dialog()
      .getByRole('button', { name: /Marina D\./ })
      .focus()
    await page.keyboard.press('Enter')
    await dialog().getByText('Passa a fazer parte dele').waitFor()
    await seat.assertAccessible('merge preview')
    await dialog().getByRole('button', { name: 'Unir contatos' }).focus()
    await page.keyboard.press('Enter')
    await dialog().waitFor({ state: 'hidden' })
    await notices(page).getByText('Marina D. agora faz parte de Marina Duarte').waitFor()
    await seen(names).toEqual(['Marina Duarte', 'Marina Duarte', 'Otávio Brandão'])
    await seen(() => row(page, 'Marina Duarte').count()).toBe(2)
    await panel().getByRole('heading', { name: 'Contatos unidos a este' }).waitFor()
    await seat.assertAccessible('merged contact')
  })

  test('and back from the history: both are who they were', async () => {
    await panel().getByRole('button', { name: 'Desfazer a união com Marina D.' }).click()
    await notices(page).getByText('Marina D. e Marina Duarte são contatos separados de novo').waitFor()
    await row(page, 'Marina D.').waitFor()
    await panel().getByText('desfeita').waitFor()
    await panel().getByRole('heading', { name: 'Talvez seja a mesma pessoa' }).waitFor({ state: 'hidden' })
    expect(await names()).toEqual(['Marina D.', 'Marina Duarte', 'Otávio Brandão'])
    const { tickets } = await agent.ok<TicketPage>('GET', '/tickets?status[]=pending')
    const contacts = await Promise.all(
      tickets.map(({ contactId }) => agent.ok<Contact>('GET', `/contacts/${contactId}`)),
    )
    expect(new Set(contacts.map(({ id }) => id)).size).toBe(3)
  })
})
