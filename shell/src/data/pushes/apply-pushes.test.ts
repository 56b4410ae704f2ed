import { ApiError } from '@recado/sdk/ui'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { keys } from '../../base/query-keys.ts'
import type { Ticket, TicketListPush } from '../../base/contracts.ts'
import { messagesOf, type MessagePages } from '../messages/message-merge.ts'
import { anyConnection, anyMessage, anyTicket, sampleId, sampleTime } from '../../testing/samples.ts'
import { defaultFilter } from '../tickets/ticket-filter.ts'
import { ticketsOf, type TicketPages } from '../tickets/ticket-merge.ts'
import { applyPushes } from './apply-pushes.ts'

const filter = { ...defaultFilter, view: 'all' as const }

/** The cache of an agent who looks at the list and at ticket 1, fed by hand. */
function desk(tickets: Ticket[] = []) {
  const queries = new QueryClient()
  const handlers = new Map<string, (data: unknown) => void>()
  const own: string[] = []
  const said: string[] = []
  const caughtUp: string[] = []
  queries.setQueryData<TicketPages>(keys.ticketList(filter), {
    pageParams: [null],
    pages: [{ tickets, count: tickets.length, countCapped: false, hasMore: false, nextCursor: null }],
  })
  queries.setQueryData<MessagePages>(keys.thread(sampleId(101)), {
    pageParams: [null],
    pages: [
      {
        ticket: anyTicket(1),
        contact: {} as never,
        messages: [],
        count: 0,
        hasMore: false,
        nextCursor: null,
        newerCursor: null,
      },
    ],
  })
  queries.setQueryData(keys.connections, [anyConnection()])
  const stop = applyPushes(
    {
      on: (event, handler) => {
        handlers.set(event, handler)
        return () => handlers.delete(event)
      },
    },
    {
      queries,
      userId: sampleId(1),
      onOwnMessage: (_ticket, idFront) => own.push(idFront),
      onOwnStatus: (status) => said.push(status),
      onCatchUp: (fetching) => void fetching.then(() => caughtUp.push('done')),
    },
  )
  return {
    own,
    said,
    caughtUp,
    stop,
    handlers,
    queries,
    push: (push: TicketListPush) => handlers.get('ticketList')!(push),
    rows: () => ticketsOf(queries.getQueryData<TicketPages>(keys.ticketList(filter))),
    thread: () => messagesOf(queries.getQueryData<MessagePages>(keys.thread(sampleId(101)))),
  }
}

let stops: Array<() => void> = []
beforeEach(() => {
  for (const stop of stops) stop()
  stops = []
})
const opened = (tickets?: Ticket[]) => {
  const made = desk(tickets)
  stops.push(made.stop)
  return made
}

const statuses = ['open', 'pending', 'closed'] as const
const history = fc
  .uniqueArray(
    fc.record({
      n: fc.integer({ min: 1, max: 4 }),
      minute: fc.integer({ min: 1, max: 59 }),
      status: fc.constantFrom(...statuses),
    }),
    { selector: ({ n, minute }) => n * 100 + minute, maxLength: 20 },
  )
  .map((states): TicketListPush[] =>
    states.map(({ n, minute, status }) => ({
      type: 'ticket:update',
      payload: anyTicket(n, { status, updatedAt: sampleTime(minute) }),
    })),
  )

