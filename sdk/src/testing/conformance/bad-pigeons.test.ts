import {
  ChannelError,
  mint,
  type ChannelSpec,
  type ChatDescription,
  type ExternalMessageId,
  type InboundMessage,
} from '@recado/contracts'
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { ConformanceOptions } from './options.ts'
import {
  asked,
  goodPigeon,
  lettersOf,
  lofts,
  openPigeon,
  past,
  pigeon,
  pigeonOptions,
  pigeonPost,
  readLetter,
  ringOf,
  sendLetter,
  signed,
  type PigeonChannel,
  type PigeonConfig,
  type PigeonContext,
  type PigeonSession,
} from './pigeon.rig.ts'
import { conformanceRules } from './rules.ts'

interface Bad {
  readonly channel?: Partial<PigeonChannel>
  readonly spec?: Partial<ChannelSpec>
  readonly options?: Partial<ConformanceOptions<PigeonConfig>>
}

const withSession = (change: (session: PigeonSession, ctx: PigeonContext) => Partial<PigeonSession>): Bad => ({
  channel: {
    open: async (ctx) => {
      const session = await openPigeon(ctx)
      return { ...session, ...change(session, ctx) }
    },
  },
})
const withWebhook = (change: Partial<NonNullable<PigeonChannel['webhook']>>): Bad => ({
  channel: { webhook: { ...goodPigeon.webhook!, ...change } },
})
const withReader = (read: (message: InboundMessage) => InboundMessage): Bad =>
  withWebhook({ parse: ({ rawBody }) => ({ events: lettersOf(rawBody).map(readLetter).map(read) }) })
/** The recorded requests as this reader reads them, as its author would expect them. */
const believedIn = (bad: Bad): Bad => ({
  ...bad,
  options: {
    genuine: pigeonOptions.genuine!.map((each) => ({
      ...each,
      events: bad.channel!.webhook!.parse(
        {
          method: 'POST',
          headers: new Headers(),
          rawBody: new TextEncoder().encode(String(each.request.body)),
          url: new URL('https://x.test'),
        },
        { loft: '', key: '' },
      ).events,
    })),
  },
})
/** Fails in another way than it should. */
const failing = (change: (error: ChannelError) => Error): Bad =>
  withSession(({ send }) => ({
    send: (request, signal) =>
      send(request, signal).catch((error: unknown) => {
        throw change(error as ChannelError)
      }),
  }))
const said = (error: ChannelError, fits: boolean, change: Partial<ChannelError>): ChannelError =>
  fits ? new ChannelError({ ...error, message: error.message, ...change }) : error
const verified = (body: Uint8Array | string, signature: string | null, secret = ''): 'ok' | 'bad' =>
  createHmac('sha256', secret).update(body).digest('hex') === signature ? 'ok' : 'bad'
const later =
  (ctx: PigeonContext, endedBy: 'signal' | 'disposal') =>
  (session: PigeonSession): Partial<PigeonSession> => {
    const timer = setInterval(() => undefined, 60_000).unref()
    const end = (): void => clearInterval(timer)
    if (endedBy === 'signal') ctx.signal.addEventListener('abort', end)
    return {
      async [Symbol.asyncDispose]() {
        if (endedBy === 'disposal') end()
        await session[Symbol.asyncDispose]()
      },
    }
  }
const sentBefore = new Map<string, Awaited<ReturnType<typeof sendLetter>>>()
const picture = pigeonOptions.genuine!.find(({ name }) => name === 'a picture')!

