import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeSticker } from './sticker-file.ts'
import { readWebp } from './webp.ts'
import { webpFile } from './webp.rig.ts'

test('the head of every kind of WebP says its sides', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('VP8X' as const, 'VP8 ' as const, 'VP8L' as const),
      fc.integer({ min: 1, max: 16_383 }),
      fc.integer({ min: 1, max: 16_383 }),
      (kind, width, height) => {
        expect(readWebp(webpFile({ kind, width, height }))).toEqual({ width, height, isAnimated: false })
      },
    ),
  )
  expect(readWebp(webpFile({ isAnimated: true }))).toMatchObject({ isAnimated: true })
})

test('no bytes make it fail, and half a file is none', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      expect(readWebp(bytes)).toBeUndefined()
    }),
  )
  fc.assert(
    fc.property(fc.nat(59), (length) => {
      expect(readWebp(webpFile().subarray(0, length))).toBeUndefined()
    }),
  )
})

test.each<[string, Parameters<typeof webpFile>[0], object]>([
  ['stands still', { bytes: 100_000 }, { isAnimated: false }],
  ['stands still and is too large', { bytes: 100_002 }, { kind: 'tooLarge', limit: 100_000 }],
  ['moves', { isAnimated: true, bytes: 500_000 }, { isAnimated: true }],
  ['moves and is too large', { isAnimated: true, bytes: 500_002 }, { kind: 'tooLarge', limit: 500_000 }],
  ['is not square', { height: 511 }, { kind: 'format' }],
])('what %s', (_what, file, verdict) => {
  expect(judgeSticker(webpFile(file))).toEqual(verdict)
})
