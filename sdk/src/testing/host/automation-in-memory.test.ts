import {
  definePlugin,
  implementPlugin,
  mint,
  Refusal,
  type BlockCall,
  type Contact,
  type ContactId,
  type Message,
  type MessageId,
  type PluginModule,
  type Ticket,
  type TicketId,
} from '@recado/contracts'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { enteredPlatform } from './entered-platform.ts'
import { TestCompany } from './test-company.ts'

const words = { 'pt-BR': 'Rótulos', en: 'Labels', es: 'Rótulos', ru: 'Метки' }
const facts = {
  id: 'labels',
  version: '1.0.0',
  host: '^1.4.0',
  publisher: 'Tests',
  title: words,
  description: words,
} as const
const definition = definePlugin({
  ...facts,
  uses: ['automation.run'],
  acting: ['messages'],
  conditions: {
    says: { about: 'message', input: z.object({ word: z.string().min(1) }) },
    breaks: { input: z.object({}) },
  },
  actions: {
    answer: { icon: 'send', input: z.object({ text: z.string().min(1) }) },
    end: { by: ['automation'], ends: true, input: z.object({}) },
  },
})
const plugin = implementPlugin(definition, {
  conditions: {
    says: ({ word }, subjects) => subjects.map(({ message }) => message?.body === word),
    breaks() {
      throw new Error('broken')
    },
  },
  actions: {
    async answer({ text }, { ticket }, ctx, { key }) {
      if (ctx.acting) await ctx.acting.messages.send(ticket.id, text, { key })
      else await ctx.core.messages.send(ticket.id, [{ kind: 'text', text, format: 'plain' }], { key })
    },
    async end() {
      throw new Refusal('ERR_NO_PERMISSION')
    },
  },
})

const [ticketId, contactId, messageId] = [mint<TicketId>('t'), mint<ContactId>('c'), mint<MessageId>('m')]
const call = (name: string, input: Record<string, unknown> = {}): BlockCall => ({ plugin: 'labels', name, input })

function stage(module: PluginModule = plugin) {
  const company = new TestCompany({
    plugin: module,
    database: undefined,
    hosts: {},
    installation: () => enteredPlatform(module.definition, {}),
  })
  const { known } = company.core
  known.tickets.set(ticketId, { id: ticketId, contactId, status: 'pending' } as Ticket)
  known.contacts.set(contactId, { id: contactId, name: 'Maria' } as Contact)
  known.messages.set(messageId, { id: messageId, ticketId, body: 'pix' } as Message)
  const [ticket, contact] = [known.tickets.get(ticketId)!, known.contacts.get(contactId)!]
  return {
    company,
    automation: company.core.automation,
    subject: { ticket, contact, message: null, at: '2026-01-01T00:00:00.000Z' },
  }
}

describe('automation without core', () => {
  test('offers what the plugin contributes, for who may have it', async () => {
    const { conditions, actions } = await stage().automation.offered('user')
    expect(conditions.map(({ name, about }) => [name, about])).toEqual([
      ['says', 'message'],
      ['breaks', 'ticket'],
    ])
    expect(actions).toEqual([
      {
        plugin: 'labels',
        pluginTitle: words,
        name: 'answer',
        namespace: 'plugin.labels',
        words: 'automation.actions.answer',
        icon: 'send',
        about: 'ticket',
        ends: false,
        fields: [{ name: 'text', type: 'string', required: true, minLength: 1 }],
      },
    ])
    expect((await stage().automation.offered('automation')).actions.map(({ name, ends }) => [name, ends])).toEqual([
      ['answer', false],
      ['end', true],
    ])
  })

  test('checks what was put together, with the places of what is wrong', async () => {
    const { automation } = stage()
    await automation.require('actions', [call('answer', { text: 'Oi' })], 'user', 'body.actions')
    await expect(
      automation.require('actions', [call('answer', { text: 'Oi' }), call('end')], 'user', 'body.actions'),
    ).rejects.toMatchObject({ code: 'ERR_AUTOMATION_BLOCK', facts: { issues: [{ path: 'body.actions.1' }] } })
    await expect(
      automation.require('conditions', [call('says', { word: '' })], 'automation', 'body.conditions'),
    ).rejects.toMatchObject({ code: 'ERR_VALIDATION', facts: { issues: [{ path: 'body.conditions.0.input.word' }] } })
  })

  test('asks and does with the plugin’s own code, and says what goes wrong as the product does', async () => {
    const { company, automation } = stage()
    const about = [{ ticket: ticketId, message: messageId }, { ticket: mint<TicketId>('gone') }, { ticket: ticketId }]
    expect(
      await automation.test([call('says', { word: 'pix' }), call('breaks'), call('says'), call('gone')], about),
    ).toEqual(
      [true, undefined, false].map((says) =>
        says === undefined
          ? Array.from({ length: 4 }, () => ({ error: 'ERR_NO_TICKET_FOUND' }))
          : [says, { error: 'ERR_PLUGIN_FAILED' }, { error: 'ERR_VALIDATION' }, { error: 'ERR_AUTOMATION_BLOCK' }],
      ),
    )
    for (const _time of [1, 2]) await automation.act(call('answer', { text: 'Oi' }), { ticket: ticketId }, { key: 'k' })
    expect(company.core.sent).toHaveLength(1)
    await expect(automation.act(call('end'), { ticket: ticketId }, { key: 'k' })).rejects.toMatchObject({
      code: 'ERR_NO_PERMISSION',
    })
    await expect(
      automation.act(call('answer'), { ticket: mint<TicketId>('gone') }, { key: 'k' }),
    ).rejects.toMatchObject({ code: 'ERR_NO_TICKET_FOUND' })
  })

  test('refuses to a plugin that did not say that it has them done', async () => {
    const { automation } = stage({ ...plugin, definition: { ...definition, uses: [] } })
    await expect(automation.test([], [])).rejects.toThrow('labels does not declare that it uses automation.run')
  })

  test('has an action done by nobody, or for a user as far as they may', async () => {
    const { company, subject } = stage()
    await company.act('answer', { text: 'Oi' }, subject)
    await company.act('answer', { text: 'Olá' }, subject, { role: 'user' })
    expect([company.core.sent.length, company.core.acts]).toMatchObject([1, [{ text: 'Olá' }]])
    await expect(company.act('end', {}, subject, { role: 'admin' })).rejects.toMatchObject({
      code: 'ERR_AUTOMATION_BLOCK',
    })
  })
})
