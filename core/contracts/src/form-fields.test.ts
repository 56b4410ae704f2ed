import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { HexColor } from './entities.ts'
import { formFields } from './form-fields.ts'
import { FormField } from './form-field.ts'
import { PluginShapeError } from './plugin-shape-error.ts'

describe('a setting that is needed with some choices of another alone', () => {
  const auth = z.enum(['password', 'oauth']).default('password')
  const token = z.string()
  const shown = (of: z.ZodType, shownFor: object) => formFields(z.object({ auth, token: of.meta({ shownFor }) }))

  test('says with which', () => {
    expect(shown(token.optional(), { auth: ['oauth'] })[1]).toEqual({
      name: 'token',
      type: 'string',
      required: false,
      shownFor: { auth: ['oauth'] },
    })
  })

  test('depends on choices that there are, and may be missing', () => {
    const wrong = 'its setting token is shown for choices that its setting'
    expect(() => shown(token.optional(), { auth: ['kerberos'] })).toThrow(`${wrong} auth does not have`)
    expect(() => shown(token.optional(), { other: ['oauth'] })).toThrow(`${wrong} other does not have`)
    expect(() => shown(token, { auth: ['oauth'] })).toThrow('its setting token is required and not always shown')
  })
})

describe('the form of a settings schema', () => {
  test('draws each kind of field with its limits', () => {
    const schema = z.object({
      name: z.string().min(1).max(80),
      greeting: z.string().max(500).meta({ widget: 'text' }).default('Oi'),
      token: z.string().min(10).meta({ secret: true }),
      backup: z.string().meta({ secret: true }).optional(),
      color: HexColor.default('#5c7c78'),
      home: z.url(),
      attempts: z.int().min(1).max(9),
      ratio: z.number().optional(),
      loud: z.boolean().default(false),
      side: z.enum(['left', 'right']),
      origins: z.array(z.string()).default([]),
      note: z.string().max(20).nullable(),
      folder: z.string().default('INBOX').meta({ advanced: true }),
      proxy: z.string().optional().meta({ secret: true, advanced: true }),
    })
    expect(formFields(schema)).toEqual([
      { name: 'name', type: 'string', required: true, minLength: 1, maxLength: 80 },
      { name: 'greeting', type: 'text', required: false, default: 'Oi', maxLength: 500 },
      { name: 'token', type: 'secret', required: true, minLength: 10 },
      { name: 'backup', type: 'secret', required: false },
      { name: 'color', type: 'color', required: false, default: '#5c7c78', pattern: '^#[0-9a-fA-F]{6}$' },
      { name: 'home', type: 'url', required: true },
      { name: 'attempts', type: 'integer', required: true, min: 1, max: 9 },
      { name: 'ratio', type: 'number', required: false },
      { name: 'loud', type: 'boolean', required: false, default: false },
      { name: 'side', type: 'enum', required: true, options: ['left', 'right'] },
      { name: 'origins', type: 'stringArray', required: false, default: [] },
      { name: 'note', type: 'string', required: true, maxLength: 20 },
      { name: 'folder', type: 'string', required: false, advanced: true, default: 'INBOX' },
      { name: 'proxy', type: 'secret', required: false, advanced: true },
    ])
  })

  test('draws what refers to something of the company’s, and a choice of several', () => {
    const schema = z.object({
      queue: z.uuid().meta({ refersTo: 'queue' }),
      owner: z.uuid().nullable().meta({ refersTo: 'user' }),
      tags: z.array(z.uuid()).min(1).meta({ refersTo: 'tag' }),
      field: z.string().meta({ refersTo: 'contactAttribute' }).optional(),
      days: z.array(z.enum(['mon', 'tue'])).default([]),
      words: z.array(z.string()).default([]),
    })
    const fields = formFields(schema)
    expect(fields).toEqual([
      { name: 'queue', type: 'reference', refersTo: 'queue', required: true },
      { name: 'owner', type: 'reference', refersTo: 'user', required: true },
      { name: 'tags', type: 'referenceArray', refersTo: 'tag', required: true },
      { name: 'field', type: 'reference', refersTo: 'contactAttribute', required: false },
      { name: 'days', type: 'enumArray', options: ['mon', 'tue'], required: false, default: [] },
      { name: 'words', type: 'stringArray', required: false, default: [] },
    ])
    for (const field of fields) expect(FormField.parse(field)).toEqual(field)
  })

  test.for([
    z.uuid().meta({ refersTo: 'company' }),
    z.int().meta({ refersTo: 'queue' }),
    z.array(z.int()).meta({ refersTo: 'queue' }),
  ])('a reference to nothing of the company’s, or not by id, is refused by name', (to) => {
    expect(() => formFields(z.object({ to }))).toThrow(
      new PluginShapeError('its setting to is of a kind that no form field can show'),
    )
  })

  test('a transform does not get in the way: the form shows what goes in', () => {
    expect(formFields(z.object({ domain: z.string().transform((value) => value.length) }))).toEqual([
      { name: 'domain', type: 'string', required: true },
    ])
  })

  test('a kind that no field can show is refused by name', () => {
    expect(() => formFields(z.object({ nested: z.object({ deep: z.string() }) }))).toThrow(
      new PluginShapeError('its setting nested is of a kind that no form field can show'),
    )
  })

  const kinds = fc.constantFrom(
    { schema: z.string() as z.ZodType, good: 'x', type: 'string' },
    { schema: z.string().meta({ secret: true }), good: 'x', type: 'secret' },
    { schema: z.number(), good: 1.5, type: 'number' },
    { schema: z.int(), good: 7, type: 'integer' },
    { schema: z.boolean(), good: true, type: 'boolean' },
    { schema: z.enum(['a', 'b']), good: 'a', type: 'enum' },
    { schema: z.array(z.string()), good: ['x'], type: 'stringArray' },
    { schema: z.array(z.enum(['a', 'b'])), good: ['b'], type: 'enumArray' },
    { schema: z.string().meta({ refersTo: 'tag' }), good: 'x', type: 'reference' },
    { schema: z.array(z.string()).meta({ refersTo: 'user' }), good: ['x'], type: 'referenceArray' },
    { schema: z.url(), good: 'https://example.com', type: 'url' },
    { schema: z.email(), good: 'ana@example.com', type: 'email' },
  )
  const wrapped = fc.record({ kind: kinds, wrap: fc.constantFrom('none', 'optional', 'default', 'metaOutside') })

  test('one valid field per key, and a field is required exactly when the schema refuses its absence', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z][a-zA-Z0-9]{0,12}$/), wrapped, { maxKeys: 8 }), (shape) => {
        const schemas = Object.fromEntries(
          Object.entries(shape).map(([name, { kind, wrap }]) => {
            if (wrap === 'optional') return [name, kind.schema.optional()]
            if (wrap === 'default') return [name, (kind.schema as z.ZodUnknown).default(kind.good)]
            return [
              name,
              wrap === 'metaOutside' && kind.type === 'secret'
                ? z.string().optional().meta({ secret: true })
                : kind.schema,
            ]
          }),
        )
        const schema = z.object(schemas)
        const good = Object.fromEntries(Object.entries(shape).map(([name, { kind }]) => [name, kind.good]))
        const fields = formFields(schema)
        expect(fields.map((field) => field.name)).toEqual(Object.keys(shape))
        for (const field of fields) {
          expect(FormField.parse(field)).toEqual(field)
          expect(field.type).toBe(shape[field.name]!.kind.type)
          const { [field.name]: _absent, ...without } = good
          expect(schema.safeParse(without).success).toBe(!field.required)
        }
      }),
    )
  })
})
