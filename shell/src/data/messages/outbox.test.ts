import { ApiError } from '@recado/sdk/ui'
import { expect, it, vi } from 'vitest'
import { MemoryStorage } from '../../testing/memory-storage.ts'
import { isHeldUp, Outbox, type OutgoingMessage } from './outbox.ts'
import { DraftStore } from './drafts.ts'

const text = (body: string, ticketId = 't1') => ({ ticketId, body, files: [], replyToId: null })
/** A server that answers when the test says so. */
function server() {
  const sent: OutgoingMessage[] = []
  const answers: Array<{ resolve(): void; reject(error: unknown): void }> = []
  return {
    sent,
    answers,
    send: (message: OutgoingMessage) =>
      new Promise<void>((resolve, reject) => {
        sent.push(message)
        answers.push({ resolve, reject })
      }),
  }
}
const box = (send: (message: OutgoingMessage) => Promise<void>, storage = new MemoryStorage()) =>
  new Outbox({ storage, userId: 'u1', send, recall: async () => undefined, retryAfter: 1 })
const states = (outbox: Outbox) => outbox.of('t1').map((message) => `${message.body}:${message.state}`)

it('sends the messages of one ticket in order and one at a time, those of others beside them', async () => {
  const { send, sent, answers } = server()
  const outbox = box(send)
  outbox.add(text('um'))
  outbox.add(text('dois'))
  outbox.add(text('outro', 't2'))
  expect(sent.map((message) => message.body)).toEqual(['um', 'outro'])
  answers[0]!.resolve()
  await vi.waitFor(() => expect(sent.map((message) => message.body)).toEqual(['um', 'outro', 'dois']))
  expect(states(outbox)).toEqual(['um:accepted', 'dois:sending'])
  outbox.confirm('t1', sent[0]!.idFront)
  expect(states(outbox)).toEqual(['dois:sending'])
})

it('repeats what the network lost under the same key, and keeps the order', async () => {
  const { send, sent, answers } = server()
  const outbox = box(send)
  outbox.add(text('um'))
  outbox.add(text('dois'))
  answers[0]!.reject(new ApiError('ERR_NETWORK', 0))
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]!.idFront).toBe(sent[0]!.idFront)
  answers[1]!.resolve()
  await vi.waitFor(() => expect(sent.map((message) => message.body)).toEqual(['um', 'um', 'dois']))
})

it('shows a refusal with its reason, goes on with the next, and sends again when asked', async () => {
  const { send, sent, answers } = server()
  const outbox = box(send)
  outbox.add(text('longo'))
  outbox.add(text('curto'))
  answers[0]!.reject(new ApiError('ERR_MESSAGE_TOO_LONG', 422))
  await vi.waitFor(() => expect(states(outbox)).toEqual(['longo:refused', 'curto:sending']))
  expect(outbox.of('t1')[0]!.error?.code).toBe('ERR_MESSAGE_TOO_LONG')
  answers[1]!.resolve()
  await vi.waitFor(() => expect(states(outbox)).toEqual(['longo:refused', 'curto:accepted']))
  outbox.sendAgain('t1', sent[0]!.idFront)
  expect(sent.at(-1)!.idFront).toBe(sent[0]!.idFront)
  outbox.discard('t1', sent[0]!.idFront)
  expect(states(outbox)).toEqual(['curto:accepted'])
})

it('keeps waiting texts over a reload, for their user alone', () => {
  const storage = new MemoryStorage()
  box(() => new Promise(() => undefined), storage).add(text('guardada'))
  const sent: string[] = []
  const reloaded = box(async (message) => {
    sent.push(message.body)
  }, storage)
  expect(states(reloaded)).toEqual(['guardada:waiting'])
  reloaded.resume()
  expect(sent).toEqual(['guardada'])
  expect(
    new Outbox({ storage, userId: 'u2', send: async () => undefined, recall: async () => undefined }).of('t1'),
  ).toEqual([])
})

it('keeps a draft per ticket and user over a reload', () => {
  const storage = new MemoryStorage()
  const drafts = new DraftStore({ storage, userId: 'u1' })
  drafts.set('t1', { text: 'quase pronta' })
  drafts.set('t2', { text: 'outra' })
  drafts.set('t2', { text: '' })
  expect(new DraftStore({ storage, userId: 'u1' }).of('t1')).toBe('quase pronta')
  expect(new DraftStore({ storage, userId: 'u1' }).of('t2')).toBe('')
  expect(new DraftStore({ storage, userId: 'u2' }).of('t1')).toBe('')
})

it('carries templates and other parts, over a reload too', async () => {
  const storage = new MemoryStorage()
  const template = { kind: 'template', name: 'oi', language: 'pt_BR', vars: {} } as const
  box(() => new Promise(() => undefined), storage).add({ ...text(''), parts: [template] })
  const sent: OutgoingMessage[] = []
  box(async (message) => {
    sent.push(message)
  }, storage).resume()
  expect(sent.map(({ parts }) => parts)).toEqual([[template]])
})

it('messages that belong together leave in order; behind a refused one the others wait, and a later message does not', async () => {
  const { send, sent, answers } = server()
  const outbox = box(send)
  outbox.addInOrder([text('um'), text('dois'), text('três')])
  outbox.add(text('outra'))
  answers[0]!.resolve()
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  answers[1]!.reject(new ApiError('ERR_CHANNEL_UNSUPPORTED', 422))
  await vi.waitFor(() =>
    expect(states(outbox)).toEqual(['um:accepted', 'dois:refused', 'três:waiting', 'outra:sending']),
  )
  expect(outbox.of('t1').map((message, _at, all) => isHeldUp(message, all))).toEqual([false, false, true, false])
  answers[2]!.resolve()
  await vi.waitFor(() =>
    expect(states(outbox)).toEqual(['um:accepted', 'dois:refused', 'três:waiting', 'outra:accepted']),
  )
  outbox.sendAgain('t1', sent[1]!.idFront)
  answers[3]!.resolve()
  await vi.waitFor(() => expect(sent.map((message) => message.body)).toEqual(['um', 'dois', 'outra', 'dois', 'três']))
})

it('what waited behind a message that is thrown away leaves', async () => {
  const { send, sent, answers } = server()
  const outbox = box(send)
  outbox.addInOrder([text('um'), text('dois')])
  answers[0]!.reject(new ApiError('ERR_CHANNEL_UNSUPPORTED', 422))
  await vi.waitFor(() => expect(states(outbox)).toEqual(['um:refused', 'dois:waiting']))
  outbox.discard('t1', sent[0]!.idFront)
  await vi.waitFor(() => expect(sent.map((message) => message.body)).toEqual(['um', 'dois']))
})
