import { expect, test } from 'vitest'
import { typeText } from './type-text.ts'

test('a schema reads like a type', () => {
  expect(
    typeText({
      type: 'object',
      required: ['id', 'kind'],
      properties: {
        id: { type: 'string', format: 'uuid' },
        kind: { enum: ['a', 'b'] },
        names: { type: 'array', items: { type: 'string' } },
        more: { type: 'object', additionalProperties: { anyOf: [{ type: 'number' }, { type: 'null' }] } },
      },
    }),
  ).toBe("{\n  id: uuid\n  kind: 'a' | 'b'\n  names?: Array<string>\n  more?: Record<string, number | null>\n}")
})

test('a choice between objects has a line for each', () => {
  expect(
    typeText({
      oneOf: [{ type: 'object', required: ['kind'], properties: { kind: { const: 'x' } } }, { type: 'null' }],
    }),
  ).toBe("\n  | {\n    kind: 'x'\n  }\n  | null")
})
