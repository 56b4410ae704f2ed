import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { Refusal } from './errors.ts'
import { settingsForm } from './settings-form.ts'

const form = settingsForm(
  z.object({
    url: z.url(),
    retries: z.int().min(0).default(3),
    token: z.string().min(4).meta({ secret: true }),
    other: z.string().meta({ secret: true }).optional(),
  }),
)
const refusal = (work: () => unknown): Refusal => {
  try {
    work()
  } catch (error) {
    if (Refusal.is(error)) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('settings with secrets', () => {
  test('secrets go one way, everything else the other', () => {
    expect(form.split({ url: 'https://a.example', token: 'hush', other: '' }, {})).toEqual({
      values: { url: 'https://a.example' },
      secrets: { token: 'hush' },
      erased: [],
      moved: false,
    })
  })

  test('an empty secret keeps the stored one, null erases it', () => {
    expect(form.split({ url: 'https://a.example', token: '', other: null }, { token: 'kept', other: 'gone' })).toEqual({
      values: { url: 'https://a.example' },
      secrets: {},
      erased: ['other'],
      moved: false,
    })
    expect(
      refusal(() => form.split({ url: 'https://a.example', token: null }, { token: 'kept' })).facts.issues?.map(
        (issue) => issue.path,
      ),
    ).toEqual(['token'])
  })

  test('unknown settings and a required secret that was never set are refused by name', () => {
    expect(refusal(() => form.split({ url: 'https://a.example', token: 'hush', extra: 1 }, {})).facts.issues).toEqual([
      { path: 'extra', message: 'unknown setting' },
    ])
    const missing = refusal(() => form.split({ url: 'https://a.example' }, {}))
    expect([missing.code, missing.facts.issues?.[0]?.path]).toEqual(['ERR_VALIDATION', 'token'])
  })

  test('reading applies defaults, shows no secret and refuses what no longer fits', () => {
    expect(form.read({ url: 'https://a.example', token: 'smuggled' })).toEqual({ url: 'https://a.example', retries: 3 })
    expect(refusal(() => form.read({})).code).toBe('ERR_PLUGIN_SETTINGS')
  })
})
