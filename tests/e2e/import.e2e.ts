import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ChatwootSimulator } from '../../plugins/import/simulator/simulator.ts'
import type { TestApp } from '../harness/app.ts'
import { whaticket, type OldSystem } from '../plugins/import-source.ts'
import {
  goToSetting,
  journey,
  launch,
  openBrowser,
  productForTests,
  seen,
  signIn,
  takeSeat,
  type Seat,
} from './browser.ts'
import { look } from './look.ts'

/**
 * An administrator brings in what the company had in whaticket: checks, maps, rehearses, imports, and takes it back.
 */
describe.skipIf(!launch)('import from another system', () => {
  let node: TestApp, old: OldSystem, browser: Browser, admin: Seat, agent: Seat

  beforeAll(async () => {
    node = await productForTests({ app: { egress: { allow: ['127.0.0.0/8', '::1/128'] } } })
    old = await whaticket(node.a.user.email)
    browser = await openBrowser()
    ;[admin, agent] = await Promise.all([takeSeat(browser), takeSeat(browser)])
    await signIn(admin, node.base, node.a.admin)
    await signIn(agent, node.base, node.a.user, '/atendimento')
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
    await old?.drop()
  })
  journey()

  const page = () => admin.page
  const card = (name: RegExp) => page().getByRole('article', { name }).first()

  test('S2-091 an agent sees that it is not for them, and the server says the same', async () => {
    await agent.page.goto(`${node.base}/#/configuracoes/importacao-zpro`)
    await agent.page.getByText('Você não tem acesso a esta tela').waitFor()
    for (const user of [node.a.user, node.a.supervisor]) {
      const person = await node.signIn(user)
      for (const [method, path] of [
        ['GET', '/p/import/runs'],
        ['POST', '/p/import/check'],
        ['POST', '/p/import/runs'],
      ] as const)
        expect(await person.refused(method, path, method === 'POST' ? {} : undefined)).toBe('403 ERR_NO_PERMISSION')
    }
  })

  test('S2-090 S8-163 the page says that no source is set', async () => {
    await goToSetting(page(), 'Importação')
    await page().getByText('Nenhuma importação ainda').waitFor()
    expect(new URL(page().url()).hash).toBe('#/configuracoes/importacao-zpro')
    await page().getByLabel('Endereço dos arquivos').waitFor()
    await admin.assertAccessible('import without a source')
    await look(page(), 'import-empty')
    admin.expects(/answered 422/, /status of 422/)
    await page().getByRole('button', { name: 'Verificar', exact: true }).click()
    await page().getByText('Endereço de origem não configurado').first().waitFor()
  })

  test('S8-164 a server that does not answer is told, and nothing that was typed is lost', async () => {
    await page().getByLabel('Servidor').fill(String(old.settings['host']))
    await page().getByLabel('Porta', { exact: true }).fill('1')
    await page().getByLabel('Banco de dados', { exact: true }).fill(String(old.settings['database']))
    await page().getByLabel('Usuário', { exact: true }).fill(String(old.settings['user']))
    await page().getByLabel('Senha').fill(String(old.settings['password']))
    await page().getByLabel('Conexão segura (TLS)').selectOption({ label: 'Nunca' })
    admin.expects(/answered 502/, /status of 502/)
    await page().getByRole('button', { name: 'Salvar e verificar' }).click()
    await page().getByText('Sem conexão com o sistema de origem').first().waitFor()
    await page().getByLabel('Porta', { exact: true }).fill(String(old.settings['port']))
    await page().getByLabel('Senha').fill(String(old.settings['password']))
    await page().getByRole('button', { name: 'Salvar e verificar' }).click()
    await page().getByRole('heading', { name: '2. O que vira o quê' }).waitFor()
  })

  test('what is there is mapped, and a rehearsal writes nothing', async () => {
    await page().getByText('608', { exact: true }).waitFor()
    await seen(() =>
      page()
        .getByLabel(/^Ana de antes/)
        .locator('option:checked')
        .textContent(),
    ).toContain(node.a.user.email)
    await page().getByLabel('Antigo', { exact: true }).selectOption('')
    await admin.assertAccessible('mapping')
    await look(page(), 'import-mapping')
    await page().getByRole('button', { name: 'Simular sem gravar' }).click()
    await card(/^Simulação/)
      .getByText('Concluída')
      .waitFor()
    await card(/^Simulação/)
      .getByText('O que ficou de fora ou mudou')
      .click()
    await card(/^Simulação/)
      .getByText('grupos não são importados')
      .waitFor()
    await admin.assertAccessible('rehearsal')
    await look(page(), 'import-rehearsal')
  })

  test('S8-165 one that fails in the middle says so, and goes on when it is told to', async () => {
    await old.sql`alter table "Messages" rename to "Messages_lost"`
    await old.sql`
      create view "Messages" as
      select id, (1 / (length(id) - length(id)))::text as body, "ticketId", "fromMe", "isDeleted",
        "mediaType", "mediaUrl", "quotedMsgId", "createdAt", "updatedAt" from "Messages_lost"`
    await page().getByRole('button', { name: 'Verificar', exact: true }).click()
    await page().getByLabel('Antigo', { exact: true }).selectOption('')
    await page().getByRole('button', { name: 'Simular sem gravar' }).click()
    const failed = card(/^Simulação/)
    await failed.getByText('A importação falhou. O que já foi importado continua aqui').waitFor()
    await admin.assertAccessible('an import that failed')
    await look(page(), 'import-failed')
    await old.sql`drop view "Messages"`
    await old.sql`alter table "Messages_lost" rename to "Messages"`
    await failed.getByRole('button', { name: 'Continuar' }).click()
    await failed.getByText('Concluída').waitFor()
  })

  test('S1-054 the import brings the conversations, and they can be read', async () => {
    await page().getByRole('button', { name: 'Verificar', exact: true }).click()
    await page().getByLabel('Antigo', { exact: true }).selectOption('')
    await seen(() =>
      page()
        .getByLabel(/^Quem saiu/)
        .locator('option:checked')
        .textContent(),
    ).toBe('Trazer como convidado: Atendente')
    await page().getByRole('checkbox', { name: 'Continuar acompanhando o sistema antigo depois da importação' }).check()
    await page().getByRole('button', { name: 'Importar', exact: true }).click()
    await card(/^Importação de/)
      .getByText('Acompanhando')
      .waitFor()
    await card(/^Importação de/)
      .getByText(/^Em dia até/)
      .waitFor()
    await admin.assertAccessible('an import that follows')
    await look(page(), 'import-following')
    await page().getByRole('button', { name: 'Parar de acompanhar' }).click()
    await card(/^Importação de/)
      .getByText('Concluída')
      .waitFor()
    await look(page(), 'import-done')
    const person = await node.signIn(node.a.supervisor)
    const { tickets } = await person.ok<{ tickets: { id: string; name: string }[] }>(
      'GET',
      '/tickets/?status[]=closed&limit=200&showAll=true',
    )
    const { id } = tickets.find(({ name }) => name === 'Pessoa 20')!
    await page().goto(`${node.base}/#/atendimento/${id}`)
    await page().getByText('Mensagem 4 de 20').first().waitFor()
    await look(page(), 'import-thread')
  })

  test('the bell tells that it is done, in the words of the plugin, and leads there', async () => {
    await page().goto(`${node.base}/#/home`)
    await page().getByRole('button', { name: 'Avisos, 1 não lido' }).press('Enter')
    const told = page().getByRole('button', { name: /A importação terminou: \d+ contatos, \d+ atendimentos/ })
    await told.waitFor()
    await admin.assertAccessible('a notice of a plugin in the bell')
    await look(page(), 'bell-of-plugin', [1440, 390])
    await told.click()
    await page().getByRole('button', { name: 'Avisos', exact: true }).locator('visible=true').waitFor()
    expect(new URL(page().url()).hash).toBe('#/configuracoes/importacao-zpro')
    expect(await agent.page.getByRole('button', { name: /não lido/ }).count()).toBe(0)
  })

  test('an account of Chatwoot is checked with its own form', async () => {
    await using chatwoot = await ChatwootSimulator.start({ agentEmail: node.a.user.email })
    await page().goto(`${node.base}/#/configuracoes/importacao-zpro`)
    await page().getByRole('tab', { name: 'Chatwoot' }).click()
    await page().getByLabel('Endereço do Chatwoot').fill(chatwoot.url)
    await page().getByLabel('Número da conta').fill('1')
    await page().getByLabel('Token de acesso').fill('simulated-token')
    await page().getByRole('button', { name: 'Salvar e verificar' }).click()
    await page().getByRole('heading', { name: '2. O que vira o quê' }).waitFor()
    await page().getByLabel('Site', { exact: true }).waitFor()
    await admin.assertAccessible('an account of Chatwoot')
    await look(page(), 'import-chatwoot')
    const files = page().getByLabel('Trazer também fotos, áudios e documentos')
    expect(await files.isChecked()).toBe(true)
    await page().getByLabel('Continuar acompanhando o sistema antigo depois da importação').waitFor()
    await page().getByRole('button', { name: 'Importar', exact: true }).click()
    // Only the newest import asked for files.
    const fetched = page().getByRole('row', { name: /^Arquivos/ })
    await seen(() => fetched.innerText()).toMatch(/^Arquivos\s+1\s+1\s+0\s+0$/)
    await card(/^Importação de/)
      .getByText('Concluída')
      .waitFor()
    const texts = card(/^Importação de/).getByRole('row', { name: /^Mensagens rápidas/ })
    await seen(() => texts.innerText()).toMatch(/^Mensagens rápidas\s+2\s+2\s+0\s+0$/)
    await look(page(), 'import-files')
  })

  test('a table is uploaded, told what its columns are, and rehearsed', async () => {
    await page().goto(`${node.base}/#/configuracoes/importacao-zpro`)
    await page().getByRole('tab', { name: 'Planilha (CSV ou Excel)' }).click()
    await look(page(), 'import-table-empty')
    await page()
      .getByLabel('Arquivo CSV ou XLSX')
      .setInputFiles({
        name: 'conversas.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          'Protocolo;Telefone;Nome;Data;Texto livre\n' +
            'P-1;(11) 98888-7777;Planilha Silva;01/03/2024 09:00;Veio da planilha\nP-1;;;ontem;Sem dia',
        ),
      })
    await page().getByText('conversas.csv · 2 linhas').waitFor()
    await page().getByLabel('Texto livre').selectOption({ label: 'Mensagem: texto' })
    await page().getByRole('button', { name: 'Verificar planilha' }).click()
    await page().getByRole('heading', { name: '2. O que vira o quê' }).waitFor()
    await page().getByRole('cell', { name: 'com uma data impossível' }).waitFor()
    await admin.assertAccessible('columns of a table')
    await look(page(), 'import-table-columns')
    const ended = page()
      .getByRole('article', { name: /^Simulação/ })
      .filter({ hasText: 'Concluída' })
    const before = await ended.count()
    await page().getByRole('button', { name: 'Simular sem gravar' }).click()
    await seen(() => ended.count()).toBe(before + 1)
    await page().getByRole('button', { name: 'Descartar' }).click()
    await page().getByLabel('Arquivo CSV ou XLSX').waitFor()
  })

  test('on a telephone it is taken back as a whole', async () => {
    await page().setViewportSize({ width: 390, height: 844 })
    const headings = await page()
      .getByRole('row')
      .filter({ has: page().getByRole('columnheader', { name: 'Já existiam' }) })
      .first()
      .getByRole('columnheader')
      .evaluateAll((cells) =>
        cells.map((cell) => {
          const words = document.createRange()
          words.selectNodeContents(cell)
          const { left, right } = words.getBoundingClientRect()
          return { left, right, edge: cell.closest('div')!.getBoundingClientRect().right }
        }),
      )
    expect(headings).toHaveLength(5)
    for (const [nth, { left, right, edge }] of headings.entries()) {
      if (nth > 0) expect(left - headings[nth - 1]!.right, `before heading ${nth + 1}`).toBeGreaterThanOrEqual(4)
      expect(right, `heading ${nth + 1}`).toBeLessThanOrEqual(edge)
    }
    await page().goto(`${node.base}/#/configuracoes/importacao-zpro`)
    const undone = page().getByText('Desfeita', { exact: true })
    for (let imports = 1; imports <= 2; imports++) {
      await page().getByRole('button', { name: 'Desfazer' }).first().click()
      await page().getByRole('alertdialog').getByRole('button', { name: 'Desfazer importação' }).click()
      await seen(() => undone.count()).toBe(imports)
    }
    await seen(() => page().evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await admin.assertAccessible('undone on a telephone')
    const [left] = await node.database.owner<{ rows: number }[]>`
      select count(*)::integer as rows from core.message where tenant_id = ${node.a.id}`
    expect(left).toEqual({ rows: 0 })
    admin.assertClean()
  })
})
