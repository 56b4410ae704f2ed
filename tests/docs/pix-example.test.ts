import { join } from 'node:path'
import { pluginConformance, testHost } from '@recado/sdk/testing'
import { mint, type AutomationSubject, type Ticket, type TicketId } from '@recado/sdk'
import { describe, expect, it } from 'vitest'
import plugin from '../../docs/examples/pix/src/server.ts'

const folder = join(import.meta.dirname, '../../docs/examples/pix')
pluginConformance(plugin, { folder, settings: { key: 'loja@example.com' } })

const host = testHost({ plugin, folder, settings: { key: 'loja@example.com' } })
const subject = (body: string | null, ticket = mint<TicketId>(crypto.randomUUID())) =>
  ({
    ticket: { id: ticket },
    contact: {},
    message: body === null ? null : { body },
    at: '2026-01-01T12:00:00.000Z',
  }) as AutomationSubject

describe('the plugin of the guide to automation', () => {
  it('finds amounts in what was said, in many conversations at once', async () => {
    const said = ['Quanto fica?', 'São R$ 149,90', 'R$ 1.250,90 ou R$80', 'Protocolo 150', null]
    expect(
      await host.a.test(
        'namesAmount',
        { atLeast: 150 },
        said.map((body) => subject(body)),
      ),
    ).toEqual([false, false, true, false, false])
    expect(
      await host.a.test(
        'namesAmount',
        {},
        said.map((body) => subject(body)),
      ),
    ).toEqual([false, true, true, false, false])
    await expect(host.a.test('namesAmount', { atLeast: -1 }, [])).rejects.toMatchObject({
      code: 'ERR_VALIDATION',
      facts: { issues: [{ path: 'input.atLeast' }] },
    })
  })

  it('sends the key as itself for a rule, and for a macro in the name of who ran it', async () => {
    const rule = subject(null)
    await host.a.act('send', { text: 'Segue a chave', amount: 1250.9 }, rule, { key: 'firing:0' })
    expect(host.a.core.sent).toMatchObject([
      {
        ticket: rule.ticket.id,
        key: 'firing:0',
        parts: [{ text: 'Segue a chave\nR$\u00a01.250,90\nPix: loja@example.com' }],
      },
    ])
    const macro = subject(null)
    host.a.core.known.tickets.set(macro.ticket.id, macro.ticket as Ticket)
    await host.a.act('send', { text: 'Segue a chave' }, macro, { role: 'user', key: 'run:0' })
    expect(host.a.core.acts).toMatchObject([
      { ticket: macro.ticket.id, key: 'run:0', text: 'Segue a chave\nPix: loja@example.com' },
    ])
  })
})
