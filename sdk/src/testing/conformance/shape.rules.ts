import { ChannelCapabilities, type ChannelSpec } from '@recado/contracts'
import fc from 'fast-check'
import { expect } from 'vitest'
import { methodMismatches } from '../capability-methods.ts'
import { leftOut, type Rule } from './rule.ts'
import { openedFor, type AnyChannel, type AnyOptions } from './stage.ts'

/** (a) A channel's declarations agree with its methods. */
export function shapeRules(spec: ChannelSpec, implementation: AnyChannel, options: AnyOptions): Rule[] {
  const { config, secrets = {}, genuine = [], session, provider } = options
  const files = genuine
    .flatMap(({ events }) =>
      events.flatMap((event) => (event.type === 'message' || event.type === 'edit' ? event.parts : [])),
    )
    .filter((part) => part.kind === 'remoteMedia')
  const canOpen = session !== undefined || provider !== undefined
  const rules: Rule[] = [
    {
      id: 'shape.capabilities',
      title: 'its capabilities are valid',
      run: () => {
        expect(ChannelCapabilities.safeParse(spec.capabilities)).toMatchObject({ success: true })
      },
    },
    {
      id: 'shape.config',
      title: 'its configuration schema accepts the configuration of this test',
      run: () => {
        expect(spec.config.safeParse({ ...config, ...secrets })).toMatchObject({ success: true })
      },
    },
  ]
  const methods = 'every declared capability has its method and every method its capability'
  rules.push(
    canOpen
      ? {
          id: 'shape.methods',
          title: methods,
          run: async () => {
            await using opened = await openedFor(spec, implementation, options)
            expect(methodMismatches(spec.capabilities, opened.session)).toEqual([])
          },
        }
      : leftOut(options, 'session', 'shape.methods', methods),
  )
  if (files.length > 0 && canOpen) {
    rules.push({
      id: 'shape.files',
      title: 'files that are handed in as references can be fetched',
      run: async () => {
        await using opened = await openedFor(spec, implementation, options)
        expect(typeof opened.session.fetchMedia).toBe('function')
      },
    })
  }
  const { normalise } = implementation
  if (normalise) {
    rules.push({
      id: 'shape.normalise',
      title: 'normalising twice is normalising once',
      run: () => {
        fc.assert(
          fc.property(fc.string(), (value) => {
            const once = normalise(value)
            expect(normalise(once)).toBe(once)
          }),
        )
      },
    })
  }
  return rules
}