/** The mistake, the rules that detect it, and the adapter. */
const bad: readonly (readonly [what: string, notice: readonly string[], adapter: Bad])[] = [
  [
    'capabilities that are none',
    ['shape.capabilities'],
    { spec: { capabilities: { ...pigeon.capabilities, version: 0 } } },
  ],
  ['a method that no capability declares', ['shape.methods'], withSession(() => ({ react: () => Promise.resolve() }))],
  [
    'an operation that the capabilities do not list',
    ['shape.methods'],
    withSession(() => ({ operations: { 'groups.leave': () => Promise.resolve({}) } })),
  ],
  ['a person with a new name at every look', ['shape.normalise'], { channel: { normalise: (value) => `${value}!` } }],

  [
    'a genuine request that is refused',
    ['verify.genuine'],
    withWebhook({
      verify: (request, ctx) =>
        request.rawBody.length === String(picture.request.body).length
          ? Promise.resolve('bad')
          : goodPigeon.webhook!.verify(request, ctx),
    }),
  ],
  [
    'no signature is as good as one',
    ['verify.forged'],
    withWebhook({
      verify: async (request, ctx) =>
        request.headers.has('x-signature') ? goodPigeon.webhook!.verify(request, ctx) : 'ok',
    }),
  ],
  [
    'an empty secret signs',
    ['verify.forged'],
    withWebhook({
      verify: async ({ rawBody, headers }, { secrets }) => {
        const secret = await secrets.get('key')
        return secret ? verified(rawBody, headers.get('x-signature'), secret) : 'ok'
      },
    }),
  ],
  [
    'the beginning of a signature is enough',
    ['verify.forged'],
    withWebhook({
      verify: async ({ rawBody, headers }, { secrets }) => {
        const given = headers.get('x-signature') ?? ''
        const right = createHmac('sha256', (await secrets.get('key')) ?? '')
          .update(rawBody)
          .digest('hex')
        return (await secrets.get('key')) && given.length > 8 && right.startsWith(given) ? 'ok' : 'bad'
      },
    }),
  ],
  [
    'what was parsed is verified, not what arrived',
    ['verify.forged'],
    withWebhook({
      verify: async ({ rawBody, headers }, { secrets }) => {
        try {
          const secret = await secrets.get('key')
          return secret
            ? verified(
                JSON.stringify(JSON.parse(new TextDecoder().decode(rawBody))),
                headers.get('x-signature'),
                secret,
              )
            : 'bad'
        } catch {
          return 'bad'
        }
      },
    }),
  ],
  [
    'a signature that is no hex throws',
    ['verify.total'],
    withWebhook({
      verify: async (request, ctx) => {
        if (/[^0-9a-f]/.test(request.headers.get('x-signature') ?? '')) throw new TypeError('not hex')
        return goodPigeon.webhook!.verify(request, ctx)
      },
    }),
  ],
  [
    'the answer says which signature was expected',
    ['verify.answer'],
    withWebhook({
      parse: ({ rawBody }) => ({
        events: lettersOf(rawBody).map(readLetter),
        respond: { status: 200, body: `expected ${signed(lettersOf(rawBody)).headers['x-signature']}` },
      }),
    }),
  ],

  [
    'a letter that is read wrong',
    ['parse.meaning'],
    withReader((message) => ({ ...message, sender: { ...message.sender, name: 'somebody' } })),
  ],
  [
    'only the first of a batch is read',
    ['parse.batch', 'parse.meaning'],
    withWebhook({ parse: ({ rawBody }) => ({ events: lettersOf(rawBody).slice(0, 1).map(readLetter) }) }),
  ],
  [
    'reading looks at the clock',
    ['parse.pure'],
    withWebhook({
      parse: ({ rawBody }) => ({ events: Date.now() < 1_000_000_000_000 ? [] : lettersOf(rawBody).map(readLetter) }),
    }),
  ],
  [
    'reading spoils the bytes',
    ['parse.pure'],
    withWebhook({
      parse: ({ rawBody }) => {
        const events = lettersOf(rawBody).map(readLetter)
        rawBody.fill(0)
        return { events }
      },
    }),
  ],
  [
    'a place that is nowhere',
    ['parse.parts'],
    believedIn(withReader((message) => ({ ...message, parts: [{ kind: 'location', lat: 999, lng: 0 }] }))),
  ],
  [
    'bytes that are no letter throw',
    ['parse.total'],
    withWebhook({
      parse: ({ rawBody }) => ({
        events: (JSON.parse(new TextDecoder().decode(rawBody)) as Parameters<typeof readLetter>[0][]).map(readLetter),
      }),
    }),
  ],

  [
    'something that JSON loses',
    ['ids.json'],
    believedIn(
      withReader((message) => ({ ...message, referral: new Map([['ad', '1']]) as unknown as Record<string, string> })),
    ),
  ],
  [
    'own messages that look like a customer’s',
    ['own.echo', 'own.marked'],
    believedIn(withReader((message) => ({ ...message, sender: { ...message.sender, isSelf: false } }))),
  ],
  [
    'a copy of an own message that leads nowhere',
    ['own.echo'],
    withReader((message) => (message.id.startsWith('m') ? { ...message, id: mint(`${message.id}-copy`) } : message)),
  ],
  [
    'an edit that always fails',
    ['actions', 'ids.restart'],
    withSession(() => ({
      edit: () => Promise.reject(new ChannelError({ kind: 'provider', code: 'x', message: 'x', certain: true })),
    })),
  ],
  [
    'ids that are known only as long as the session',
    ['ids.restart'],
    withSession((session) => {
      const known = new Set<string>()
      return {
        async send(request, signal) {
          const sent = await session.send(request, signal)
          if (sent.status === 'sent') for (const id of sent.ids) known.add(id)
          return sent
        },
        edit: (target, parts, signal) =>
          known.has(target.id)
            ? session.edit(target, parts, signal)
            : Promise.reject(new ChannelError({ kind: 'notFound', code: 'x', message: 'x', certain: true })),
      }
    }),
  ],
  [
    'keys that all connections share',
    ['ids.connections'],
    withSession((_, ctx) => ({
      async send(request, signal) {
        const sent = sentBefore.get(request.key) ?? (await sendLetter(ctx, request, signal))
        sentBefore.set(request.key, sent)
        return sent
      },
    })),
  ],

  [
    'a promised kind of content that is refused',
    ['send.parts'],
    withSession(({ send }) => ({
      send: (request, signal) =>
        request.parts.some(({ kind }) => kind === 'location')
          ? Promise.reject(new ChannelError({ kind: 'unsupported', code: 'x', message: 'x', certain: true }))
          : send(request, signal),
    })),
  ],
  [
    'captions that travel without an id',
    ['send.parts'],
    withSession((_, ctx) => ({
      async send(request, signal) {
        const sent = await sendLetter(ctx, request, signal)
        const [first] = request.parts
        if (first.kind === 'media' && first.caption !== undefined)
          await sendLetter(
            ctx,
            {
              ...request,
              key: mint(`${request.key}-caption`),
              parts: [{ kind: 'text', text: first.caption, format: 'plain' }],
            },
            signal,
          )
        return sent
      },
    })),
  ],
  [
    'a reply that cannot be sent',
    ['send.reply'],
    withSession(({ send }) => ({
      send: (request, signal) =>
        request.replyTo === undefined
          ? send(request, signal)
          : Promise.reject(new ChannelError({ kind: 'unsupported', code: 'x', message: 'x', certain: true })),
    })),
  ],
  [
    'native, but each attempt is a new message',
    ['send.lost', 'send.twice'],
    withSession((_, ctx) => ({
      send: (request, signal) =>
        sendLetter(ctx, { ...request, key: mint(`${request.key}/${request.attempt}`) }, signal),
    })),
  ],
  [
    'native, but the ids are others',
    ['send.twice'],
    withSession(({ send }) => ({
      async send(request, signal) {
        const sent = await send(request, signal)
        return sent.status === 'sent' && request.attempt > 1
          ? { ...sent, ids: [mint<ExternalMessageId>(`${sent.ids[0]}-${request.attempt}`)] }
          : sent
      },
    })),
  ],
  [
    'none, but it tries again by itself',
    ['send.lost'],
    {
      ...withSession((_, ctx) => ({
        send: (request, signal) =>
          sendLetter(ctx, request, signal).catch((error: unknown) =>
            ChannelError.is(error) && error.kind === 'network' && !signal.aborted
              ? sendLetter(ctx, { ...request, key: mint(`${request.key}/again`) }, signal)
              : Promise.reject(error as Error),
          ),
      })),
      spec: { capabilities: { ...pigeon.capabilities, idempotentSend: 'none' } },
    },
  ],
  [
    'echo-match, but nothing is ever found',
    ['send.lookup'],
    {
      ...withSession(() => ({ lookup: () => Promise.resolve(undefined) })),
      spec: { capabilities: { ...pigeon.capabilities, idempotentSend: 'echo-match' } },
    },
  ],

  [
    '401 that is no question of credentials',
    ['send.401'],
    failing((error) => said(error, error.code === '401', { kind: 'provider' })),
  ],
  ['403 that passes', ['send.403'], failing((error) => said(error, error.code === '403', { kind: 'network' }))],
  [
    '404 as a fault of the provider',
    ['send.404'],
    failing((error) => said(error, error.code === '404', { kind: 'provider' })),
  ],
  [
    '413 that may have been sent',
    ['send.413'],
    failing((error) => said(error, error.code === '413', { certain: false })),
  ],
  [
    '429 without a time to come back',
    ['send.429'],
    failing((error) =>
      error.code === '429'
        ? new ChannelError({ kind: 'rateLimited', code: '429', message: 'slow down', certain: true })
        : error,
    ),
  ],
  [
    '500 after which it is sure',
    ['send.500'],
    failing((error) => said(error, error.code === '500', { certain: true })),
  ],
  [
    'an error that is no ChannelError',
    ['send.500'],
    failing((error) => (error.code === '500' ? new Error('broken') : error)),
  ],
  [
    'a cut line that is sure',
    ['send.reset'],
    withSession(({ send }) => ({
      send: (request, signal) =>
        send(request, signal).catch((error: unknown) => {
          throw said(error as ChannelError, (error as ChannelError).kind === 'network' && !signal.aborted, {
            certain: true,
          })
        }),
    })),
  ],
  [
    'silence that is waited for',
    ['send.timeout'],
    withSession((_, ctx) => ({ send: (request) => sendLetter(ctx, request, ctx.signal) })),
  ],

  [
    'a file without its first byte',
    ['files.bytes', 'profiles.known'],
    withSession(({ fetchMedia }) => ({
      async fetchMedia(ref, signal) {
        const { stream } = await fetchMedia(ref, signal)
        return {
          stream: (async function* () {
            for await (const piece of stream) yield piece.subarray(1)
          })(),
        }
      },
    })),
  ],
  [
    'a file that is gone, as an empty one',
    ['files.missing'],
    withSession(({ fetchMedia }) => ({
      fetchMedia: (ref, signal) =>
        fetchMedia(ref, signal).catch((error: unknown) => {
          if (ChannelError.is(error) && error.kind === 'notFound') return { stream: new Blob().stream() }
          throw error
        }),
    })),
  ],
  [
    'a file that is waited for',
    ['files.abort'],
    withSession(({ fetchMedia }, ctx) => ({ fetchMedia: (ref) => fetchMedia(ref, ctx.signal) })),
  ],

  ['a timer that outlives the signal', ['end.signal'], withSession((session, ctx) => later(ctx, 'disposal')(session))],
  ['a timer that outlives the session', ['end.dispose'], withSession((session, ctx) => later(ctx, 'signal')(session))],
  [
    'trouble without words',
    ['states.legal'],
    withSession(({ send }, ctx) => ({
      send(request, signal) {
        ctx.setState({ state: 'degraded', code: '', message: '' })
        return send(request, signal)
      },
    })),
  ],
  [
    'connected before anything was asked',
    ['states.refused'],
    {
      channel: {
        open: (ctx) => {
          ctx.setState({ state: 'connected' })
          return openPigeon(ctx)
        },
      },
    },
  ],
  [
    'a login that nobody can do',
    ['states.login'],
    withSession((_, ctx) => {
      ctx.setState({ state: 'needsAction', reason: 'login', qr: '2@abc' })
      return {}
    }),
  ],
  [
    'a login that leads nowhere',
    ['states.login'],
    {
      ...withSession((_, ctx) => {
        ctx.setState({ state: 'needsAction', reason: 'login', qr: '2@abc' })
        return {}
      }),
      options: { provider: { ...pigeonOptions.provider!, start: () => ({ ...pigeonPost(), login: () => undefined }) } },
    },
  ],

  [
    'a past without its beginning',
    ['backfill.whole'],
    withSession((_, ctx) => ({ backfill: (query, signal) => past(ctx, { cursor: '1', ...query }, signal) })),
  ],
  [
    'a past that makes noise',
    ['backfill.origin'],
    withSession(({ backfill }) => ({
      async *backfill(query, signal) {
        for await (const page of backfill(query, signal))
          yield { ...page, events: page.events.map((message): InboundMessage => ({ ...message, origin: 'live' })) }
      },
    })),
  ],
  [
    'the newest first',
    ['backfill.order'],
    withSession(({ backfill }) => ({
      async *backfill(query, signal) {
        for await (const page of backfill(query, signal)) yield { ...page, events: page.events.toReversed() }
      },
    })),
  ],
  [
    'a past that begins anew',
    ['backfill.resume'],
    withSession((_, ctx) => ({ backfill: ({ cursor: _cursor, ...query }, signal) => past(ctx, query, signal) })),
  ],
  [
    'groups that nobody asked for',
    ['backfill.groups'],
    withSession(({ backfill }) => ({ backfill: (query, signal) => backfill({ ...query, groups: true }, signal) })),
  ],
  [
    'a past that is waited for',
    ['backfill.abort'],
    withSession((_, ctx) => ({ backfill: (query) => past(ctx, query, ctx.signal) })),
  ],

  [
    'a list without its beginning',
    ['contacts.whole'],
    withSession((_, ctx) => ({ listContacts: (query, signal) => lofts(ctx, { cursor: '1', ...query }, signal) })),
  ],
  [
    'somebody listed twice',
    ['contacts.once'],
    withSession(({ listContacts }) => ({
      async *listContacts(query, signal) {
        for await (const page of listContacts(query, signal))
          yield { ...page, contacts: [...page.contacts, ...page.contacts] }
      },
    })),
  ],
  [
    'a list that begins anew',
    ['contacts.resume'],
    withSession((_, ctx) => ({ listContacts: (_query, signal) => lofts(ctx, {}, signal) })),
  ],
  [
    'a list that is waited for',
    ['contacts.abort'],
    withSession((_, ctx) => ({ listContacts: (query) => lofts(ctx, query, ctx.signal) })),
  ],

  [
    'somebody without a name',
    ['profiles.known'],
    withSession(({ describe }) => ({
      async describe(chat, signal) {
        const { name: _name, ...told } = (await describe(chat, signal)) ?? {}
        return 'picture' in told ? told : undefined
      },
    })),
  ],
  [
    'somebody with the picture of another',
    ['profiles.known'],
    withSession(({ describe }) => ({
      async describe(chat, signal) {
        const told = await describe(chat, signal)
        return told && { ...told, picture: 'gone' }
      },
    })),
  ],
  [
    'a stranger who holds everybody up',
    ['profiles.unknown'],
    withSession((_, ctx) => ({
      async describe(chat, signal) {
        return (await (await asked(ctx, `/rings/${chat}`, { signal })).json()) as ChatDescription
      },
    })),
  ],
  [
    'a description that is waited for',
    ['profiles.abort'],
    withSession((_, ctx) => ({ describe: (chat) => ringOf(ctx, chat, ctx.signal) })),
  ],

  [
    'a good connection of nobody',
    ['check.good'],
    {
      channel: {
        check: async (ctx, scope) =>
          ({ ...(await goodPigeon.check(ctx, scope)), identity: ' ' }) as Awaited<ReturnType<PigeonChannel['check']>>,
      },
    },
  ],
  [
    'a check that asks too early for what a session sets up',
    ['check.unkept'],
    {
      channel: {
        check: async (ctx, scope) =>
          scope.isKept
            ? goodPigeon.check(ctx, scope)
            : { ok: false, step: 'hook', error: { kind: 'auth', code: 'NO_HOOK', message: 'no hook', certain: true } },
      },
    },
  ],
  [
    'a check that leaves something behind',
    ['check.quiet'],
    {
      channel: {
        check: async (ctx, scope) => {
          await ctx.state.set('checked', true)
          return goodPigeon.check(ctx, scope)
        },
      },
    },
  ],
  [
    'a check that throws',
    ['check.step'],
    {
      channel: {
        check: async (ctx) => {
          await asked(ctx, '/me', { signal: ctx.signal })
          return { ok: true, identity: 'north' }
        },
      },
    },
  ],
  [
    'a check that does not say what is broken',
    ['check.step'],
    {
      channel: {
        check: async (ctx, scope) => {
          const { step: _step, ...result } = { step: '', ...(await goodPigeon.check(ctx, scope)) }
          return result as Awaited<ReturnType<PigeonChannel['check']>>
        },
      },
    },
  ],

  [
    'one more webhook at every start',
    ['hooks'],
    {
      channel: {
        open: async (ctx) => {
          await asked(ctx, '/more-hooks', { body: 'https://recado.test/one-more', signal: ctx.signal })
          const session = await openPigeon(ctx)
          await asked(ctx, '/more-hooks', { body: 'https://recado.test/one-more', signal: ctx.signal })
          return session
        },
      },
    },
  ],
  ['a webhook that stays', ['hooks'], withSession(() => ({ logout: () => Promise.resolve() }))],

  [
    'a log that knows the key',
    ['secrets.kept'],
    withSession(({ send }, ctx) => ({
      async send(request, signal) {
        ctx.log.debug({ key: await ctx.secrets.get('key') }, 'sending')
        return send(request, signal)
      },
    })),
  ],
  [
    'an error that repeats what it was told',
    ['secrets.kept'],
    withSession((_, ctx) => ({
      async send(request, signal) {
        const response = await ctx
          .fetch('https://pigeon.example/me', {
            headers: { authorization: `Bearer ${await ctx.secrets.get('key')}` },
            signal,
          })
          .catch(() => undefined)
        if (response?.status === 502)
          throw new ChannelError({ kind: 'provider', code: '502', message: await response.text(), certain: true })
        return sendLetter(ctx, request, signal)
      },
    })),
  ],
  [
    'a report that tells the key',
    ['secrets.kept'],
    {
      spec: { capabilities: { ...pigeon.capabilities, operations: ['session.diagnose'] } },
      ...withSession((_, ctx) => ({
        operations: {
          'session.diagnose': async () => ({ facts: { key: (await ctx.secrets.get('key')) ?? null } }),
        },
      })),
    },
  ],
  [
    'a secret in the address of an error',
    ['secrets.kept'],
    withSession(({ send }, ctx) => ({
      send: (request, signal) =>
        send(request, signal).catch(async (error: unknown) => {
          throw new ChannelError({
            ...(error as ChannelError),
            message: `GET https://pigeon.example/${encodeURIComponent((await ctx.secrets.get('key'))!)}`,
          })
        }),
    })),
  ],
]

