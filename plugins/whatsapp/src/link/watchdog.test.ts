import type { WASocket } from 'baileys'
import { expect, it, vi } from 'vitest'
import { watchOver } from './watchdog.ts'

/** A line that answers, until it does not; and how it was ended. */
function line() {
  const state = { answers: true, asked: 0, ended: [] as unknown[] }
  const socket = {
    async query() {
      state.asked += 1
      if (!state.answers) throw new Error('timed out')
      return { tag: 'iq', attrs: {} }
    },
    end: (error: unknown) => void state.ended.push(error),
  } as unknown as WASocket
  return { state, socket }
}
const log = { debug() {}, info() {}, warn() {}, error() {} }
const watched = (socket: WASocket, signal: AbortSignal) =>
  watchOver({ log, connection: 'c' as never }, socket, signal, { everyMs: 1, answersWithinMs: 1 })

it('a line that answers stays, and one that answers no more is made again', async () => {
  const { state, socket } = line()
  const over = watched(socket, new AbortController().signal)
  await vi.waitUntil(() => state.asked > 2)
  expect(state.ended).toEqual([])
  state.answers = false
  await over
  expect(state.ended).toMatchObject([{ output: { statusCode: 408 } }])
})

it('a line that is closed is asked nothing', async () => {
  const { state, socket } = line()
  await watched(socket, AbortSignal.abort())
  expect(state).toMatchObject({ asked: 0, ended: [] })
})
