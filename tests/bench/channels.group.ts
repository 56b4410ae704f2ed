import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { WebhookRequest } from '@recado/sdk'
import { webhook as telegram } from '../../plugins/telegram/src/inbound/webhook.ts'
import { metaWebhook } from '../../plugins/waba/src/inbound/webhook.ts'
import { parse as twilio } from '../../plugins/sms/src/twilio/inbound.ts'
import { codeLines } from './code-lines.ts'
import { repository } from './cluster.ts'
import type { Figure, Group } from './figure.ts'
import { alternating } from './measure.ts'

const adapters = ['telegram', 'sms', 'waba', 'email', 'webchat']

/** A parser with a payload as its provider sends it, and how many events that is. */
interface Parser {
  readonly what: string
  readonly body: string
  readonly events: number
  readonly read: (request: WebhookRequest) => unknown
  /** What any parser of this format has to do first. */ readonly floor: (body: string) => unknown
}

const text = 'Bom dia! Meu pedido 4711 ainda não chegou, vocês podem ver o que houve?'
const parsers: readonly Parser[] = [
  {
    what: 'telegram, one text an update',
    events: 1,
    read: (request) => telegram.parse(request, {} as never),
    floor: JSON.parse,
    body: JSON.stringify({
      update_id: 1,
      message: {
        message_id: 7,
        from: { id: 5000000001, is_bot: false, first_name: 'Ana', last_name: 'Silva', language_code: 'pt-br' },
        chat: { id: 5000000001, first_name: 'Ana', type: 'private' },
        date: 1_780_000_000,
        text,
      },
    }),
  },
  {
    what: 'waba, ten texts a body',
    events: 10,
    read: (request) => metaWebhook.parse(request, { phoneNumberId: '106540352242922' } as never),
    floor: JSON.parse,
    body: JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: '102290129340398',
          changes: Array.from({ length: 10 }, (_, index) => ({
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: '551140000000', phone_number_id: '106540352242922' },
              contacts: [
                { profile: { name: 'Ana Silva' }, wa_id: '5511987654321', user_id: 'BR.13491208655302741918' },
              ],
              messages: [
                {
                  from: '5511987654321',
                  from_user_id: 'BR.13491208655302741918',
                  id: `wamid.${index}`,
                  timestamp: '1780000000',
                  type: 'text',
                  text: { body: text },
                },
              ],
            },
          })),
        },
      ],
    }),
  },
  {
    what: 'sms, one text a form',
    events: 1,
    read: twilio,
    floor: (body) => Object.fromEntries(new URLSearchParams(body)),
    body: new URLSearchParams({
      ToCountry: 'BR',
      MessageSid: 'SM00000000000000000000000000000001',
      AccountSid: 'AC00000000000000000000000000000001',
      From: '+5511987654321',
      To: '+5511912345678',
      Body: text,
      NumMedia: '0',
      NumSegments: '1',
      ApiVersion: '2010-04-01',
    }).toString(),
  },
]

const utf8 = new TextEncoder()
const requestOf = (body: string): WebhookRequest => ({
  method: 'POST',
  headers: new Headers(),
  url: new URL('https://recado.test/hooks/x/y/z'),
  rawBody: utf8.encode(body),
})

/** Runs `work` again and again for `seconds`; how often a second. */
function often(seconds: number, work: () => unknown): number {
  const started = performance.now()
  let count = 0
  for (let now = started; now - started < seconds * 1_000; now = performance.now()) {
    for (let turn = 0; turn < 100; turn++) work()
    count += 100
  }
  return (count * 1_000) / (performance.now() - started)
}

export const channels: Group = {
  name: 'channels',
  title: 'Channels',
  notes: [
    'Lines of an adapter are its code without comments, blank lines, tests and screens. A parser is measured ' +
      'alone, on a text as its provider sends it; the limit is reading the same bytes without looking at what they ' +
      'say.',
  ],
  async run({ rounds, seconds }) {
    const lines = adapters
      .map((plugin) => ({ plugin, folder: join(repository, 'plugins', plugin, 'src') }))
      .filter(({ folder }) => existsSync(folder))
      .map(({ plugin, folder }): Figure => ({
        what: `${plugin}: lines of the adapter`,
        value: codeLines(folder),
        unit: 'lines',
      }))
    const read: Figure[] = []
    for (const parser of parsers) {
      const request = requestOf(parser.body)
      const decoder = new TextDecoder()
      const seen = await alternating(rounds, {
        parser: async () => ({ perSecond: often(seconds / 4, () => parser.read(request)) * parser.events }),
        floor: async () => ({
          perSecond: often(seconds / 4, () => parser.floor(decoder.decode(request.rawBody))) * parser.events,
        }),
      })
      read.push({
        what: `events through the parser: ${parser.what}`,
        value: seen.parser.perSecond,
        unit: '/s',
        limit: { what: 'reading the bytes', value: seen.floor.perSecond },
      })
    }
    return [...lines, ...read]
  },
}
