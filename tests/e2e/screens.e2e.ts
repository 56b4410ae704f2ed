import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import { stillness } from './accessibility.ts'
import {
  launch,
  navigation,
  openBrowser,
  pictureFailures,
  pictures,
  productForTests,
  signIn,
  takeSeat,
  type Seat,
} from './browser.ts'
import { assertFits, assertNothingWider } from './look.ts'
import { drawPhoto, furnish, type Furnished } from './scene.ts'

type Size = { readonly width: number; readonly height: number }
/** A desk is looked at as wide as it is and as a laptop shows it, on the same page. */
const sizes = {
  desk: [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
  ],
  telephone: [{ width: 390, height: 844 }],
} as const

/** Pages that are looked at as they open, by the heading that says they have. */
const pages = {
  '/configuracoes/geral': 'Geral',
  '/configuracoes/etiquetas': 'Etiquetas',
  '/configuracoes/atributos': 'Atributos',
  '/configuracoes/atendimento': 'Regras de atendimento',
  '/configuracoes/respostas-automaticas': 'Quem responde primeiro',
  '/configuracoes/licenca': 'Licença',
  '/configuracoes/informacoes-sistema': 'Informações do sistema',
  '/configuracoes/usuarios': 'Usuários',
  '/configuracoes/perfis': 'Perfis de acesso',
  '/configuracoes/horarios': 'Horários',
  '/configuracoes/login-unico': 'Login único',
  '/configuracoes/tokens': 'Tokens de API',
  '/configuracoes/webhooks': 'Webhooks',
  '/configuracoes/auditoria': 'Auditoria',
  '/configuracoes/privacidade': 'Privacidade',
  '/configuracoes/horario': 'Horário de atendimento',
  '/configuracoes/business-hours': 'Horários e feriados',
  '/configuracoes/nps': 'Pesquisas de satisfação',
  '/notificacoes': 'Notificações',
  '/atalhos': 'Atalhos de teclado',
  '/sessoes': 'Seus acessos',
} as const

/**
 * Every screen at three widths, light and dark: nothing serious for axe, nothing wider than the window, a silent
 * console. With RECADO_PICTURES set it leaves pictures in test-results/ to be looked at.
 */