describe('pushes', () => {
  it('S4-120 leave the same list for any order and repetition', () => {
    fc.assert(
      fc.property(
        history.chain((pushes) =>
          fc.tuple(fc.constant(pushes), fc.shuffledSubarray([...pushes, ...pushes], { minLength: pushes.length * 2 })),
        ),
        ([pushes, shuffled]) => {
          const [one, other] = [opened(), opened()]
          pushes.forEach(one.push)
          shuffled.forEach(other.push)
          expect(other.rows()).toEqual(one.rows())
        },
      ),
    )
  })

  it('S7-065 fetch what is known about the contact when the first message of a ticket comes, and not with the next', () => {
    const page = opened()
    const about = keys.aboutContact(anyTicket(1).contactId)
    const isStale = () => page.queries.getQueryState(about)!.isInvalidated
    const say = (n: number) =>
      page.push({ type: 'chat:create', payload: { ...anyMessage(n, 1), ticket: anyTicket(1) } })
    page.queries.setQueryData(about, [])
    say(1)
    expect(isStale()).toBe(true)
    page.queries.setQueryData(about, [])
    say(2)
    expect(isStale()).toBe(false)
  })

  it('S7-065 show a new message in the list and in the open thread, and take the optimistic one back', () => {
    const page = opened()
    page.push({
      type: 'chat:create',
      payload: { ...anyMessage(1, 1, { fromMe: true, idFront: 'mine' }), ticket: anyTicket(1) },
    })
    expect(page.rows().map((ticket) => ticket.name)).toEqual(['Contato 1'])
    expect(page.thread().map((message) => message.body)).toEqual(['Texto 1'])
    expect(page.thread()[0]).not.toHaveProperty('ticket')
    expect(page.own).toEqual(['mine'])
  })

  it('are shown in a thread whose answer was on its way, opened for the first time or read anew', async () => {
    const made = opened([anyTicket(1)])
    for (const ticketId of [sampleId(101), sampleId(102)]) {
      const [one, two] = [anyMessage(1, 1), anyMessage(2, 1)].map((message) => ({
        ...message,
        ticketId: ticketId as never,
      }))
      const { promise, resolve } = Promise.withResolvers<MessagePages['pages'][number]>()
      const fetched = made.queries.fetchInfiniteQuery({
        queryKey: keys.thread(ticketId),
        queryFn: () => promise,
        initialPageParam: null,
      })
      made.push({ type: 'chat:create', payload: { ...two!, ticket: anyTicket(1) } })
      const page = { contact: {} as never, count: 1, hasMore: false, nextCursor: null, newerCursor: null }
      resolve({ ...page, ticket: anyTicket(1), messages: [one!] })
      await fetched
      const shown = messagesOf(made.queries.getQueryData<MessagePages>(keys.thread(ticketId)))
      expect(shown.map(({ id }) => id)).toEqual([one!.id, two!.id])
    }
  })

  it('are shown in a list whose answer was on its way, and a ticket that was taken away meanwhile is not', async () => {
    const made = opened([anyTicket(1)])
    const { promise, resolve } = Promise.withResolvers<TicketPages['pages'][number]>()
    const fetched = made.queries.fetchInfiniteQuery({
      queryKey: keys.ticketList(filter),
      queryFn: () => promise,
      initialPageParam: null,
    })
    made.push({ type: 'ticket:create', payload: anyTicket(2) })
    made.push({ type: 'ticket:create', payload: anyTicket(3) })
    made.push({ type: 'ticket:remove', payload: { id: anyTicket(3).id } })
    made.push({ type: 'ticket:remove', payload: { id: anyTicket(1).id } })
    resolve({ tickets: [anyTicket(1)], count: 1, countCapped: false, hasMore: false, nextCursor: null })
    await fetched
    expect(made.rows().map(({ id }) => id)).toEqual([anyTicket(2).id])
  })

  it('take a ticket away that left what the user may see', () => {
    const page = opened([anyTicket(1)])
    page.push({ type: 'ticket:remove', payload: { id: sampleId(101) } })
    expect(page.rows()).toEqual([])
    page.push({ type: 'ticket:update', payload: anyTicket(1) })
    expect(page.rows()).toHaveLength(1)
  })

  it('keep the connections', () => {
    const page = opened()
    page.handlers.get('whatsapp')!({ action: 'update', whatsapp: anyConnection({ status: 'disconnected' }) })
    expect(page.queries.getQueryData(keys.connections)).toEqual([anyConnection({ status: 'disconnected' })])
    page.handlers.get('whatsapp')!({ action: 'delete', whatsappId: sampleId(7) })
    expect(page.queries.getQueryData(keys.connections)).toEqual([])
  })

  it('have a contact that changed read anew, wherever it is shown', () => {
    const page = opened()
    page.queries.setQueryData(keys.contactList({}), [])
    page.queries.setQueryData(keys.contact(sampleId(201)), {})
    page.queries.setQueryData(keys.contact(sampleId(202)), {})
    page.handlers.get('contact')!({ type: 'contact:update', payload: { id: sampleId(201) }, seq: 1 })
    expect(
      [keys.contactList({}), keys.contact(sampleId(201)), keys.contact(sampleId(202))].map(
        (key) => page.queries.getQueryState(key)?.isInvalidated,
      ),
    ).toEqual([true, true, false])
  })

  it('have a list read anew of which only the server knows whose values fit, and no other', () => {
    vi.useFakeTimers()
    const page = opened()
    const asking = keys.ticketList({ ...filter, contactAttributes: [{ key: 'plano', test: 'is', value: 'ouro' }] })
    const state = () => [asking, keys.ticketList(filter)].map((key) => page.queries.getQueryState(key)?.isInvalidated)
    page.queries.setQueryData<TicketPages>(asking, {
      pageParams: [null],
      pages: [{ tickets: [], count: 0, countCapped: false, hasMore: false, nextCursor: null }],
    })
    page.push({ type: 'ticket:update', payload: anyTicket(1, { status: 'closed' }) })
    vi.runAllTimers()
    expect(state()).toEqual([false, false])
    page.push({ type: 'ticket:update', payload: anyTicket(2) })
    vi.runAllTimers()
    expect(state()).toEqual([true, false])
    vi.useRealTimers()
  })

  it('mark what is shown as outdated after a gap, and tell until when the page catches up', async () => {
    const page = opened()
    const { promise: answered, resolve: answer } = Promise.withResolvers<string>()
    const looking = new QueryObserver(page.queries, {
      queryKey: ['shown'],
      queryFn: () => answered,
      initialData: 'old',
    })
    const stop = looking.subscribe(() => undefined)
    page.handlers.get('resync')!({ isFirst: false })
    await vi.waitFor(() => expect(page.queries.getQueryState(keys.ticketList(filter))?.isInvalidated).toBe(true))
    expect(page.queries.getQueryState(keys.thread(sampleId(101)))?.isInvalidated).toBe(true)
    expect(page.caughtUp).toEqual([])
    answer('new')
    await vi.waitFor(() => expect(page.caughtUp).toEqual(['done']))
    expect(looking.getCurrentResult().data).toBe('new')
    page.handlers.get('resync')!({ isFirst: true })
    await vi.waitFor(() => expect(page.queries.isFetching()).toBe(0))
    expect(page.caughtUp).toEqual(['done'])
    stop()
  })

  it('have a first reading made again that was under way in a gap, since it may lack what was missed', async () => {
    const page = opened()
    const answers: ((text: string) => void)[] = []
    const looking = new QueryObserver(page.queries, {
      queryKey: ['first'],
      queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    })
    const stop = looking.subscribe(() => undefined)
    page.handlers.get('resync')!({ isFirst: true })
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[0]!('before')
    answers[1]!('after')
    await vi.waitFor(() => expect(looking.getCurrentResult().data).toBe('after'))
    stop()
  })

  it('that begin again have asked for what could not be had meanwhile, and not for what was refused', async () => {
    const { queries, handlers } = opened()
    const asked: string[] = []
    const stops = [
      ['away', new ApiError('ERR_NETWORK', 0)],
      ['refused', new ApiError('ERR_NO_PERMISSION', 403)],
    ].map(([key, error]) =>
      new QueryObserver(queries, {
        queryKey: [key],
        retry: false,
        queryFn: () => {
          asked.push(key as string)
          throw error as ApiError
        },
      }).subscribe(() => undefined),
    )
    await vi.waitFor(() =>
      expect(['away', 'refused'].map((key) => queries.getQueryState([key])?.status)).toEqual(['error', 'error']),
    )
    handlers.get('connected')!(null)
    expect(asked).toEqual(['away', 'refused', 'away'])
    for (const stop of stops) stop()
  })
})

