import type { Connection } from '@recado/contracts'
import { chromium, type Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EmailSimulator } from '../../plugins/email/simulator/email.ts'
import type { Customer } from '../../plugins/email/simulator/account.ts'
import { readMime } from '../../plugins/email/simulator/imap/mime.ts'
import { worded } from '../../plugins/email/simulator/words.ts'
import { eventually, type TestApp } from '../harness/app.ts'
import { ChannelSide } from '../harness/channel-side.ts'
import { composer, journey, launch, productForTests, signIn, takeSeat, thread, type Seat } from './browser.ts'
import { look } from './look.ts'

const field = (raw: string, name: string) => readMime(raw).fields.get(name) ?? ''

/** An agent answers a mail that looks like one: with its subject, and with those who were written to as well. */
describe.skipIf(!launch)('letters', () => {
  journey()
  let node: TestApp, browser: Browser, seat: Seat, mail: EmailSimulator, ana: Customer, path: string
  beforeAll(async () => {
    mail = await EmailSimulator.start()
    const account = mail.addAccount('loja@empresa.test', 'correio-1234')
    node = await productForTests({ app: { egress: { allow: ['127.0.0.0/8'] } } })
    await node.database.owner`update core.user_account set consent_version = 1`
    const admin = await node.signIn(node.a.admin)
    const connection = await admin.ok<Connection>('POST', '/whatsapp', {
      name: 'Correio da loja',
      type: 'email',
      config: {
        user: account.address,
        password: account.password,
        imapHost: '127.0.0.1',
        imapPort: mail.imapPort,
        imapTls: false,
        smtpHost: '127.0.0.1',
        smtpPort: mail.smtpPort,
        smtpTls: false,
        fromName: 'Loja',
      },
    })
    const side = new ChannelSide(admin, connection)
    await side.connected()
    ana = account.customer('Ana Prado', 'ana@cliente.test')
    ana.write({
      subject: 'Pedido 42 não chegou',
      text: 'Bom dia, o pedido ainda não chegou. Copio a Bia, do financeiro.',
      headers: { Cc: 'Bia Lima <bia@cliente.test>' },
    })
    path = `/atendimento/${(await side.open(await side.ticket('Ana Prado'))).id}`
    browser = await chromium.launch(launch!)
    seat = await takeSeat(browser)
    await signIn(seat, node.base, node.a.admin, path)
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
    await mail?.close()
  })

  test('the mail has its subject and its copies, and the answer goes to all of them', async () => {
    const { page } = seat
    await thread(page).getByText('Pedido 42 não chegou').waitFor()
    await thread(page).getByText('Cc: Bia Lima').waitFor()
    expect(await page.getByLabel('Assunto').getAttribute('placeholder')).toBe('Re: Pedido 42 não chegou')
    await page.getByRole('button', { name: 'Remover Bia Lima' }).waitFor()
    expect(await page.getByRole('button', { name: 'Gravar áudio' }).count()).toBe(0)
    await composer(page).fill('Sai hoje, com o código por e-mail.')
    await composer(page).press('Enter')
    const [answer] = await eventually(
      () => ana.received,
      (mails) => mails.length === 1,
    )
    expect(answer!.to).toEqual(['ana@cliente.test', 'bia@cliente.test'])
    expect(worded(field(answer!.raw, 'subject'))).toBe('Re: Pedido 42 não chegou')
  })

  test('another subject and other people are written by keyboard, and outlive a reload', async () => {
    const { page } = seat
    await page.getByLabel('Assunto').fill('Nota fiscal 31')
    await page.getByRole('button', { name: 'Remover Bia Lima' }).press('Enter')
    await page.getByRole('button', { name: 'Cco', exact: true }).press('Enter')
    const copies = page.getByLabel('Cco')
    await copies.pressSequentially('caio@cliente.test,')
    await page.getByRole('button', { name: 'Remover caio@cliente.test' }).waitFor()
    await copies.pressSequentially('davi')
    await page.keyboard.press('Tab')
    await page.getByText('Isto não é um endereço de e-mail.').waitFor()
    await composer(page).fill('Segue a nota.')
    expect(await page.getByRole('button', { name: /^Enviar como/ }).isDisabled()).toBe(true)
    await page.reload()
    await page.getByText('Isto não é um endereço de e-mail.').waitFor()
    expect(await page.getByLabel('Assunto').inputValue()).toBe('Nota fiscal 31')
    await copies.fill('')
    await page.getByRole('button', { name: /^Enviar como/ }).click()
    const [, answer] = await eventually(
      () => ana.received,
      (mails) => mails.length === 2,
    )
    expect(answer!.to).toEqual(['ana@cliente.test', 'caio@cliente.test'])
    expect([worded(field(answer!.raw, 'subject')), field(answer!.raw, 'cc')]).toEqual(['Nota fiscal 31', ''])
    expect(answer!.raw).not.toContain('caio@')
    await thread(page).getByText('Nota fiscal 31', { exact: true }).waitFor()
    await thread(page).getByText('Cco: caio@cliente.test').waitFor()
    await eventually(
      async () => (await page.getByLabel('Assunto').getAttribute('placeholder')) === 'Re: Nota fiscal 31',
    )
  })

  test('words are marked by buttons, and come as they were marked', async () => {
    const { page } = seat
    await page.getByRole('button', { name: 'Formatação' }).click()
    await composer(page).fill('Entrega amanhã')
    await composer(page).selectText()
    await page.getByRole('button', { name: 'Negrito' }).click()
    await page.getByRole('button', { name: 'Citação' }).click()
    expect(await composer(page).inputValue()).toBe('> *Entrega amanhã*')
    await page.getByRole('button', { name: /^Enviar como/ }).click()
    const [, , answer] = await eventually(
      () => ana.received,
      (mails) => mails.length === 3,
    )
    expect(answer!.raw.replace(/=\r\n/g, '')).toContain('<blockquote><b>Entrega amanh=C3=A3</b></blockquote>')
  })

  test('a letter in its frame shows what is new, and the rest by a key; an answer between quotes is all there', async () => {
    const { page } = seat
    // What axe would run inside of the frame does not run either.
    seat.expects(/^error: Blocked script execution in '[^']*view=letter' because the document's frame is sandboxed/)
    const attribution = '<div class="gmail_attr">Em ter., 3 de mar. de 2026, Loja escreveu:<br></div>'
    const quote = (words: string) => `<blockquote class="gmail_quote">${words}</blockquote>`
    ana.write({
      subject: 'Re: Nota fiscal 31',
      text: 'Recebi a nota, obrigada.',
      html:
        '<div>Recebi a <b>nota</b>, obrigada.</div><div class="gmail_quote">' +
        `${attribution}${quote(`<p>Segue a nota.</p>${'<p>Linha da nota</p>'.repeat(8)}`)}</div>`,
    })
    await thread(page).getByText('Recebi a nota, obrigada.').waitFor()
    await page.getByRole('button', { name: 'Mostrar e-mail formatado' }).press('Enter')
    const frame = page.frameLocator('iframe[title^="E-mail formatado"]')
    await frame.getByText('nota', { exact: true }).waitFor()
    const toggle = thread(page).getByRole('button', { name: 'Mostrar texto citado' })
    await toggle.waitFor()
    expect(await frame.getByText('Segue a nota.').isVisible()).toBe(false)
    expect(await frame.getByText('Loja escreveu').isVisible()).toBe(false)
    const height = async () => (await page.locator('iframe[title^="E-mail formatado"]').boundingBox())!.height
    const folded = await height()
    await look(page, 'letter-folded', [1440, 1024, 390])
    await toggle.press('Enter')
    await frame.getByText('Segue a nota.').waitFor()
    expect(await height()).toBeGreaterThan(folded)
    await seat.assertAccessible('an open quote in a letter')
    await look(page, 'letter-unfolded', [1440, 1024, 390])
    await thread(page).getByRole('button', { name: 'Ocultar texto citado' }).press('Enter')
    await frame.getByText('Segue a nota.').waitFor({ state: 'hidden' })
    await eventually(async () => (await height()) === folded)
    await page.getByRole('button', { name: 'Ocultar e-mail formatado' }).press('Enter')
    ana.write({
      subject: 'Re: Nota fiscal 31',
      text: 'Veja abaixo.',
      html:
        `<div>Veja abaixo.</div><div class="gmail_quote">${attribution}${quote('Qual CNPJ?')}<div>` +
        `O da matriz.</div>${quote('E o prazo?')}<div>Sexta.</div></div>`,
    })
    await thread(page).getByText('O da matriz.').waitFor()
    await page.getByRole('button', { name: 'Mostrar e-mail formatado' }).last().press('Enter')
    for (const words of ['Veja abaixo.', 'Qual CNPJ?', 'O da matriz.', 'Sexta.']) await frame.getByText(words).waitFor()
    expect(await thread(page).getByRole('button', { name: 'Mostrar texto citado' }).count()).toBe(1)
  })

  test('at three widths, light and dark', async () => {
    await seat.page.getByRole('button', { name: 'Cc', exact: true }).click()
    for (const width of [1440, 1024, 390]) {
      await seat.page.setViewportSize({ width, height: 844 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await seat.page.emulateMedia({ colorScheme })
        await seat.assertAccessible(`letters at ${width}, ${colorScheme}`)
      }
    }
    await look(seat.page, 'letters', [1440, 1024, 390])
  })

  test('who did not get a letter stands under it, with what their server said', async () => {
    const { page } = seat
    await page.setViewportSize({ width: 1440, height: 900 })
    mail.smtpFaults.plan('RCPT bia@cliente.test', { code: 550, text: '5.1.1 User unknown' })
    ana.write({
      subject: 'Outra dúvida',
      text: 'Copio a Bia mais uma vez.',
      headers: { Cc: 'Bia Lima <bia@cliente.test>' },
    })
    await thread(page).getByText('Copio a Bia mais uma vez.').waitFor()
    await page.getByRole('button', { name: 'Remover Bia Lima' }).waitFor()
    await composer(page).fill('Respondo às duas.')
    await composer(page).press('Enter')
    const unreached = thread(page).getByRole('list', { name: 'Quem não recebeu' })
    await unreached.getByText('bia@cliente.test', { exact: false }).waitFor()
    await unreached.getByText('User unknown', { exact: false }).waitFor()
    await seat.assertAccessible('somebody who did not get a letter')
    await look(page, 'letter-refused', [1440, 390])
    seat.assertClean()
  })
})
