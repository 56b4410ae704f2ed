import { join } from 'node:path'
import type { Ticket } from '@recado/contracts'
import type { Customer } from '../../plugins/waba/simulator/customer.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../harness/free-port.ts'
import { wabaWorld, type WabaWorld } from '../plugins/waba.rig.ts'
import { journey, launch, openBrowser, pictures, signIn, takeSeat, thread, type Seat } from './browser.ts'

const day = 24 * 3_600_000

/**
 * From the first word of a template to a customer who reads it: written, submitted, judged, chosen, filled in, sent.
 */
describe.skipIf(!launch)('message templates', () => {
  journey()
  let world: WabaWorld, browser: Browser, admin: Seat
  let marina: { customer: Customer; ticket: Ticket }

  beforeAll(async () => {
    const port = await freePort()
    world = await wabaWorld('meta', {
      app: { port, publicUrl: `http://127.0.0.1:${port}`, shellDist: join(import.meta.dirname, '../../shell/dist') },
    })
    for (const side of [world.mine, world.theirs]) side.line.account.appCallback = (await side.status()).webhookUrl
    // She wrote the day before yesterday, by everybody's clock.
    world.simulator.clock.advance(-2 * day)
    marina = await world.mine.talking('Marina')
    world.simulator.clock.advance(2 * day)
    browser = await openBrowser()
    admin = await takeSeat(browser)
  })
  afterAll(async () => {
    await browser?.close()
    await world?.close()
  })

  const open = async (seat: Seat) => {
    await signIn(seat, world.base, world.a.admin)
    await seat.page.goto(`${world.base}/#/configuracoes/templates`)
  }
  const stored = () =>
    world.simulator.templates.of(world.mine.line.account.id).find(({ name }) => name === 'pedido_pronto')
  const field = (label: string | RegExp) => admin.page.getByRole('dialog').getByLabel(label)
  const value = (label: string) => admin.page.getByRole('dialog').getByRole('textbox', { name: label, exact: true })
  const row = (name: string) => admin.page.getByRole('row').filter({ hasText: name })

  test('S2-083 the page says what to do while there is none', async () => {
    await open(admin)
    await admin.page.getByText('Nenhum modelo ainda').waitFor()
    await admin.assertAccessible('no templates')
  })

  test('S5-079 S5-084 what is missing is said at its field; variables are found as they are typed, and shown filled', async () => {
    const { page } = admin
    await page.getByRole('button', { name: 'Novo modelo' }).first().click()
    await page.getByRole('button', { name: 'Enviar para aprovação' }).click()
    await page.getByText('Dê um nome ao modelo.').waitFor()
    await page.getByText('Escreva o texto.').waitFor()
    await field(/^Nome/).fill('Pedido Pronto')
    expect(await field(/^Nome/).inputValue()).toBe('pedido_pronto')
    await field(/^Categoria/).selectOption('UTILITY')
    await field(/^Cabeçalho/).selectOption('TEXT')
    await field(/^Texto do cabeçalho/).fill('Pedido {{1}}')
    await field(/^Exemplo de \{\{1\}\} no cabeçalho/).fill('42')
    await field(/^Texto(?! do)/).fill('Olá, {{1}}! Seu pedido chega {{3}}')
    await page.getByText('Numere as variáveis a partir de 1, sem pular: {{3}} está fora de ordem.').waitFor()
    await field(/^Texto(?! do)/).fill('Olá, {{1}}! Seu pedido chega ')
    await page.getByRole('button', { name: 'Inserir variável' }).click()
    await field(/^Texto(?! do)/).press('End')
    await field(/^Texto(?! do)/).pressSequentially('.')
    expect(await field(/^Texto(?! do)/).inputValue()).toBe('Olá, {{1}}! Seu pedido chega {{2}}.')
    await field(/^Exemplo de \{\{1\}\}(?! no)/).fill('Maria')
    await field(/^Exemplo de \{\{2\}\}/).fill('amanhã')
    await field(/^Rodapé/).fill('Papelaria Aurora')
    await page.getByRole('button', { name: 'Adicionar botão' }).click()
    await page.getByRole('menuitem', { name: 'Abrir endereço' }).click()
    await field('Texto do botão 1').fill('Acompanhar')
    await field('Endereço do botão 1').fill('https://aurora.test/{{1}}')
    await field('Exemplo do endereço completo do botão 1').fill('https://aurora.test/42')
    const preview = page.getByRole('region', { name: 'Prévia' })
    await preview.getByText('Pedido 42').waitFor()
    await preview.getByText('Olá, Maria! Seu pedido chega amanhã.').waitFor()
    await preview.getByText('Acompanhar').waitFor()
    await admin.assertAccessible('template editor')
    await page.screenshot({ path: join(pictures, 'template-editor.png') })
  })

  test('S4-071 a draft is kept, and submitted only after it was asked twice', async () => {
    const { page } = admin
    await page.getByRole('button', { name: 'Salvar rascunho' }).click()
    await row('pedido_pronto').getByText('Rascunho').waitFor()
    expect(stored()).toBeUndefined()
    await page.getByRole('button', { name: 'Abrir pedido_pronto' }).click()
    await page.getByRole('button', { name: 'Enviar para aprovação' }).click()
    const confirm = page.getByRole('alertdialog')
    await confirm.getByText('O WhatsApp analisa o modelo.').waitFor()
    await confirm.getByRole('button', { name: 'Enviar para aprovação' }).click()
    await row('pedido_pronto').getByText('Em análise').waitFor()
    expect(stored()).toMatchObject({ status: 'PENDING', language: 'pt_BR' })
    await admin.assertAccessible('templates')
  })

  test('S4-074 a rejection comes by itself, with its reason in words', async () => {
    world.simulator.templates.reject(stored()!, 'INCORRECT_CATEGORY')
    await row('pedido_pronto').getByText('Recusado').waitFor()
    await row('pedido_pronto').getByText('A categoria não combina com o texto.').waitFor()
    await admin.page.getByRole('button', { name: 'Abrir pedido_pronto' }).click()
    await field(/^Categoria/).selectOption('MARKETING')
    await admin.page.getByRole('button', { name: 'Enviar alteração para aprovação' }).click()
    await admin.page.getByRole('alertdialog').getByRole('button', { name: 'Enviar para aprovação' }).click()
    await row('pedido_pronto').getByText('Em análise').waitFor()
    expect(stored()).toMatchObject({ status: 'PENDING', category: 'MARKETING' })
  })

  test('S4-073 the approval comes by itself', async () => {
    world.simulator.templates.approve(stored()!)
    await row('pedido_pronto').getByText('Aprovado').waitFor()
  })

  test('outside the window of 24 hours the composer is the picker, and the template arrives as it was filled in', async () => {
    const { page } = admin
    await page.goto(`${world.base}/#/atendimento/${marina.ticket.id}`)
    await page.getByText('Só um modelo pode ser enviado agora').waitFor()
    await admin.assertAccessible('closed window')
    await page.getByRole('button', { name: 'Enviar modelo' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^pedido_pronto/ })
      .click()
    expect(await value('Valor de {{1}}').inputValue()).toBe('Marina')
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar modelo' }).click()
    await page.getByText('Preencha este campo.').first().waitFor()
    await value('Valor de {{1}} no cabeçalho').fill('77')
    await page.getByRole('button', { name: 'Inserir em Valor de {{2}}' }).click()
    await page.getByRole('menuitem', { name: /^Primeiro nome/ }).click()
    await value('Valor de {{2}}').fill('às 15h')
    await value('Fim do endereço do botão “Acompanhar”').fill('77')
    await page.getByRole('region', { name: 'Prévia' }).getByText('Olá, Marina! Seu pedido chega às 15h.').waitFor()
    await admin.assertAccessible('template picker')
    await page.screenshot({ path: join(pictures, 'template-picker.png') })
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar modelo' }).click()
    await thread(page).getByText('Olá, Marina! Seu pedido chega às 15h.').waitFor()
    const [said] = await world.mine.got(marina.customer, 1)
    expect(said!.message).toMatchObject({
      type: 'template',
      template: {
        name: 'pedido_pronto',
        language: { code: 'pt_BR' },
        components: [
          { type: 'header', parameters: [{ type: 'text', text: '77' }] },
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'Marina' },
              { type: 'text', text: 'às 15h' },
            ],
          },
          { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: '77' }] },
        ],
      },
    })
    await thread(page)
      .getByRole('img', { name: /^(Entregue|Lida)$/ })
      .waitFor()
    await page.goto(`${world.base}/#/configuracoes/templates`)
  })

  test('what exists at WhatsApp is imported, duplicated, and deleted after it was asked', async () => {
    const { page } = admin
    world.simulator.templates.add(world.mine.line.account.id, {
      name: 'boas_vindas',
      language: 'es',
      category: 'MARKETING',
      status: 'APPROVED',
      components: [{ type: 'BODY', text: 'Hola, bienvenido.' }],
    })
    await page.getByRole('button', { name: 'Importar do WhatsApp' }).click()
    await row('boas_vindas').getByText('espanhol').waitFor()
    await page.getByLabel('Situação').selectOption('DRAFT')
    await page.getByText('Nenhum modelo com este filtro').waitFor()
    await page.getByRole('button', { name: 'Limpar filtros' }).click()
    await page.getByRole('button', { name: 'Ações de boas_vindas' }).click()
    await page.getByRole('menuitem', { name: 'Duplicar' }).click()
    expect(await field(/^Nome/).inputValue()).toBe('boas_vindas_2')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click()
    await page.getByRole('button', { name: 'Ações de boas_vindas' }).click()
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir modelo' }).click()
    await page.getByText('Modelo excluído').waitFor()
    expect(world.simulator.templates.of(world.mine.line.account.id).map(({ name }) => name)).toEqual(['pedido_pronto'])
  })

  test('nobody’s browser complained', () => {
    admin.assertClean()
  })

  // Each signs in as the same person, which ends the session before.
  test.each([
    ['telephone', { width: 390, height: 844 }],
    ['desk', { width: 1440, height: 900 }],
  ] as const)('on a %s, in the dark', async (size, viewport) => {
    const seat = await takeSeat(browser, { viewport, colorScheme: 'dark' })
    await open(seat)
    const { page } = seat
    await page.getByText('pedido_pronto').waitFor()
    await page.screenshot({ path: join(pictures, `screen-${size}-dark-templates.png`) })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await seat.assertAccessible(`templates on a ${size}`)
    await page.getByRole('button', { name: 'Abrir pedido_pronto' }).click()
    await page.getByRole('region', { name: 'Prévia' }).waitFor()
    await page.screenshot({ path: join(pictures, `screen-${size}-dark-template.png`) })
    await seat.assertAccessible(`template on a ${size}`)
    await seat.leave()
    seat.assertClean()
  })
})
