import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Loudness, samplesPerSecond } from './loudness.ts'

/** Sound that is so loud at each of its samples. */
function sound(samples: number, loudAt: (sample: number) => number): Buffer {
  const bytes = Buffer.alloc(samples * 2)
  for (let at = 0; at < samples; at++) bytes.writeInt16LE(Math.round(loudAt(at) * 32_767 * (at % 2 ? 1 : -1)), at * 2)
  return bytes
}
function measured(bytes: Buffer, cuts: readonly number[] = []): Loudness {
  const loudness = new Loudness()
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((one, other) => one - other), bytes.length]
  for (let at = 1; at < places.length; at++) loudness.write(bytes.subarray(places[at - 1], places[at]))
  return loudness
}

describe('how loud a sound is', () => {
  it('follows it from its beginning to its end, whatever its loudest is', () => {
    const rising = measured(sound(samplesPerSecond * 6.4, (at) => (0.5 * at) / (samplesPerSecond * 6.4)))
    expect(rising.seconds).toBe(6.4)
    const waveform = rising.waveform(64)
    expect(waveform).toEqual(waveform.toSorted((one, other) => one - other))
    expect(waveform.at(-1)).toBe(100)
    expect(waveform[31]).toBeGreaterThanOrEqual(48)
    expect(waveform[31]).toBeLessThanOrEqual(52)
  })

  it('is nothing for silence, and has no places where there is no sound', () => {
    expect(measured(sound(8_000, () => 0)).waveform(64)).toEqual(Array.from({ length: 64 }, () => 0))
    expect(measured(Buffer.alloc(0)).waveform(64)).toEqual([])
  })

  it('has its places within bounds and is the same however it comes in pieces', () => {
    const bytes = fc.uint8Array({ maxLength: 5_000 }).map((array) => Buffer.from(array))
    fc.assert(
      fc.property(bytes, fc.array(fc.nat()), (sounding, cuts) => {
        const whole = measured(sounding)
        const waveform = whole.waveform(64)
        expect(waveform.every((value) => Number.isInteger(value) && value >= 0 && value <= 100)).toBe(true)
        expect(waveform).toHaveLength(sounding.length < 2 ? 0 : 64)
        const inPieces = measured(sounding, cuts)
        expect([inPieces.seconds, inPieces.waveform(64)]).toEqual([whole.seconds, waveform])
      }),
    )
  })
})
