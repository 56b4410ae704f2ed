import type { Connection } from '@recado/contracts'
import { chromium, type Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EmailSimulator } from '../../plugins/email/simulator/email.ts'
import type { Customer } from '../../plugins/email/simulator/account.ts'
import { readMime } from '../../plugins/email/simulator/imap/mime.ts'
import { worded } from '../../plugins/email/simulator/words.ts'
import { eventually, type TestApp } from '../harness/app.ts'
import { ChannelSide } from '../harness/channel-side.ts'
import { composer, journey, launch, productForTests, seen, signIn, takeSeat, thread, type Seat } from './browser.ts'
import { Keys } from './keys.ts'
import { assertFits, atWidths, look } from './look.ts'

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
    await composer(page).press('Control+Enter')
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

  test('a letter is written as it will look, by keys and buttons, and arrives so in both of its forms', async () => {
    const { page } = seat
    const field = composer(page)
    const bar = page.getByRole('toolbar', { name: 'Formatação' })
    const button = (name: string) => bar.getByRole('button', { name, exact: true })
    await field.click()
    await page.keyboard.type('Entrega ')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('amanhã cedo')
    expect(await button('Negrito').getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('Control+b')
    await page.keyboard.type(', com ~desconto~ e *nota*.')
    await field.locator('s', { hasText: 'desconto' }).waitFor()
    expect(await field.locator('strong').allInnerTexts()).toEqual(['amanhã cedo', 'nota'])
    await page.keyboard.press('Enter')
    await page.keyboard.type('- caixa azul')
    await page.keyboard.press('Enter')
    await page.keyboard.type('caixa verde')
    expect(await field.getByRole('listitem').allInnerTexts()).toEqual(['caixa azul', 'caixa verde'])
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Veja ')
    await button('Negrito').focus()
    await page.keyboard.press('ArrowRight')
    await button('Itálico').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('End')
    await button('Link').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByLabel('Endereço', { exact: true }).fill('rastreio')
    await page.getByLabel('Texto', { exact: true }).fill('o rastreio')
    await page.getByRole('button', { name: 'Aplicar' }).click()
    await page.getByText('Isto não é um endereço da web.').waitFor()
    await seat.assertAccessible('the link of a letter')
    await look(page, 'letter-link', [1440, 390])
    await page.getByLabel('Endereço', { exact: true }).fill('rastreio.test/42')
    await page.getByRole('button', { name: 'Aplicar' }).click()
    await field.getByRole('link', { name: 'o rastreio' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Até lá')
    await button('Citação').click()
    await field.locator('blockquote', { hasText: 'Até lá' }).waitFor()
    await page.keyboard.press('Control+z')
    expect(await field.locator('blockquote').count()).toBe(0)
    await page.keyboard.press('Control+y')
    await field.locator('blockquote', { hasText: 'Até lá' }).waitFor()
    await seat.assertAccessible('a letter that is written')
    await look(page, 'letter-written', [1440, 1024, 390])

    const drawn = await field.innerHTML()
    await page.reload()
    await field.getByText('Até lá').waitFor()
    expect((await field.innerHTML()).replace(/<br[^>]*>/g, '')).toBe(drawn.replace(/<br[^>]*>/g, ''))
    await page.getByRole('button', { name: /^Enviar como/ }).click()
    const [, , answer] = await eventually(
      () => ana.received,
      (mails) => mails.length === 3,
    )
    const raw = answer!.raw.replace(/=\r\n/g, '')
    expect(raw).toContain('multipart/alternative')
    expect(raw).toContain('Entrega <b>amanh=C3=A3 cedo</b>, com <s>desconto</s> e <b>nota</b>.<br>')
    expect(raw).toContain('=E2=80=A2 caixa azul<br>')
    expect(raw).toContain('Veja <a href=3D"https://rastreio.test/42">o rastreio</a>')
    expect(raw).toContain('<blockquote>At=C3=A9 l=C3=A1</blockquote>')
    expect(raw).toContain('- caixa azul\r\n- caixa verde\r\nVeja o rastreio (https://rastreio.test/42)')
    await thread(page).locator('blockquote', { hasText: 'Até lá' }).waitFor()
    await eventually(async () => (await field.innerText()).trim() === '')
  })

  test('what is pasted keeps what a letter can say, files become attachments, and text is inserted at the caret', async () => {
    const { page } = seat
    const field = composer(page)
    const paste = (data: Readonly<Record<string, string>>, file?: string) =>
      field.evaluate(
        (element, [given, name]) => {
          const clipboardData = new DataTransfer()
          for (const [type, value] of Object.entries(given)) clipboardData.setData(type, value)
          if (name) clipboardData.items.add(new File(['x'], name, { type: 'application/pdf' }))
          element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
        },
        [data, file] as const,
      )
    await field.click()
    await paste({
      'text/plain': 'Prezados\num',
      'text/html':
        '<html><style>p{color:red}</style><body>' +
        '<p class=MsoNormal>Prezados, <b style="color:red">bom dia</b></p>' +
        '<p class=MsoListParagraph style="mso-list:l0 level1 lfo1">' +
        '<span style="mso-list:Ignore">·<span> </span></span>um</p>' +
        '<table><tr><td>Total</td><td>R$ 10</td></tr></table><script>alert(1)</script></body></html>',
    })
    await field.locator('strong', { hasText: 'bom dia' }).waitFor()
    expect(await field.getByRole('listitem').allInnerTexts()).toEqual(['um'])
    expect(await field.innerHTML()).not.toMatch(/style=|Mso|script/)
    await paste({}, 'nota.pdf')
    await page.getByText('nota.pdf').first().waitFor()
    await page.getByRole('button', { name: /Remover nota\.pdf/ }).click()
    await field.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' :confete')
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    await seat.assertAccessible('suggestions in a letter')
    await page.keyboard.press('Enter')
    await field.getByText(/🎉|🎊/).waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await eventually(async () => (await field.innerText()).trim() === '')
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

  test('at each width a letter is answered by keys alone: whom it goes to, subject, copies, words and sending', async () => {
    const { page } = seat
    const keys = new Keys(page)
    const subject = page.getByLabel('Assunto')
    const frame = page.locator('iframe[title^="E-mail formatado"]').last()
    const lastLine = frame.contentFrame().getByText('Sexta.')
    // Its lines break elsewhere at each width, and the last one is not cut off.
    await atWidths(page, () =>
      seen(async () => {
        const [line, whole] = await Promise.all([lastLine.boundingBox(), frame.boundingBox()])
        return line!.y + line!.height <= whole!.y + whole!.height
      }).toBe(true),
    )
    // Nothing can run in it, and axe would wait for it at every look.
    await page.getByRole('button', { name: 'Ocultar e-mail formatado' }).press('Enter')
    await frame.waitFor({ state: 'detached' })
    const before = ana.received.length
    const others: string[] = []
    await atWidths(page, async (width) => {
      const head = page.getByRole('group', { name: 'Cabeçalho do e-mail' })
      await head.getByText('Para', { exact: true }).waitFor()
      await head.getByText('ana@cliente.test', { exact: true }).waitFor()
      await keys.write(subject, `Nota ${width}`)
      const copies = page.getByLabel('Cc', { exact: true })
      if (others.length === 0) await keys.press(page.getByRole('button', { name: 'Cc', exact: true }), 'Shift+Tab')
      await keys.to(copies)
      others.push(`copia${width}@cliente.test`)
      await page.keyboard.type(`${others.at(-1)!},`)
      await page.getByRole('button', { name: `Remover ${others.at(-1)!}` }).waitFor()
      await keys.to(composer(page))
      await page.keyboard.type('Segue a ')
      await page.keyboard.press('Control+b')
      await page.keyboard.type('nota')
      await page.keyboard.press('Control+b')
      await composer(page).locator('strong', { hasText: 'nota' }).waitFor()
      await assertFits(seat, 'a letter that is answered', [width])
      await page.keyboard.press('Control+Enter')
      const answer = (
        await eventually(
          () => ana.received,
          (mails) => mails.length === before + others.length,
        )
      ).at(-1)!
      expect([answer.to, worded(field(answer.raw, 'subject'))]).toEqual([
        ['ana@cliente.test', ...others],
        `Nota ${width}`,
      ])
      expect(answer.raw).toContain('Segue a <b>nota</b>')
      await eventually(async () => (await composer(page).innerText()).trim() === '')
    })
  })

  test('who did not get a letter stands under it, with what their server said', async () => {
    const { page } = seat
    mail.smtpFaults.plan('RCPT bia@cliente.test', { code: 550, text: '5.1.1 User unknown' })
    ana.write({
      subject: 'Outra dúvida',
      text: 'Copio a Bia mais uma vez.',
      headers: { Cc: 'Bia Lima <bia@cliente.test>' },
    })
    await thread(page).getByText('Copio a Bia mais uma vez.').waitFor()
    await page.getByRole('button', { name: 'Remover Bia Lima' }).waitFor()
    await composer(page).fill('Respondo às duas.')
    await composer(page).press('Control+Enter')
    const unreached = thread(page).getByRole('list', { name: 'Quem não recebeu' })
    await unreached.getByText('bia@cliente.test', { exact: false }).waitFor()
    await unreached.getByText('User unknown', { exact: false }).waitFor()
    await assertFits(seat, 'somebody who did not get a letter')
    seat.assertClean()
  })
})
