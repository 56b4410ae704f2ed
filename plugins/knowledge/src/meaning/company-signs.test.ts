import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CompanySigns, recordBytes } from './company-signs.ts'
import { bitsOf } from './packed-vector.ts'

interface Row {
  readonly signs: string
  readonly forCustomers: boolean
}

const idOf = (name: string): Buffer => createHash('md5').update(name).digest()
const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** As the database writes it. */
function recordOf({ signs, forCustomers }: Row, at: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(signs.length)
  return Buffer.concat([Buffer.of(forCustomers ? 1 : 0), idOf('article'), idOf(`${at}`), length, bitsOf(signs)])
}
const signsOf = (bits: number) => fc.string({ unit: fc.constantFrom('0', '1'), minLength: bits, maxLength: bits })
const company = fc
  .integer({ min: 1, max: 100 })
  .chain((bits) =>
    fc.tuple(
      signsOf(bits),
      fc.array(fc.record({ signs: signsOf(bits), forCustomers: fc.boolean() }), { maxLength: 90 }),
    ),
  )
const differing = (a: string, b: string): number => [...a].filter((sign, at) => sign !== b[at]).length

describe('the signs of a company', () => {
  it('find the rows that differ least, within the bound and for whom they are', () => {
    fc.assert(
      fc.property(
        company,
        fc.integer({ min: 1, max: 40 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        fc.integer({ min: 1, max: 90 }),
        ([asked, rows], most, part, onlyForCustomers, first) => {
          const signs = new CompanySigns('m', asked.length)
          const records = rows.map(recordOf)
          for (const record of records) expect(record).toHaveLength(recordBytes(asked.length))
          signs.add(Buffer.concat(records.slice(0, first)))
          signs.add(Buffer.concat(records.slice(first)))
          expect(signs.count).toBe(rows.length)
          const bound = Math.floor(asked.length * part)
          const wanted = rows
            .filter(({ forCustomers }) => forCustomers || !onlyForCustomers)
            .map((row) => differing(row.signs, asked))
            .filter((distance) => distance <= bound)
            .toSorted((a, b) => a - b)
            .slice(0, most)
          const found = signs.nearest(asked, { most, bound, onlyForCustomers })
          const places = new Map(rows.map((row, at) => [uuidOf(idOf(`${at}`)), row]))
          expect(found.every(({ article }) => article === uuidOf(idOf('article')))).toBe(true)
          expect(found.map(({ hash }) => differing(places.get(hash)!.signs, asked)).toSorted((a, b) => a - b)).toEqual(
            wanted,
          )
          expect(new Set(found.map(({ hash }) => hash)).size).toBe(found.length)
        },
      ),
    )
  })

  it('take a few bytes more than their bits and ids', () => {
    const signs = new CompanySigns('m', 768)
    const record = recordOf({ signs: '1'.repeat(768), forCustomers: true }, 0)
    for (let added = 0; added < 1_000; added += 1) signs.add(record)
    expect(signs.bytes / signs.count).toBeLessThan(1.5 * (96 + 32 + 1))
  })
})