describe('the suite notices exactly what is wrong', () => {
  test('nothing with a good pigeon', async () => {
    expect(await noticedBy({})).toEqual([])
  })
  test.for(bad)('%s', { timeout: 60_000 }, async ([, notice, adapter]) => {
    expect(await noticedBy(adapter)).toEqual(notice)
  })
  test('and every rule of the suite has somebody who breaks it', () => {
    const broken = new Set(bad.flatMap(([, notice]) => notice))
    expect(
      [...new Set(conformanceRules(pigeon, goodPigeon, pigeonOptions).map(({ id }) => id))].filter(
        (id) => !broken.has(id),
      ),
    ).toEqual(['shape.config', 'shape.files'])
  })
  test('settings that the schema refuses, and references that nobody can fetch', async () => {
    expect(await noticedBy({ options: { config: { key: 'x' } as PigeonConfig } })).toContain('shape.config')
    expect(
      await noticedBy({
        channel: {
          open: async (ctx) => {
            const { fetchMedia: _fetchMedia, ...session } = await openPigeon(ctx)
            return session
          },
        },
      }),
    ).toEqual(['files.bytes', 'files.missing', 'profiles.known', 'shape.files'])
  })
})

async function noticedBy({ channel, spec, options }: Bad): Promise<string[]> {
  const rules = conformanceRules(
    { ...pigeon, ...spec } as typeof pigeon,
    { ...goodPigeon, ...channel },
    { ...pigeonOptions, ...options },
  )
  const noticed = new Set<string>()
  // Six at a time: waiting rules do not delay the others, and none of them times out for lack of a processor.
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let rule = rules.shift(); rule; rule = rules.shift())
        await Promise.resolve(rule)
          .then(({ run }) => run?.())
          .catch(() => noticed.add(rule!.id))
    }),
  )
  return [...noticed].toSorted()
}
