import { mint, type AutomationSubject, type QueueId, type Ticket, type TicketId, type UserId } from '@recado/sdk'
import { testHost } from '@recado/sdk/testing'
import { randomUUID } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import plugin from './src/server.ts'

const { url } = inject('cluster' as never) as { url: string }
const host = testHost({ plugin, folder: import.meta.dirname, databaseUrl: url })
type Company = typeof host.a

const queueId = mint<QueueId>(randomUUID())
const subject = (queue: QueueId | null = null): AutomationSubject => ({
  ticket: {
    id: mint<TicketId>(randomUUID()),
    queueId: queue,
    queue: queue && 'Vendas',
    protocol: '7',
    name: 'Maria Souza',
    username: 'Bia',
  } as unknown as Ticket,
  contact: {} as AutomationSubject['contact'],
  message: null,
  at: '2026-11-23T15:00:00.000Z',
})
const write = async (
  company: Company,
  key: string,
  message: string,
  more: object = { scope: 'global' },
  userId?: UserId,
) =>
  expect(
    await company.ask('POST', '/fastreply', { body: { key, message, ...more }, ...(userId && { userId }) }),
  ).toMatchObject({ status: 200 })
const sentTo = ({ core }: Company, { ticket }: AutomationSubject) =>
  core.sent.filter((message) => message.ticket === ticket.id)
const texts = (company: Company, about: AutomationSubject) =>
  sentTo(company, about).map(({ parts: [part] }) => (part.kind === 'text' ? part.text : part.kind))

describe('a quick message that nobody sends', () => {
  test('is filled in by the company’s clock and in its language; each part is a message, sent once', async () => {
    const about = subject()
    const parts = [
      { text: '{{greeting}}, {{firstName}}! {{site}} {{date}}' },
      { text: 'Segue, {{agent}}', file: { upload: 0 } },
    ]
    expect(
      await host.a.ask('PUT', '/p/quick-messages/variables', {
        body: { variables: [{ key: 'site', label: 'Site', value: 'recado.test' }] },
      }),
    ).toMatchObject({ status: 200 })
    expect(
      await host.a.ask('POST', '/p/quick-messages/messages', {
        body: { draft: JSON.stringify({ key: 'Boleto', scope: 'global', parts }) },
        files: [
          { field: 'file', name: 'boleto.pdf', mime: 'application/pdf', bytes: Buffer.from('%PDF-1.7 boleto') },
        ] as never,
      }),
    ).toMatchObject({ status: 200 })
    for (const _again of [1, 2]) await host.a.act('send', { shortcut: '/boleto' }, about, { key: 'k'.repeat(64) })
    expect(sentTo(host.a, about)).toMatchObject([
      { parts: [{ kind: 'text', text: 'Boa tarde, Maria! recado.test 23/11/2026' }] },
      {
        parts: [{ kind: 'media', as: 'document', mime: 'application/pdf', name: 'boleto.pdf', caption: 'Segue, Bia' }],
      },
    ])
    for (const { key } of sentTo(host.a, about)) expect(key.length).toBeLessThanOrEqual(64)
  })

  test('is everybody’s, or that of the queue; never a person’s, another queue’s or another company’s', async () => {
    await write(host.a, 'horas', 'geral')
    await write(host.a, 'horas', 'da fila', { scope: 'queue', queueId: await queueOf(host.a) })
    await write(host.a, 'minha', 'só minha', { scope: 'personal' })
    const [general, ofQueue] = [subject(), subject(queueId)]
    await host.a.act('send', { shortcut: 'horas' }, general)
    await host.a.act('send', { shortcut: 'HORAS' }, ofQueue)
    expect([texts(host.a, general), texts(host.a, ofQueue)]).toEqual([['geral'], ['da fila']])
    await expect(host.a.act('send', { shortcut: 'minha' }, general)).rejects.toMatchObject({
      code: 'ERR_NO_FAST_REPLY_FOUND',
    })
    await expect(host.b.act('send', { shortcut: 'horas' }, subject())).rejects.toMatchObject({
      code: 'ERR_NO_FAST_REPLY_FOUND',
    })
  })

  test('is refused, and nothing of it sent, when only a person can fill it in', async () => {
    await host.b.ask('PUT', '/p/quick-messages/variables', {
      body: { variables: [{ key: 'valor', label: 'Valor', value: null }] },
    })
    await write(host.b, 'cobra', 'São {{valor}}, {{nome}}')
    const about = subject()
    await expect(host.b.act('send', { shortcut: 'cobra' }, about)).rejects.toMatchObject({
      code: 'ERR_FAST_REPLY_ASKS',
      facts: { detail: 'valor, nome' },
    })
    expect(sentTo(host.b, about)).toEqual([])
  })
})

test('in somebody’s name it is their own first, said as they say it', async () => {
  const [mine, about] = [mint<UserId>(randomUUID()), subject()]
  host.b.core.known.tickets.set(about.ticket.id, about.ticket)
  await write(host.b, 'oi', 'geral de {{agent}}')
  await write(host.b, 'oi', 'meu, {{name}}, {{agent}}', { scope: 'personal' }, mine)
  await host.b.act('send', { shortcut: 'oi' }, about, { role: 'user', userId: mine })
  await host.b.act('send', { shortcut: 'oi' }, about, { role: 'user', userId: mint<UserId>(randomUUID()) })
  expect(host.b.core.acts).toMatchObject([{ as: mine, text: 'meu, Maria, Ana' }, { text: 'geral de Ana' }])
  expect(sentTo(host.b, about)).toEqual([])
})

test('a shortcut is one word', async () => {
  await expect(host.a.act('send', { shortcut: 'duas palavras' }, subject())).rejects.toMatchObject({
    code: 'ERR_VALIDATION',
  })
})

const queueOf = (company: Company): QueueId => {
  company.core.known.queues.push({ id: queueId, queue: 'Vendas', isActive: true, color: '#334155' })
  return queueId
}
