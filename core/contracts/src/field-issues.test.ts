import { expect, test } from 'vitest'
import * as z from 'zod'
import { fieldIssue } from './field-issues.ts'

const found = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value)
  const { rule, limit } = fieldIssue(error!.issues[0]!, 'body')
  return limit === undefined ? rule : `${rule} ${limit}`
}

test('S5-118 what is missing or empty is required', () => {
  expect(found(z.string(), undefined)).toBe('required')
  expect(found(z.string().trim().min(1), '  ')).toBe('required')
})

test('S5-119 S5-120 S5-121 S5-122 e-mails, bounds and lengths keep their limits', () => {
  expect(found(z.email(), 'ana')).toBe('email')
  expect(found(z.number().min(3), 2)).toBe('min 3')
  expect(found(z.int().max(10), 11)).toBe('max 10')
  expect(found(z.string().min(8), 'short')).toBe('minLength 8')
  expect(found(z.string().max(3), 'longer')).toBe('maxLength 3')
})

test('other formats have their own words, and what nobody can name has none', () => {
  expect([
    found(z.url(), 'x'),
    found(z.iso.date(), 'x'),
    found(z.string().regex(/^a/), 'b'),
    found(z.number(), 'x'),
    found(z.email().nullable(), 'x'),
  ]).toEqual(['url', 'date', 'pattern', 'number', 'email'])
  expect(found(z.strictObject({}), { a: 1 })).toBeUndefined()
})

test('S5-118 an empty list of which something is wanted is required, and a rule of a schema’s own is said as it is named', () => {
  expect(found(z.array(z.string()).min(1), [])).toBe('required')
  expect(found(z.array(z.string()).min(2), [])).toBeUndefined()
  expect(
    found(
      z.string().refine(() => false, { params: { rule: 'required' } }),
      'x',
    ),
  ).toBe('required')
  expect(
    found(
      z.string().refine(() => false, { params: { rule: 'nonsense' } }),
      'x',
    ),
  ).toBeUndefined()
})

test('S5-118 a path says where, with its place before it, and is never endless', () => {
  const { error } = z.object({ videos: z.array(z.object({ url: z.url() })) }).safeParse({ videos: [{ url: 'x' }] })
  expect(fieldIssue(error!.issues[0]!, 'body').path).toBe('body.videos.0.url')
  expect(fieldIssue({ ...error!.issues[0]!, path: ['x'.repeat(500)] }).path).toHaveLength(200)
})
