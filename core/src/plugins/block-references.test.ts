import type { FormField } from '@recado/contracts'
import { expect, test } from 'vitest'
import { referredBy } from './block-references.ts'

const fields: FormField[] = [
  { name: 'queue', type: 'reference', refersTo: 'queue', required: false }, { name: 'tags', type: 'referenceArray', refersTo: 'tag', required: true }, { name: 'text', type: 'string', required: false },
]

test('what a form refers to is found with its places, and what is empty refers to nothing', () => {
  expect(referredBy(fields, { queue: 'q', tags: ['a', 'b'], text: 'q' }, 'body.actions.1.input')).toEqual([
    { of: 'queue', id: 'q', path: 'body.actions.1.input.queue' }, { of: 'tag', id: 'a', path: 'body.actions.1.input.tags.0' }, { of: 'tag', id: 'b', path: 'body.actions.1.input.tags.1' },
  ])
  expect(referredBy(fields, { queue: '', tags: [] }, 'x')).toEqual([])
  expect(referredBy(fields, { queue: null, tags: 'no list' }, 'x')).toEqual([])
})
