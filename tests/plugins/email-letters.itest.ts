import type { Message, Ticket } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMime } from '../../plugins/email/simulator/imap/mime.ts'
import { worded } from '../../plugins/email/simulator/words.ts'
import { eventually } from '../harness/app.ts'
import { isHere, mailWorld, servers, type MailWorld } from './email.rig.ts'

const field = (raw: string, name: string) => readMime(raw).fields.get(name) ?? ''
const pdf = new TextEncoder().encode('%PDF-1.4\n%%EOF\n')

describe.each(servers.filter(isHere))('letters with %s', (server) => {
  let world: MailWorld
  beforeAll(async () => {
    world = await mailWorld(server)
  })
  afterAll(() => world.close())

  async function talking() {
    const customer = world.mine.customer('Ana')
    customer.write({ subject: 'Pedido 42', text: 'Olá, o pedido não chegou.' })
    return { customer, ticket: await world.mine.open(await world.mine.ticket(customer.name)) }
  }
  const write = (ticket: Ticket, body: string, head: object = {}) =>
    world.mine.admin.ok('POST', `/messages/${ticket.id}`, { body, parts: [{ kind: 'letterHead', ...head }] })
  const headOf = ({ parts }: Message) => parts.find(({ kind }) => kind === 'letterHead')

  it('the agent gives it a subject, and others get it: in copy for all to see, or unseen', async () => {
    const { customer, ticket } = await talking()
    const [bia, caio] = [world.mine.customer('Bia'), world.mine.customer('Caio')]
    await write(ticket, 'Segue a nota.', {
      subject: 'Nota fiscal 31 – pedido 42',
      cc: [{ name: 'Bia', address: bia.address }],
      bcc: [{ address: caio.address }],
    })
    const [mail] = await world.mine.got(customer, 1)
    await Promise.all([world.mine.got(bia, 1), world.mine.got(caio, 1)])
    expect(mail!.to).toEqual([customer.address, bia.address, caio.address])
    expect(worded(field(mail!.raw, 'subject'))).toBe('Nota fiscal 31 – pedido 42')
    expect([field(mail!.raw, 'to'), field(mail!.raw, 'cc')]).toEqual([customer.address, `Bia <${bia.address}>`])
    expect(mail!.raw).not.toContain(caio.address)
    expect(world.copies(world.mine.account).some((copy) => copy.includes(caio.address))).toBe(false)
    const sent = await world.mine.last(ticket, ({ fromMe }) => fromMe)
    expect(sent.body).toBe('Nota fiscal 31 – pedido 42\nSegue a nota.')

    // Whoever was written to takes part, and the next letter has the new subject.
    bia.reply('Recebi a nota.')
    expect(await world.mine.last(ticket, ({ body }) => body.includes('Recebi a nota.'))).toMatchObject({
      fromMe: false,
    })
    await world.mine.send(ticket, 'Obrigado.')
    expect(worded(field((await world.mine.got(customer, 2))[1]!.raw, 'subject'))).toBe('Re: Nota fiscal 31 – pedido 42')
    expect(bia.received).toHaveLength(1)
  })

  it('a letter shows whom else it went to, and not the mailbox itself', async () => {
    const { customer, ticket } = await talking()
    const bia = world.mine.customer('Bia')
    customer.write({
      subject: 'Re: Pedido 42',
      text: 'Copio a Bia.',
      to: `${world.mine.account.address}, Davi <davi@cliente.test>`,
      headers: { Cc: `${bia.name} <${bia.address}>, ${world.mine.account.address.replace('@', '+x@')}` },
    })
    expect(headOf(await world.mine.last(ticket, ({ body }) => body === 'Copio a Bia.'))).toEqual({
      kind: 'letterHead',
      to: [{ name: 'Davi', address: 'davi@cliente.test' }],
      cc: [{ name: bia.name, address: bia.address }],
    })
  })

  it('all files go in one letter', async () => {
    const { customer, ticket } = await talking()
    const form = new FormData()
    form.set('body', 'Seguem as duas.')
    for (const name of ['nota.pdf', 'boleto.pdf'])
      form.append('medias', new Blob([pdf], { type: 'application/pdf' }), name)
    await world.mine.admin.ok('POST', `/messages/${ticket.id}`, form)
    const [mail] = await world.mine.got(customer, 1)
    expect(mail!.raw).toMatch(/nota\.pdf[\s\S]*boleto\.pdf/)
    const sent = await world.mine.last(ticket, ({ fromMe, status }) => fromMe && status === 'sent')
    expect(sent.parts.map(({ kind }) => kind)).toEqual(['text', 'media', 'media'])
    expect(customer.received).toHaveLength(1)
  })

  it('waits for its time with its head, and its words can be changed until then', async () => {
    const { customer, ticket } = await talking()
    await world.mine.admin.ok('POST', `/messages/${ticket.id}`, {
      body: 'Primeiro',
      parts: [{ kind: 'letterHead', subject: 'Lembrete' }],
      scheduleDate: new Date(Date.now() + 2_500).toISOString(),
    })
    const [waiting] = (
      await world.mine.admin.ok<{ messages: { id: string }[] }>('GET', `/messages/${ticket.id}/scheduled`)
    ).messages
    await world.mine.admin.ok('PUT', `/scheduled-messages/${waiting!.id}`, { body: 'Segundo' })
    const [mail] = await world.mine.got(customer, 1)
    expect([worded(field(mail!.raw, 'subject')), mail!.raw.includes('Segundo')]).toEqual(['Lembrete', true])
  })

  it('is refused whole when somebody it goes to has no address, or nothing is said in it', async () => {
    const { customer, ticket } = await talking()
    for (const [body, head] of [
      ['Oi', { cc: [{ address: 'ana maria' }] }],
      ['Oi', { bcc: [{ address: 'x@y.test\r\nBcc: z@y.test' }] }],
      ['Oi', { cc: Array.from({ length: 51 }, (_, one) => ({ address: `a${one}@x.test` })) }],
      ['', { subject: 'Só o assunto' }],
    ] as const) {
      const parts = [{ kind: 'letterHead', ...head }]
      const refusal = await world.mine.admin.refused('POST', `/messages/${ticket.id}`, { body, parts })
      expect(refusal).toBe(body === '' ? '422 ERR_CREATING_MESSAGE' : '422 ERR_VALIDATION')
    }
    await world.mine.send(ticket, 'Oi')
    expect(await world.mine.got(customer, 1)).toHaveLength(1)
  })

  it('goes to those whom the server takes, and says who did not get it and why', async () => {
    const { customer, ticket } = await talking()
    const [bia, caio, davi] = ['Bia', 'Caio', 'Davi'].map((name) => world.mine.customer(name))
    world.provider.smtpFaults.plan(`RCPT ${bia!.address}`, { code: 550, text: '5.1.1 User unknown' })
    world.provider.smtpFaults.plan(`RCPT ${caio!.address}`, { code: 552, text: '5.2.2 Mailbox full' })
    await write(ticket, 'Segue a nota.', {
      cc: [{ address: bia!.address }, { address: davi!.address }],
      bcc: [{ address: caio!.address }],
    })
    const [mail] = await world.mine.got(customer, 1)
    expect(mail!.to).toEqual([customer.address, davi!.address])
    const sent = await world.mine.last(ticket, ({ fromMe, status }) => fromMe && status === 'sent')
    expect(headOf(sent)).toMatchObject({
      cc: [{ address: bia!.address }, { address: davi!.address }],
      refused: [
        { address: bia!.address, said: expect.stringContaining('User unknown') },
        { address: caio!.address, said: expect.stringContaining('Mailbox full') },
      ],
    })
    expect(bia!.received).toHaveLength(0)
    // Nobody writes it into a letter but core.
    const parts = [{ kind: 'letterHead', refused: [{ address: 'x@y.test', said: 'x' }] }]
    expect(await world.mine.admin.refused('POST', `/messages/${ticket.id}`, { body: 'Oi', parts })).toBe(
      '422 ERR_VALIDATION',
    )
  })

  it('has not arrived when the server takes everybody but the contact', async () => {
    const { ticket } = await talking()
    const bia = world.mine.customer('Bia')
    world.provider.smtpFaults.plan('RCPT', { code: 550, text: '5.1.1 User unknown' })
    await write(ticket, 'Segue.', { cc: [{ address: bia.address }] })
    const failed = await world.mine.last(ticket, ({ status }) => status === 'failed')
    expect(failed.parts).toMatchObject([{ kind: 'letterHead' }, { text: 'Segue.' }])
    await eventually(() => bia.received.length === 1)
  })
})
