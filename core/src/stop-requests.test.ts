import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { onStopRequest } from './stop-requests.ts'

function process() {
  const done: string[] = []
  const source = new EventEmitter()
  let time = 1_000
  onStopRequest(source, { drain: () => done.push('drain'), force: () => done.push('force') }, () => time)
  return { done, send: (event: string, afterMs = 0) => { time += afterMs; source.emit(event) } }
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'])('%s drains', (event) => {
  const { done, send } = process()
  send(event)
  expect(done).toEqual(['drain'])
})

test('one request that arrives several times drains once', () => {
  const { done, send } = process()
  for (const event of ['SIGTERM', 'SIGTERM', 'SIGHUP', 'disconnect', 'SIGINT']) send(event, 700)
  expect(done).toEqual(['drain'])
})

test('who asks again later means: now', () => {
  const { done, send } = process()
  send('SIGTERM')
  send('SIGINT', 3_001)
  expect(done).toEqual(['drain', 'force'])
})

test('a terminal that is closed and a runner that dies later cut nothing short', () => {
  const { done, send } = process()
  send('SIGINT')
  send('SIGHUP', 5_000)
  send('disconnect', 5_000)
  expect(done).toEqual(['drain'])
})
