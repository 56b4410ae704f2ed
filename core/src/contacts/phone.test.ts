import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalPhone, spellingsOf } from './phone.ts'

const area = fc.constantFrom('11', '19', '21', '31', '47', '51', '61', '71', '85', '92')
const eight = (firsts: string) =>
  fc
    .tuple(fc.constantFrom(...firsts), fc.integer({ min: 0, max: 9_999_999 }))
    .map(([first, rest]) => `${first}${String(rest).padStart(7, '0')}`)
const mobile = fc.tuple(area, eight('6789'))
const spelt = (ddd: string, subscriber: string): string[] => [
  `+55${ddd}${subscriber}`,
  `55${ddd}${subscriber}`,
  `+55 ${ddd} ${subscriber.slice(0, -4)}-${subscriber.slice(-4)}`,
  `+55 (${ddd}) ${subscriber}`,
  `0055${ddd}${subscriber}`,
]

describe('a phone number as an identity', () => {
  it.for([
    ['+55 11 9 8765-4321', '+5511987654321'],
    ['+55 11 8765-4321', '+5511987654321'],
    ['5511987654321', '+5511987654321'],
    ['551187654321', '+5511987654321'],
    ['+55 11 3333-4444', '+551133334444'],
    ['551133334444', '+551133334444'],
    ['+1 (415) 555-2671', '+14155552671'],
    ['+34 612 34 56 78', '+34612345678'],
    ['+5219991234567', '+5219991234567'],
    ['\u2066+55 (11)\u00a098765\u20114321\u2069', '+5511987654321'],
    ['+55 11 98765–4321', '+5511987654321'],
    ['tel:+5511987654321', '+5511987654321'],
    ['whatsapp:+5511987654321', '+5511987654321'],
    ['+٥٥ ١١ ٩٨٧٦٥-٤٣٢١', '+5511987654321'],
    ['Tel.: +55 (11) 3333-4444 ramal 3', '+551133334444'],
    ['+55 11 98765-4321 ou +55 11 91234-5678', '+5511987654321'],
    ['+55 11 3333-4444/4445', '+551133334444'],
    ['+44 (0)20 7946 0958', '+442079460958'],
  ])('%s is %s', ([given, expected]) => {
    expect(canonicalPhone(given!)).toBe(expected)
  })

  it.for(['', '+', '28398', 'NUBANK', 'ligue 11987654321', '5511987654321@s.whatsapp.net', '+999999999999999999'])(
    '%s is none',
    (given) => {
      expect(canonicalPhone(given)).toBeUndefined()
    },
  )

  it('S5-034 reading 71: is one for a Brazilian mobile number in every spelling, with the ninth digit and without', () => {
    fc.assert(
      fc.property(mobile, ([ddd, subscriber]) => {
        const seen = new Set([...spelt(ddd, subscriber), ...spelt(ddd, `9${subscriber}`)].map(canonicalPhone))
        expect([...seen]).toEqual([`+55${ddd}9${subscriber}`])
      }),
    )
  })

  it('of a Brazilian landline never gets a ninth digit', () => {
    fc.assert(
      fc.property(area, eight('2345'), (ddd, subscriber) => {
        expect(spelt(ddd, subscriber).map(canonicalPhone)).toEqual(
          spelt(ddd, subscriber).map(() => `+55${ddd}${subscriber}`),
        )
      }),
    )
  })

  it('of another country keeps its digits', () => {
    const foreign = fc
      .tuple(
        fc.constantFrom('1', '7', '34', '44', '49', '52', '54', '351', '595'),
        fc.integer({ min: 10_000_000, max: 9_999_999_999 }),
      )
      .map(([country, rest]) => `+${country}${rest}`)
    fc.assert(
      fc.property(foreign, (number) => {
        fc.pre(canonicalPhone(number) !== undefined)
        expect(canonicalPhone(number)).toBe(number)
      }),
    )
  })

  it('taken twice is taken once, and nothing makes it throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string({ unit: fc.constantFrom(...'+05119876-()  ') }),
          fc.integer({ min: 5_500_000_000, max: 559_999_999_999_999 }).map(String),
        ),
        (value) => {
          const once = canonicalPhone(value)
          if (once !== undefined) expect(canonicalPhone(once)).toBe(once)
        },
      ),
    )
  })

  it('is among its own spellings, and each of them leads back to it', () => {
    fc.assert(
      fc.property(mobile, ([ddd, subscriber]) => {
        const phone = `+55${ddd}9${subscriber}`
        expect(spellingsOf(phone)).toContain(phone)
        expect(new Set(spellingsOf(phone).map(canonicalPhone))).toEqual(new Set([phone]))
      }),
    )
  })
})
