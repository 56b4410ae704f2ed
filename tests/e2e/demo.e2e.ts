import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TicketPage } from '@recado/contracts'
import { ApiClient } from '../../scripts/demo/api-client.ts'
import { administrator, password } from '../../scripts/demo/company.ts'
import { later, today } from '../../scripts/demo/stories/today.ts'
import { freePort } from '../harness/free-port.ts'
import {
  act,
  composer,
  goTo,
  journey,
  launch,
  notices,
  openBrowser,
  reply,
  row,
  seen,
  takeSeat,
  thread,
  view,
  type Seat,
} from './browser.ts'
import { fillLogin } from './fill-login.ts'
import { Keys } from './keys.ts'
import { assertFits, atWidths, look } from './look.ts'
import { dataRoot } from '../harness/data-root.ts'

const repository = join(import.meta.dirname, '../..')
const filledWithinMs = 180_000

/** What `npm run demo` gives a newcomer, and what it leaves behind. */
describe.skipIf(!launch)('the demo', () => {
  let demo: ChildProcess, base: string, browser: Browser, agent: Seat
  const folder = mkdtempSync(join(dataRoot, 'recado-demo-test-'))
  const marina = today.find(({ name }) => name === 'Marina Duarte')!

  beforeAll(async () => {
    const port = await freePort()
    base = `http://127.0.0.1:${port}`
    const { PATH, HOME } = process.env
    demo = spawn(process.execPath, [join(repository, 'scripts/run.mjs'), 'demo'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH, HOME, PORT: String(port), TMPDIR: folder },
    })
    await new Promise<void>((resolve, reject) => {
      let said = ''
      for (const stream of [demo.stdout!, demo.stderr!])
        stream.on('data', (text: Buffer) => {
          said += text
          if (said.includes('Recado is ready, with a month of conversations')) resolve()
        })
      demo.once('close', () => reject(new Error(`the demo ended:\n${said}`)))
    })
    browser = await openBrowser()
    agent = await takeSeat(browser, { viewport: { width: 1440, height: 900 } })
    await agent.page.goto(`${base}/#/atendimento`)
    await fillLogin(agent.page, 'rafael@recado.local', password)
  }, filledWithinMs)
  afterAll(async () => {
    await browser?.close()
    demo?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  journey()

  test('an agent finds the customers who wait, over all channels', async () => {
    await view(agent.page, 'Fila').click()
    await row(agent.page, 'Igor Vasconcelos').waitFor()
    const own = today.filter(({ queue, taken }) => queue !== 'Financeiro' && taken === undefined)
    for (const { name } of own) await row(agent.page, name).waitFor()
    await look(agent.page, 'demo-queue', [1440, 1024, 390])
    await agent.assertAccessible('the queue of the demo')
  })

  test('a customer answers what the agent writes, and the conversation is resolved', async () => {
    await row(agent.page, marina.name).click()
    for (const line of [...marina.lines, marina.picture!]) await thread(agent.page).getByText(line).waitFor()
    await act(agent.page, 'Atender')
    await reply(agent.page, 'Temos, sim: pautado ou sem pauta.')
    await thread(agent.page).getByText('Perfeito, quero dois').waitFor()
    await look(agent.page, 'demo-thread', [1440, 1024, 390])
    await agent.page.setViewportSize({ width: 1024, height: 768 })
    await agent.page.getByRole('button', { name: 'Mostrar ou ocultar detalhes' }).click()
    const panel = agent.page.getByRole('dialog', { name: 'Detalhes do atendimento' })
    await panel.getByText('Identidades por canal').waitFor()
    await agent.assertAccessible('the panel over the conversation at 1024')
    await look(agent.page, 'demo-panel', [1024])
    await agent.page.setViewportSize({ width: 1024, height: 768 })
    await panel.getByRole('button', { name: 'Fechar' }).click()
    await panel.waitFor({ state: 'detached' })
    await act(agent.page, 'Resolver')
    await seen(() => row(agent.page, marina.name).count()).toBe(0)
    await look(agent.page, 'demo-resolved', [1440, 1024, 390])
    await agent.page.setViewportSize({ width: 1440, height: 900 })
  })

  test('people of last month are found', async () => {
    await view(agent.page, 'Resolvidos').click()
    const search = agent.page.getByRole('searchbox', { name: 'Buscar atendimentos' })
    await search.fill('Elisa')
    // The conversation, not the person of the same name above it.
    await row(agent.page, 'Elisa Guimarães').filter({ hasText: 'pergunte por Helena' }).first().click()
    await thread(agent.page).getByText('É um álbum de 1954').waitFor()
    await search.fill('')
    agent.assertClean()
  })

  test('at each width the keys alone lead from a tile through a conversation of its list to the next', async () => {
    const { page } = agent
    const keys = new Keys(page)
    const customers = { 1440: 'Wagner Pires', 1024: 'Larissa Fontes', 390: 'Davi Monteiro' } as const
    const header = page.getByRole('region', { name: 'Conversa', exact: true }).locator('header')
    const acts = (name: string) => header.getByRole('button', { name, exact: true })
    await atWidths(page, async (width) => {
      const { name, lines, next } = today.find((story) => story.name === customers[width])!
      await page.goto(`${base}/#/home`)
      const tile = page.getByRole('link', { name: /^Na fila/ })
      await tile.waitFor()
      await assertFits(agent, 'the start page of the demo', [width])
      const count = Number(await tile.locator('[data-count]').innerText())
      await keys.press(tile)
      await row(page, name).waitFor()
      // Somebody may have written for the first time meanwhile.
      const list = page.getByRole('region', { name: 'Atendimentos', exact: true })
      const rows = list.getByRole('listitem').filter({ hasText: /Vendas|Suporte/ })
      await seen(() => rows.count()).toBeOneOf([count, count + 1])
      await keys.to(row(page, name).getByRole('link'))
      await assertFits(agent, 'the queue of the demo', [width])
      await page.keyboard.press('Enter')
      await thread(page).getByText(lines[0]!).waitFor()
      await assertFits(agent, 'a conversation that waits', [width])
      await keys.press(acts('Atender'))
      await keys.to(composer(page))
      await page.keyboard.type('Claro, já vejo para você!')
      await page.keyboard.press('Enter')
      await thread(page).getByText('Claro, já vejo para você!').waitFor()
      await thread(page).getByText(next[0]!).waitFor()
      await assertFits(agent, 'a customer who has answered', [width])
      await keys.press(acts('Resolver'), 'Shift+Tab')
      // The next is one who waits.
      await acts('Atender').waitFor()
      expect(await page.getByRole('heading', { level: 1 }).innerText()).not.toBe(name)
      await notices(page).getByText(`Atendimento de ${name} resolvido`).waitFor()
      await assertFits(agent, 'the next after resolving', [width])
    })
    await view(page, 'Fila').waitFor()
    for (const name of Object.values(customers)) expect(await row(page, name).count(), name).toBe(0)
    agent.assertClean()
  })

  test('the list is narrowed to a channel, a tag and a person, each a chip that is taken away', async () => {
    const { page } = agent
    await goTo(page, 'Atendimento')
    await view(page, 'Todos').click()
    await page
      .getByRole('button', { name: /filtros? ativos?|^Filtros$/ })
      .first()
      .click()
    const filters = page.getByRole('dialog', { name: 'Filtros' })
    for (const choice of ['Instagram', 'Troca', 'Tiago Rocha'])
      await filters.getByRole('checkbox', { name: choice, exact: true }).click()
    await look(page, 'demo-filters', [1440, 1024, 390])
    await agent.assertAccessible('the filters of the demo')
    await page.keyboard.press('Escape')
    await row(page, 'Priscila Amaral').waitFor()
    await seen(() => row(page, 'Renata Okamoto').count()).toBe(0)
    const chips = page.getByRole('list', { name: /filtros? ativos?/ })
    await look(page, 'demo-chips', [1440, 1024, 390])
    for (const choice of ['Instagram', 'Troca', 'Tiago Rocha'])
      await chips.getByRole('button', { name: `Remover filtro: ${choice}` }).click()
    await row(page, 'Renata Okamoto').waitFor()
    agent.assertClean()
  })

  test('ready-made views show who waits for an answer, and one channel', async () => {
    const { page } = agent
    const open = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: 'Visões salvas' }).click()
      await look(page, 'demo-views', [1440, 1024, 390])
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await open('Sem resposta')
    await row(page, 'Renata Okamoto').waitFor()
    await seen(() => row(page, 'Priscila Amaral').count()).toBe(0)
    await open('Instagram')
    await row(page, 'Priscila Amaral').waitFor()
    await seen(() => row(page, 'Renata Okamoto').count()).toBe(0)
    await page.getByRole('button', { name: 'Remover filtro: Instagram' }).click()
    agent.assertClean()
  })

  test('conversations of a month lie where they took place, and their customers said how it was', async () => {
    const admin = await ApiClient.signIn(base, administrator, password)
    const closed = '/tickets/?status[]=closed&limit=200&showAll=true'
    const { tickets } = await admin.call<TicketPage>('GET', closed)
    // Those of the imported past have no message that came in, and who writes meanwhile is no part of the month.
    const writesNow = (name: string) => later.some((story) => story.name === name)
    const played = tickets.filter(({ name, lastMessageAt }) => lastMessageAt !== null && !writesNow(name))
    expect(new Set(played.map(({ createdAt }) => createdAt.slice(0, 10))).size).toBeGreaterThan(20)
    for (const { name, createdAt, lastMessageAt, updatedAt } of played)
      expect([createdAt, lastMessageAt!, updatedAt].toSorted(), name).toEqual([createdAt, lastMessageAt, updatedAt])
    const [survey] = await admin.call<{ id: string; asked: number }[]>('GET', '/p/nps/surveys')
    expect(survey!.asked).toBeGreaterThan(40)
  })

  test('Ctrl+C takes everything away', async () => {
    await agent.page.goto('about:blank')
    const [dataDir] = readdirSync(folder).filter((name) => name.startsWith('recado-demo'))
    const database = realpathSync(join(folder, dataDir!, 'postgres'))
    demo.kill('SIGINT')
    await once(demo, 'close')
    expect(readdirSync(folder).filter((name) => name.startsWith('recado-demo'))).toEqual([])
    expect(existsSync(dirname(database))).toBe(false)
  })
})
