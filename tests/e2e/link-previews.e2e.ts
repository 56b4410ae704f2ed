import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import { webSite, type WebSite } from '../harness/web-site.ts'
import {
  composer,
  goToSetting,
  journey,
  launch,
  openBrowser,
  productForTests,
  reply,
  seen,
  signIn,
  takeSeat,
  thread,
  type Seat,
} from './browser.ts'
import { takenConversation } from './conversations.ts'
import { Keys } from './keys.ts'
import { assertFits } from './look.ts'

/** A picture of 64 × 40 points in one colour. */
const cover = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAoCAIAAADBrGu+AAAAPUlEQVR42u3PQQkAAAgEsGtkNBubxQw+hcEKLNXzWgQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQELhZFwdjTukkRbgAAAABJRU5ErkJggg==',
  'base64',
)

/** An agent sends a link and sees what it leads to; an administrator switches that off. */
describe.skipIf(!launch)('previews of links', () => {
  let node: TestApp, browser: Browser, agent: Seat, admin: Seat, site: WebSite
  const host = () => `loja.test:${site.port}`

  beforeAll(async () => {
    site = await webSite()
    node = await productForTests({
      app: {
        egress: { allow: ['127.0.0.1/32'], resolve: async (name) => (name === 'loja.test' ? ['127.0.0.1'] : []) },
      },
    })
    const ticket = await takenConversation(node, 'Maria Souza')
    browser = await openBrowser()
    ;[agent, admin] = await Promise.all([takeSeat(browser), takeSeat(browser)])
    await signIn(agent, node.base, node.a.user, `/atendimento/${ticket}`)
    await composer(agent.page).waitFor()
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
    await site?.close()
  })
  journey()

  const card = (title: string) =>
    thread(agent.page).getByRole('link', { name: new RegExp(`^Prévia do link: .*${title}`) })
  const fromEnd = () => thread(agent.page).evaluate((pane) => pane.scrollHeight - pane.scrollTop - pane.clientHeight)

  test('a card with the words and the picture of the page comes below the message', async () => {
    site.answer('/capa.png', { headers: { 'content-type': 'image/png' }, body: cover })
    site.page(
      '/caderno',
      `<meta property="og:site_name" content="Papelaria Aurora">
       <meta property="og:title" content="Caderno universitário azul">
       <meta property="og:description" content="Capa dura, 96 folhas pautadas, com elástico e marcador de página.">
       <meta property="og:image" content="/capa.png">`,
    )
    await reply(agent.page, `Este aqui: http://${host()}/caderno`)
    await card('Caderno universitário azul').waitFor()
    expect(await card('Caderno').getAttribute('href')).toBe(`http://${host()}/caderno`)
    expect(await card('Caderno').getAttribute('rel')).toContain('noopener noreferrer')
    await card('Caderno').getByText(host(), { exact: true }).waitFor()
    await seen(() =>
      card('Caderno')
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBe(256)
    await assertFits(agent, 'the card of a link')
    await new Keys(agent.page).to(card('Caderno'), 'Shift+Tab')
    agent.assertClean()
  })

  test('the end stays in view when a card comes late, and nothing is asked from outside by the browser', async () => {
    const { page } = agent
    for (let line = 1; line <= 12; line++) await reply(page, `Linha ${line} da conversa, para que ela role.`)
    await seen(fromEnd).toBeLessThanOrEqual(1)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).host))
    const answered = Promise.withResolvers<void>()
    site.answer('/devagar', async () => {
      await answered.promise
      return {
        body: '<title>Página que demora</title><meta name="description" content="Duas linhas de texto sobre ela.">',
      }
    })
    await reply(page, `http://${host()}/devagar`)
    await seen(() => site.times('/devagar')).toBe(1)
    await seen(fromEnd).toBeLessThanOrEqual(1)
    answered.resolve()
    await card('Página que demora').waitFor()
    await seen(fromEnd).toBeLessThanOrEqual(1)
    expect([...new Set(asked)]).toEqual([new URL(node.base).host])
    agent.assertClean()
  })

  test('a page that calls itself another site is shown with the host of its address', async () => {
    site.page('/banco', '<meta property="og:site_name" content="Banco Aurora"><title>Entre na sua conta</title>')
    await reply(agent.page, `http://${host()}/banco`)
    await card('Entre na sua conta').getByText(host(), { exact: true }).waitFor()
    await agent.page.setViewportSize({ width: 390, height: 844 })
    await card('Entre na sua conta').getByText(host(), { exact: true }).waitFor()
    const box = (await card('Entre na sua conta').boundingBox())!
    expect(box.x >= 0 && box.x + box.width <= 390).toBe(true)
    await agent.assertAccessible('the card of a link on a telephone')
    await agent.page.setViewportSize({ width: 1440, height: 900 })
  })

  test('the administrator switches it off, and no page is asked any more', async () => {
    await signIn(admin, node.base, node.a.admin)
    await goToSetting(admin.page, 'Regras de atendimento')
    const choice = admin.page.getByLabel('Mostrar prévias dos links nas conversas')
    expect(await choice.isChecked()).toBe(true)
    const keys = new Keys(admin.page)
    await keys.tick(choice)
    await assertFits(admin, 'the setting of previews')
    await keys.press(admin.page.getByRole('button', { name: 'Salvar', exact: true }))
    await admin.page.getByText('Tudo certo... Alterações salvas.').first().waitFor()
    await agent.page.reload()
    await composer(agent.page).waitFor()
    const path = `/${randomUUID().slice(0, 8)}`
    site.page(path, '<title>Não se vê</title>')
    await reply(agent.page, `http://${host()}${path}`)
    await thread(agent.page).getByText(path).waitFor()
    expect([await card('').count(), site.times(path)]).toEqual([0, 0])
    agent.assertClean()
    admin.assertClean()
  })
})