describe('counts', () => {
  const counted = {
    open: 3,
    pending: 2,
    bot: 0,
    closed: 10_000,
    group: 0,
    mine: 1,
    unread: 1,
    withoutQueue: 5,
    snoozed: 0,
    watched: 0,
    cap: 10_000,
    byQueue: [{ queueId: null, queue: null, open: 3, pending: 2 }],
    byUser: [{ userId: sampleId(1), name: 'Ana', open: 1 }],
  }
  const waiting = { status: 'pending', userId: null, queueId: null, unreadMessages: 0 } as const
  const looking = () => {
    vi.useFakeTimers()
    const page = opened([anyTicket(1, waiting)])
    page.queries.setQueryData(keys.counts, counted)
    return {
      ...page,
      counts: () => page.queries.getQueryData<typeof counted>(keys.counts)!,
      isStale: () => page.queries.getQueryState(keys.counts)!.isInvalidated,
    }
  }
  const update = (n: number, change: Partial<Ticket>, minute: number): TicketListPush => ({
    type: 'ticket:update',
    payload: anyTicket(n, { ...change, updatedAt: sampleTime(minute) }),
  })

  it('follow the pushes of known tickets, and are not fetched', () => {
    const page = looking()
    page.push(update(1, { ...waiting, unreadMessages: 1 }, 50))
    expect(page.counts()).toEqual({ ...counted, unread: 2 })
    page.push(update(1, { ...waiting, unreadMessages: 2 }, 51))
    expect(page.counts()).toEqual({ ...counted, unread: 2 })
    page.push(update(1, { status: 'open', userId: sampleId(1), queueId: null, unreadMessages: 0 }, 52))
    expect(page.counts()).toEqual({
      ...counted,
      open: 4,
      pending: 1,
      mine: 2,
      byQueue: [{ queueId: null, queue: null, open: 4, pending: 1 }],
      byUser: [{ userId: sampleId(1), name: 'Ana', open: 2 }],
    })
    page.push(update(1, { status: 'closed', userId: sampleId(1), queueId: null, unreadMessages: 0 }, 53))
    expect(page.counts()).toEqual({
      ...counted,
      pending: 1,
      withoutQueue: 4,
      byQueue: [{ queueId: null, queue: null, open: 3, pending: 1 }],
    })
    vi.advanceTimersByTime(5_000)
    expect(page.isStale()).toBe(false)
    vi.advanceTimersByTime(60_000)
    expect(page.isStale()).toBe(true)
    vi.useRealTimers()
  })

  it('take in what begins, and are fetched for what is not known', () => {
    const page = looking()
    page.push({
      type: 'chat:create',
      payload: { ...anyMessage(1, 2), ticket: anyTicket(2, { ...waiting, unreadMessages: 1 }), begins: true },
    })
    expect(page.counts()).toMatchObject({ pending: 3, unread: 2, withoutQueue: 6 })
    vi.advanceTimersByTime(5_000)
    expect(page.isStale()).toBe(false)
    page.push(update(3, waiting, 50))
    vi.advanceTimersByTime(5_000)
    expect(page.isStale()).toBe(true)
    vi.useRealTimers()
  })
})

it('S4-127 one’s own status follows the server, and colleagues are read anew', () => {
  const { handlers, said, queries } = opened()
  queries.setQueryData(keys.users, [])
  const push = (id: string, status: string) =>
    handlers.get('user')!({ type: 'user:update', payload: { id, status }, seq: 1 })
  push(sampleId(2), 'offline')
  expect(said).toEqual([])
  expect(queries.getQueryState(keys.users)?.isInvalidated).toBe(true)
  push(sampleId(1), 'offline')
  expect(said).toEqual(['offline'])
})
