import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fileLimits, type ChannelCapabilities } from '../../../base/contracts.ts'
import { brokenImages, moved, pickFiles } from './attachments.ts'

const everything = { media: { document: { mime: { '*/*': 'full' } } } } as Pick<ChannelCapabilities, 'media'>
const file = (size: number, name = 'a.bin', type = '') => ({ name, size, type }) as File
const nothing = { accepted: [], tooLarge: new Map(), overTotal: [], unsupported: [], broken: [] }

it('S5-038 S9-012 S5-039 S9-013 accepts exactly what fits: 10 MB each, 30 MB together', () => {
  const [exact, over] = [file(10_000_000), file(10_000_001)]
  expect(pickFiles([], [exact, over], everything)).toEqual({
    ...nothing,
    accepted: [exact],
    tooLarge: new Map([[10_000_000, [over]]]),
  })
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: fileLimits.each * 2 })), (sizes) => {
      const { accepted, tooLarge, overTotal } = pickFiles(
        [],
        sizes.map((size) => file(size)),
        everything,
      )
      expect(accepted.length + [...tooLarge.values()].flat().length + overTotal.length).toBe(sizes.length)
      expect(accepted.reduce((sum, one) => sum + one.size, 0)).toBeLessThanOrEqual(30_000_000)
      expect(accepted.every((one) => one.size <= fileLimits.each)).toBe(true)
      expect(accepted.length).toBeLessThanOrEqual(fileLimits.count)
    }),
  )
})

it('counts what is attached already', () => {
  const present = [file(fileLimits.each), file(fileLimits.each), file(fileLimits.each - 5)]
  expect(pickFiles(present, [file(6, 'b'), file(5, 'c')], everything)).toEqual({
    ...nothing,
    accepted: [file(5, 'c')],
    overTotal: [file(6, 'b')],
  })
})

it('S5-044 leaves out what the channel does not take, by the channel’s own limits too, and lets the server judge what has no type', () => {
  const pictures = { media: { image: { mime: { 'image/png': 'full' }, maxBytes: 500 } } } as unknown as Pick<
    ChannelCapabilities,
    'media'
  >
  const [fits, large, film, unknown] = [
    file(500, 'a.png', 'image/png'),
    file(501, 'b.png', 'image/png'),
    file(5, 'c.mov', 'video/quicktime'),
    file(5, 'd'),
  ]
  expect(pickFiles([], [fits, large, film, unknown], pictures)).toEqual({
    ...nothing,
    accepted: [fits, unknown],
    unsupported: [film],
    tooLarge: new Map([[500, [large]]]),
  })
})

it('S5-045 finds what is called a picture and is none', async () => {
  const png = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3])], 'a.png', { type: 'image/png' })
  const renamed = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'b.png', { type: 'image/png' })
  const text = new File(['nem imagem'], 'c.png', { type: 'image/png' })
  const broken = await brokenImages([png, renamed, text, new File(['x'], 'd.pdf', { type: 'application/pdf' })])
  expect([...broken]).toEqual([text])
  expect(pickFiles([], [png, text], everything, broken)).toEqual({ ...nothing, accepted: [png], broken: [text] })
})

it('moving a file keeps all of them, and there is no place before the first or behind the last', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 }), fc.nat(9), fc.integer({ min: -2, max: 12 }), (count, at, to) => {
      const files = Array.from({ length: count }, (_, n) => file(n, `${n}`))
      const one = files[at % count]!
      const after = moved(files, one, to)
      expect(new Set(after)).toEqual(new Set(files))
      expect(after.indexOf(one)).toBe(to < 0 || to >= count ? files.indexOf(one) : to)
      expect(after.filter((other) => other !== one)).toEqual(files.filter((other) => other !== one))
    }),
  )
})
