import {
  isSupported,
  mint,
  type ChannelSession,
  type ChannelSpec,
  type ExternalChatId,
  type Part,
  type Target,
} from '@recado/contracts'
import { expect } from 'vitest'
import type { RecordedRequest } from './options.ts'
import { verifyContext, webhookRequest } from './request.ts'
import { leftOut, type Rule } from './rule.ts'
import { newKey, send, sentIds } from './sending.ts'
import { openOn, stageOf, type AnyChannel, type AnyOptions, type Opened } from './stage.ts'

/** (d) Ids stay unchanged, wherever they come back from. (e) Our own messages are recognised as ours. */
export function identityRules(spec: ChannelSpec, channel: AnyChannel, options: AnyOptions): Rule[] {
  const { genuine = [], provider } = options
  const rules: Rule[] = []
  const { webhook } = channel
  if (webhook && genuine.length > 0) {
    rules.push({
      id: 'ids.json',
      title: 'what is read survives being stored: ids are texts, times are times, nothing is lost in JSON',
      run: () => {
        for (const { request } of genuine) {
          const read = webhook.parse(webhookRequest(request), options.config).events
          expect(JSON.parse(JSON.stringify(read), revived)).toEqual(read)
          for (const event of read)
            for (const id of idsOf(event))
              expect(typeof id === 'string' && id !== '', `an id is ${JSON.stringify(id)}`).toBe(true)
        }
      },
    })
    rules.push({
      id: 'own.marked',
      title: 'own messages that come back say so',
      run: () => {
        for (const { request } of genuine) {
          for (const event of webhook.parse(webhookRequest(request), options.config).events) {
            if (event.type === 'message' && (event.origin === 'otherDevice' || event.echoOf !== undefined))
              expect(event.sender, 'what was sent for the company is the customer’s').toMatchObject({ isSelf: true })
          }
        }
      },
    })
  }
  const actions = actionsOf(spec)
  const restart = 'ids are still good after a restart'
  if (provider && actions.length > 0) {
    rules.push(
      ...actions.map(({ name, run }): Rule => ({
        id: 'actions',
        title: `a message that was sent: ${name}`,
        run: async () => {
          await using on = await openOn(channel, await stageOf(spec, options))
          await run(on.session, await targetOn(on))
        },
      })),
      {
        id: 'ids.restart',
        title: restart,
        run: async () => {
          await using first = await openOn(channel, await stageOf(spec, options))
          const target = await targetOn(first)
          await first.session[Symbol.asyncDispose]()
          const stage = first.stage.restarted()
          const session = await channel.open(stage.connection.ctx)
          try {
            for (const { run } of actions) await run(session, target)
          } finally {
            stage.connection.stop()
            await session[Symbol.asyncDispose]()
          }
        },
      },
    )
  } else if (!provider) rules.push(leftOut(options, 'provider', 'ids.restart', restart))

  if (provider) {
    rules.push({
      id: 'ids.connections',
      title: 'two connections in one process share nothing: the same key sends once on each',
      run: async () => {
        await using one = await openOn(channel, await stageOf(spec, options))
        await using other = await openOn(channel, await stageOf(spec, options))
        const key = newKey()
        for (const on of [one, other]) {
          await send(on, { key })
          expect(on.stage.provider.delivered(), 'messages that the customer of this connection got').toBe(1)
        }
      },
    })
    rules.push(echoRule(spec, channel, options))
  }
  return rules
}

