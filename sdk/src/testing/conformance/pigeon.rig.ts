import {
  ChannelError,
  defineChannel,
  mint,
  type BackfillPage,
  type BackfillQuery,
  type ChannelContact,
  type ChannelContactPage,
  type ChannelContactQuery,
  type ChannelImplementation,
  type ChannelSession,
  type ChatDescription,
  type ConnectionContext,
  type ExternalChatId,
  type ExternalMessageId,
  type InboundMessage,
  type SendRequest,
  type SendResult,
} from '@recado/contracts'
import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { verifyHmac } from '../../server/signature.ts'
import type { SimulatorAnswer, SimulatorRequest } from '../simulator/serve.ts'
import type { ConformanceOptions, ScriptedProvider } from './options.ts'

/* Pigeon post: an example provider with everything that the suite tests, and a correct channel for it. */

const capabilities = {
  version: 1,
  text: { maxLength: 1_000, format: 'plain' },
  media: { image: { mime: { 'image/*': 'full' }, caption: 'full' } },
  location: 'full',
  contactCard: 'rejected',
  interactive: {},
  templates: 'rejected',
  reply: 'full',
  forward: 'rejected',
  edit: { level: 'full' },
  deleteForAll: { level: 'rejected' },
  reaction: { level: 'rejected' },
  receipts: { out: ['sent'], inMarkRead: false },
  typing: 'dropped',
  groups: 'rejected',
  history: { level: 'full', includesOwn: false },
  contacts: 'full',
  profiles: 'full',
  idempotentSend: 'native',
} as const
const PigeonConfig = z.object({ loft: z.string(), key: z.string().meta({ secret: true }) })
export type PigeonConfig = z.output<typeof PigeonConfig>
export const pigeon = defineChannel({
  type: 'pigeon',
  titleKey: 'title',
  badge: { color: '#334155', icon: 'send' },
  transport: 'webhook',
  identityKind: 'pigeon',
  capabilities,
  config: PigeonConfig,
})

export const key = 's3cret-of-the-loft'
export type PigeonContext = ConnectionContext<PigeonConfig>
export type PigeonChannel = ChannelImplementation<typeof pigeon>
export type PigeonSession = Awaited<ReturnType<PigeonChannel['open']>> &
  Required<Pick<ChannelSession, 'fetchMedia' | 'logout'>>

const Letter = z.object({
  id: z.string(),
  from: z.string(),
  text: z.string().min(1).max(1_000).optional(),
  file: z.string().min(1).optional(),
  at: z.iso.datetime(),
  own: z.boolean().optional(),
  group: z.boolean().optional(),
})
export type Letter = z.output<typeof Letter>

export function readLetter({ id, from, text, file, at, own = false, group = false }: Letter): InboundMessage {
  const part =
    file === undefined
      ? ({ kind: 'text', text: text ?? '', format: 'plain' } as const)
      : ({ kind: 'remoteMedia', as: 'image', ref: file } as const)
  return {
    type: 'message',
    chat: mint(from),
    id: mint(id),
    sender: { id: mint(own ? 'us' : from), isSelf: own },
    isGroup: group,
    parts: [part],
    origin: own ? 'otherDevice' : 'live',
    at: new Date(at),
  }
}

/** The error of a failed request, in the contract's form. */
export async function asked(ctx: PigeonContext, path: string, init: RequestInit): Promise<Response> {
  const secret = await ctx.secrets.get('key')
  const response = await ctx
    .fetch(`https://pigeon.example${path}`, { method: 'POST', ...init, headers: { authorization: `Bearer ${secret}` } })
    .catch(() => {
      throw new ChannelError({
        kind: 'network',
        code: 'NETWORK',
        message: 'the post cannot be reached',
        certain: false,
      })
    })
  if (response.ok) return response
  const { status } = response
  await response.body?.cancel()
  const kinds = { 401: 'auth', 403: 'blocked', 404: 'notFound', 413: 'tooLarge', 429: 'rateLimited' } as const
  const wait = Number(response.headers.get('retry-after') ?? 0)
  throw new ChannelError({
    kind: kinds[status as keyof typeof kinds] ?? 'provider',
    code: String(status),
    message: 'the post refuses',
    certain: status < 500,
    ...(wait > 0 && { retryAfterMs: wait * 1_000 }),
  })
}

