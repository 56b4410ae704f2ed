import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { KeyBinding, KeyBindings } from '../contracts.ts'
import { holderOf, refusalOf, resolveBindings, withKeys, withOriginal, type SuggestedKeys } from './bindings.ts'
import { productShortcuts, type ShortcutId } from './product-shortcuts.ts'

const note: SuggestedKeys = { id: 'notes/open', keys: { code: 'KeyG', shift: true } }
const ids = [...Object.keys(productShortcuts), note.id] as ShortcutId[]
const anyKeys: fc.Arbitrary<KeyBinding> = fc.record({
  code: fc.constantFrom('KeyA', 'KeyE', 'KeyK', 'Enter', 'Slash', 'F2'),
  mod: fc.boolean(),
  shift: fc.boolean(),
})

describe('the keys that hold', () => {
  test('as the product comes, every key stands for one act and a plugin gets what it suggests', () => {
    const bindings = resolveBindings({}, [note])
    for (const id of ids)
      expect(bindings.get(id), id).toEqual(
        id === note.id ? note.keys : productShortcuts[id as keyof typeof productShortcuts].keys,
      )
  })

  test('whatever was set, in whatever order, no keys stand for two acts that can hear them', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...ids), fc.option(anyKeys), fc.boolean())), (changes) => {
        const own = changes.reduce<KeyBindings>(
          (before, [id, keys, back]) =>
            back ? withOriginal(before, id, [note]) : withKeys(before, resolveBindings(before, [note]), id, keys),
          {},
        )
        const bindings = resolveBindings(own, [note])
        for (const [id, keys] of bindings) if (keys) expect(holderOf(bindings, id, keys), id).toBeUndefined()
        const last = changes.at(-1)
        if (last && !last[2]) expect(bindings.get(last[0])).toEqual(last[1])
      }),
    )
  })

  test('keys that are taken over leave the act that had them without', () => {
    const own = withKeys({}, resolveBindings({}, []), 'pin', { code: 'KeyE' })
    expect(own).toEqual({ pin: { code: 'KeyE' }, resolve: null })
    const bindings = resolveBindings(own, [])
    expect([bindings.get('pin'), bindings.get('resolve')]).toEqual([{ code: 'KeyE' }, null])
  })

  test('an act that goes back to its own keys gets them, whoever was given them since', () => {
    const taken = withKeys({}, resolveBindings({}, []), 'pin', { code: 'KeyE' })
    const bindings = resolveBindings(withOriginal(taken, 'resolve', []), [])
    expect([bindings.get('pin'), bindings.get('resolve')]).toEqual([null, { code: 'KeyE' }])
  })

  test('a plugin takes nobody’s keys, nor the browser’s, and a user may give its command others', () => {
    const greedy = (keys: KeyBinding) => resolveBindings({}, [{ id: 'greedy/open', keys }]).get('greedy/open')
    expect([greedy({ code: 'KeyE' }), greedy({ code: 'KeyW', mod: true }), greedy({ code: 'KeyG' })]).toEqual([
      null,
      null,
      { code: 'KeyG' },
    ])
    expect(resolveBindings({ 'notes/open': { code: 'F2' } }, [note]).get('notes/open')).toEqual({ code: 'F2' })
    // A plugin that is gone holds no keys.
    expect(resolveBindings({ 'notes/open': { code: 'KeyE' } }, []).get('resolve')).toEqual({ code: 'KeyE' })
  })
})

test('keys are refused with the reason: the browser’s by what the layout writes too, and what writes in the text', () => {
  expect(refusalOf('pin', { code: 'KeyG' }, 'g')).toBeNull()
  expect(refusalOf('pin', { code: 'KeyW', mod: true }, 'w')).toBe('browser')
  // AZERTY has its W where others have Z.
  expect(refusalOf('pin', { code: 'KeyZ', mod: true }, 'w')).toBe('editing')
  expect(refusalOf('pin', { code: 'Semicolon', mod: true, shift: false }, 'w')).toBe('browser')
  expect(refusalOf('pin', { code: 'Enter' }, 'Enter')).toBe('moving')
  expect(refusalOf('send', { code: 'Enter', mod: true }, 'Enter')).toBeNull()
  expect(refusalOf('send', { code: 'KeyS' }, 's')).toBe('writes')
})
