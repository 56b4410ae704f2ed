import { expect, test } from 'vitest'
import type { KeyBinding } from './keys.ts'
import { reservationOf, type KeyReservation } from './reserved-keys.ts'

const cases: readonly (readonly [keys: KeyBinding, held: KeyReservation | null])[] = [
  [{ code: 'KeyE' }, null],
  [{ code: 'KeyW' }, null],
  [{ code: 'KeyF', shift: true }, null],
  [{ code: 'KeyK', mod: true }, null],
  [{ code: 'Slash', mod: true }, null],
  [{ code: 'Digit1', mod: true, shift: true }, null],
  [{ code: 'Enter', mod: true }, null],
  [{ code: 'F2' }, null],
  [{ code: 'KeyW', mod: true }, 'browser'],
  [{ code: 'KeyN', mod: true, shift: true }, 'browser'],
  [{ code: 'Digit1', mod: true }, 'browser'],
  [{ code: 'F5' }, 'browser'],
  [{ code: 'F4', mod: true }, 'browser'],
  [{ code: 'KeyC', mod: true }, 'editing'],
  [{ code: 'KeyZ', mod: true, shift: true }, 'editing'],
  [{ code: 'ArrowLeft', mod: true }, 'editing'],
  [{ code: 'Tab' }, 'moving'],
  [{ code: 'Tab', mod: true }, 'moving'],
  [{ code: 'Enter' }, 'moving'],
  [{ code: 'Escape' }, 'moving'],
  [{ code: 'Space', shift: true }, 'moving'],
]

test.each(cases)('%j is held by %s', (keys, held) => expect(reservationOf(keys)).toBe(held))