describe.skipIf(!launch)('every screen', () => {
  let node: TestApp, browser: Browser, scene: Furnished

  beforeAll(async () => {
    node = await productForTests()
    browser = await openBrowser()
    const { owner } = node.database
    scene = await furnish(
      {
        base: node.base,
        tenant: node.a,
        owner,
        admin: await node.signIn(node.a.admin),
        agent: await node.signIn(node.a.user),
      },
      await drawPhoto(browser),
    )
    // Names as people give them: nothing may grow as wide as they are long.
    await owner`
      update core.queue set name = 'Trocas, devoluções e reclamações de entrega em domicílio'
       where id = ${node.a.support}`
    await owner`
      update core.user_account set name = 'Maria Aparecida dos Santos Figueiredo de Albuquerque'
       where id = ${node.a.colleague.id}`
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  pictureFailures()

  /** Looks at what a seat shows, at these sizes in turn, of which the first is the one that it has. */
  const lookerOf =
    (seat: Seat, shownAt: readonly Size[], colorScheme: string) =>
    async (name: string, shown: () => Promise<unknown>): Promise<void> => {
      const { page } = seat
      await shown()
      for (const size of shownAt) {
        const where = `${name} ${size.width} ${colorScheme}`
        await page.setViewportSize(size)
        await page.waitForFunction(
          () => document.querySelector('.k-skeleton, .k-skeleton-lines, [aria-busy=true]') === null,
        )
        await page.evaluate(() => document.fonts.ready.then(() => undefined))
        await stillness(page)
        if (process.env['RECADO_PICTURES'] !== undefined)
          await page.screenshot({ path: join(pictures, `screen-${where.replaceAll(' ', '-')}.png`) })
        await assertNothingWider(page, where)
        await seat.assertAccessible(where)
      }
      if (shownAt.length > 1) await page.setViewportSize(shownAt[0]!)
    }

  for (const [size, shownAt] of Object.entries(sizes))
    for (const colorScheme of ['light', 'dark'] as const) {
      const [viewport] = shownAt
      test(`settings, ${size}, ${colorScheme}`, async () => {
        const seat = await takeSeat(browser, { viewport, colorScheme })
        const { page } = seat
        const look = lookerOf(seat, shownAt, colorScheme)
        await signIn(seat, node.base, node.a.admin)
        for (const [path, heading] of Object.entries(pages)) {
          await page.goto(`${node.base}/#${path}`)
          await look(path.slice(1).replace('configuracoes/', 'settings-'), () =>
            page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor(),
          )
        }
        await seat.leave()
        seat.assertClean()
      })

      test(`${size}, ${colorScheme}`, async () => {
        const seat = await takeSeat(browser, { viewport, colorScheme })
        const { page } = seat
        const look = lookerOf(seat, shownAt, colorScheme)
        const go = (path: string) => page.goto(`${node.base}/#${path}`)

        await go('/login')
        await look('login', () => page.getByRole('heading', { name: 'Entre na sua conta' }).waitFor())
        await signIn(seat, node.base, node.a.admin)
        await look('home', () => page.locator('[data-count=pending]').waitFor())
        await go('/atendimento')
        await look('attendance', () => page.getByRole('list', { name: 'Atendimentos' }).waitFor())
        await go(`/atendimento/${scene.ticketId}`)
        await look('conversation', async () => {
          await page.getByText(scene.lastWords).last().waitFor()
          await page.locator('footer').getByRole('button', { name: 'Mensagens rápidas' }).waitFor()
        })
        if (size === 'desk') {
          // As at 200 %: who it is and every act stay within the conversation's header.
          await page.setViewportSize({ width: viewport.width / 2, height: viewport.height / 2 })
          const header = page.getByRole('region', { name: 'Conversa', exact: true }).locator('header')
          expect(await header.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
          expect(await header.getByRole('heading').evaluate((element) => element.clientWidth)).toBeGreaterThan(60)
          await page.setViewportSize(viewport)
        }
        await page.keyboard.press('Control+k')
        await page
          .getByRole('dialog', { name: 'Buscar e comandar' })
          .getByRole('option', { name: /^Transferir/ })
          .click()
        await look('transfer', () =>
          page.getByRole('dialog', { name: 'Transferir atendimento' }).getByRole('radio').nth(2).waitFor(),
        )
        await page.keyboard.press('Escape')
        await go('/painel-atendimentos')
        await look('board', () => page.getByRole('heading', { name: 'Pessoas' }).waitFor())
        await go('/contatos')
        await look('contacts', () => page.getByText('Marina Duarte').filter({ visible: true }).first().waitFor())
        await go('/configuracoes/filas')
        await look('queues', () => page.getByText(/^Trocas, devoluções/).waitFor())
        await go('/atendimento/chats')
        await look('chats', () =>
          page
            .getByRole('region', { name: 'Conversa', exact: true })
            .or(page.getByRole('region', { name: 'Atendimentos' }))
            .first()
            .waitFor(),
        )
        await go('/configuracoes/canais')
        await look('channels', () =>
          page.getByRole('article').getByRole('button', { name: 'Copiar' }).first().waitFor(),
        )
        await page.getByRole('button', { name: 'Novo canal' }).click()
        await look('channel-kinds', () => page.getByRole('button', { name: 'Chat do site' }).waitFor())
        await page.getByRole('button', { name: 'Chat do site' }).click()
        await look('new-channel', () => page.getByRole('textbox', { name: 'Nome do canal' }).waitFor())
        await page.keyboard.press('Escape')
        await go('/configuracoes/plugins')
        await look('plugins', () => page.getByRole('article', { name: 'Mensagens rápidas' }).waitFor())
        await go('/mensagens-rapidas')
        await look('quick-messages', () => page.getByRole('rowheader').first().waitFor())
        await page.getByRole('button', { name: 'Nova mensagem' }).click()
        await look('quick-message', () => page.getByRole('textbox', { name: 'Atalho' }).waitFor())
        await page.keyboard.press('Escape')
        await go('/nada-disso')
        await look('not-found', () => page.getByRole('heading', { name: 'Página não encontrada' }).waitFor())
        await navigation(page).waitFor()
        await page.keyboard.press('Control+k')
        await look('palette', () => page.getByRole('dialog', { name: 'Buscar e comandar' }).waitFor())
        await seat.leave()
        seat.assertClean()
      })
    }

  test('the form of every channel: how to come by what it asks for, credentials first, the rest folded away', async () => {
    const seat = await takeSeat(browser)
    const { page } = seat
    await signIn(seat, node.base, node.a.admin, '/configuracoes/canais')
    const form = page.getByRole('dialog')
    const openKinds = async () => {
      await page.getByRole('button', { name: 'Novo canal' }).click()
      return form.getByRole('listitem').getByRole('button')
    }
    const count = await (await openKinds()).count()
    expect(count).toBeGreaterThan(10)
    for (let at = 0; at < count; at++) {
      const kind = (at === 0 ? form.getByRole('listitem').getByRole('button') : await openKinds()).nth(at)
      const name = (await kind.locator('.text-thread').innerText()).trim()
      await kind.click()
      await form.getByLabel('Nome do canal').waitFor()
      // A web chat needs nothing but its name.
      if (name !== 'Chat do site')
        expect([name, await form.getByText('Como conseguir os dados').count()]).toEqual([name, 1])
      expect([name, await form.getByLabel('Proxy').filter({ visible: true }).count()]).toEqual([name, 0])
      await assertFits(seat, name)
      await page.keyboard.press('Escape')
      await form.waitFor({ state: 'detached' })
    }
    await seat.leave()
    seat.assertClean()
  })
})