export async function sendLetter(
  ctx: PigeonContext,
  { key: sendKey, chat, parts, replyTo }: SendRequest,
  signal: AbortSignal,
): Promise<SendResult> {
  const ids: ExternalMessageId[] = []
  for (const [index, part] of parts.entries()) {
    const response = await asked(ctx, '/send', {
      body: JSON.stringify({ key: `${sendKey}/${index}`, to: chat, part, replyTo }),
      signal,
    })
    ids.push(mint<ExternalMessageId>(((await response.json()) as { id: string }).id))
  }
  return {
    status: 'sent',
    ids: ids as [ExternalMessageId, ...ExternalMessageId[]],
    at: new Date(1_790_000_000_000),
  }
}

export async function* past(
  ctx: PigeonContext,
  { cursor, groups }: BackfillQuery,
  signal: AbortSignal,
): AsyncIterable<BackfillPage> {
  for (let page = cursor === undefined ? 0 : Number(cursor); ; page++) {
    const letters = (await (await asked(ctx, `/past?page=${page}`, { signal })).json()) as Letter[]
    if (letters.length === 0) return
    yield {
      events: letters
        .filter(({ group }) => groups || !group)
        .map((letter): InboundMessage => ({ ...readLetter(letter), origin: 'history' })),
      cursor: String(page + 1),
    }
  }
}

export async function* lofts(
  ctx: PigeonContext,
  { cursor }: ChannelContactQuery,
  signal: AbortSignal,
): AsyncIterable<ChannelContactPage> {
  for (let page = Number(cursor ?? 0); ; page++) {
    const people = (await (await asked(ctx, `/lofts?page=${page}`, { signal })).json()) as { name: string }[]
    if (people.length === 0) return
    yield { contacts: people.map(({ name }): ChannelContact => ({ id: mint(name), name })), cursor: String(page + 1) }
  }
}

export async function ringOf(
  ctx: PigeonContext,
  chat: ExternalChatId,
  signal: AbortSignal,
): Promise<ChatDescription | undefined> {
  try {
    return (await (await asked(ctx, `/rings/${chat}`, { signal })).json()) as ChatDescription
  } catch (error) {
    if (ChannelError.is(error) && error.kind === 'notFound') return undefined
    throw error
  }
}

export async function openPigeon(ctx: PigeonContext): Promise<PigeonSession> {
  const { signal } = ctx
  await asked(ctx, '/hooks', { body: ctx.callbackUrl!.href, signal })
  ctx.setState({ state: 'connected' })
  return {
    send: (request, sending) => sendLetter(ctx, request, sending),
    async edit(target, parts, editing) {
      await asked(ctx, '/edit', { body: JSON.stringify({ id: target.id, parts }), signal: editing })
    },
    backfill: (query, reading) => past(ctx, query, reading),
    listContacts: (query, reading) => lofts(ctx, query, reading),
    describe: (chat, asking) => ringOf(ctx, chat, asking),
    async fetchMedia(ref, fetching) {
      const response = await asked(ctx, `/files/${ref}`, { signal: fetching })
      return { stream: response.body! }
    },
    async logout(leaving) {
      await asked(ctx, '/hooks', { body: '', signal: leaving })
    },
    async [Symbol.asyncDispose]() {},
  }
}

export const goodPigeon: PigeonChannel = {
  async check(ctx) {
    try {
      await asked(ctx, '/me', { signal: ctx.signal })
      return { ok: true, identity: ctx.config.loft }
    } catch (error) {
      if (!ChannelError.is(error)) throw error
      return {
        ok: false,
        step: error.kind === 'auth' ? 'key' : 'reach',
        error: { kind: error.kind, code: error.code, message: error.message, certain: error.certain },
      }
    }
  },
  open: openPigeon,
  normalise: (value) => value.trim().toLowerCase(),
  webhook: {
    verify: async ({ rawBody, headers }, { secrets }) =>
      verifyHmac(rawBody, headers.get('x-signature'), await secrets.get('key')) ? 'ok' : 'bad',
    parse: ({ rawBody }) => ({ events: lettersOf(rawBody).map(readLetter) }),
  },
}

