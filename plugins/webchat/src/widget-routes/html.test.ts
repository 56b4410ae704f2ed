import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { WebchatConfig } from '../channel/config.ts'
import { frameAncestors } from './frame.ts'
import { jsonForHtml } from './html.ts'

test('no value can end the element it stands in, and all of it comes back', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json({ noUnicodeString: false }), fc.constant('"</script><script>\u2028"')), (json) => {
      const value: unknown = JSON.parse(json)
      const embedded = jsonForHtml(value)
      expect(embedded).not.toMatch(/[<>&\u2028\u2029]/)
      expect(JSON.parse(embedded)).toEqual(value)
    }),
  )
})

test('an accepted domain adds itself to the policy and nothing else', () => {
  const domains = WebchatConfig.shape.allowedDomains
  fc.assert(
    fc.property(
      fc.oneof(
        fc.domain(),
        fc.string(),
        fc.constantFrom('x; script-src *', '*', 'a b', 'a\nb', "'self'", 'https://a.test', '-a.test'),
      ),
      (domain) => {
        const parsed = domains.safeParse([domain])
        if (parsed.success)
          expect(frameAncestors(parsed.data)).toMatch(/^'self' (http:\/\/[\w.:-]+ )?https:\/\/(\*\.)?[\w.:-]+$/)
      },
    ),
  )
  expect(frameAncestors([])).toBe('*')
})
