import { randomUUID } from 'node:crypto'
import type { Connection, ConnectionCheck, ContactPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMime } from '../../plugins/email/simulator/imap/mime.ts'
import { newMessageId, writeLetter } from '../../plugins/email/simulator/letters.ts'
import { worded } from '../../plugins/email/simulator/words.ts'
import { eventually } from '../harness/app.ts'
import { isHere, mailWorld, servers, type MailWorld } from './email.rig.ts'

const png = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)
const pdf = new TextEncoder().encode('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')
const field = (raw: string, name: string) => readMime(raw).fields.get(name) ?? ''
const idOf = (raw: string) => /<([^<>]+)>/.exec(field(raw, 'message-id'))![1]!

describe.each(servers.filter(isHere))('e-mail with %s', (server) => {
  let world: MailWorld
  beforeAll(async () => {
    world = await mailWorld(server)
  })
  afterAll(() => world.close())

  /** A customer of the first company, in a conversation that an agent has taken. */
  async function talking(name = 'Ana') {
    const customer = world.mine.customer(name)
    const first = customer.write({ subject: 'Pedido 42', text: 'Olá, o pedido não chegou.' })
    return { customer, first, ticket: await world.mine.open(await world.mine.ticket(customer.name)) }
  }

  it('S1-007 a customer writes, an agent answers in the same thread, and each company has its own', async () => {
    const { customer, first, ticket } = await talking()
    const [arrived] = await world.mine.messages(ticket)
    expect(arrived!.parts).toEqual([
      { kind: 'letterHead', subject: 'Pedido 42' },
      { kind: 'text', text: 'Olá, o pedido não chegou.', format: 'plain' },
    ])
    await world.mine.send(ticket, 'Sai hoje. <b>não é html</b>')
    const [answer] = await world.mine.got(customer, 1)
    expect(answer).toMatchObject({ from: world.mine.account.address, to: [customer.address] })
    const raw = answer!.raw
    expect([
      field(raw, 'from'),
      field(raw, 'in-reply-to'),
      field(raw, 'references'),
      worded(field(raw, 'subject')),
    ]).toEqual([`Loja <${world.mine.account.address}>`, `<${first}>`, `<${first}>`, 'Re: Pedido 42'])
    expect(raw).toContain('multipart/alternative')
    expect(raw).toContain('&lt;b&gt;n=C3=A3o')
    expect(field(raw, 'auto-submitted')).toBe('')
    expect(await world.mine.last(ticket, ({ status }) => status === 'sent')).toMatchObject({ fromMe: true })
    expect(await world.theirs.tickets(customer.name)).toEqual([])
    await eventually(() => world.copies(world.mine.account).filter((copy) => idOf(copy) === idOf(raw)).length === 1)
    await eventually(() => world.seen(world.mine.account) > 0)
  })

  it('an answer shows what was written now, keeps the rest, and finds what it answers', async () => {
    const { customer, ticket } = await talking()
    await world.mine.send(ticket, 'Qual o endereço?')
    await world.mine.got(customer, 1)
    const sent = await world.mine.last(ticket, ({ status }) => status === 'sent')
    customer.reply('Rua das Flores, 1')
    const reply = await world.mine.last(ticket, ({ body }) => body === 'Rua das Flores, 1')
    expect(reply.quotedMsgId).toBe(sent.id)
    expect(reply.parts).toMatchObject([
      { kind: 'html', text: 'Rua das Flores, 1', quoted: expect.stringContaining('escreveu:') },
    ])
    await world.mine.send(ticket, 'Obrigado!')
    const raw = (await world.mine.got(customer, 2))[1]!.raw
    expect(field(raw, 'references').match(/<[^>]+>/g)).toHaveLength(3)
    expect(await world.mine.tickets(customer.name)).toHaveLength(1)
  })

  it('HTML is shown safely with its own pictures, and files follow', async () => {
    const { customer, ticket } = await talking()
    customer.write({
      subject: 'Re: Pedido 42',
      text: 'veja',
      html:
        '<p onclick="x()">Veja <b>isto</b> <img src="cid:foto@1"><img src="https://tracker.test/p.gif"></p><script>' +
        'alert(1)</script><div class="gmail_quote">Em 2026 escreveu: velho</div>',
      files: [
        { name: 'foto.png', mime: 'image/png', bytes: png, cid: 'foto@1' },
        { name: 'nota é.pdf', mime: 'application/pdf', bytes: pdf },
      ],
    })
    const shown = await world.mine.last(ticket, ({ parts }) => parts.length === 2 && parts[1]!.kind === 'media')
    expect(shown.parts).toMatchObject([
      {
        kind: 'html',
        text: 'Veja isto',
        subject: 'Re: Pedido 42',
        quoted: 'Em 2026 escreveu: velho',
        inline: [expect.any(String)],
      },
      { kind: 'media', as: 'document', name: 'nota é.pdf', mime: 'application/pdf', bytes: pdf.length },
    ])
    const letter = shown.media.find(({ id }) => shown.parts[0]!.kind === 'html' && id === shown.parts[0]!.media)!
    const answer = await fetch(world.base + letter.url)
    const html = await answer.text()
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(html).not.toMatch(/script|onclick|tracker/)
    const [, image] = /<img src="([^"]+)"/.exec(html)!
    expect(new Uint8Array(await (await fetch(world.base + image!.replaceAll('&amp;', '&'))).arrayBuffer())).toEqual(png)
    const file = await fetch(
      world.base + shown.media.find(({ id }) => shown.parts[1]!.kind === 'media' && id === shown.parts[1]!.media)!.url,
    )
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(pdf)
  })

  it('pictures, voice notes, contacts and meetings arrive as what they are', async () => {
    const { customer, ticket } = await talking()
    customer.write({
      subject: 'Pedido 42',
      text: 'tudo',
      files: [
        { name: 'a.png', mime: 'image/png', bytes: png },
        {
          name: 'audio.ogg',
          mime: 'audio/ogg',
          bytes: new Uint8Array(
            Buffer.concat([
              Buffer.from('OggS\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x13OpusHead', 'latin1'),
              Buffer.alloc(64),
            ]),
          ),
        },
        {
          name: 'bia.vcf',
          mime: 'text/vcard',
          bytes: new TextEncoder().encode(
            'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Bia Lima\r\nTEL;TYPE=CELL:+55 11 91234-5678\r\nEND:VCARD\r\n',
          ),
        },
        {
          name: 'convite.ics',
          mime: 'text/calendar',
          bytes: new TextEncoder().encode('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'),
        },
      ],
    })
    const { parts } = await world.mine.last(
      ticket,
      (message) => message.parts.length === 5 && message.parts.every(({ kind }) => kind !== 'pendingMedia'),
    )
    expect(parts).toMatchObject([
      { kind: 'text' },
      { kind: 'contacts', contacts: [{ name: 'Bia Lima', phones: ['+55 11 91234-5678'] }] },
      { as: 'image' },
      { as: 'voice' },
      { as: 'document', name: 'convite.ics' },
    ])
  })

  it('sends files with what is said about them', async () => {
    const { customer, ticket } = await talking()
    const form = new FormData()
    form.set('body', 'segue')
    form.append('medias', new File([pdf], 'conta é.pdf', { type: 'application/pdf' }))
    await world.mine.admin.ok('POST', `/messages/${ticket.id}`, form)
    const [mail] = await world.mine.got(customer, 1)
    const root = readMime(mail!.raw)
    expect([root.type, root.children.map(({ type }) => type)]).toEqual([
      'multipart/mixed',
      ['multipart/alternative', 'application/pdf'],
    ])
    expect(Buffer.from(mail!.raw.slice(root.children[1]!.bodyStart, root.children[1]!.end), 'base64')).toEqual(
      Buffer.from(pdf),
    )
  })

  it('a bounce makes the message fail, with the words of the other server', async () => {
    const { customer, ticket } = await talking()
    await world.mine.send(ticket, 'chegou?')
    await world.mine.got(customer, 1)
    await world.mine.last(ticket, ({ status }) => status === 'sent')
    customer.bounce({ status: '5.2.2', diagnostic: '552 5.2.2 Mailbox full' })
    const failed = await world.mine.last(ticket, ({ status }) => status === 'failed')
    expect(failed.failure).toEqual({ kind: 'provider', code: '5.2.2', message: '552 5.2.2 Mailbox full' })
    expect(await world.mine.messages(ticket)).toHaveLength(2)
  })

  it('what a machine answers is shown, and says in its event that nothing may answer it', async () => {
    const { customer, ticket } = await talking()
    await world.mine.send(ticket, 'Bom dia')
    await world.mine.got(customer, 1)
    customer.outOfOffice()
    const notice = await world.mine.last(ticket, ({ body }) => body.endsWith('Estou de férias até segunda.'))
    const told = await eventually(
      () => world.database.owner<{ data: { automatic?: boolean } }[]>`
      select data
        from bus.outbox
       where name = 'message.received.v1' and data ->> 'messageId' = ${notice.id}
      union all select data
        from bus.log
       where name = 'message.received.v1' and data ->> 'messageId' = ${notice.id}`,
      (rows) => rows.length > 0,
    )
    expect(told[0]!.data.automatic).toBe(true)
    customer.write({ subject: 'Pedido 42', text: 'voltei' })
    const person = await world.mine.last(ticket, ({ body }) => body === 'voltei')
    const [said] = await eventually(
      () => world.database.owner<{ data: object }[]>`
      select data
        from bus.outbox
       where name = 'message.received.v1' and data ->> 'messageId' = ${person.id}
      union all select data
        from bus.log
       where name = 'message.received.v1' and data ->> 'messageId' = ${person.id}`,
      (rows) => rows.length > 0,
    )
    expect(said!.data).not.toHaveProperty('automatic')
  })

  it('two machines that answer each other are parted', async () => {
    const { customer, ticket } = await talking('Robo')
    await world.mine.send(ticket, 'um')
    await world.mine.got(customer, 1)
    customer.outOfOffice()
    await world.mine.last(ticket, ({ body }) => body.includes('Estou de férias'))
    for (let index = 0; index < 5; index++) await world.mine.send(ticket, `resposta ${index}`)
    await world.mine.got(customer, 6)
    await world.mine.send(ticket, 'uma a mais')
    expect((await world.mine.last(ticket, ({ status }) => status === 'failed')).failure).toMatchObject({ code: 'LOOP' })
    customer.write({ subject: 'Pedido 42', text: 'agora sou eu' })
    await world.mine.last(ticket, ({ body }) => body === 'agora sou eu')
    await world.mine.send(ticket, 'que bom')
    await world.mine.got(customer, 7)
  })

  it('who takes part comes in under their own name, a stranger who knows the thread does not', async () => {
    const { customer, first, ticket } = await talking()
    const bia = world.mine.customer('Bia')
    const eva = world.mine.customer('Eva')
    customer.write({ subject: 'Pedido 42', text: 'A Bia acompanha.', headers: { Cc: `${bia.name} <${bia.address}>` } })
    await world.mine.last(ticket, ({ body }) => body === 'A Bia acompanha.')
    bia.write({ subject: 'Re: Pedido 42', text: 'Sou a Bia', inReplyTo: first })
    expect(await world.mine.last(ticket, ({ body }) => body === 'Sou a Bia')).toMatchObject({
      username: bia.name,
      fromMe: false,
    })
    expect(await world.mine.tickets(bia.name)).toEqual([])
    eva.write({ subject: 'Re: Pedido 42', text: 'Mande para outro endereço', inReplyTo: first })
    expect((await world.mine.ticket(eva.name)).id).not.toBe(ticket.id)
    expect((await world.mine.messages(ticket)).some(({ body }) => body.includes('outro endereço'))).toBe(false)
  })

  it('the same mail twice is one message, other mails with its id are others, and mails without id, date or sender are kept', async () => {
    const { customer, ticket } = await talking()
    const { raw, messageId } = writeLetter({
      from: `${customer.name} <${customer.address}>`,
      to: world.mine.account.address,
      subject: 'Pedido 42',
      text: 'uma vez',
    })
    world.mine.account.deliver(raw)
    world.mine.account.deliver(raw)
    customer.write({ subject: 'Pedido 42', text: 'outro com o mesmo id', messageId })
    world.mine.account.deliver(`From: ${customer.name} <${customer.address}>\r\nSubject: Pedido 42\r\n\r\nsem id\r\n`)
    await eventually(
      () => world.mine.messages(ticket),
      (messages) => messages.length === 4,
    )
    expect(
      (await world.mine.messages(ticket))
        .map(({ parts }) => parts.map((part) => (part.kind === 'text' ? part.text : part.kind)))
        .slice(1)
        .flat()
        .toSorted(),
    ).toEqual(['outro com o mesmo id', 'sem id', 'uma vez'])
    const nobody = randomUUID()
    world.mine.account.deliver(`Subject: ${nobody}\r\n\r\nde ninguem\r\n`)
    const stranger = await world.mine.ticket('unknown-sender@invalid')
    await world.mine.open(stranger)
    await world.mine.send(stranger, 'quem é?')
    expect((await world.mine.last(stranger, ({ status }) => status === 'failed')).failure).toMatchObject({
      code: 'NO_ADDRESS',
    })
  })

  it('mails that are broken, huge or hostile hold up nothing', async () => {
    const { customer, ticket } = await talking()
    const from = `From: ${customer.name} <${customer.address}>\r\nSubject: Pedido 42\r\n`
    const deliver = (rest: string) => world.mine.account.deliver(`${from}Message-ID: <${newMessageId()}>\r\n${rest}`)
    deliver(`X-Fill: ${'a'.repeat(900)}\r\n`.repeat(9_000) + '\r\ncabecalho enorme\r\n')
    deliver(
      `To: ${Array.from({ length: 1_000 }, (_, index) => `p${index}@x.test`).join(',\r\n ')}\r\n\r\n` +
        'mil destinatarios\r\n',
    )
    deliver(
      'Content-Type: multipart/mixed; boundary="x"\r\nMIME-Version: 1.0\r\n\r\n--x\r\n' +
        'Content-Type: text/plain\r\n\r\nsem fim',
    )
    deliver('Content-Type: multipart/mixed\r\nMIME-Version: 1.0\r\n\r\nsem fronteira\r\n')
    deliver('Content-Type: text/plain; charset=x-nao-existe\r\n\r\ncora\xe7\xe3o\r\n')
    deliver(`Content-Type: text/html\r\n\r\n${'<div>'.repeat(20_000)}fundo${'</div>'.repeat(20_000)}\r\n`)
    deliver('Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n@@@não é base64@@@\r\n')
    deliver('\r\n')
    customer.write({ subject: 'Pedido 42', text: 'fim' })
    const messages = await eventually(
      () => world.mine.messages(ticket),
      (found) => found.length === 10,
    )
    const bodies = messages.map(({ body }) => body)
    for (const text of ['cabecalho enorme', 'mil destinatarios', 'coração', 'fundo', 'fim'])
      expect(
        bodies.some((body) => body.includes(text)),
        text,
      ).toBe(true)
  })

  it('a server that says no, later, or nothing', async () => {
    const { customer, ticket } = await talking()
    world.provider.smtpFaults.plan('RCPT', { code: 550, text: '5.1.1 User unknown' })
    await world.mine.send(ticket, 'não existe')
    expect((await world.mine.last(ticket, ({ status }) => status === 'failed')).failure).toMatchObject({
      code: '5.1.1',
      message: expect.stringContaining('User unknown'),
    })
    world.provider.smtpFaults.plan('DATA', 'dropAfter')
    await world.mine.send(ticket, 'talvez')
    await world.mine.last(ticket, ({ status }) => status === 'unknown')
    expect(customer.received).toHaveLength(1)
    world.provider.smtpFaults.plan('LOGIN', { code: 421, text: '4.7.0 Try again later' })
    await world.mine.send(ticket, 'depois')
    await eventually(
      () => world.database.owner<{ state: string }[]>`
        select d.state
          from core.delivery d
          join core.message m on m.id = d.message_id
         where m.body = 'depois' and m.ticket_id = ${ticket.id}`,
      ([row]) => row?.state === 'retry',
    )
  })

  it('what comes during a restart and over broken lines is there once', async () => {
    const { customer, ticket } = await talking()
    const stopped = world.restart()
    for (let index = 0; index < 5; index++) customer.write({ subject: 'Pedido 42', text: `durante ${index}` })
    await stopped
    await world.mine.connected()
    await eventually(
      () => world.mine.messages(ticket),
      (messages) => messages.length === 6,
    )
    const cut = world.cut()
    for (let index = 0; index < 5; index++) customer.write({ subject: 'Pedido 42', text: `cortado ${index}` })
    await cut
    await eventually(
      () => world.mine.messages(ticket),
      (messages) => messages.length === 11,
    )
    customer.write({ subject: 'Pedido 42', text: 'fim' })
    await world.mine.last(ticket, ({ body }) => body === 'fim')
    const bodies = (await world.mine.messages(ticket)).map(({ body }) => body).slice(1)
    expect(bodies.toSorted()).toEqual(
      [
        ...Array.from({ length: 5 }, (_, index) => `durante ${index}`),
        ...Array.from({ length: 5 }, (_, index) => `cortado ${index}`),
        'fim',
      ].toSorted(),
    )
    expect(await world.mine.tickets(customer.name)).toHaveLength(1)
  })

  it('a mailbox that counts anew repeats nothing and loses nothing', async () => {
    const side = await world.connect(world.mine.admin, world.account())
    await side.connected()
    const customer = side.customer()
    for (const text of ['um', 'dois']) customer.write({ subject: 'Pedido 42', text })
    const ticket = await side.ticket(customer.name)
    await eventually(
      () => side.messages(ticket),
      (messages) => messages.length === 2,
    )
    await world.renumber(side.account)
    customer.write({ subject: 'Pedido 42', text: 'tres' })
    await side.last(ticket, ({ body }) => body === 'tres')
    expect(await side.messages(ticket)).toHaveLength(3)
    await world.mine.admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
  })

  it('S3-045 S3-058 S5-109 every field is needed, and the test says which step is broken', async () => {
    const { admin, account } = world.mine
    const whole = world.config(account)
    const create = (config: object) => ({ name: `Correio ${randomUUID()}`, type: 'email', config })
    for (const name of ['user', 'password', 'imapHost', 'imapPort', 'imapTls', 'smtpHost', 'smtpPort', 'smtpTls']) {
      const { [name]: _, ...others } = whole
      expect([name, await admin.refused('POST', '/whatsapp', create(others))]).toEqual([name, '422 ERR_VALIDATION'])
    }
    const check = async (change: object) => {
      const { id } = await admin.ok<{ id: string }>('POST', '/whatsapp', create({ ...whole, ...change }))
      const outcome = await admin.ok<ConnectionCheck>('POST', `/whatsapp/${id}/check`)
      await admin.ok('DELETE', `/whatsapp/${id}`)
      return outcome.ok ? 'ok' : outcome.step
    }
    expect(await admin.ok('POST', `/whatsapp/${world.mine.connection.id}/check`)).toEqual({
      ok: true,
      identity: account.address,
    })
    expect([
      await check({ password: 'errada' }),
      await check({ imapPort: 1 }),
      await check({ smtpPort: 1 }),
      await check({ imapHost: '10.0.0.1' }),
      await check({ smtpHost: 'nome.que.nao.existe.invalid' }),
      await check({ folder: 'Não existe' }),
      await check({ imapTls: true }),
      await check({ smtpTls: true }),
      await check({ auth: 'google', clientId: 'x', refreshToken: 'nenhum', tokenUrl: `${world.provider.url}/token` }),
    ]).toEqual([
      'imap.login',
      'imap.connect',
      'smtp.connect',
      'imap.resolve',
      'smtp.resolve',
      'imap.folder',
      'imap.tls',
      'smtp.tls',
      'oauth.refresh',
    ])
    world.provider.smtpFaults.plan('LOGIN', { code: 535, text: '5.7.8 SMTP is not allowed for this mailbox' })
    expect(await check({})).toBe('smtp.login')
    const before = account.sent.length
    expect(await check({})).toBe('ok')
    world.provider.smtpFaults.plan('MAIL', { code: 553, text: '5.7.1 Sender address rejected: not owned by user' })
    expect(await check({})).toBe('from.mismatch')
    expect(account.sent).toHaveLength(before)
    expect(JSON.stringify(await world.mine.status())).not.toContain(account.password)
    expect(await world.theirs.admin.refused('POST', `/whatsapp/${world.mine.connection.id}/check`)).toBe(
      '404 ERR_NO_WAPP_FOUND',
    )
  })

  it('S4-059 a password that is no longer right asks for a new one, and nothing is lost meanwhile', async () => {
    const side = await world.connect(world.mine.admin, world.account())
    await side.connected()
    world.setPassword(side.account, 'nova-senha')
    await world.cut()
    await eventually(
      () => side.status(),
      ({ status }) => status === 'disconnected',
    )
    const customer = side.customer()
    customer.write({ subject: 'Alô', text: 'tem alguém?' })
    await world.mine.admin.ok('PUT', `/whatsapp/${side.connection.id}`, { config: world.config(side.account) })
    await side.connected()
    expect(await side.messages(await side.ticket(customer.name))).toMatchObject([{ body: 'Alô\ntem alguém?' }])
    await world.mine.admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
  })

  it('answers find their conversation by the address they go to', async () => {
    const side = await world.connect(world.mine.admin, world.account(), { plusAddressing: true })
    await side.connected()
    const customer = side.customer()
    const colleague = side.customer('Rui')
    customer.write({ subject: 'Orçamento', text: 'Quanto custa?', headers: { Cc: colleague.address } })
    const ticket = await side.open(await side.ticket(customer.name))
    await side.send(ticket, 'Cem reais')
    const raw = (await side.got(customer, 1))[0]!.raw
    const replyTo = /<([^<>]+)>/.exec(field(raw, 'reply-to'))![1]!
    expect(replyTo).toMatch(new RegExp(`^${side.account.address.split('@')[0]}\\+[0-9a-f]{24}@empresa\\.test$`))
    colleague.write({ subject: 'sem fio nenhum', text: 'Fechado', to: replyTo })
    expect(await side.last(ticket, ({ body }) => body.includes('Fechado'))).toMatchObject({ username: colleague.name })
    await world.mine.admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
  })

  it('S3-043 what was there before is brought in on request, as history, and only once', async () => {
    const account = world.account()
    const customer = account.customer(
      `Velha ${randomUUID().slice(0, 8)}`,
      `velha-${randomUUID().slice(0, 8)}@cliente.test`,
    )
    const date = new Date(Date.now() - 3 * 86_400_000)
    account.deliver(
      writeLetter({
        from: `${customer.name} <${customer.address}>`,
        to: account.address,
        subject: 'Antigo',
        text: 'do passado',
        date,
      }).raw,
      date,
    )
    const side = await world.connect(world.mine.admin, account)
    await side.connected()
    const fresh = side.customer('Nova')
    fresh.write({ subject: 'Novo', text: 'de agora' })
    await side.ticket(fresh.name)
    expect(await side.tickets(customer.name)).toEqual([])
    const range = { since: new Date(date.getTime() - 86_400_000).toISOString(), until: new Date().toISOString() }
    await world.mine.admin.ok('POST', `/whatsapp/${side.connection.id}/import`, range)
    const ticket = await side.ticket(customer.name)
    expect((await side.messages(ticket)).map(({ body }) => body)).toEqual(['Antigo\ndo passado'])
    expect(ticket.unreadMessages).toBe(0)
    await world.mine.admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
  })

  it('S2-097 whoever wrote to the mailbox becomes a contact, without machines, lists and ourselves', async () => {
    const account = world.account()
    const tag = randomUUID().slice(0, 8)
    const date = new Date(Date.now() - 90 * 86_400_000)
    const deliver = (from: string, headers: Record<string, string> = {}) =>
      account.deliver(
        writeLetter({ from, to: account.address, subject: 'Antigo', text: 'do passado', date, headers }).raw,
        date,
      )
    for (let letter = 0; letter < 2; letter++) deliver(`Velha ${tag} <velha-${tag}@cliente.test>`)
    deliver(`sem-nome-${tag}@cliente.test`)
    deliver(`Ofertas ${tag} <ofertas-${tag}@loja.test>`, { 'List-Unsubscribe': '<https://loja.test/sair>' })
    deliver(`Banco ${tag} <no-reply@banco-${tag}.test>`)
    const side = await world.connect(world.mine.admin, account)
    await side.connected()
    await world.mine.admin.ok('POST', `/whatsapp/${side.connection.id}/contacts`)
    const task = await eventually(
      async () => (await world.mine.admin.ok<Connection>('GET', `/whatsapp/${side.connection.id}`)).tasks[0],
      (one) => one !== undefined && one.state !== 'running',
    )
    expect(task).toMatchObject({ kind: 'contacts', state: 'done', done: 2, updated: 0, skipped: 0, error: null })
    const { contacts } = await world.mine.admin.ok<ContactPage>('GET', `/contacts?searchParam=${tag}`)
    expect(contacts.map(({ name, email }) => `${name} <${email}>`).toSorted()).toEqual([
      `Velha ${tag} <velha-${tag}@cliente.test>`,
      `sem-nome-${tag}@cliente.test <sem-nome-${tag}@cliente.test>`,
    ])
    expect(await side.tickets(`Velha ${tag}`)).toEqual([])
    await world.mine.admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
  })
})

