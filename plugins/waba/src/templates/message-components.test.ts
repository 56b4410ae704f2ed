import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { messageComponents } from './message-components.ts'
import { buttonKey, headerKey, locationKeys, readVars } from './message-vars.ts'

describe('the components of a template message', () => {
  test('numbers keep their order beyond nine, names go along', () => {
    const vars = Object.fromEntries(
      ['10', '2', '1', '9', '3', '4', '5', '6', '7', '8'].map((number) => [number, `value ${number}`]),
    )
    expect(messageComponents(vars)).toEqual([
      {
        type: 'body',
        parameters: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => ({ type: 'text', text: `value ${number}` })),
      },
    ])
    expect(messageComponents({ order_id: '7' })).toEqual([
      { type: 'body', parameters: [{ type: 'text', parameter_name: 'order_id', text: '7' }] },
    ])
  })

  test('header, body and buttons have their own values, and what has none is left out', () => {
    expect(messageComponents({})).toEqual([])
    expect(
      messageComponents({
        [headerKey('1')]: 'Maria',
        1: '42',
        [buttonKey(2, 'code')]: 'TEN',
        [buttonKey(0, 'url')]: 'orders/42',
      }),
    ).toEqual([
      { type: 'header', parameters: [{ type: 'text', text: 'Maria' }] },
      { type: 'body', parameters: [{ type: 'text', text: '42' }] },
      { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'orders/42' }] },
      { type: 'button', sub_type: 'copy_code', index: '2', parameters: [{ type: 'coupon_code', coupon_code: 'TEN' }] },
    ])
  })

  test('a header may be a file or a place', () => {
    expect(messageComponents({}, { kind: 'document', id: '99', name: 'bill.pdf' })).toEqual([
      { type: 'header', parameters: [{ type: 'document', document: { id: '99', filename: 'bill.pdf' } }] },
    ])
    expect(messageComponents({}, { kind: 'image', link: 'https://a.test/b.png', name: 'b.png' })).toEqual([
      { type: 'header', parameters: [{ type: 'image', image: { link: 'https://a.test/b.png' } }] },
    ])
    expect(
      messageComponents({
        [locationKeys.latitude]: '-23.5',
        [locationKeys.longitude]: '-46.6',
        [locationKeys.name]: 'Shop',
      }),
    ).toEqual([
      {
        type: 'header',
        parameters: [{ type: 'location', location: { latitude: '-23.5', longitude: '-46.6', name: 'Shop' } }],
      },
    ])
  })

  test('no value is lost or doubled, whatever the order of the keys', () => {
    const entries = fc.uniqueArray(
      fc.tuple(
        fc.oneof(
          fc.integer({ min: 1, max: 30 }).map(String),
          fc.stringMatching(/^[a-z][a-z_]{0,10}$/).map(headerKey),
          fc.nat(9).map((index) => buttonKey(index, 'url')),
        ),
        fc.string(),
      ),
      { selector: ([key]) => key },
    )
    fc.assert(
      fc.property(
        entries.filter((all) => !all.some(([key]) => key === locationKeys.latitude)),
        (all) => {
          const { body, header, buttons } = readVars(Object.fromEntries(all))
          expect(
            [
              ...body.map(([, value]) => value),
              ...header.map(([, value]) => value),
              ...buttons.map(({ value }) => value),
            ].sort(),
          ).toEqual(all.map(([, value]) => value).sort())
          expect(body.map(([variable]) => Number(variable))).toEqual(
            body.map(([variable]) => Number(variable)).toSorted((a, b) => a - b),
          )
        },
      ),
    )
  })
})
