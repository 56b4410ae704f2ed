import fc from 'fast-check'
import { expect, it } from 'vitest'
import { begun, changed, redone, undone } from './history.ts'

it('goes back through all changes and forward again to the last', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 90 }), (values) => {
      const states = values.map((value) => ({ value }))
      const first = { value: -1 }
      let history = begun(first)
      for (const state of states) history = changed(history, state)
      for (const state of [first, ...states].toReversed()) {
        expect(history.present).toBe(state)
        history = undone(history)
      }
      expect(history.present).toBe(first)
      for (const state of states) {
        history = redone(history)
        expect(history.present).toBe(state)
      }
      expect(redone(history)).toBe(history)
    }),
  )
})
