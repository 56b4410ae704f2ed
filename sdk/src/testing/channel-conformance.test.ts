import { ChannelError, type ChannelSession } from '@recado/contracts'
import { describe, expect, test } from 'vitest'
import { demandedMethods, methodMismatches } from './capability-methods.ts'
import { channelConformance } from './channel-conformance.ts'
import { goodPigeon, pigeon, pigeonOptions } from './conformance/pigeon.rig.ts'
import { titleOf } from './conformance/rule.ts'
import { conformanceRules } from './conformance/rules.ts'

channelConformance(pigeon, goodPigeon, pigeonOptions)

describe('methods and capabilities', () => {
  const { capabilities } = pigeon
  const session: ChannelSession = {
    send: () => Promise.reject(new Error('not sent here')),
    edit: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }

  test('each capability demands its method', () => {
    expect([...demandedMethods(capabilities)]).toEqual(['edit', 'backfill', 'listContacts', 'describe'])
    expect(
      [
        ...demandedMethods({
          ...capabilities,
          typing: 'partial',
          idempotentSend: 'echo-match',
          receipts: { out: [], inMarkRead: true },
        }),
      ].toSorted(),
    ).toEqual(['backfill', 'describe', 'edit', 'listContacts', 'lookup', 'markRead', 'typing'])
  })
  test('a missing and an undeclared method are both named', () => {
    const { edit: _edit, ...withoutEdit } = session
    const undeclared: ChannelSession = {
      ...withoutEdit,
      async *backfill() {},
      async *listContacts() {},
      describe: () => Promise.resolve(undefined),
      react: () => Promise.reject(new ChannelError({ kind: 'unsupported', code: 'x', message: 'x', certain: true })),
    }
    expect(methodMismatches(capabilities, undeclared)).toEqual([
      'a capability demands edit(), which the session lacks',
      'the session has react(), which no capability declares: core will never call it',
    ])
  })
})

describe('what is not given', () => {
  const { config, secrets } = pigeonOptions
  test('stands in the results, with the reason where there is one', () => {
    const titles = conformanceRules(pigeon, goodPigeon, {
      config,
      secrets: secrets!,
      without: { genuine: 'nothing was ever recorded of this post' },
    })
      .filter(({ lacks }) => lacks)
      .map(titleOf)
    expect(titles).toContain('what the provider sends is verified: left out, nothing was ever recorded of this post')
    expect(titles).toContain(
      'every declared capability has its method and every method its capability: not proved, `session` is not ' +
        'given and `without.session` does not say why',
    )
    expect(titles.filter((title) => title.includes('`provider` is not given')).length).toBeGreaterThan(4)
  })
})