function echoRule(spec: ChannelSpec, channel: AnyChannel, options: AnyOptions): Rule {
  const title = 'the provider’s copy of our own message is known as ours'
  if (options.without?.echo !== undefined) return leftOut(options, 'echo', 'own.echo', title)
  return {
    id: 'own.echo',
    title,
    run: async () => {
      await using on = await openOn(channel, await stageOf(spec, options))
      const { provider, connection } = on.stage
      const echo = provider.echo ?? expect.fail('the stand-in has no `echo`, and `without.echo` does not say why')
      const key = newKey()
      const ids = await sentIds(on, { key })
      const copy = echo({ key, ids, chat: provider.chat, text: 'Olá, tudo bem?' })
      const events = channel.webhook ? await arriving(channel.webhook, copy) : connection.events
      const messages = events.filter((event) => event.type === 'message')
      for (const { sender, id, echoOf } of messages) {
        expect(sender, 'the copy is taken for the customer’s').toMatchObject({ isSelf: true })
        expect(ids.includes(id) || echoOf === key, 'neither the id nor `echoOf` leads to what was sent').toBe(true)
      }
    },
  }

  async function arriving(webhook: NonNullable<AnyChannel['webhook']>, copy: RecordedRequest) {
    expect(
      await webhook.verify(webhookRequest(copy), verifyContext(options, options.secrets ?? {}, copy)),
      'the echo is genuine',
    ).toBe('ok')
    return webhook.parse(webhookRequest(copy), options.config).events
  }
}

async function targetOn(on: Opened): Promise<Target> {
  const ids = await sentIds(on)
  if (ids.length === 0) expect.fail('a message that is acted upon needs an id')
  return { chat: mint<ExternalChatId>(on.stage.provider.chat), id: ids[0]!, sentAt: new Date(), own: true }
}

interface Action {
  readonly name: string
  run(session: ChannelSession, target: Target): Promise<void>
}

/** Everything that the capabilities let an agent do to a message. Deleting comes last. */
function actionsOf({ capabilities }: ChannelSpec): Action[] {
  const { edit, reaction, receipts, typing, stopPoll, deleteForAll } = capabilities
  const { signal } = new AbortController()
  return [
    ...(isSupported(edit.level)
      ? [
          {
            name: 'is edited',
            run: (session, target) =>
              session.edit!(target, [{ kind: 'text', text: 'Olá, tudo certo?', format: 'plain' }], signal),
          } satisfies Action,
        ]
      : []),
    ...(isSupported(reaction.level)
      ? [
          {
            name: 'is reacted to, and not any more',
            run: async (session, target) => {
              await session.react!(target, reaction.allowed?.[0] ?? '👍', signal)
              await session.react!(target, null, signal)
            },
          } satisfies Action,
        ]
      : []),
    ...(receipts.inMarkRead
      ? [
          {
            name: 'is marked as read',
            run: (session, target) => session.markRead!(target.chat, target, signal),
          } satisfies Action,
        ]
      : []),
    ...(isSupported(typing)
      ? [
          {
            name: 'is preceded by a sign of typing',
            run: async (session, target) => {
              for (const mode of ['text', 'voice', 'stop'] as const) await session.typing!(target.chat, mode)
            },
          } satisfies Action,
        ]
      : []),
    ...(isSupported(stopPoll)
      ? [
          {
            name: 'is a poll that is stopped, and stopped again',
            async run(session, { chat }) {
              const poll: Part = { kind: 'poll', question: 'Quando?', options: ['Hoje', 'Amanhã'], several: false }
              const sent = await session.send({ key: newKey(), chat, parts: [poll], attempt: 1 }, signal)
              if (sent.status !== 'sent') expect.fail('a poll that is stopped needs an id')
              const target: Target = { chat, id: sent.ids[0], sentAt: sent.at, own: true }
              const result = await session.stopPoll!(target, signal)
              if (result) expect(result, 'nobody has voted').toEqual({ counts: [0, 0], voters: 0 })
              await session.stopPoll!(target, signal)
            },
          } satisfies Action,
        ]
      : []),
    ...(isSupported(deleteForAll.level)
      ? [{ name: 'is deleted for all', run: (session, target) => session.remove!(target, signal) } satisfies Action]
      : []),
  ]
}

const idsOf = (event: object): unknown[] =>
  ['id', 'chat', 'target', 'replyTo', 'from', 'to'].flatMap((name) => {
    const value = (event as Readonly<Record<string, unknown>>)[name]
    return value === undefined || (typeof value === 'object' && value !== null) ? [] : [value]
  })

/** JSON has no times; the product stores them as such. */
const revived = (key: string, value: unknown): unknown =>
  typeof value === 'string' && (key === 'at' || key === 'upTo') ? new Date(value) : value
