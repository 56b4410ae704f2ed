import { expect, test } from 'vitest'
import { lastBlockAt } from './webm.ts'

const unknown = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]
const segment = [0x18, 0x53, 0x80, 0x67, ...unknown]
const cluster = (time: number) => [0x1f, 0x43, 0xb6, 0x75, ...unknown, 0xe7, 0x82, time >> 8, time & 255]
const block = (offset: number) => [0xa3, 0x85, 0x81, offset >> 8, offset & 255, 0x80, 0]

test('the last block of a live recording says how long it is', () => {
  const bytes = Uint8Array.from([
    ...segment,
    ...cluster(0),
    ...block(0),
    ...block(900),
    ...cluster(1_000),
    ...block(440),
  ])
  expect(lastBlockAt(bytes)).toBeCloseTo(1.5)
})

test('what is cut off or is no WebM does no harm', () => {
  const whole = [...segment, ...cluster(0), ...block(300)]
  for (let length = 0; length < whole.length; length++)
    expect(lastBlockAt(Uint8Array.from(whole.slice(0, length)))).toBeUndefined()
  expect(lastBlockAt(new Uint8Array(100))).toBeUndefined()
})
