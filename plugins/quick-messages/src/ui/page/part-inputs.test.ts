import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxFileBytes, maxTotalBytes } from '../../messages/limits.ts'
import { draftOf, inputsOf, moved, newPart, problemsOf, type PartInput } from './part-inputs.ts'

const kept = (key: number, size: number, text = ''): PartInput => ({
  key,
  text,
  file: { partId: `p${key}`, name: `${key}.pdf`, size },
})

test('moving a part changes nothing but its place', () => {
  fc.assert(
    fc.property(
      fc
        .integer({ min: 1, max: 10 })
        .chain((count) => fc.tuple(fc.constant(count), fc.nat(count - 1), fc.nat(count - 1))),
      ([count, from, to]) => {
        const parts = Array.from({ length: count }, (_, key): PartInput => ({ key, text: String(key), file: null }))
        const next = moved(parts, from, to)
        expect(next[to]).toBe(parts[from])
        expect(next.filter((part) => part !== parts[from])).toEqual(parts.filter((part) => part !== parts[from]))
      },
    ),
  )
})

test('a part needs words or a file; each file and all together have their limit', () => {
  expect([
    ...problemsOf([
      { key: 1, text: ' \n', file: null },
      { key: 2, text: 'Oi', file: null },
    ]),
  ]).toEqual([[1, 'empty']])
  expect([...problemsOf([kept(1, maxFileBytes), kept(2, maxFileBytes + 1)])]).toEqual([[2, 'large']])
  expect([
    ...problemsOf([
      kept(1, maxFileBytes),
      kept(2, maxFileBytes),
      kept(3, maxTotalBytes - 2 * maxFileBytes),
      kept(4, 1),
    ]),
  ]).toEqual([[4, 'total']])
})

test('what is kept is named by its part, what is new by its place among the files', () => {
  const [one, two] = [new File(['a'], 'a.txt'), new File(['b'], 'b.txt')]
  const inputs = inputsOf([
    { id: 'old', text: 'Segue', file: { name: 'x.pdf', mime: 'application/pdf', bytes: 3, url: '/media' } },
  ])
  const fresh = newPart(inputs)
  expect(fresh.key).not.toBe(inputs[0]!.key)
  expect(draftOf([{ ...fresh, file: one }, ...inputs, { key: 9, text: 'b', file: two }])).toEqual({
    files: [one, two],
    parts: [
      { text: '', file: { upload: 0 } },
      { text: 'Segue', file: { keep: 'old' } },
      { text: 'b', file: { upload: 1 } },
    ],
  })
})
