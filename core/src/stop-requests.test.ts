import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { onStopRequest } from './stop-requests.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']

function process() {
  const done: string[] = []
  const source = new EventEmitter()
  onStopRequest(source, { stop: () => done.push('stop'), withoutGrace: () => done.push('without grace') })
  return { done, send: (signal: string) => source.emit(signal) }
}

test.each(['SIGTERM', 'disconnect'])('%s stops once, however often it comes', (signal) => {
  const { done, send } = process()
  expect(done).toEqual([])
  for (let times = 0; times < 3; times++) send(signal)
  expect(done).toEqual(['stop'])
})

test.each(['SIGINT', 'SIGHUP'])('%s stops once, without a grace', (signal) => {
  const { done, send } = process()
  for (let times = 0; times < 3; times++) send(signal)
  expect(done).toEqual(['stop', 'without grace'])
})

test('whatever comes after the first request does no more than end the grace', () => {
  const { done, send } = process()
  for (const signal of ['SIGTERM', ...signals, ...signals]) send(signal)
  expect(done).toEqual(['stop', 'without grace'])
})