describe('e-mail by OAuth2', () => {
  let world: MailWorld
  beforeAll(async () => {
    world = await mailWorld('the stand-in')
  })
  afterAll(() => world.close())

  it('reads and sends with access tokens, and renews one that is no longer taken', async () => {
    const account = world.account()
    const { password: _, ...config } = world.config(account)
    const side = await world.connect(world.mine.admin, account, {
      ...config,
      password: undefined,
      auth: 'microsoft',
      clientId: 'app',
      refreshToken: account.refreshToken,
      tokenUrl: `${world.provider.url}/token`,
    })
    await side.connected()
    const customer = side.customer()
    customer.write({ subject: 'Oi', text: 'olá' })
    const ticket = await side.open(await side.ticket(customer.name))
    await side.send(ticket, 'Bom dia')
    await side.got(customer, 1)
    account.revokeTokens()
    await world.cut()
    customer.write({ subject: 'Oi', text: 'ainda aí?' })
    await side.last(ticket, ({ body }) => body === 'ainda aí?')
    account.revokeTokens()
    await side.send(ticket, 'Sim')
    expect(await side.got(customer, 2)).toMatchObject([{ user: account.address }, { user: account.address }])
    await world.mine.admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
  })
})

describe('e-mail with a server on a bad day', () => {
  let world: MailWorld
  beforeAll(async () => {
    world = await mailWorld('the stand-in')
  })
  afterAll(() => world.close())

  it('a mail at which the line breaks again and again is kept as a file, and the next one goes on', async () => {
    const customer = world.mine.customer()
    world.provider.imapFaults.plan('UID FETCH', 'drop', 'drop', 'drop')
    customer.write({ subject: 'Pedido 42', text: 'ninguém lê' })
    const ticket = await eventually(
      () => world.mine.tickets(customer.name),
      (found) => found.length === 1,
    )
    const [message] = await eventually(
      () => world.mine.messages(ticket[0]!),
      ([found]) => found!.parts.every(({ kind }) => kind !== 'pendingMedia'),
    )
    expect(message!.parts).toMatchObject([
      { kind: 'unsupported', note: expect.stringContaining('Pedido 42') },
      { kind: 'media', name: 'Pedido 42.eml' },
    ])
    expect(await (await fetch(world.base + message!.media[0]!.url)).text()).toContain('Subject: Pedido 42')
    customer.write({ subject: 'Pedido 42', text: 'a próxima' })
    await world.mine.last(ticket[0]!, ({ body }) => body.includes('a próxima'))
    expect((await world.mine.status()).status).toBe('connected')
  })
})

describe.runIf(isHere('Dovecot'))('e-mail with Dovecot', () => {
  let world: MailWorld
  beforeAll(async () => {
    world = await mailWorld('Dovecot')
  })
  afterAll(() => world.close())

  it('by STARTTLS, with a certificate that the settings name, and never with one that nobody signed', async () => {
    const secure = { imapHost: 'localhost', imapTls: true }
    const side = await world.connect(world.mine.admin, world.account(), {
      ...secure,
      certificate: world.dovecot!.certificate,
    })
    await side.connected()
    const customer = side.customer()
    customer.write({ subject: 'Oi', text: 'em segredo' })
    await side.ticket(customer.name)
    const trusting = await world.mine.admin.ok<{ id: string }>('POST', '/whatsapp', {
      name: randomUUID(),
      type: 'email',
      config: world.config(side.account, secure),
    })
    expect(await world.mine.admin.ok<ConnectionCheck>('POST', `/whatsapp/${trusting.id}/check`)).toMatchObject({
      ok: false,
      step: 'imap.tls',
    })
    for (const { id } of [side.connection, trusting]) await world.mine.admin.ok('DELETE', `/whatsapp/${id}`)
  })
})