export function lettersOf(rawBody: Uint8Array): Letter[] {
  try {
    return z.array(Letter).parse(JSON.parse(new TextDecoder().decode(rawBody)))
  } catch {
    return []
  }
}

export const letter = (id: string, more: Partial<Letter> = {}): Letter => ({
  id,
  from: 'ana',
  text: 'olá',
  at: '2026-11-20T10:00:00.000Z',
  ...more,
})
export const signed = (letters: readonly Letter[]) => {
  const body = JSON.stringify(letters)
  return { body, headers: { 'x-signature': createHmac('sha256', key).update(body).digest('hex') } }
}
const { text: _, ...picture } = letter('3', { file: 'feather' })
const recorded = {
  'a letter': [letter('1')],
  'two letters': [letter('1'), letter('2', { at: '2026-11-20T10:01:00.000Z' })],
  'a picture': [picture],
  'a letter from another loft': [letter('4', { own: true })],
}
const pages = [
  [letter('p1', { at: '2026-11-01T10:00:00.000Z' }), letter('p2', { at: '2026-11-02T10:00:00.000Z' })],
  [letter('p3', { at: '2026-11-03T10:00:00.000Z' })],
  [letter('p4', { at: '2026-11-04T10:00:00.000Z', group: true })],
]

const people = [[{ name: 'ana' }, { name: 'bia' }], [{ name: 'caio' }]]

/** The example provider, as the suite's stand-in. */
export function pigeonPost(): ScriptedProvider<PigeonConfig> & { readonly carried: Map<string, string> } {
  const carried = new Map<string, string>()
  const hooks: string[] = []
  const answers: Readonly<Record<string, (request: SimulatorRequest) => Promise<SimulatorAnswer> | SimulatorAnswer>> = {
    '/send': async (request) => {
      const sendKey = String((await request.fields())['key'])
      if (!carried.has(sendKey)) carried.set(sendKey, `m${carried.size + 1}`)
      return { body: { id: carried.get(sendKey)! } }
    },
    '/edit': async (request) =>
      [...carried.values()].includes(String((await request.fields())['id'])) ? { body: {} } : { status: 404 },
    '/hooks': (request) => {
      hooks.length = 0
      if (request.body.length > 0) hooks.push(new TextDecoder().decode(request.body))
      return { body: {} }
    },
    '/more-hooks': (request) => ({ body: { count: hooks.push(new TextDecoder().decode(request.body)) } }),
    '/past': ({ url }) => ({ body: pages[Number(url.searchParams.get('page'))] ?? [] }),
    '/lofts': ({ url }) => ({ body: people[Number(url.searchParams.get('page'))] ?? [] }),
    '/rings/ana': () => ({ body: { name: 'Ana', picture: 'feather' } }),
    '/files/feather': () => ({ body: new TextEncoder().encode('a feather') }),
    '/me': () => ({ body: { loft: 'north' } }),
  }
  return {
    carried,
    chat: 'ana',
    delivered: () => carried.size,
    hooks: () => hooks,
    answer: (request) => answers[request.url.pathname]?.(request) ?? { status: 404 },
    files: { ref: 'feather', bytes: new TextEncoder().encode('a feather'), missing: 'gone' },
    echo: ({ ids, chat }) => signed(ids.map((id) => letter(id, { from: chat, own: true }))),
    past: {
      query: { since: new Date('2026-11-01T00:00:00Z'), until: new Date('2026-11-30T00:00:00Z'), groups: true },
      messages: pages.flat().map((each) => ({ ...readLetter(each), origin: 'history' })),
    },
    profile: { chat: 'ana', name: 'Ana', picture: new TextEncoder().encode('a feather'), stranger: 'nobody' },
    people: people.flat().map(({ name }) => ({ id: mint(name), name })),
  }
}

/** Options of the example channel for all groups of the suite. */
export const pigeonOptions: ConformanceOptions<PigeonConfig> = {
  config: { loft: 'north', key },
  secrets: { key },
  signatureHeader: 'X-Signature',
  genuine: Object.entries(recorded).map(([name, letters]) => ({
    name,
    request: signed(letters),
    events: letters.map(readLetter),
  })),
  provider: { hosts: ['pigeon.example'], start: pigeonPost, isSend: ({ url }) => url.pathname === '/send' },
}
