import {
  ChannelError,
  implementPlugin,
  mint,
  type BackfillPage,
  type BackfillQuery,
  type ChannelContact,
  type ChannelContactPage,
  type ChannelContactQuery,
  type ConnectionContext,
  type ExternalChatId,
  type ExternalMessageId,
  type ExternalUserId,
  type InboundMessage,
} from '@recado/sdk'
import { past } from './plugin.ts'

type Ctx = ConnectionContext<{
  code?: string | undefined
  pages: number
  breaksAt?: number | undefined
  people: string
}>

const hourMs = 3_600_000
const said = (chat: string, id: string, at: Date, isGroup = false): InboundMessage => ({
  type: 'message',
  chat: mint<ExternalChatId>(chat),
  id: mint<ExternalMessageId>(id),
  at,
  isGroup,
  origin: 'history',
  sender: { id: mint<ExternalUserId>(isGroup ? `${chat}-member` : chat), isSelf: false, name: `Cliente ${chat}` },
  parts: [{ kind: 'text', text: id, format: 'plain' }],
})

function pageOf(page: number, pages: number): BackfillPage {
  const at = (step: number) => new Date(Date.now() - hourMs * (3 + (pages - page) * 3 - step))
  return {
    cursor: String(page),
    progress: page / pages,
    events: [
      said(`p${page}`, `p${page}-1`, at(0)),
      said(`p${page}`, `p${page}-2`, at(1)),
      said('club', `g${page}`, at(2), true),
    ],
  }
}

async function breakOnce({ config, state }: Pick<Ctx, 'config' | 'state'>, page: number): Promise<void> {
  if (page === config.breaksAt && (await state.set('broken', true, { ifAbsent: true })))
    throw new ChannelError({
      kind: 'network',
      code: 'AWAY',
      message: 'the past is out of reach',
      certain: true,
      retryAfterMs: 1,
    })
}

async function* listContacts(ctx: Ctx, { cursor = '0' }: ChannelContactQuery): AsyncGenerator<ChannelContactPage> {
  const people = JSON.parse(ctx.config.people) as ChannelContact[][]
  for (let page = Number(cursor) + 1; page <= people.length; page++) {
    await breakOnce(ctx, page)
    yield { cursor: String(page), progress: page / people.length, contacts: people[page - 1]! }
  }
}

async function* backfill({ config, state }: Ctx, { cursor = '0' }: BackfillQuery): AsyncGenerator<BackfillPage> {
  for (let page = Number(cursor) + 1; page <= config.pages; page++) {
    await breakOnce({ config, state }, page)
    yield pageOf(page, config.pages)
  }
}

export default implementPlugin(past, {
  channels: {
    past: {
      check: async ({ name }) => ({ ok: true, identity: `@${name}` }),
      async open(ctx) {
        const opened = ((await ctx.state.get<number>('opened')) ?? 0) + 1
        await ctx.state.set('opened', opened)
        if (ctx.config.code !== undefined)
          ctx.setState({ state: 'needsAction', reason: 'login', qr: `${ctx.config.code}-${opened}` })
        return {
          send: async ({ key }) => ({ status: 'sent', ids: [mint(`out-${key}`)], at: new Date() }),
          backfill: (query) => backfill(ctx, query),
          listContacts: (query) => listContacts(ctx, query),
          async [Symbol.asyncDispose]() {},
        }
      },
    },
  },
  routes: {},
  on: {},
  jobs: {},
})
