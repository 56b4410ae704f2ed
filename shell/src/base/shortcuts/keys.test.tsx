import { expect, test } from 'vitest'
import { hits, keyLabel, keysText, pressedKeys } from './keys.ts'

const press = (code: string, key: string, more: KeyboardEventInit = {}) =>
  new KeyboardEvent('keydown', { code, key, ...more })
/** Of a Brazilian keyboard, where the slash has a key of its own. */
const abnt2 = new Map([
  ['KeyK', 'k'],
  ['Slash', ';'],
  ['IntlRo', '/'],
  ['KeyQ', 'q'],
])

test('keys are those of a place, whatever the layout writes there', () => {
  expect(hits(press('KeyK', 'л', { ctrlKey: true }), { code: 'KeyK', mod: true })).toBe(true)
  expect(hits(press('KeyK', 'k'), { code: 'KeyK', mod: true })).toBe(false)
  expect(hits(press('KeyK', 'K', { ctrlKey: true, shiftKey: true }), { code: 'KeyK', mod: true })).toBe(false)
})

test('the slash of a Brazilian keyboard is the slash that is drawn', () => {
  expect(hits(press('IntlRo', '/', { ctrlKey: true }), { code: 'Slash', mod: true })).toBe(true)
  expect(keysText({ code: 'Slash', mod: true }, abnt2)).toBe('Ctrl /')
})

test('AltGr and Alt write: what they are held with is of no act and is not recorded', () => {
  const altGr = press('KeyQ', '/', { ctrlKey: true, altKey: true, modifierAltGraph: true })
  expect([
    hits(altGr, { code: 'KeyQ', mod: true }),
    hits(altGr, { code: 'Slash', mod: true }),
    pressedKeys(altGr),
    pressedKeys(press('KeyQ', 'œ', { altKey: true })),
  ]).toEqual([false, false, null, null])
})

test('a keyboard of a phone names Enter by what it does', () => {
  expect(hits(press('', 'Enter'), { code: 'Enter' })).toBe(true)
  expect(pressedKeys(press('NumpadEnter', 'Enter', { shiftKey: true }))).toEqual({ code: 'Enter', shift: true })
})

test('a modifier alone is nothing yet', () =>
  expect([
    pressedKeys(press('ControlLeft', 'Control', { ctrlKey: true })),
    pressedKeys(press('KeyG', 'g', { ctrlKey: true })),
  ]).toEqual([null, { code: 'KeyG', mod: true }]))

test('a key is drawn as the layout writes it, and a Cyrillic one by its Latin letter', () => {
  expect([
    keyLabel('KeyQ', new Map([['KeyQ', 'a']])),
    keyLabel('KeyK', new Map([['KeyK', 'л']])),
    keyLabel('Digit1', new Map()),
    keyLabel('Escape', abnt2),
  ]).toEqual(['A', 'K', '1', 'Esc'])
})
