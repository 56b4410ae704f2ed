import { ChannelError, defineChannel, mint, type ChannelImplementation, type ChannelSession, type InboundMessage } from '@recado/contracts'
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { verifyHmac } from '../server/signature.ts'
import { demandedMethods, methodMismatches } from './capability-methods.ts'
import { channelConformance } from './channel-conformance.ts'

const capabilities = {
  version: 1, text: { maxLength: 1000, format: 'plain' }, media: {}, location: 'rejected', contactCard: 'rejected', interactive: {}, templates: 'rejected', reply: 'rejected', forward: 'rejected',
  edit: { level: 'full' }, deleteForAll: { level: 'rejected' }, reaction: { level: 'rejected' }, receipts: { out: ['sent'], inMarkRead: false }, typing: 'dropped', groups: 'rejected',
  history: { level: 'rejected', includesOwn: false }, idempotentSend: 'native',
} as const
const pigeon = defineChannel({
  type: 'pigeon', titleKey: 'title', badge: { color: '#334155', icon: 'send' }, transport: 'webhook', identityKind: 'pigeon', capabilities,
  config: z.object({ loft: z.string(), key: z.string().meta({ secret: true }) }),
})

const session: ChannelSession & Required<Pick<ChannelSession, 'edit'>> = {
  send: (request) => Promise.resolve({ status: 'sent', ids: [mint(request.key)], at: new Date(0) }),
  edit: () => Promise.resolve(),
  [Symbol.asyncDispose]: () => Promise.resolve(),
}
const Letter = z.object({ id: z.string(), from: z.string(), text: z.string().min(1).max(1000), at: z.iso.datetime() })
const implementation: ChannelImplementation<typeof pigeon> = {
  check: () => Promise.resolve({ ok: true, identity: 'loft' }),
  open: () => Promise.resolve(session),
  normalise: (value) => value.trim().toLowerCase(),
  webhook: {
    verify: async ({ rawBody, headers }, { secrets }) => verifyHmac(rawBody, headers.get('x-signature'), await secrets.get('key')) ? 'ok' : 'bad',
    parse: ({ rawBody }) => {
      let body: unknown
      try {
        body = JSON.parse(new TextDecoder().decode(rawBody))
      } catch {
        return { events: [] }
      }
      const letter = Letter.safeParse(body)
      if (!letter.success) return { events: [] }
      const { id, from, text, at } = letter.data
      return { events: [{ type: 'message', chat: mint(from), id: mint(id), sender: { id: mint(from), isSelf: false }, isGroup: false, parts: [{ kind: 'text', text, format: 'plain' }], origin: 'live', at: new Date(at) }] }
    },
  },
}
const body = JSON.stringify({ id: '1', from: 'ana', text: 'olá', at: '2026-11-20T10:00:00Z' })
const event: InboundMessage = { type: 'message', chat: mint('ana'), id: mint('1'), sender: { id: mint('ana'), isSelf: false }, isGroup: false, parts: [{ kind: 'text', text: 'olá', format: 'plain' }], origin: 'live', at: new Date('2026-11-20T10:00:00Z') }

channelConformance(pigeon, implementation, {
  config: { loft: 'north', key: 's3cret' },
  secrets: { key: 's3cret' },
  session: () => Promise.resolve(session),
  signatureHeader: 'X-Signature',
  genuine: [{ name: 'a letter', request: { body, headers: { 'x-signature': createHmac('sha256', 's3cret').update(body).digest('hex') } }, events: [event] }],
})

describe('methods and capabilities', () => {
  test('each capability demands its method', () => {
    expect([...demandedMethods(capabilities)]).toEqual(['edit'])
    expect([...demandedMethods({ ...capabilities, typing: 'partial', idempotentSend: 'echo-match', receipts: { out: [], inMarkRead: true } })].toSorted()).toEqual(['edit', 'lookup', 'markRead', 'typing'])
  })
  test('a missing and an undeclared method are both named', () => {
    const { edit: _edit, ...withoutEdit } = session
    const undeclared: ChannelSession = { ...withoutEdit, react: () => Promise.reject(new ChannelError({ kind: 'unsupported', code: 'x', message: 'x', certain: true })) }
    expect(methodMismatches(capabilities, undeclared)).toEqual(['a capability demands edit(), which the session lacks', 'the session has react(), which no capability declares: core will never call it'])
  })
})
